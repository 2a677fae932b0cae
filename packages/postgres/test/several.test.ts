import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { underLock } from '../src/lock.ts';
import { signal } from '../src/process.ts';
import { isRunning, makeFolder, openHere, openInChild, postmasterPid, processesOf } from './processes.ts';

/** Anew each time, so that no checkpoint has it yet. */
const FRESH = 'drop table if exists kept; create table kept as select 7 as n';

let folder: string;
let data_dir: string;
let remove: () => Promise<void>;
// Making a database takes longer than what is done with it, so they share one where it need not be new.
beforeAll(async () => {
  ({ folder, remove } = await makeFolder());
  data_dir = join(folder, 'data');
});
afterEach(async () => {
  expect(await processesOf(data_dir)).toEqual([]);
});
afterAll(() => remove());

describe('two processes on one data directory', () => {
  test('share one server, which ends with whichever stops last', async () => {
    const here = await openHere({ data_dir });
    const pid = await postmasterPid(data_dir);
    const other = await openInChild({ data_dir });
    expect(other.answer).toMatchObject({ joined: true, port: here.cluster.port });
    expect(await postmasterPid(data_dir)).toBe(pid);
    await here.close();
    expect(await isRunning(pid)).toBe(true);
    const again = await openHere({ data_dir });
    expect(again.cluster.joined).toBe(true);
    await again.close();
    await other.stop();
    expect(await isRunning(pid)).toBe(false);
  });

  test('a killed one no longer counts, so the other one ends the server', async () => {
    const other = await openInChild({ data_dir });
    const here = await openHere({ data_dir });
    const pid = await postmasterPid(data_dir);
    await other.kill();
    await here.close();
    expect(await isRunning(pid)).toBe(false);
  });

  test('four that start at the same instant on an empty folder end up on one server', async () => {
    const empty = await makeFolder();
    const data_dir = join(empty.folder, 'data');
    const children = await Promise.all([1, 2, 3, 4].map(() => openInChild({ data_dir })));
    const answers = children.map(({ answer }) => answer);
    expect(answers.map(({ joined }) => joined).sort()).toEqual([false, true, true, true]);
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    const pid = await postmasterPid(data_dir);
    await Promise.all(children.map(({ stop }) => stop()));
    expect(await isRunning(pid)).toBe(false);
    await empty.remove();
  });
});

describe('a server whose parent was killed', () => {
  test('is adopted, with what was committed', async () => {
    const child = await openInChild({ data_dir });
    const pid = await postmasterPid(data_dir);
    await child.kill();
    expect(await isRunning(pid)).toBe(true);
    const here = await openHere({ data_dir });
    expect(here.cluster).toMatchObject({ joined: true, url: child.answer.url });
    await here.close();
    expect(await isRunning(pid)).toBe(false);
  });

  test('is restarted when it is stuck, and keeps what was committed', async () => {
    const child = await openInChild({ data_dir });
    const before = await openHere({ data_dir });
    await before.pool.query(FRESH);
    await before.close();
    const pid = await postmasterPid(data_dir);
    await child.kill();
    for (const each of await processesOf(data_dir)) signal(each, 'SIGSTOP');
    const here = await openHere({ data_dir, answer_timeout_ms: 300 });
    expect(here.logged).toEqual([`The PostgreSQL server ${pid} on ${data_dir} is stuck and is restarted.`]);
    expect(here.cluster.joined).toBe(false);
    expect((await here.pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await here.close();
  });

  test('starts again after it was killed too, and keeps what was committed', async () => {
    const before = await openHere({ data_dir });
    await before.pool.query(FRESH);
    const { rows } = await before.pool.query('select pg_backend_pid() as pid');
    // A child that can't notice its postmaster's end keeps the shared memory.
    process.kill(rows[0].pid, 'SIGSTOP');
    process.kill(await postmasterPid(data_dir), 'SIGKILL');
    const here = await openHere({ data_dir });
    expect(here.cluster.joined).toBe(false);
    expect((await here.pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await before.pool.end();
    await here.close();
    await before.cluster.stop();
  });
});

test('Ctrl-C in the terminal does not reach the server, which is in a group of its own', async () => {
  const child = await openInChild({ data_dir });
  const pid = await postmasterPid(data_dir);
  const groupOf = async (id: number | undefined) =>
    (await readFile(`/proc/${id}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2];
  expect(await groupOf(pid)).toBe(`${pid}`);
  expect(await groupOf(child.child.pid)).not.toBe(`${pid}`);
  await child.stop();
});

describe('the lock', () => {
  test('lets one at a time through', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        underLock(folder, 30_000, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setTimeout(resolve, 2));
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  test('is given back when its work fails', async () => {
    await expect(underLock(folder, 1_000, () => Promise.reject(new Error('work failed')))).rejects.toThrow(
      'work failed',
    );
    expect(await underLock(folder, 1_000, async () => 'free')).toBe('free');
  });

  test('tells who keeps it when patience ends', async () => {
    await underLock(folder, 1_000, async () => {
      await expect(underLock(folder, 50, async () => undefined)).rejects.toMatchObject({
        reason: 'busy',
        message: expect.stringMatching(
          new RegExp(`^Process ${process.pid} has been starting or stopping the database`),
        ),
      });
    });
  });
});

test('a process that ends without giving the server back leaves it to the next', async () => {
  const child = await openInChild({ data_dir });
  await child.end();
  const here = await openHere({ data_dir });
  expect(here.cluster.joined).toBe(true);
  await here.close();
});
