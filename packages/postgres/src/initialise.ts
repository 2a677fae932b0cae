import { chmod, chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { diskFailure, diskFailureIn, refuseSmallDisk } from './disk.ts';
import { ClusterFailure } from './failure.ts';
import { either, otherServer } from './naming.ts';
import type { Place } from './place.ts';
import { runProgram } from './program.ts';

const DRAFT = 'postgres.new-';

/** The major version of the data in the folder, undefined when there is none. */
export async function dataVersion(place: Place): Promise<number | undefined> {
  const text = await readFile(join(place.server_dir, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw diskFailure(error, place);
    },
  );
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** @throws ClusterFailure `other_major_version` */
export function refuseOtherVersion(version: number, binaries: Binaries, place: Place): void {
  if (version === binaries.major_version) return;
  const { data_dir, naming } = place;
  const serve = otherServer(naming).map((set) => `serve it with version ${version} and ${set}`);
  const dump = `dump it with version ${version} and restore it into a new ${naming.data_dir_setting}`;
  throw new ClusterFailure(
    'other_major_version',
    `The database in ${data_dir} was made by PostgreSQL ${version} and the one that comes with this release is ${binaries.major_version}: ${either(dump, ...serve)}.`,
  );
}

/**
 * Makes a new data directory. It is made aside and renamed when it is whole and on disk, so that a start
 * that is killed half-way leaves nothing that looks like a database. The caller holds the lock.
 *
 * @throws ClusterFailure `disk_full`, `read_only`, `no_account`, `did_not_start`
 */
export async function initialise(place: Place, binaries: Binaries, password: string): Promise<void> {
  await refuseSmallDisk(place);
  const draft = await mkdtemp(join(place.data_dir, DRAFT)).catch((error) => {
    throw diskFailure(error, place);
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
    throw diskFailure(error, place);
  }
  const { exit_code, output } = await runProgram(
    binaries.initdb,
    initdbArguments(join(draft, 'data'), password_file, place.naming.name),
    place,
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

function initdbArguments(folder: string, password_file: string, superuser: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
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

function initdbFailure(output: string, place: Place): ClusterFailure {
  const disk = diskFailureIn(output, place);
  if (disk) return disk;
  if (output.includes('could not look up effective user ID')) {
    return new ClusterFailure(
      'no_account',
      `PostgreSQL needs a name for user id ${process.getuid?.()} and the system has none: ${either('add a line for it to /etc/passwd', 'start as another user', ...otherServer(place.naming))}.`,
      output,
    );
  }
  const lines = output.trim().split('\n');
  const telling = lines.find((line) => line.includes('error:') || line.includes('FATAL')) ?? lines.at(-1);
  return new ClusterFailure(
    'did_not_start',
    `A new database could not be made in ${place.data_dir} (${telling}): ${either('correct that', ...otherServer(place.naming))}.`,
    output,
  );
}
