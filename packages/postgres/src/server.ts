import { spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { diskFailureIn } from './disk.ts';
import { ClusterFailure } from './failure.ts';
import type { Place } from './place.ts';
import { childrenOf, identify, isServerProcess, isTaken, serverProcesses, signal } from './process.ts';
import { asAccount, programEnvironment, runProgram, whenSpawned } from './program.ts';
import { giveToOwner } from './state.ts';

const POLL_MS = 10;
const LOG_LIMIT_BYTES = 10_000_000;
/** How long processes of a killed server that are still going may keep its shared memory from the next. */
const MEMORY_PATIENCE_MS = 10_000;

/** What a running server wrote into its postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it takes connections; false while it starts, recovers or stops. */
  readonly is_ready: boolean;
}

/** The server that runs on the folder; undefined when none does, whatever a stale file says. */
export async function findPostmaster(place: Place): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(place), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // Lines: pid, data directory, start time, port, socket folder, address, shared memory, status.
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!(await isServerProcess(pid, place.server_dir))) return undefined;
  return { pid, port: Number(lines[3]), is_ready: lines[7]?.trim() === 'ready' };
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C in the terminal reaches only us, and
 * waits until it takes connections; recovery after a crash may take minutes. The caller holds the lock.
 *
 * @returns undefined when the port was taken in the meantime.
 * @throws ClusterFailure `disk_full`, `read_only`, `did_not_start`, `binaries_unusable`
 */
export async function startServer(
  place: Place,
  binaries: Binaries,
  args: readonly string[],
  log: (sentence: string) => void,
): Promise<Postmaster | undefined> {
  await removeStalePid(place);
  await endOrphans(place);
  const deadline = performance.now() + MEMORY_PATIENCE_MS;
  for (;;) {
    const started = await startOnce(place, binaries, args, log);
    if (typeof started !== 'string') return started;
    if (started.includes('could not bind')) return undefined;
    if (!isMemoryHeld(started) || performance.now() > deadline) throw startFailure(started, place);
    await sleep(10 * POLL_MS);
  }
}

/** A process that was killed is gone from the list of processes a moment before it lets the shared memory go. */
function isMemoryHeld(said: string): boolean {
  return /pre-existing shared memory block .* is still in use/.test(said);
}

/** @returns the server once it takes connections, or what it said before it ended */
async function startOnce(
  place: Place,
  binaries: Binaries,
  args: readonly string[],
  log: (sentence: string) => void,
): Promise<Postmaster | string> {
  const output = await openLog(place);
  const log_start = (await output.stat()).size;
  let has_exited = false;
  try {
    const child = spawn(binaries.postgres, args, {
      cwd: place.server_dir,
      env: programEnvironment(),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      ...asAccount(place.account),
    });
    child.on('exit', () => {
      has_exited = true;
    });
    await whenSpawned(child, binaries.postgres, place);
    child.unref();
  } finally {
    await output.close();
  }
  let announce_at = performance.now() + 5_000;
  while (!has_exited) {
    const found = await findPostmaster(place);
    if (found?.is_ready) return found;
    if (performance.now() > announce_at) {
      log('PostgreSQL is still starting; after a crash it first replays its log.');
      announce_at += 10_000;
    }
    await sleep(POLL_MS);
  }
  return (await readFile(place.log_file, 'utf8')).slice(log_start);
}

/**
 * PostgreSQL refuses to start while the number in a stale file belongs to any process: somebody else's that
 * has it now, or a zombie of the old server, which stays where process 1 buries nobody (a container).
 */
async function removeStalePid(place: Place): Promise<void> {
  const text = await readFile(pidFile(place), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (pid > 0 && isTaken(pid)) await rm(pidFile(place), { force: true });
}

/**
 * When the postmaster itself was killed, a busy child of it may live on and keep the shared memory, which
 * forbids the next start. Nobody is served by it any more.
 */
async function endOrphans(place: Place): Promise<void> {
  const pids = await serverProcesses(place.server_dir);
  if (pids.length === 0) return;
  for (const pid of pids) signal(pid, 'SIGQUIT');
  if (await hasEnded(pids, 2_000)) return;
  for (const pid of pids) signal(pid, 'SIGKILL');
  await hasEnded(pids, 10_000);
}

function startFailure(said: string, place: Place): ClusterFailure {
  const disk = diskFailureIn(said, place);
  if (disk) return disk;
  const lines = said.trim().split('\n');
  const telling = lines.findLast((line) => line.includes('FATAL') || line.includes('PANIC')) ?? lines.at(-1);
  return new ClusterFailure(
    'did_not_start',
    `PostgreSQL did not start (${telling?.split(/(?:FATAL|PANIC): +/).at(-1) || 'it said nothing'}): correct that, then start again; its log is ${place.log_file}.`,
    said,
  );
}

/** Ends the server in good order: open transactions roll back, a checkpoint is written. */
export async function stopServer(place: Place, binaries: Binaries): Promise<void> {
  const postmaster = await findPostmaster(place);
  if (postmaster === undefined) return;
  const args = ['stop', '-D', place.server_dir, '-m', 'fast', '-t', '60', '-s'];
  const { exit_code } = await runProgram(binaries.pg_ctl, args, place, place.server_dir);
  if (exit_code !== 0) return killServer(place, postmaster.pid);
  // pg_ctl waits for the file, which the server removes a moment before it ends.
  await hasEnded([postmaster.pid], 10_000);
}

/**
 * Ends a server that answers nothing. What was committed is in its log, which the next start replays. Its
 * children are killed too: a stopped one would keep the shared memory and so forbid the next start.
 */
export async function killServer(place: Place, pid: number): Promise<void> {
  signal(pid, 'SIGQUIT');
  if (await hasEnded([pid], 2_000)) return;
  const pids = [pid, ...(await childrenOf(pid))];
  for (const each of pids) signal(each, 'SIGKILL');
  if (await hasEnded(pids, 10_000)) return;
  throw new ClusterFailure(
    'busy',
    `PostgreSQL's process ${pid} on ${place.data_dir} answers nothing and can't be ended: end it by hand or restart the machine.`,
  );
}

async function hasEnded(pids: readonly number[], patience_ms: number): Promise<boolean> {
  const deadline = performance.now() + patience_ms;
  while (performance.now() < deadline) {
    const alive = await Promise.all(pids.map(identify));
    if (alive.every((identity) => identity === undefined)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function openLog(place: Place) {
  const size = await stat(place.log_file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(place.log_file, `${place.log_file}.old`);
  const handle = await open(place.log_file, 'a', 0o600);
  await giveToOwner(place.log_file);
  return handle;
}

function pidFile(place: Place): string {
  return join(place.server_dir, 'postmaster.pid');
}
