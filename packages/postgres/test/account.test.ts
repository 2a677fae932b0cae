import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Account, chooseAccount, parsePasswd, permits, readAccounts } from '../src/account.ts';
import { findPackage, prepareBinaries } from '../src/binaries.ts';
import {
  canPlayNobody,
  isRoot,
  makeFolder,
  NAMING,
  nobody,
  openHere,
  openInChild,
  postmasterPid,
  refusal,
} from './processes.ts';

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
});
afterEach(() => remove());

const passwd =
  'root:x:0:0::/root:/bin/sh\ndev:x:1000:1000::/home/dev:/bin/sh\npostgres:x:101:104:::\nnobody:x:65534:65534:::\n\nbroken\n';

describe('who runs the server when root starts it', () => {
  const accounts = parsePasswd(passwd);
  const choose = (among: readonly Account[], owner: Parameters<typeof chooseAccount>[1]) =>
    chooseAccount(among, owner, NAMING);

  test('is the owner of the existing data', () => {
    expect(choose(accounts, { uid: 1000, gid: 1000, has_data: true }).name).toBe('dev');
    expect(choose(accounts, { uid: 4242, gid: 7, has_data: true })).toMatchObject({
      uid: 4242,
      gid: 7,
    });
  });

  test('is postgres, else nobody, for new data in a folder of root or of a user without a name', () => {
    expect(choose(accounts, undefined).name).toBe('postgres');
    expect(choose(accounts, { uid: 0, gid: 0, has_data: false }).name).toBe('postgres');
    expect(choose(accounts, { uid: 4242, gid: 7, has_data: false }).name).toBe('postgres');
    const few = accounts.filter(({ name }) => name !== 'postgres');
    expect(choose(few, undefined).name).toBe('nobody');
  });

  test('is never root, and a system without any other user gets a sentence', () => {
    expect(() => choose(parsePasswd('root:x:0:0:::\nnobody:x:0:0:::'), undefined)).toThrow(
      /refuses to run as root .* add one \(.*\), start as an ordinary user, or set SHOP_DATABASE\.$/,
    );
  });
});

test('the mode bits that count are those of owner, else group, else others', () => {
  const account = { name: 'dev', uid: 1000, gid: 100 };
  expect(permits({ mode: 0o100, uid: 1000, gid: 100 }, account, 1)).toBe(true);
  expect(permits({ mode: 0o071, uid: 1000, gid: 100 }, account, 1)).toBe(false);
  expect(permits({ mode: 0o010, uid: 1, gid: 100 }, account, 1)).toBe(true);
  expect(permits({ mode: 0o701, uid: 1, gid: 1 }, account, 1)).toBe(true);
  expect(permits({ mode: 0o770, uid: 1, gid: 1 }, account, 1)).toBe(false);
});

