import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from './bundle.ts';

export type Served = {
  process: ChildProcess;
  /** Everything on standard output so far. */
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the exit code once the process has ended. */
  ended: Promise<number | null>;
  /** Sends the signal and waits for the end. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
};

const START_PATIENCE_MS = 150_000;

/**
 * Starts `chari serve` and waits until its standard output says that it is ready.
 *
 * @param launcher bin/chari where the start itself is tried
 */
export async function serve(
  args: readonly string[],
  env: Record<string, string>,
  ready = /Ctrl-C ends it/,
  launcher?: string,
): Promise<Served> {
  const child = spawn(process.execPath, [launcher ?? (await bundled()), 'serve', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready in time: ${stdout}${stderr}`)),
      START_PATIENCE_MS,
    );
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (ready.test(stdout)) {
        clearTimeout(timer);
        resolve();
      }
    });
    ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready: ${stderr}`));
    }, reject);
  });
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
