import { execFile, spawnSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRoot, makeFolder, openInChild, openPool } from './processes.ts';

/** Starts a program as a container does: it is process 1 among processes of its own, and sees no others. */
const IN_A_CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'] as const;
const canPlayContainers = isRoot && spawnSync('unshare', [...IN_A_CONTAINER.slice(1), 'true']).status === 0;
const needsUnshare = canPlayContainers ? '' : ' (skipped: only root with unshare can make them)';

let folder: string;
let data_dir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
  data_dir = join(folder, 'data');
});
afterEach(() => remove());

const openInContainer = () => openInChild({ data_dir }, {}, IN_A_CONTAINER);

async function ask(url: string | undefined, sql: string): Promise<unknown[]> {
  const pool = await openPool(url ?? '');
  try {
    return (await pool.query(sql)).rows;
  } finally {
    await pool.end();
  }
}

describe.skipIf(!canPlayContainers)(`two containers on one folder${needsUnshare}`, () => {
  test('never have two servers on it: the second is told where the first is, and opens it once that one has ended', async () => {
    const first = await openInContainer();
    await ask(first.answer.url, 'create table kept as select 1 as one');
    const second = await openInContainer();
    expect(second.answer).toMatchObject({
      reason: 'busy',
      sentence: expect.stringContaining('open in another container or on another machine'),
    });
    expect(second.answer.sentence).toContain('SHOP_DATABASE');
    expect(await ask(first.answer.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await first.stop();
    const third = await openInContainer();
    expect(third.answer).toMatchObject({ joined: false, logged: [] });
    expect(await ask(third.answer.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await third.stop();
  });

  test('never have two servers on it, also where their clocks are further apart than a folder is remembered', async () => {
    const shifted = `const D = Date; globalThis.Date = class extends D {
      constructor(...args) { if (args.length === 0) super(Date.now()); else super(...args); }
      static now() { return D.now() - 660_000; }
    }`;
    const behind = `NODE_OPTIONS=--import=data:text/javascript,${encodeURIComponent(shifted)}`;
    const first = await openInChild({ data_dir }, {}, [...IN_A_CONTAINER, 'env', behind]);
    const leases = join(data_dir, 'leases');
    const touched_ms = async () => {
      const files = await readdir(leases);
      return Math.max(
        ...(await Promise.all(files.map(async (file) => (await stat(join(leases, file))).mtimeMs))),
      );
    };
    await expect.poll(touched_ms, { timeout: 20_000 }).toBeLessThan(Date.now() - 600_000);
    const second = await openInContainer();
    expect(second.answer.reason).toBe('busy');
    await first.stop();
  });

  test('take its lock at one moment, again and again: one at a time, and none is turned away', async () => {
    const [file = '', ...args] = IN_A_CONTAINER;
    const locker = fileURLToPath(new URL('./locker.ts', import.meta.url));
    const takeIt = () => promisify(execFile)(file, [...args, process.execPath, locker, folder, '40']);
    const ended = await Promise.all([1, 2, 3].map(takeIt));
    expect(ended.map(({ stdout }) => stdout)).toEqual(['done\n', 'done\n', 'done\n']);
  });

  test('that begin at the same moment have one server between them', async () => {
    const opened = await Promise.all([1, 2, 3].map(openInContainer));
    const [has, ...others] = opened.toSorted(
      (one, other) => Number(!!one.answer.reason) - Number(!!other.answer.reason),
    );
    expect(has?.answer).toMatchObject({ joined: false });
    expect(others.map(({ answer }) => answer.reason)).toEqual(['busy', 'busy']);
    await has?.stop();
  });

  test('of which the first was killed give it to the next, with all that was committed, some seconds later', async () => {
    const first = await openInContainer();
    await ask(first.answer.url, 'create table kept as select 1 as one');
    await first.kill();
    const second = await openInContainer();
    expect(second.answer).toMatchObject({
      joined: false,
      logged: expect.arrayContaining([
        expect.stringContaining('it takes some seconds to see that it is gone'),
      ]),
    });
    expect(await ask(second.answer.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await second.stop();
  });
});
