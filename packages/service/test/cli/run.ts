import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const LAUNCHER = fileURLToPath(new URL('../../bin/chari', import.meta.url));

export type Ran = { exit_code: number | null; stdout: string; stderr: string };

export type RunOptions = { env: Record<string, string>; stdin?: string };

/** Runs the command line as a process of its own and waits for its end. */
export function chari(args: readonly string[], options: RunOptions): Promise<Ran> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { PATH: process.env.PATH ?? '', ...options.env },
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
