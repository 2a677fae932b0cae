import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ClusterFailure } from './failure.ts';
import type { Naming } from './naming.ts';

/** What a data directory remembers between starts. */
export interface ClusterState {
  readonly port: number;
  readonly password: string;
}

/**
 * Reads the state file; undefined when there is none.
 *
 * @throws ClusterFailure `not_owner` when it belongs to someone else, `password_lost` when it is damaged.
 */
export async function readState({
  state_file: file,
  naming,
}: {
  readonly state_file: string;
  readonly naming: Naming;
}): Promise<ClusterState | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ClusterFailure(
      'not_owner',
      `The database's password in ${file} can't be read by this user: start as the user who owns that file, or set ${naming.data_dir_setting} to another folder.`,
      error,
    );
  }
  const state = parse(text);
  if (state) return state;
  throw new ClusterFailure(
    'password_lost',
    `The file ${file} with the database's password is damaged: put it back from a copy.`,
  );
}

/** Writes the state file whole or not at all, for its owner alone to read. The caller holds the lock. */
export async function writeState(file: string, state: ClusterState): Promise<void> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(state)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await giveToOwner(draft);
  await rename(draft, file);
}

/** Root's files in a folder of someone else become that one's, who may want to start alone next time. */
export async function giveToOwner(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(file));
  if (uid !== 0) await chown(file, uid, gid);
}

function parse(text: string): ClusterState | undefined {
  try {
    const { port, password } = JSON.parse(text);
    return Number.isInteger(port) && typeof password === 'string' ? { port, password } : undefined;
  } catch {
    return undefined;
  }
}
