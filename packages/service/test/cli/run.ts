import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundle.ts';

export const LAUNCHER = fileURLToPath(new URL('../../bin/chari', import.meta.url));
const RESIDENT = fileURLToPath(new URL('resident.ts', import.meta.url));

export type Ran = { exit_code: number | null; stdout: string; stderr: string };
export type RunOptions = {
  env: Record<string, string>;
  stdin?: string;
  /** Whether a command that otherwise runs on ends by itself here, as one does that is refused. */
  ends?: boolean;
};
export type Order = { args: readonly string[]; env: Record<string, string>; stdin: string };

const environmentOf = ({ env }: RunOptions) => ({ PATH: process.env.PATH ?? '', ...env });

/** Runs the command line as a process of its own and waits for its end. */
export function chariProcess(
  args: readonly string[],
  options: RunOptions,
  launcher = LAUNCHER,
): Promise<Ran> {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ran: Ran = { exit_code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.stderr += text;
  });
  child.stdin.end(options.stdin ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit_code) => resolve({ ...ran, exit_code }));
  });
}

/** What runs until it is ended. */
const RUNS_ON: ReadonlySet<string> = new Set(['serve', 'listen']);

/** Of this worker: the process that has the command line loaded, and whether it runs a command now. */
let resident: { process: ChildProcess; died: Promise<never> } | undefined;
let is_busy = false;

/**
 * Runs a command and waits for its end, in a process that stays: loading the code takes ten times as long as most
 * commands run. Beside another command it gets a process of its own, so that both run at once.
 */
export async function chari(args: readonly string[], options: RunOptions): Promise<Ran> {
  const runs_on = RUNS_ON.has(args[0] ?? '') && options.ends !== true;
  if (runs_on) return chariProcess(args, options, await bundled());
  if (is_busy) return chariProcess(args, options);
  is_busy = true;
  try {
    if (resident?.process.connected !== true) resident = openResident();
    const order: Order = { args, env: environmentOf(options), stdin: options.stdin ?? '' };
    const answered = once(resident.process, 'message');
    resident.process.send(order);
    const [ran] = await Promise.race([answered, resident.died]).catch((error: Error) => {
      throw new Error(`${error.message} at: chari ${args.join(' ')}`);
    });
    return ran as Ran;
  } finally {
    is_busy = false;
  }
}

function openResident() {
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const env = { NODE_COMPILE_CACHE };
  const child = fork(RESIDENT, { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.unref();
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the command line ended with ${code}`);
  });
  died.catch(() => undefined);
  return { process: child, died };
}

/** The answer of a command that must succeed, run with `--json`. */
export async function chariJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: RunOptions,
): Promise<T> {
  const ran = await chari([...args, '--json'], options);
  if (ran.exit_code !== 0) throw new Error(`chari ${args.join(' ')}: exit ${ran.exit_code}\n${ran.stderr}`);
  const lines = ran.stdout.trimEnd().split('\n');
  if (lines.length !== 1) throw new Error(`chari ${args.join(' ')} answered ${lines.length} lines`);
  return JSON.parse(lines[0] ?? '') as T;
}
