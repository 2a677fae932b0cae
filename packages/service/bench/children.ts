import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BENCH = fileURLToPath(new URL('.', import.meta.url));
export const SERVE = fileURLToPath(new URL('../bin/chari', import.meta.url));
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_PATIENCE_MS = 60_000;
const ERRORS_KEPT = 4000;
const END_PATIENCE_MS = 30_000;
const LIFE_MAX_MS = 15 * 60_000;

export type Helper = {
  tell: (message: object) => void;
  /** The next message, after telling this one. */
  ask: <Answer>(message: object) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** Starts a process of bench/load and waits for its first message where it sends one by itself. */
export async function startHelper<First>(
  file: string,
  waits: boolean,
): Promise<{ helper: Helper; first: First }> {
  const child = fork(join(BENCH, 'load', file), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: LIFE_MAX_MS,
  });
  const next = async <Message>(): Promise<Message> => {
    const answered = new AbortController();
    const ended = once(child, 'exit', answered).then(() => {
      throw new Error(`${file} ended before it answered`);
    });
    ended.catch(() => undefined);
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
    // Takes the listener away again: one helper answers many times.
    answered.abort();
    return message;
  };
  const first = waits ? await next<First>() : (undefined as First);
  const helper: Helper = {
    tell: (message) => void child.send(message),
    ask: (message) => {
      const answer = next<never>();
      child.send(message);
      return answer;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
  return { helper, first };
}

/** Runs a load process for one measurement and returns what it found. */
export async function runHelper<Result>(file: string, load: object): Promise<Result> {
  const { helper } = await startHelper<undefined>(file, false);
  try {
    return await helper.ask<Result>(load);
  } finally {
    await helper.stop();
  }
}

export type Service = {
  url: string;
  port: number;
  /** Shown at the first start only. */
  key: string | null;
  data_dir: string;
  /** The end of what it wrote to stderr. */
  errors: () => string;
  /** Of the process, and of the group of all that it starts. */
  pid: number;
  stop: () => Promise<void>;
};

export type ServiceOptions = {
  data_dir: string;
  /** Words after `node`; default is what `npm start` runs. */
  script?: readonly string[];
  command?: string;
  env?: Record<string, string>;
};

/** Starts the service as a person would and waits for its screen. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { data_dir, script = [SERVE, 'serve'], command = process.execPath, env = {} } = options;
  const child = spawn(command, script, {
    cwd: ROOT,
    // A group of its own, so that npm and what it starts can be ended together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIFE_MAX_MS,
    env: { ...process.env, CHARI_DATA_DIR: data_dir, PORT: '0', CHARI_RATE_LIMIT: '0', ...env },
  });
  let errors = '';
  child.stderr?.on('data', (part: Buffer) => {
    errors = (errors + String(part)).slice(-ERRORS_KEPT);
  });
  const screen = await screenOf(child, () => errors);
  const url = screen.match(/ready at (http:\/\/\S+)/)?.[1] ?? '';
  return {
    url,
    port: Number(new URL(url).port),
    key: screen.match(/service_test_[0-9A-Za-z]{20,}/)?.[0] ?? null,
    data_dir,
    errors: () => errors,
    pid: child.pid ?? 0,
    stop: () => endGroup(child),
  };
}

/** Ends a process and all that it started, and waits for the last of them: npm itself ends sooner. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const deadline = performance.now() + END_PATIENCE_MS;
  signalGroup(child.pid, 'SIGTERM');
  while (signalGroup(child.pid, 0)) {
    if (performance.now() > deadline) throw new Error('the service did not end when it was told to');
    await sleep(10);
  }
}

/** False when nobody of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function screenOf(child: ChildProcess, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why: string) => reject(new Error(`the service ${why}: ${text}${errors()}`));
    const timer = setTimeout(() => fail('did not say that it is ready'), READY_PATIENCE_MS);
    child.stdout?.on('data', (part: Buffer) => {
      text += String(part);
      if (!/ready at http:\/\/\S+\s[\s\S]*Ctrl-C/.test(text)) return;
      clearTimeout(timer);
      resolve(text);
    });
    child.once('exit', (code) => fail(`ended with ${code}`));
  });
}
