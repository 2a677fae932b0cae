import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { underLock } from '@chari/postgres';
import { inject } from 'vitest';

/** On a busy machine; nothing that is made here takes nearly as long. */
const PATIENCE_MS = 150_000;

/**
 * The folder of this name that all workers of the run share, made by whoever asks first. It is there whole or not at
 * all, and goes when the run ends.
 *
 * @param make fills the folder that it is given, which is not there yet
 */
export async function madeOnce(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(inject('run_folder'), name);
  const locks = `${folder}-locks`;
  await mkdir(locks, { recursive: true });
  await underLock(locks, PATIENCE_MS, async () => {
    if (await isThere(folder)) return;
    const draft = `${folder}-new`;
    await rm(draft, { recursive: true, force: true });
    await make(draft);
    await rename(draft, folder);
  });
  return folder;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
