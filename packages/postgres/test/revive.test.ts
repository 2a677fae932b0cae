import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries } from '../src/binaries.ts';
import { settlePlace } from '../src/place.ts';
import { signal } from '../src/process.ts';
import { startServer, stopServer } from '../src/server.ts';
import { serverArguments } from '../src/settings.ts';
import {
  makeFolder,
  NAMING,
  type Opened,
  openHere,
  openInChild,
  openPool,
  postmasterPid,
  processesOf,
} from './processes.ts';
import { squat } from './squat.ts';

let data_dir: string;
let remove: () => Promise<void>;
let here: Opened;
// Making a database takes longer than what is done with it, so there is one, and each test starts its server anew.
beforeAll(async () => {
  const made = await makeFolder();
  remove = made.remove;
  data_dir = join(made.folder, 'data');
});
beforeEach(async () => {
  here = await openHere({ data_dir });
  // Anew each time, so that no checkpoint has it yet.
  await here.pool.query('drop table if exists kept; create table kept as select 7 as n');
});
afterEach(async () => {
  await here.close();
  expect(await processesOf(data_dir)).toEqual([]);
});
afterAll(() => remove());

/** Ends the server as a crash does, and waits until its children have noticed. */
async function kill(): Promise<void> {
  process.kill(await postmasterPid(data_dir), 'SIGKILL');
  while ((await processesOf(data_dir)).length > 0) await sleep(5);
}

async function kept(url: string): Promise<unknown> {
  const pool = await openPool(url);
  try {
    return (await pool.query('select n from kept')).rows;
  } finally {
    await pool.end();
  }
}

describe('a server that died', () => {
  test('is brought back on its port, with what was committed', async () => {
    await kill();
    const url = await here.cluster.revive();
    expect(url).toBe(here.cluster.url);
    expect(await kept(url)).toEqual([{ n: 7 }]);
  });

  test('is brought back on another port when its own was taken meanwhile', async () => {
    await kill();
    const squatter = await squat(here.cluster.port);
    const url = await here.cluster.revive();
    expect(new URL(url).port).not.toBe(`${here.cluster.port}`);
    expect(await kept(url)).toEqual([{ n: 7 }]);
    await new Promise<void>((resolve) => squatter.close(() => resolve()));
  });

  test('is brought back once, however many ask at once and from how many processes', async () => {
    await kill();
    const [one, two, child] = await Promise.all([
      here.cluster.revive(),
      here.cluster.revive(),
      openInChild({ data_dir }),
    ]);
    expect([one, two]).toEqual([child.answer.url, child.answer.url]);
    expect(await kept(one)).toEqual([{ n: 7 }]);
    await child.stop();
  });

  test('is started again while what was killed with it still lets go of its memory', async () => {
    await here.close();
    const place = await settlePlace(
      { data_dir, data_dir_is_explicit: true, fallback_dir: data_dir, naming: NAMING },
      () => {},
    );
    const binaries = await findBinaries(place.account, data_dir, NAMING, () => {});
    // No test can make the system slow to take memory back, so a program in PostgreSQL's place says once what it would.
    const postgres = join(data_dir, '..', 'postgres-refused-once');
    await writeFile(
      postgres,
      `#!/bin/sh
rm refused 2>/dev/null && exec '${binaries.postgres}' "$@"
touch refused
echo 'FATAL:  pre-existing shared memory block (key 10536747, ID 12714078) is still in use'
exit 1
`,
      { mode: 0o755 },
    );
    const args = serverArguments(place, here.cluster.port, {});
    const postmaster = await startServer(place, { ...binaries, postgres }, args, () => {});
    expect(postmaster).toMatchObject({ port: here.cluster.port, is_ready: true });
    await stopServer(place, binaries);
    here = await openHere({ data_dir });
    expect(await kept(here.cluster.url)).toEqual([{ n: 7 }]);
  });

  test('stays down for who has given it back', async () => {
    await kill();
    await here.cluster.stop();
    await here.cluster.revive();
    expect(await processesOf(data_dir)).toEqual([]);
  });
});

test('a server that is well is left alone', async () => {
  const pid = await postmasterPid(data_dir);
  expect(await here.cluster.revive()).toBe(here.cluster.url);
  expect(await postmasterPid(data_dir)).toBe(pid);
});

test('a stuck server is ended and started again', async () => {
  await here.close();
  here = await openHere({ data_dir, answer_timeout_ms: 300 });
  const pid = await postmasterPid(data_dir);
  for (const each of await processesOf(data_dir)) signal(each, 'SIGSTOP');
  expect(await kept(await here.cluster.revive())).toEqual([{ n: 7 }]);
  expect(await postmasterPid(data_dir)).not.toBe(pid);
  expect(here.logged).toEqual([`The PostgreSQL server ${pid} on ${data_dir} is stuck and is restarted.`]);
});
