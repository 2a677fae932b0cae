import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterFailure } from './failure.ts';
import type { Place } from './place.ts';
import { bootId, processSpace } from './process.ts';

/** How often a file that stands for a living process is touched. */
const BEAT_MS = 2_000;
/** A process that touches its file not once in so long is taken for dead: it missed five beats. */
const WATCHED_MS = 12_000;

/** Touches a file again and again, for those who can't see this process: its folder may be another container's too. */
export function keepBeating(file: string): () => void {
  const beat = () => {
    const now = new Date();
    void utimes(file, now, now).catch(() => undefined);
  };
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether an identity names a process that can't be seen from here. */
export function isElsewhere(identity: string): boolean {
  if (process.platform !== 'linux') return false;
  // Before there were spaces in it, an identity ended with the boot.
  const [, start, boot, space = processSpace, ...more] = identity.split(' ');
  if (start === undefined || boot === undefined || more.length > 0) return false;
  return boot !== bootId() || space !== processSpace;
}

/**
 * Whether the process elsewhere lives that this file stands for: it beats. One that is dead takes some seconds to be sure, however
 * long ago its file says that it was touched: that time is by the clock of a machine that may be wrong, or this one is.
 */
export async function livesElsewhere(file: string): Promise<boolean> {
  const seen = await touchedAt(file);
  if (seen === undefined) return false;
  const deadline = performance.now() + WATCHED_MS;
  while (performance.now() < deadline) {
    await sleep(250);
    const now = await touchedAt(file);
    if (now !== seen) return now !== undefined;
  }
  return false;
}

function touchedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/**
 * Refuses a folder that a living process of another container or machine has open: its server can't be seen from here, and a
 * second one beside it would destroy the data. Leases of dead ones are removed. The caller holds the lock.
 *
 * @throws ClusterFailure `busy`
 */
export async function refuseElsewhere(place: Place, log: (sentence: string) => void): Promise<void> {
  const { leases_dir, data_dir, naming } = place;
  const files = (await readdir(leases_dir)).map((name) => join(leases_dir, name));
  const identities = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const others = files.filter((_, at) => isElsewhere(identities[at] ?? ''));
  if (others.length === 0) return;
  const slow = setTimeout(
    () =>
      log(`Another container or machine had ${data_dir} open: it takes some seconds to see that it is gone.`),
    1_000,
  );
  const alive = await Promise.all(others.map(livesElsewhere)).finally(() => clearTimeout(slow));
  if (alive.includes(true)) {
    const server =
      naming.server_setting === undefined
        ? ''
        : `, set ${naming.server_setting} to the address of one server for both`;
    throw new ClusterFailure(
      'busy',
      `The database in ${data_dir} is open in another container or on another machine, and a second server beside it would destroy it: run this within that one${server}, or end that one first.`,
    );
  }
  await Promise.all(others.map((file) => rm(file, { force: true })));
}