describe.skipIf(!isRoot)('root (skipped: this run is not root)', () => {
  test('does not run the server itself', async () => {
    const data_dir = join(folder, 'data');
    const { close } = await openHere({ data_dir });
    expect((await stat(`/proc/${await postmasterPid(data_dir)}`)).uid).not.toBe(0);
    expect((await stat(join(data_dir, 'postgres'))).mode & 0o777).toBe(0o700);
    await close();
  });

  test.skipIf(!canPlayNobody)(
    "serves an ordinary user's data as that user, who can then go on alone",
    async () => {
      await chown(folder, nobody.uid, nobody.gid);
      const data_dir = join(folder, 'data');
      const first = await openInChild({ data_dir }, nobody);
      expect(first.answer).toMatchObject({ joined: false });
      await first.stop();
      const { close } = await openHere({ data_dir });
      expect((await stat(`/proc/${await postmasterPid(data_dir)}`)).uid).toBe(nobody.uid);
      const beside = await openInChild({ data_dir }, nobody);
      expect(beside.answer).toMatchObject({ joined: true });
      await close();
      await beside.stop();
      const last = await openInChild({ data_dir }, nobody);
      expect(last.answer).toMatchObject({ joined: false });
      await last.stop();
    },
  );

  test("with a strict umask still lets the server's user through to its data", async () => {
    const data_dir = join(folder, 'made', 'on', 'the', 'way');
    const umask = process.umask(0o077);
    const { close } = await openHere({ data_dir, data_dir_is_explicit: true }).finally(() =>
      process.umask(umask),
    );
    await close();
  });

  test.skipIf(!canPlayNobody)('keeps its data from an ordinary user, who is told whose it is', async () => {
    const data_dir = join(folder, 'data');
    await (await openHere({ data_dir })).close();
    const { answer } = await openInChild({ data_dir }, nobody);
    const owner = (await readAccounts()).find(({ name }) => name === 'postgres') ? 'postgres' : 'nobody';
    if (owner === 'postgres') {
      expect(answer.sentence).toMatch(/belongs to the user postgres: start as root or as that user/);
    } else {
      expect(answer.sentence).toMatch(/can't/);
    }
  });

  test("below a folder that the server's user can't enter gets its default data elsewhere, every time", async () => {
    const closed = join(folder, 'checkout');
    await mkdir(closed, { mode: 0o700 });
    const options = { data_dir: join(closed, '.chari'), fallback_dir: join(folder, 'var') };
    const first = await openHere(options);
    expect(first.cluster.data_dir).toMatch(new RegExp(`^${folder}/var/checkout-[0-9a-f]{8}$`));
    expect(first.logged.join()).toContain(
      `can't enter ${closed}, so the database lives in ${first.cluster.data_dir}.`,
    );
    await first.pool.query('create table kept as select 7 as n');
    await first.close();
    const beside = await openInChild(options);
    expect(beside.answer.data_dir).toBe(first.cluster.data_dir);
    await beside.stop();
    // Opened up later, the checkout keeps the database it has.
    await chmod(closed, 0o755);
    const later = await openHere(options);
    expect((await later.pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await later.close();
  });

  test("gets a sentence when the folder it chose itself can't be entered", async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const data_dir = join(closed, 'data');
    expect(
      await refusal({ data_dir, data_dir_is_explicit: true, fallback_dir: join(folder, 'var') }),
    ).toMatch(
      new RegExp(
        `who can't enter ${closed}: choose a SHOP_DATA_DIR that this user can reach, such as .*, or run chmod a\\+x ${closed}\\.$`,
      ),
    );
  });

  test("runs programs that the server's user can't reach from a copy", async () => {
    const closed = join(folder, 'node_modules');
    await mkdir(closed, { mode: 0o700 });
    const { folder: original, version } = await findPackage(NAMING);
    const copy = join(closed, basename(original));
    await cp(original, copy, { recursive: true, verbatimSymlinks: true });
    const account = chooseAccount(await readAccounts(), undefined, NAMING);
    const logged: string[] = [];
    const prepare = () =>
      prepareBinaries({ folder: copy, version }, account, join(folder, 'var'), (sentence) =>
        logged.push(sentence),
      );
    const [{ postgres }] = await Promise.all([prepare(), prepare()]);
    expect(postgres.startsWith(join(folder, 'var'))).toBe(true);
    expect(logged[0]).toContain(`The user ${account.name} can't enter ${copy}/native`);
    const said = execFileSync(postgres, ['--version'], { uid: account.uid, gid: account.gid, cwd: '/' });
    expect(said.toString()).toContain('PostgreSQL) 18');
    expect(await readdir(join(folder, 'var'))).toHaveLength(1);
  });
});

test('makes the library links itself when the install script was not allowed to run', async () => {
  const { folder: original, version } = await findPackage(NAMING);
  const copy = join(folder, basename(original));
  await cp(original, copy, { recursive: true, verbatimSymlinks: true });
  const libraries = await readdir(join(copy, 'native', 'lib'), { withFileTypes: true });
  const links = libraries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
  await Promise.all(links.map((name) => rm(join(copy, 'native', 'lib', name))));
  const { postgres } = await prepareBinaries({ folder: copy, version }, undefined, folder, () => undefined);
  expect(execFileSync(postgres, ['--version']).toString()).toContain('PostgreSQL) 18');
});
