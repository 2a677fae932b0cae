// A process of its own: payers' browsers. Either so many looks a second at some pages, by the clock, or open pages on
// a connection each, which ask again and again with the ETag that they know.
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './socket.ts';

export type PagesLoad = {
  port: number;
  paths: string[];
  seconds: number;
} & ({ kind: 'look'; per_second: number; connections: number } | { kind: 'ask'; every_s: number });

export type PagesResult = { times_ms: number[]; statuses: Record<string, number> };

const OPENED_AT_ONCE = 100;

const getText = (path: string, headers: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept-Language: fr\r\n${headers}\r\n`;

async function openAll(port: number, count: number): Promise<Connection[]> {
  const opened: Connection[] = [];
  while (opened.length < count) {
    const some = Math.min(OPENED_AT_ONCE, count - opened.length);
    opened.push(...(await Promise.all(Array.from({ length: some }, () => Connection.open(port)))));
  }
  return opened;
}

class Tally {
  readonly times_ms: number[] = [];
  readonly statuses: Record<string, number> = {};

  /** `due_ms`: time in our own queue counts, since a payer would feel it. */
  add(due_ms: number, status: number): void {
    this.times_ms.push(performance.now() - due_ms);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }
}

async function look(load: PagesLoad & { kind: 'look' }): Promise<PagesResult> {
  const idle = await openAll(load.port, load.connections);
  const all = [...idle];
  const waiting: ((connection: Connection) => void)[] = [];
  const tally = new Tally();
  const one = async (sequence: number, due_ms: number): Promise<void> => {
    const connection = idle.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
    const path = load.paths[sequence % load.paths.length] ?? '';
    const { status } = await connection.send(getText(path, 'Accept-Encoding: gzip\r\n'));
    tally.add(due_ms, status);
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };
  const total = Math.round(load.per_second * load.seconds);
  const looks: Promise<void>[] = [];
  const started_ms = performance.now();
  while (looks.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - started_ms) / 1000) * load.per_second));
    while (looks.length < due)
      looks.push(one(looks.length, started_ms + (looks.length / load.per_second) * 1000));
    await sleep(1);
  }
  await Promise.all(looks);
  for (const connection of all) connection.close();
  return tally;
}

let asking: { connections: Connection[]; tags: string[] } | null = null;

/** The first time, opens the pages and learns their tags; then asks so long. */
async function ask(load: PagesLoad & { kind: 'ask' }): Promise<PagesResult> {
  const { paths, port } = load;
  asking ??= { connections: await openAll(port, paths.length), tags: [] };
  const { connections, tags } = asking;
  const tally = new Tally();
  const every_ms = load.every_s * 1000;
  const started_ms = performance.now();
  const one = async (page: number, due_ms: number): Promise<void> => {
    const known = tags[page] === undefined ? '' : `If-None-Match: ${tags[page]}\r\n`;
    const { status, body } = await (connections[page] as Connection).send(getText(paths[page] ?? '', known));
    const tag = /data-tag="&quot;([^&]+)&quot;"/.exec(body)?.[1];
    if (tag !== undefined) tags[page] = `"${tag}"`;
    tally.add(due_ms, status);
  };
  // Page n asks at n parts of the interval, then once an interval.
  const total = Math.floor((load.seconds * 1000 * paths.length) / every_ms);
  const asks: Promise<void>[] = [];
  while (asks.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - started_ms) / every_ms) * paths.length));
    while (asks.length < due)
      asks.push(one(asks.length % paths.length, started_ms + (asks.length / paths.length) * every_ms));
    await sleep(1);
  }
  await Promise.all(asks);
  return { times_ms: tally.times_ms, statuses: tally.statuses };
}

process.on('message', (load: PagesLoad) => {
  const run = load.kind === 'look' ? look(load) : ask(load);
  void run.then(({ times_ms, statuses }) => process.send?.({ times_ms, statuses }));
});
process.once('disconnect', () => process.exit(0));
