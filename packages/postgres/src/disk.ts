import { statfs } from 'node:fs/promises';
import { ClusterFailure } from './failure.ts';
import type { Naming } from './naming.ts';

// A new cluster takes 40 MB, and its write-ahead log grows to max_wal_size before it is recycled.
const NEW_CLUSTER_MB = 100;

type Named = { readonly data_dir: string; readonly naming: Naming };

/** Turns an error of the file system, or what PostgreSQL wrote about one, into a sentence. */
export function diskFailure(error: unknown, place: Named): ClusterFailure {
  const text = error instanceof Error ? `${error.message}` : String(error);
  const known = diskFailureIn(text, place);
  if (known) return known;
  const { data_dir, naming } = place;
  return new ClusterFailure(
    'read_only',
    `The folder ${data_dir} can't be used (${text}): set ${naming.data_dir_setting} to another.`,
    error,
  );
}

/** The same for a text that may speak of something else; then undefined. */
export function diskFailureIn(text: string, { data_dir, naming }: Named): ClusterFailure | undefined {
  const says = (...words: string[]) => words.some((word) => text.includes(word));
  if (says('ENOSPC', 'EDQUOT', 'No space left on device', 'Disk quota exceeded')) {
    return new ClusterFailure(
      'disk_full',
      `The disk that holds ${data_dir} is full: free some space, or set ${naming.data_dir_setting} to a folder on another disk.`,
      text,
    );
  }
  if (says('EROFS', 'Read-only file system')) {
    return new ClusterFailure(
      'read_only',
      `The disk that holds ${data_dir} is read-only: make it writable, or set ${naming.data_dir_setting} to a folder on another disk.`,
      text,
    );
  }
  if (says('EACCES', 'EPERM')) {
    return new ClusterFailure(
      'read_only',
      `This user can't write in ${data_dir}: give it to this user, or set ${naming.data_dir_setting} to another folder.`,
      text,
    );
  }
  return undefined;
}

/** @throws ClusterFailure `disk_full` when a new cluster would not fit. */
export async function refuseSmallDisk({ data_dir, naming }: Named): Promise<void> {
  const { bavail, bsize } = await statfs(data_dir);
  const free_mb = Math.floor((bavail * bsize) / 1_000_000);
  if (free_mb >= NEW_CLUSTER_MB) return;
  throw new ClusterFailure(
    'disk_full',
    `The disk that holds ${data_dir} has ${free_mb} MB free and a new database needs ${NEW_CLUSTER_MB} MB: free some space, or set ${naming.data_dir_setting} to a folder on another disk.`,
  );
}
