import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLookup } from '../../src/webhooks/resolve.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

/** Until a state is reached that comes by itself; a busy machine takes its time. */
const PATIENCE_MS = 100_000;

/** A name server on loopback: answers A questions by its table, is silent about what is not in it. */
type NameServer = { address: string; asked: string[]; close: () => void };

async function openNameServer(table: Record<string, number[]>): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question);
    asked.push(name);
    const address = table[name];
    if (address === undefined) return;
    const is_a = question.readUInt16BE(end) === 1;
    const head = Buffer.from([
      question[0] ?? 0,
      question[1] ?? 0,
      0x81,
      0x80,
      0,
      1,
      0,
      is_a ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    // A pointer to the name in the question, type A, class IN, 60 s, 4 bytes.
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]);
    socket.send(
      Buffer.concat([head, question.subarray(12, end + 4), ...(is_a ? [answer] : [])]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

/** The name in a question and where it ends (RFC 1035, 4.1.2). */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

let world: World;
let receiver: Receiver;
let names: NameServer;
let folder: string;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  names = await openNameServer({ 'shop.example': [127, 0, 0, 1], 'other.example': [127, 0, 0, 1] });
  folder = await mkdtemp(join(tmpdir(), 'chari-hosts-'));
});
afterEach(async () => {
  await world.end();
  await receiver.close();
  names.close();
  await rm(folder, { recursive: true });
});

const lookup = (hosts_file = join(folder, 'none')) => openLookup({ servers: [names.address], hosts_file });

function resolved(name: string, hosts_file?: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(hosts_file)(name, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found.map(({ address }) => address)),
    );
  });
}

describe('a name', () => {
  test('is asked of the name server', async () => {
    expect(await resolved('shop.example')).toEqual(['127.0.0.1']);
    expect(names.asked).toContain('shop.example');
  });

  test('in the hosts file is not asked of anybody', async () => {
    const file = join(folder, 'hosts');
    await writeFile(file, '# ours\n10.1.2.3 shop.example SHOP.test # the shop\nnonsense shop.example\n');
    expect(await resolved('Shop.Example.', file)).toEqual(['10.1.2.3']);
    expect(await resolved('shop.test', file)).toEqual(['10.1.2.3']);
    expect(await resolved('localhost', file)).toEqual(['127.0.0.1', '::1']);
    expect(names.asked).toEqual([]);
  });

  test('of which the name server says nothing is given up within the time to connect', async () => {
    await expect(resolved('silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    // A question and one repetition, of a second each, for the addresses of either family.
    expect(names.asked).toEqual(Array.from({ length: 4 }, () => 'silent.example'));
  });
});

test('names whose server is silent hold up nobody, however many they are', async () => {
  world.stopClock();
  // More than Node has threads to resolve names with, many times over; and more of them come all the time.
  const silent = 40;
  let made = 0;
  const makeSilent = async (events: number) => {
    const merchant = await world.merchant();
    await world.endpoint(merchant, `http://silent-${made}.example:${receiver.port}/`);
    await world.events(merchant, events);
    made += 1;
  };
  while (made < silent) await makeSilent(3);
  const loop = world.deliver({ lookup: lookup() });
  const asked = () => new Set(names.asked.filter((name) => name.startsWith('silent'))).size;
  await expect.poll(asked, { timeout: PATIENCE_MS }).toBe(silent);

  let healthy_came = false;
  const more = (async () => {
    while (!healthy_came) {
      await makeSilent(1);
      loop.wake();
    }
  })();
  const merchant = await world.merchant();
  await world.endpoint(merchant, `http://shop.example:${receiver.port}/`);
  await world.endpoint(merchant, `http://other.example:${receiver.port}/`);
  await world.events(merchant, 20);
  loop.wake();
  await receiver.gets(40);
  // Silent ones were waited for up to the end: none of the healthy had to wait until they were through.
  expect(loop.stats().in_flight).toBeGreaterThan(0);
  healthy_came = true;
  await more;
  // And each of the silent ones is an attempt that failed to connect, before its 10 s were over.
  const outcomes = 'select count(*)::int as n from webhook_attempts where outcome';
  await world.until(`${outcomes} <> 'delivered'`, [], silent * 3 + (made - silent));
  await world.until(`${outcomes} = 'not_connected'`, [], silent * 3 + (made - silent));
});
