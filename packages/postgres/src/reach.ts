import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Account } from './account.ts';

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
