import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskFailureIn } from '../src/disk.ts';
import {
  canPlayNobody,
  isRoot,
  isRunning,
  makeFolder,
  NAMING,
  openHere,
  openInChild,
  postmasterPid,
  refusal,
} from './processes.ts';

let folder: string;
let disk: string;
let mounted = false;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
  disk = join(folder, 'disk');
  await mkdir(disk);
});
afterEach(async () => {
  if (mounted) execFileSync('umount', ['-l', disk]);
  mounted = false;
  await remove();
});

function mount(size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', disk], { stdio: 'pipe' });
  mounted = true;
}

const canMount = await (async () => {
  if (!isRoot) return false;
  const { folder: probe, remove: removeProbe } = await makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'pipe' });
    execFileSync('umount', [probe], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    await removeProbe();
  }
})();
const needsMount = canMount ? '' : ' (skipped: only root may mount a small disk, and not everywhere)';

/** Writes until the disk takes no more. */
async function fill(): Promise<void> {
  for (const size of [1_000_000, 4_096]) {
    for (let n = 0; ; n += 1) {
      const isFull = await writeFile(join(disk, `filler.${size}.${n}`), Buffer.alloc(size)).catch(
        () => 'full',
      );
      if (isFull === 'full') break;
    }
  }
}

describe.skipIf(!canMount)(`a disk of its own${needsMount}`, () => {
  test('that is too small for a new database is refused before anything is made', async () => {
    mount('60m');
    expect(await refusal({ data_dir: join(disk, 'data') })).toMatch(
      /has \d+ MB free and a new database needs 100 MB: free some space, or set SHOP_DATA_DIR/,
    );
  });

  test('that is full without even a folder on it gets the sentence', async () => {
    mount('8m');
    await fill();
    expect(await refusal({ data_dir: join(disk, 'data') })).toMatch(
      /is full: free some space|MB free and a new/,
    );
  });

  test('that has become full stops the start with a sentence, and nothing is lost', async () => {
    mount('200m');
    const first = await openHere({ data_dir: join(disk, 'data') });
    await first.pool.query('create table kept as select 7 as n');
    await first.close();
    await fill();
    expect(await refusal({ data_dir: join(disk, 'data') })).toMatch(/is full: free some space/);
    const fillers = (await readdir(disk)).filter((name) => name.startsWith('filler'));
    await Promise.all(fillers.map((name) => rm(join(disk, name))));
    const second = await openHere({ data_dir: join(disk, 'data') });
    expect((await second.pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await second.close();
  });

  test('that becomes full under a running server does not keep it from being stopped', async () => {
    mount('200m');
    const { close } = await openHere({ data_dir: join(disk, 'data') });
    const pid = await postmasterPid(join(disk, 'data'));
    await fill();
    await close();
    expect(await isRunning(pid)).toBe(false);
  });

  test('that is read-only gets the sentence, with and without a database on it', async () => {
    mount('200m');
    const { close } = await openHere({ data_dir: join(disk, 'data') });
    await close();
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const sentence = /is read-only: make it writable, or set SHOP_DATA_DIR to a folder on another disk\.$/;
    expect(await refusal({ data_dir: join(disk, 'data') })).toMatch(sentence);
    expect(await refusal({ data_dir: join(disk, 'other') })).toMatch(sentence);
  });
});

test('what PostgreSQL writes about a full or read-only disk becomes a sentence, and other texts do not', () => {
  const full = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
  expect(diskFailureIn(full, { data_dir: '/data', naming: NAMING })?.reason).toBe('disk_full');
  expect(
    diskFailureIn('could not open file: Read-only file system', { data_dir: '/data', naming: NAMING })
      ?.reason,
  ).toBe('read_only');
  expect(
    diskFailureIn('FATAL:  invalid value for parameter', { data_dir: '/data', naming: NAMING }),
  ).toBeUndefined();
});

test.skipIf(isRoot)(
  'a folder that this user may not write in gets a sentence (skipped: root may)',
  async () => {
    expect(await refusal({ data_dir: '/chari-data' })).toMatch(/can't write in|is read-only/);
  },
);

test.skipIf(!canPlayNobody)(
  'an ordinary user who may not write there gets a sentence (skipped: needs root and a checkout all may enter)',
  async () => {
    const { answer } = await openInChild({ data_dir: join(folder, 'data') }, { uid: 65534, gid: 65534 });
    expect(answer.sentence).toMatch(/^This user can't write in .*: give it to this user/);
  },
);
