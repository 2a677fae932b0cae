import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A name for a living process that no later process can bear: process ids are used again, so the start
 * time belongs to it, and the boot's id where the start time counts from the boot, with the space in which the number counts.
 *
 * @returns undefined when there is no such process, or only its zombie.
 */
export async function identify(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return identifyOnLinux(pid);
  if (!isTaken(pid)) return undefined;
  if (process.platform === 'win32') return `${pid}`;
  const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  const [state = '', ...start] = stdout.trim().split(' ').filter(Boolean);
  return state === '' || state.startsWith('Z') ? undefined : `${pid} ${start.join(' ')}`;
}

/** Whether the process that `identify` once named still lives; one of another container or machine can't be seen, and does not. */
export async function isAlive(identity: string): Promise<boolean> {
  const known = await identify(Number.parseInt(identity, 10));
  // Before there were spaces in it, an identity ended with the boot.
  return known !== undefined && (known === identity || known === `${identity} ${processSpace}`);
}

async function identifyOnLinux(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // proc(5): the second field is the command in parentheses, which may hold blanks and parentheses;
  // state is field 3, start time in clock ticks since boot is field 22.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${pid} ${fields[19]} ${bootId()} ${processSpace}`;
}

export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown-boot';
  }
}

/** Process ids mean the same within one boot of one machine and one of its PID namespaces; each container has its own. */
export const processSpace: string = (() => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'unknown-space';
  }
})();

/** Whether the number belongs to any process, a zombie included, as PostgreSQL itself asks. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether `pid` is a PostgreSQL process of this very folder: a server makes it its working directory. */
export async function isServerProcess(pid: number, server_dir: string): Promise<boolean> {
  if ((await identify(pid)) === undefined) return false;
  if (process.platform === 'linux') return worksIn(pid, await realpath(server_dir).catch(() => server_dir));
  if (process.platform === 'win32') return true;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

/** All PostgreSQL processes of this folder, orphans included. Only Linux lets us ask; elsewhere none. */
export async function serverProcesses(server_dir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const folder = await realpath(server_dir).catch(() => server_dir);
  const pids = await allProcesses();
  const ours = await Promise.all(pids.map((pid) => worksIn(pid, folder)));
  return pids.filter((_, index) => ours[index]);
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  const [cwd, exe] = await Promise.all([linkOf(pid, 'cwd'), linkOf(pid, 'exe')]);
  if (cwd === undefined || exe === undefined) return saysItServes(pid, folder);
  // The kernel appends " (deleted)" when the program's file was replaced, by `npm ci` for example.
  return cwd === folder && basename(exe).startsWith('postgres');
}

/** @returns '' when there is no such process, undefined when we may not look. */
function linkOf(pid: number, name: 'cwd' | 'exe'): Promise<string | undefined> {
  return readlink(`/proc/${pid}/${name}`).catch(({ code }: NodeJS.ErrnoException) =>
    code === 'EACCES' || code === 'EPERM' ? undefined : '',
  );
}

/**
 * Root of a container lacks CAP_SYS_PTRACE and so may not see where another user's process works, only what it
 * says of itself. That is believed of the folder's owner alone: PostgreSQL serves no folder of anybody else. A
 * child whose server was killed can't be told from another folder's there, and is left alone.
 */
async function saysItServes(pid: number, folder: string): Promise<boolean> {
  const [status, command, owner] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    stat(folder).catch(() => undefined),
  ]);
  const uid = /^Uid:\t(\d+)/m.exec(status)?.[1];
  if (uid === undefined || Number(uid) !== owner?.uid) return false;
  // A child has a title in the place of its command line, `postgres: checkpointer`.
  if (command.startsWith('postgres: ')) return saysItServes((await parentOf(pid)) ?? 0, folder);
  const [program = '', flag, data_dir = ''] = command.split('\0');
  if (basename(program) !== 'postgres' || flag !== '-D') return false;
  return (await realpath(data_dir).catch(() => data_dir)) === folder;
}

async function allProcesses(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter(Number.isSafeInteger);
}

/** The processes whose parent is `pid`. */
export async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') {
    const { stdout } = await run('pgrep', ['-P', `${pid}`]).catch(() => ({ stdout: '' }));
    return stdout.split('\n').filter(Boolean).map(Number);
  }
  const pids = await allProcesses();
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, index) => parents[index] === pid);
}

async function parentOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Sends a signal to a process that may already be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
