import { chmod, chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseFailure } from '../connect/failure.ts';
import type { Binaries } from './binaries.ts';
import { diskFailure, diskFailureIn, refuseSmallDisk } from './disk.ts';
import type { Place } from './place.ts';
import { runProgram } from './program.ts';

const DRAFT = 'postgres.new-';
export const SUPERUSER = 'chari';

/** The major version of the data in the folder, undefined when there is none. */
export async function dataVersion(place: Place): Promise<number | undefined> {
  const text = await readFile(join(place.server_dir, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw diskFailure(error, place.data_dir);
    },
  );
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** @throws DatabaseFailure `other_major_version` */
export function refuseOtherVersion(version: number, binaries: Binaries, data_dir: string): void {
  if (version === binaries.major_version) return;
  throw new DatabaseFailure(
    'other_major_version',
    `The database in ${data_dir} was made by PostgreSQL ${version} and this Chari brings ${binaries.major_version}: dump it with version ${version} and restore it into a new CHARI_DATA_DIR, or serve it with version ${version} and set DATABASE_URL.`,
  );
}

/**
 * Makes a new data directory. It is made aside and renamed when it is whole and on disk, so that a start
 * that is killed half-way leaves nothing that looks like a database. The caller holds the lock.
 *
 * @throws DatabaseFailure `disk_full`, `read_only`, `no_account`, `did_not_start`
 */
export async function initialise(place: Place, binaries: Binaries, password: string): Promise<void> {
  await refuseSmallDisk(place.data_dir);
  const draft = await mkdtemp(join(place.data_dir, DRAFT)).catch((error) => {
    throw diskFailure(error, place.data_dir);
  });
  const password_file = join(draft, 'password');
  try {
    await writeFile(password_file, `${password}\n`, { mode: 0o600 });
    if (place.account !== undefined) {
      const { uid, gid } = place.account;
      await chown(draft, uid, gid);
      await chown(password_file, uid, gid);
    }
  } catch (error) {
    throw diskFailure(error, place.data_dir);
  }
  const { exit_code, output } = await runProgram(
    binaries.initdb,
    initdbArguments(join(draft, 'data'), password_file),
    place.account,
    draft,
  );
  if (exit_code !== 0) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw initdbFailure(output, place);
  }
  await chmod(join(draft, 'data'), 0o700);
  await rename(join(draft, 'data'), place.server_dir);
  await rm(draft, { recursive: true, force: true });
}

/**
 * Removes what starts that were killed left half-made, as far as it can be: the initdb of such a start may
 * go on for a moment, which is also why each start makes a draft of its own. The caller holds the lock.
 */
export async function removeDrafts(place: Place): Promise<void> {
  const drafts = (await readdir(place.data_dir)).filter((name) => name.startsWith(DRAFT));
  await Promise.allSettled(
    drafts.map((name) => rm(join(place.data_dir, name), { recursive: true, force: true })),
  );
}

function initdbArguments(folder: string, password_file: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${password_file}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Sorts by code point and knows the letters of all scripts, the same on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // One sync of the file system instead of one of each of a thousand files; only Linux has it.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
}

function initdbFailure(output: string, place: Place): DatabaseFailure {
  const disk = diskFailureIn(output, place.data_dir);
  if (disk) return disk;
  if (output.includes('could not look up effective user ID')) {
    return new DatabaseFailure(
      'no_account',
      `PostgreSQL needs a name for user id ${process.getuid?.()} and the system has none: add a line for it to /etc/passwd, start as another user, or set DATABASE_URL.`,
      output,
    );
  }
  const lines = output.trim().split('\n');
  const telling = lines.find((line) => line.includes('error:') || line.includes('FATAL')) ?? lines.at(-1);
  return new DatabaseFailure(
    'did_not_start',
    `A new database could not be made in ${place.data_dir} (${telling}): correct that, or set DATABASE_URL.`,
    output,
  );
}
