import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ClusterFailure } from './failure.ts';
import { either, type Naming, otherServer } from './naming.ts';

/** A system user that the server runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Lines of passwd(5) as accounts; what is not one is left out. */
export function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid) return [];
    const account = { name, uid: Number(uid), gid: Number(gid) };
    return Number.isSafeInteger(account.uid) && Number.isSafeInteger(account.gid) ? [account] : [];
  });
}

/**
 * Who runs the server when we are root, which PostgreSQL refuses to be: the owner of the existing data, else
 * `postgres`, else `nobody`. Only an owner that passwd(5) knows can make new data, because initdb looks its
 * name up; the server itself doesn't mind.
 *
 * @throws ClusterFailure `no_account`
 */
export function chooseAccount(
  accounts: readonly Account[],
  owner: { readonly uid: number; readonly gid: number; readonly has_data: boolean } | undefined,
  naming: Naming,
): Account {
  if (owner !== undefined && owner.uid !== 0) {
    const known = accounts.find((account) => account.uid === owner.uid);
    if (known) return known;
    if (owner.has_data) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  const chosen = ['postgres', 'nobody']
    .map((name) => accounts.find((account) => account.name === name && account.uid !== 0))
    .find((account) => account !== undefined);
  if (chosen) return chosen;
  throw new ClusterFailure(
    'no_account',
    `PostgreSQL refuses to run as root and this system has neither a user postgres nor nobody: ${either('add one (useradd --system postgres)', 'start as an ordinary user', ...otherServer(naming))}.`,
  );
}

/** The system's accounts, none where there is no passwd file. */
export async function readAccounts(): Promise<Account[]> {
  return parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/** Whether this process may and must hand the server to another account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

const READ = 4;
const ENTER = 1;

/** Whether the mode bits let the account do `wanted` (4 read, 1 enter or execute). Pure. */
export function permits(
  file: { readonly mode: number; readonly uid: number; readonly gid: number },
  account: Account,
  wanted: number,
): boolean {
  const shift = file.uid === account.uid ? 6 : file.gid === account.gid ? 3 : 0;
  return ((file.mode >> shift) & wanted) === wanted;
}

/**
 * The first folder on the way to `path`, itself included when it is a folder, that the account can't enter;
 * undefined when all can be entered. What does not exist yet is no obstacle.
 */
export async function firstClosedFolder(path: string, account: Account): Promise<string | undefined> {
  const real = await realpathOfExisting(path);
  const closed = await Promise.all(
    foldersOf(real).map(async (folder) => {
      const stats = await stat(folder);
      return !stats.isDirectory() || permits(stats, account, ENTER) ? undefined : folder;
    }),
  );
  return closed.find((folder) => folder !== undefined);
}

/** Whether the account can run or read the file, folders on the way included. */
export async function canRead(file: string, account: Account): Promise<boolean> {
  if ((await firstClosedFolder(dirname(file), account)) !== undefined) return false;
  return permits(await stat(file), account, READ);
}

function foldersOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersOf(parent), path];
}

async function realpathOfExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : realpathOfExisting(parent);
  }
}
