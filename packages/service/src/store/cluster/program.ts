import { type ChildProcess, spawn } from 'node:child_process';
import { DatabaseFailure } from '../connect/failure.ts';
import type { Account } from './account.ts';

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
 * @throws DatabaseFailure `binaries_unusable`, `no_account` when it can't even be started.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  account: Account | undefined,
  cwd: string,
): Promise<ProgramResult> {
  // A program that writes to a file instead would keep a full disk from saying so.
  const child = spawn(file, args, {
    cwd,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asAccount(account),
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exit_code = await new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(spawnFailure(error, file, account)));
    child.on('close', (code) => resolve(code ?? -1));
  });
  return { exit_code, output: Buffer.concat(chunks).toString() };
}

/** Resolves once a child is running; rejects with the sentence when it could not be started. */
export async function whenSpawned(
  child: ChildProcess,
  file: string,
  account: Account | undefined,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(spawnFailure(error, file, account)));
    child.on('spawn', resolve);
  });
}

function spawnFailure(
  error: NodeJS.ErrnoException,
  file: string,
  account: Account | undefined,
): DatabaseFailure {
  if (error.code === 'EPERM' && account !== undefined) {
    return new DatabaseFailure(
      'no_account',
      `This root may not become the user ${account.name}, as whom PostgreSQL must run: start as an ordinary user, or set DATABASE_URL.`,
      error,
    );
  }
  return new DatabaseFailure(
    'binaries_unusable',
    `PostgreSQL's program ${file} can't be run here (${error.code ?? error.message}): run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
    error,
  );
}
