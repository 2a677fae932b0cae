// A process of its own: browsers that post the form of signing in, by the clock, whether or not the last was answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './socket.ts';

export type SignInsLoad = {
  port: number;
  /** The cookie of the form and the token that belongs to it. */
  cookie: string;
  csrf: string;
  emails: string[];
  password: string;
  seconds: number;
  per_second: number;
};

export type SignInsResult = { times_ms: number[]; statuses: Record<string, number> };

/** Each from an address of its own: one address may not try so often, and what is measured is the hashing. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

function requestOf({ cookie, csrf, emails, password }: SignInsLoad, n: number): string {
  const email = emails[n % emails.length] ?? '';
  const body = new URLSearchParams({ csrf, email, password }).toString();
  return `POST /account/sign-in HTTP/1.1\r\nHost: bench\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${addressOf(n)}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function run(load: SignInsLoad): Promise<SignInsResult> {
  const result: SignInsResult = { times_ms: [], statuses: {} };
  const idle: Connection[] = [];
  const started_ms = performance.now();
  const one = async (n: number): Promise<void> => {
    const due_ms = started_ms + (n / load.per_second) * 1000;
    await sleep(Math.max(0, due_ms - performance.now()));
    const connection = idle.pop() ?? (await Connection.open(load.port));
    const { status } = await connection.send(requestOf(load, n));
    idle.push(connection);
    result.times_ms.push(performance.now() - due_ms);
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: load.seconds * load.per_second }, (_, n) => one(n)));
  for (const connection of idle) connection.close();
  return result;
}

process.once('message', (load) => {
  void run(load as SignInsLoad).then((result) => process.send?.(result, () => process.disconnect()));
});
