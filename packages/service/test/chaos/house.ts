import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProcesses } from '@chari/postgres';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { connect, type Pool } from '../../src/store/connect/connect.ts';
import { bundled } from '../cli/bundle.ts';
import { layDataDirectory } from '../database/data-directory.ts';
import { until } from '../waiting/until.ts';
import { signal } from './signal.ts';

const NEEDED_BYTES = 1_000_000_000;
const START_PATIENCE_MS = 150_000;

/** One `chari serve` as a process of its own. */
export type Server = {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code, null after a signal, once the process has ended. */
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
  /** Resolves when its screen is there; fails when it ends before. */
  readonly ready: () => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
};

/** A data directory in a temporary folder, and the servers that were started on it. */
export type House = {
  readonly data_dir: string;
  readonly port: number;
  readonly base_url: string;
  readonly env: Record<string, string>;
  /** Starts a server and gives it at once, ready or not. */
  readonly spawn: (args?: readonly string[], env?: Record<string, string>) => Server;
  /** Starts a server and waits for its screen. */
  readonly start: (args?: readonly string[], env?: Record<string, string>) => Promise<Server>;
  readonly postmaster: () => Promise<number | null>;
  /** Every process of the embedded database. */
  readonly databaseProcesses: () => Promise<number[]>;
  /** Connections of a bystander, who takes no share in starting or stopping the database. */
  readonly connect: () => Promise<Pool>;
  /** Ends whatever still runs, as when the power goes; what it kept stays for who starts next. */
  readonly cutPower: () => Promise<void>;
  /** Ends whatever still runs, and removes the folder. */
  readonly remove: () => Promise<void>;
};

/** What a house begins with where the start itself is tried. */
type Beginning = {
  /** Nothing: whoever starts first makes the database. Otherwise it is made and migrated. */
  readonly is_empty?: boolean;
  /** bin/chari; otherwise its bundle. */
  readonly launcher?: string;
};

export async function openHouse(
  extra: Record<string, string> = {},
  { is_empty = false, launcher }: Beginning = {},
): Promise<House> {
  const program = launcher ?? (await bundled());
  const folder = await mkdtemp(join(await roomyFolder(), 'chari-chaos-'));
  // Run as root, the database belongs to another user, who must get through.
  await chmod(folder, 0o755);
  const data_dir = join(folder, 'data');
  if (!is_empty) await layDataDirectory(data_dir);
  const port = await findFreePort('127.0.0.1');
  const env = {
    CHARI_DATA_DIR: data_dir,
    PORT: String(port),
    CHARI_RATE_LIMIT: '0',
    CHARI_DEMO: 'false',
    ...extra,
  };
  const servers: Server[] = [];
  const server_dir = join(data_dir, 'postgres');
  const databaseProcesses = () => serverProcesses(server_dir);
  const house: House = {
    data_dir,
    port,
    base_url: `http://127.0.0.1:${port}`,
    env,
    spawn: (args = [], more = {}) => {
      const server = spawnServer([program, 'serve', ...args], { ...env, ...more });
      servers.push(server);
      return server;
    },
    start: async (args, more) => {
      const server = house.spawn(args, more);
      await server.ready();
      return server;
    },
    postmaster: async () => {
      const text = await readFile(join(server_dir, 'postmaster.pid'), 'utf8').catch(() => '');
      const pid = Number(text.split('\n')[0]);
      return (await databaseProcesses()).includes(pid) ? pid : null;
    },
    databaseProcesses,
    connect: async () => connect(await databaseUrl(data_dir, server_dir), { max_connections: 4 }),
    cutPower: async () => {
      for (const server of servers) if (!server.hasEnded()) server.signal('SIGKILL');
      await Promise.all(servers.map((server) => server.ended));
      for (const pid of await databaseProcesses()) signal(pid, 'SIGKILL');
      await until(async () => (await databaseProcesses()).length === 0);
    },
    remove: async () => {
      await house.cutPower();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return house;
}

async function databaseUrl(data_dir: string, server_dir: string): Promise<string> {
  const { password } = JSON.parse(await readFile(join(data_dir, 'cluster.json'), 'utf8'));
  const port = (await readFile(join(server_dir, 'postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgresql://chari:${password}@127.0.0.1:${port}/chari`;
}

function spawnServer(args: readonly string[], env: Record<string, string>): Server {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let has_ended = false;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    has_ended = true;
    return code as number | null;
  });
  const isReady = () => stdout.includes('Ctrl-C ends it');
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    hasEnded: () => has_ended,
    ready: async () => {
      await until(async () => has_ended || isReady(), START_PATIENCE_MS);
      if (!isReady()) throw new Error(`ended with ${await ended} before it was ready: ${stderr}`);
    },
    signal: (name) => {
      child.kill(name);
    },
  };
}

/** The key that the screen of the first start in a house shows. */
export function keyOf(screen: string): string {
  const key = /service_test_[A-Za-z0-9_-]+/.exec(screen)?.[0];
  if (key === undefined) throw new Error(`no key on the screen: ${screen}`);
  return key;
}

/** The longer run: counts are multiplied, and nothing is hastened. */
export const SOAK_FACTOR = process.env.CHARI_SOAK === '1' ? 10 : 1;

async function roomyFolder(): Promise<string> {
  const stats = await statfs('/dev/shm').catch(() => undefined);
  return stats && stats.bavail * stats.bsize > NEEDED_BYTES ? '/dev/shm' : tmpdir();
}
