import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dialler, type Lookup } from '../../src/webhooks/dial.ts';
import { holdClosedPort, openReceiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

// A real server on every address of this machine, which must not be reached.
let server: Server;
let port = 0;
/** The addresses at which it was reached. */
let reached: string[] = [];
beforeAll(async () => {
  server = createServer((_, response) => response.end('the inside'));
  server.on('connection', (socket) => reached.push(socket.localAddress ?? ''));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  reached = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const addresses = (...texts: string[]): LookupAddress[] =>
  texts.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Answers question after question with the next of these, and the last of them for ever. */
function answering(...answers: string[][]): Lookup & { asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = (name, _, callback) => {
    const answer = answers[Math.min(asked.push(name), answers.length) - 1] ?? [];
    callback(null, addresses(...answer));
  };
  return Object.assign(lookup, { asked });
}

/** As the delivery dials, without the check of the URL before. */
async function dials(origin: string, options: Partial<Parameters<typeof dialler>[0]> = {}): Promise<string> {
  const connect = dialler({
    allow_private: false,
    connect_timeout_ms: 30_000,
    lookup: answering([]),
    ...options,
  });
  const agent = new Agent({ connect });
  try {
    const { body } = await request(origin, { dispatcher: agent });
    return await body.text();
  } catch (error) {
    return (error as Error).name;
  } finally {
    await agent.destroy();
  }
}

const LITERALS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '10.0.0.1',
  '192.168.0.1',
  '172.16.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fe80::1]',
];

describe('the connector', () => {
  test('reaches loopback where private addresses are allowed, so the server is there', async () => {
    expect(await dials(`http://127.0.0.1:${port}/`, { allow_private: true })).toBe('the inside');
    expect(reached).toEqual(['127.0.0.1']);
  });

  test.each(LITERALS)('refuses http://%s without connecting', async (host) => {
    expect(await dials(`http://${host}:${port}/`)).toBe('AddressRefused');
    expect(reached).toEqual([]);
  });

  test.each(LITERALS)('refuses a name that resolves to %s', async (host) => {
    const { hostname } = new URL(`http://${host}/`);
    const lookup = answering([hostname.replace(/^\[|\]$/g, '')]);
    expect(await dials(`http://shop.example:${port}/`, { lookup })).toBe('AddressRefused');
    expect(lookup.asked).toEqual(['shop.example']);
    expect(reached).toEqual([]);
  });

  test('dials only the public ones of a name with several addresses', async () => {
    const lookup = answering(['127.0.0.2', '127.0.0.1', '10.0.0.1']);
    const isAllowed = (address: string) => address === '127.0.0.1';
    expect(await dials(`http://shop.example:${port}/`, { lookup, isAllowed })).toBe('the inside');
    expect(reached).toEqual(['127.0.0.1']);
  });

  test('asks once and dials what it has checked, so that a name cannot change its answer in between', async () => {
    // Only 127.0.0.1 stands for a public address here; every other question is answered with 127.0.0.2.
    const lookup = answering(['127.0.0.1'], ['127.0.0.2']);
    const isAllowed = (address: string) => address === '127.0.0.1';
    const url = `http://rebinding.example:${port}/`;
    expect(await dials(url, { lookup, isAllowed })).toBe('the inside');
    expect(lookup.asked).toHaveLength(1);
    expect(await dials(url, { lookup, isAllowed })).toBe('AddressRefused');
    expect(lookup.asked).toHaveLength(2);
    expect(reached).toEqual(['127.0.0.1']);
  });

  test('looks again at what it has dialled', async () => {
    // Allowed while it is a literal and while it is looked up; not any more once it is connected.
    let looks = 0;
    const isAllowed = () => {
      looks += 1;
      return looks < 2;
    };
    expect(await dials(`http://127.0.0.1:${port}/`, { isAllowed })).toBe('AddressRefused');
    expect(looks).toBe(2);
  });
});

// Endpoints that a server in development accepted, met by one that is not in development.
describe('the delivery', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await world.stopLoops();
    // What would come again must not meet the next scene's names.
    await world.rows('delete from webhook_due');
  });
  afterAll(() => world.end());

  /** The first attempt at an endpoint of this address. */
  async function attempted(url: string, options: Parameters<World['deliver']>[0] = {}) {
    const merchant = await world.merchant();
    const { id } = await world.endpoint(merchant, 'http://127.0.0.1/');
    await world.rows('update webhook_endpoints set url = $1 where id = $2', [url, id]);
    await world.events(merchant, 1);
    world.deliver(options);
    const attempts = () =>
      world.rows<{ outcome: string; status_code: number | null; answer: string | null; due: number | null }>(
        `select a.outcome, a.status_code, a.answer, w.attempt as due
         from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
         left join webhook_due w on w.delivery_id = d.id
         where d.endpoint_id = $1 order by a.attempt`,
        [id],
      );
    return vi.waitUntil(async () => (await attempts())[0], { timeout: 100_000, interval: 10 });
  }

  const refusedAt = (url: string, lookup: Lookup) =>
    attempted(url, { allow_private_webhooks: false, lookup });

  test.each([
    ['http://shop.example/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['ftp://shop.example/', 'must begin with https://'],
    ['https://user:word@shop.example/', 'user name or password'],
    ['https://shop.example:22/', 'port 443 or 8443'],
    ['https://shop.example:6379/', 'port 443 or 8443'],
    ['https://2130706433/', 'public address'],
    ['https://0x7f.1/', 'public address'],
    ['https://0177.0.0.1/', 'public address'],
    ['https://127.0.0.1./', 'public address'],
    ['https://[::ffff:127.0.0.1]/', 'public address'],
    ['https://[64:ff9b::7f00:1]/', 'public address'],
    ['https://[::]/', 'public address'],
    ['https://169.254.169.254/latest/meta-data/', 'public address'],
    ['https://localhost/', 'public address'],
    ['https://localhost./', 'public address'],
  ])('refuses %s before any name is asked', async (url, words) => {
    const lookup = answering(['127.0.0.1']);
    expect(await refusedAt(url, lookup)).toMatchObject({
      outcome: 'address_refused',
      answer: expect.stringContaining(words),
    });
    expect(lookup.asked).toEqual([]);
  });

  test.each([
    ['loopback', ['127.0.0.1', '::1', '::ffff:127.0.0.1']],
    ['private networks', ['10.0.0.1', '192.168.1.1', 'fd00::1']],
    ['metadata', ['169.254.169.254', '168.63.129.16', 'fd00:ec2::254']],
  ])('refuses a name that resolves to %s, and says so in the log', async (_, found) => {
    expect(await refusedAt('https://shop.example:8443/', answering(found))).toMatchObject({
      outcome: 'address_refused',
      answer: 'shop.example is not a public address',
    });
  });

  test('answers a refused address like any failure: it is tried again', async () => {
    const attempt = await refusedAt('https://shop.example/', answering(['10.0.0.1']));
    expect(attempt?.due).toBeGreaterThanOrEqual(1);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a %i to the inside', async (status) => {
    const outside = await openReceiver((response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    expect(await attempted(outside.url)).toMatchObject({ outcome: 'refused', status_code: status });
    expect(reached).toEqual([]);
    await outside.close();
  });

  test('uses no proxy from the environment', async () => {
    for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const own = await openReceiver();
    expect(await attempted(own.url)).toMatchObject({ outcome: 'delivered' });
    expect(reached).toEqual([]);
    await own.close();
  });

  test('a closed port is a failed attempt that names the cause', async () => {
    const closed = await holdClosedPort(port);
    expect(await attempted(`http://127.0.0.1:${closed.port}/`)).toMatchObject({
      outcome: 'not_connected',
      answer: expect.stringContaining('ECONNREFUSED'),
    });
    closed.release();
  });
});
