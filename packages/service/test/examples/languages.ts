import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';

export const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));

export type Language = {
  name: string;
  folder: string;
  file: string;
  /** Starts `file` in its folder, listening on the port. */
  command: (file: string, port: number) => [program: string, ...args: string[]];
  /** Where the work begins, a line that makes it take three seconds, and one that fails it for the reference BAD. */
  work: { begins: string; slowly: string; fails: string };
};

export const LANGUAGES: readonly Language[] = [
  {
    name: 'Node',
    folder: 'webhook-receiver-node',
    file: 'receiver.mjs',
    command: (file) => ['node', file],
    work: {
      begins: 'function work(event) {\n',
      slowly: '  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);\n',
      // As work that is async fails; what throws goes the same way.
      fails: "  if (event.data.reference === 'BAD') return Promise.reject(new Error('bad'));\n",
    },
  },
  {
    name: 'PHP',
    folder: 'webhook-receiver-php',
    file: 'receiver.php',
    command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
    work: {
      begins: 'function work(array $event): void\n{\n',
      slowly: '    sleep(3);\n',
      fails: "    if ($event['data']['reference'] === 'BAD') throw new RuntimeException('bad');\n",
    },
  },
  {
    name: 'Python',
    folder: 'webhook-receiver-python',
    file: 'receiver.py',
    command: (file) => ['python3', file],
    work: {
      begins: 'def work(event):\n',
      slowly: '    time.sleep(3)\n',
      fails: "    if event['data']['reference'] == 'BAD': raise ValueError('bad')\n",
    },
  },
];

export function isPresent(language: Language): boolean {
  const [program] = language.command('', 0);
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

export type RunningExample = {
  url: string;
  /** Everything it has printed. */
  said: () => string;
  /** Waits until it has said this so many times. */
  says: (words: string, times?: number) => Promise<void>;
  end: () => Promise<void>;
};

/**
 * Runs an example as a process of its own, as its README says.
 * @param port for one that starts again
 */
export async function runExample(
  language: Pick<Language, 'command' | 'file'>,
  folder: string,
  env: Record<string, string>,
  port?: number,
): Promise<RunningExample> {
  return runAt(port ?? (await findFreePort('127.0.0.1')), language, folder, env);
}

async function runAt(
  port: number,
  language: Pick<Language, 'command' | 'file'>,
  folder: string,
  env: Record<string, string>,
): Promise<RunningExample> {
  const [program, ...args] = language.command(language.file, port);
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const says = (words: string, times = 1) =>
    vi.waitFor(
      () => {
        if (said.split(words).length <= times) throw new Error(`no "${words}" (${times} times) in: ${said}`);
      },
      { timeout: 100_000, interval: 20 },
    );
  const url = `http://127.0.0.1:${port}/webhooks`;
  await answers(url, child, () => said);
  return { url, said: () => said, says, end: () => endOf(child) };
}

async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const answering = vi.waitFor(() => fetch(url), { timeout: 100_000, interval: 20 });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`it ended with ${code}: ${said()}`);
  });
  answering.catch(() => undefined);
  ended.catch(() => undefined);
  await Promise.race([answering, ended]);
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
