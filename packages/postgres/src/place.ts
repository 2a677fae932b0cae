import { chmod, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, chooseAccount, firstClosedFolder, isRoot, readAccounts } from './account.ts';
import { shortHash } from './binaries.ts';
import { diskFailure } from './disk.ts';
import { ClusterFailure } from './failure.ts';
import type { Naming } from './naming.ts';
import { giveToOwner } from './state.ts';

/** Where a cluster lives and who runs its server. */
export interface Place {
  /** Holds everything below; readable secrets in it have mode 0600. */
  readonly data_dir: string;
  /** PostgreSQL's own data directory. */
  readonly server_dir: string;
  readonly leases_dir: string;
  readonly locks_dir: string;
  readonly state_file: string;
  readonly log_file: string;
  /** Undefined when the server runs as we do. */
  readonly account: Account | undefined;
  readonly naming: Naming;
}

export interface PlaceRequest {
  readonly data_dir: string;
  /** Whether a person chose the folder; then it is never replaced by another. */
  readonly data_dir_is_explicit: boolean;
  /** Where data goes when the default folder can't be entered by the server's account: /var/lib/chari. */
  readonly fallback_dir: string;
  readonly naming: Naming;
}

/**
 * Decides where the data lives and makes the folders.
 *
 * @throws ClusterFailure `unreachable_folder`, `not_owner`, `no_account`, `disk_full`, `read_only`
 */
export async function settlePlace(request: PlaceRequest, log: (sentence: string) => void): Promise<Place> {
  const wanted = resolve(request.data_dir);
  const account = isRoot()
    ? chooseAccount(await readAccounts(), await ownerOf(wanted), request.naming)
    : undefined;
  const data_dir = account === undefined ? wanted : await reachable(wanted, account, request, log);
  const place = placeAt(data_dir, account, request.naming);
  await makeFolders(place);
  await refuseForeignData(place);
  return place;
}

function placeAt(data_dir: string, account: Account | undefined, naming: Naming): Place {
  return {
    data_dir,
    server_dir: join(data_dir, 'postgres'),
    leases_dir: join(data_dir, 'leases'),
    locks_dir: join(data_dir, 'locks'),
    state_file: join(data_dir, 'cluster.json'),
    log_file: join(data_dir, 'postgres.log'),
    account,
    naming,
  };
}

async function ownerOf(data_dir: string) {
  const data = await stat(join(data_dir, 'postgres')).catch(() => undefined);
  const owner = data ?? (await stat(data_dir).catch(() => undefined));
  return owner && { uid: owner.uid, gid: owner.gid, has_data: data !== undefined };
}

async function reachable(
  wanted: string,
  account: Account,
  request: PlaceRequest,
  log: (sentence: string) => void,
): Promise<string> {
  // The checkout's own name makes the folder recognisable, the hash of its path makes it the checkout's own.
  const name = `${basename(dirname(wanted)) || request.naming.name}-${shortHash(wanted)}`;
  const other = join(request.fallback_dir, name);
  const closed = await firstClosedFolder(wanted, account);
  const has_moved = (await ownerOf(other))?.has_data === true && (await ownerOf(wanted))?.has_data !== true;
  if (closed === undefined && !(has_moved && !request.data_dir_is_explicit)) return wanted;
  if (request.data_dir_is_explicit) {
    throw new ClusterFailure(
      'unreachable_folder',
      `PostgreSQL runs as the user ${account.name}, who can't enter ${closed}: choose a ${request.naming.data_dir_setting} that this user can reach, such as ${other}, or run chmod a+x ${closed}.`,
    );
  }
  const closed_too = await firstClosedFolder(other, account);
  if (closed_too !== undefined) {
    throw new ClusterFailure(
      'unreachable_folder',
      `PostgreSQL runs as the user ${account.name}, who can enter neither ${closed ?? wanted} nor ${closed_too}: set ${request.naming.data_dir_setting} to a folder which that user can reach.`,
    );
  }
  log(
    closed === undefined
      ? `The database stays in ${other}, where earlier starts put it.`
      : `The user ${account.name}, who runs PostgreSQL, can't enter ${closed}, so the database lives in ${other}.`,
  );
  return other;
}

async function makeFolders(place: Place): Promise<void> {
  const { data_dir, leases_dir, locks_dir } = place;
  try {
    if ((await makePath(data_dir)) && !isRoot()) await chmod(data_dir, 0o700);
    await Promise.all([leases_dir, locks_dir].map(makeFolder));
  } catch (error) {
    throw diskFailure(error, place);
  }
}

async function makeFolder(folder: string): Promise<void> {
  if (await makePath(folder)) await giveToOwner(folder);
}

/**
 * Makes a folder and those above it; false when it was there. Node's own `recursive` answers ENOENT on a
 * read-only disk, which would hide the reason.
 */
async function makePath(folder: string): Promise<boolean> {
  const known = await stat(folder).catch(() => undefined);
  if (known?.isDirectory()) return false;
  if (dirname(folder) !== folder) await makePath(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  // Whatever root's umask, the server's account must be able to pass; secrets have modes of their own.
  if (isRoot()) await chmod(folder, 0o755);
  return true;
}

async function refuseForeignData({ data_dir, account, naming }: Place): Promise<void> {
  const owner = await ownerOf(data_dir);
  const uid = account?.uid ?? process.getuid?.();
  if (owner === undefined || !owner.has_data || uid === undefined || owner.uid === uid) return;
  const known = (await readAccounts()).find((other) => other.uid === owner.uid);
  throw new ClusterFailure(
    'not_owner',
    `The database in ${data_dir} belongs to the user ${known?.name ?? owner.uid}: start as root or as that user, or set ${naming.data_dir_setting} to another folder.`,
  );
}
