import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isElsewhere, keepBeating, livesElsewhere } from './elsewhere.ts';
import { ClusterFailure } from './failure.ts';
import { identify, isAlive, isTaken, processSpace } from './process.ts';

const NAME = /^lock\.(\d{1,12})$/;
let drafts = 0;
/** `4026531836` of `pid:[4026531836]`. */
const SPACE = processSpace.replace(/\D/g, '') || '0';
const POLL_MS = 25;
// An empty file can be made of a full one on a disk without space, and link() never shows one half-written.
const RELEASED = '';

/**
 * Runs `work` while no other process runs work under the same folder. Node has no flock, so the lock is a
 * row of numbered files `lock.N`, of which only the highest counts: it holds its owner's identity, or
 * nothing once released. Whoever finds it released, or its owner dead, makes the next number with link(), which fails
 * when the file exists, and holds the lock if no higher number is there afterwards. The highest file is
 * never removed, so a slow process that acts on an old listing can't win. A killed owner's lock is free; one of another
 * container or machine once its file has not been touched for some seconds.
 *
 * @throws ClusterFailure `busy` when a living owner keeps it longer than `patience_ms`.
 */
export async function underLock<T>(folder: string, patience_ms: number, work: () => Promise<T>): Promise<T> {
  const file = await acquire(folder, patience_ms);
  const rest = keepBeating(file);
  try {
    return await work();
  } finally {
    rest();
    await truncate(file);
  }
}

async function acquire(folder: string, patience_ms: number): Promise<string> {
  const identity = (await identify(process.pid)) ?? `${process.pid}`;
  const deadline = performance.now() + patience_ms;
  for (;;) {
    const highest = (await lockNumbers(folder)).at(-1) ?? 0;
    const owner = highest === 0 ? RELEASED : await readOwner(folder, highest);
    // The file is gone when the next owner tidied up between the two calls.
    if (owner === undefined) continue;
    if (owner === RELEASED || !(await isOwnerAlive(folder, highest, owner))) {
      const file = await tryTake(folder, highest + 1, identity);
      if (file !== undefined) return file;
    } else if (performance.now() > deadline) {
      throw new ClusterFailure(
        'busy',
        `Process ${owner.split(' ')[0]} has been starting or stopping the database in ${folder} for ${Math.round(patience_ms / 1000)} s: wait for it or end it, then start again.`,
      );
    }
    await sleep(POLL_MS);
  }
}

async function isOwnerAlive(folder: string, number: number, owner: string): Promise<boolean> {
  return isElsewhere(owner) ? livesElsewhere(join(folder, `lock.${number}`)) : isAlive(owner);
}

async function tryTake(folder: string, number: number, identity: string): Promise<string | undefined> {
  const file = join(folder, `lock.${number}`);
  // Two calls in one process must not share a draft, so the number of the try belongs to its name; nor may two containers, in
  // each of which a program is process 1.
  drafts += 1;
  const draft = join(folder, `draft.${process.pid}.${drafts}.${SPACE}`);
  await writeFile(draft, identity, { mode: 0o644 });
  const taken = await link(draft, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // Another container, which can't see who writes a draft, may have tidied this one away: it has taken the number.
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
      throw error;
    },
  );
  await rm(draft, { force: true });
  if (!taken) return undefined;
  const numbers = await lockNumbers(folder);
  if (numbers.at(-1) !== number) {
    await rm(file, { force: true });
    return undefined;
  }
  await tidy(folder, number);
  return file;
}

/** Removes the locks before ours, and drafts of processes that were killed on the way. */
async function tidy(folder: string, number: number): Promise<void> {
  const old = (await readdir(folder)).filter((name) => {
    const lock = NAME.exec(name)?.[1];
    if (lock !== undefined) return Number(lock) < number;
    const [kind, pid, , space = SPACE] = name.split('.');
    return kind === 'draft' && (space !== SPACE || !isTaken(Number(pid)));
  });
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

function readOwner(folder: string, number: number): Promise<string | undefined> {
  return readFile(join(folder, `lock.${number}`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function lockNumbers(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).flatMap((name) => {
    const digits = NAME.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
  return numbers.sort((a, b) => a - b);
}

let taken = 0;

/** A file that stands for a living user of the server, as long as it beats. */
export type Lease = { readonly file: string; readonly rest: () => void };

/**
 * Registers this process as a user of the server. The caller holds the lock.
 *
 * @returns the lease that stands for it; a process may hold several.
 */
export async function takeLease(folder: string): Promise<Lease> {
  taken += 1;
  const file = join(folder, `${process.pid}.${taken}`);
  await writeFile(file, (await identify(process.pid)) ?? `${process.pid}`, { mode: 0o644 });
  return { file, rest: keepBeating(file) };
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
