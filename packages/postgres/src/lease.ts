import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify, isAlive } from './process.ts';

let taken = 0;

/**
 * Registers this process as a user of the server. The caller holds the lock.
 *
 * @returns the file that stands for it; a process may hold several.
 */
export async function takeLease(folder: string): Promise<string> {
  taken += 1;
  const file = join(folder, `${process.pid}.${taken}`);
  await writeFile(file, (await identify(process.pid)) ?? `${process.pid}`, { mode: 0o644 });
  return file;
}

/**
 * How many living processes' leases there are; those of processes that died without giving theirs back
 * (kill -9) are removed and don't count. The caller holds the lock.
 */
export async function countLeases(folder: string): Promise<number> {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const alive = await Promise.all(
    files.map(async (file) => {
      const identity = await readFile(file, 'utf8').catch(() => '');
      if (identity !== '' && (await isAlive(identity))) return true;
      await rm(file, { force: true });
      return false;
    }),
  );
  return alive.filter(Boolean).length;
}
