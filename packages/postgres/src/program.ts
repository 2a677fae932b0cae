import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { ClusterFailure } from './failure.ts';
import { either, otherServer } from './naming.ts';
import type { Place } from './place.ts';

/** As whom a program runs, and how failures are put. */
type Runner = Pick<Place, 'account' | 'naming'>;

export interface ProgramResult {
  readonly exit_code: number;
  /** stdout and stderr together */
  readonly output: string;
}

/** Locale and time zone of the machine must not change what a server sorts or says. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) };
}

/** The user to run as, in the form that spawn wants it. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/**
 * Runs one of PostgreSQL's programs to its end.
 *
 * @throws ClusterFailure `binaries_unusable`, `no_account` when it can't even be started.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  runner: Runner,
  cwd: string,
): Promise<ProgramResult> {
  // A program that writes to a file instead would keep a full disk from saying so.
  const child = spawn(file, args, {
    cwd,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asAccount(runner.account),
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exit_code = await new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(spawnFailure(error, file, runner)));
    child.on('close', (code) => resolve(code ?? -1));
  });
  return { exit_code, output: Buffer.concat(chunks).toString() };
}

/** Resolves once a child is running; rejects with the sentence when it could not be started. */
export async function whenSpawned(child: ChildProcess, file: string, runner: Runner): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(spawnFailure(error, file, runner)));
    child.on('spawn', resolve);
  });
}

function spawnFailure(
  error: NodeJS.ErrnoException,
  file: string,
  { account, naming }: Runner,
): ClusterFailure {
  if (error.code === 'EPERM' && account !== undefined) {
    return new ClusterFailure(
      'no_account',
      `This root may not become the user ${account.name}, as whom PostgreSQL must run: ${either('start as an ordinary user', ...otherServer(naming))}.`,
      error,
    );
  }
  return new ClusterFailure(
    'binaries_unusable',
    `PostgreSQL's program ${file} can't be run here (${error.code ?? error.message}): ${either('run npm ci again', ...otherServer(naming, ' to a PostgreSQL of your own'))}.`,
    error,
  );
}
