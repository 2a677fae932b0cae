import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Conduct,
  endlessAnnouncements,
  endlessBody,
  endlessHeader,
  endlessHeaders,
  HostileReceivers,
  OK,
  saying,
  silence,
} from './hostile-receivers.ts';

const EXCHANGES = 200;
/** A connection, its parser, the request and the most that is kept of headers (8 KiB) and answer (1 KiB). */
const HELD_MAX_BYTES = 40 * 1_024;

let hostile: HostileReceivers;
beforeEach(() => {
  hostile = new HostileReceivers();
});
afterEach(() => hostile.close());

type Report = { bytes: number; settled: number; exchanges: number };

/** What a process holds while so many exchanges with such a receiver are under way, or just after. */
async function held(conduct: Conduct, end: 'waits' | 'settles'): Promise<Report> {
  // The first request only warms the process up.
  let warm = false;
  const port = await hostile.open((socket) => {
    (warm ? conduct : saying(OK))(socket);
    warm = true;
  });
  const script = fileURLToPath(new URL('./exchange-process.ts', import.meta.url));
  const child = fork(script, [`http://127.0.0.1:${port}/`, String(EXCHANGES), end], {
    execArgv: ['--expose-gc'],
  });
  const ended = once(child, 'exit');
  const [report] = (await once(child, 'message')) as [Report];
  await ended;
  return report;
}

const KIB = 1_024;
test.each<[string, Conduct, 'waits' | 'settles']>([
  ['is silent', silence, 'waits'],
  [
    'sends 7 KiB of headers and no more',
    saying(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(7 * KIB)}`),
    'waits',
  ],
  [
    'sends half of its answer',
    saying(`HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${'a'.repeat(1_000)}`),
    'waits',
  ],
  ['announces without end', endlessAnnouncements, 'settles'],
  ['sends headers without end', endlessHeaders, 'settles'],
  ['sends one header without end', endlessHeader, 'settles'],
  ['sends a body without end', endlessBody, 'settles'],
])('an exchange with a receiver that %s holds few KiB of memory', async (_, conduct, end) => {
  const { bytes, settled, exchanges } = await held(conduct, end);
  expect(exchanges).toBe(EXCHANGES);
  expect(settled).toBe(end === 'settles' ? EXCHANGES : 0);
  expect(bytes / EXCHANGES).toBeLessThan(HELD_MAX_BYTES);
});
