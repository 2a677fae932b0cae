import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Lookup } from '../../src/webhooks/dial.ts';
import { openWorld, type World } from './world.ts';

// Endpoints that a server in development accepted, met by a server that is not in development: the check
// stands at the dialled address, whatever the check of the URL let through.
let world: World;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port = 0;
beforeEach(async () => {
  world = await openWorld();
  connections = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  await world.end();
  server.close();
});

async function outcomeOf(url: string, lookup?: Lookup) {
  const merchant = await world.merchant();
  await world.endpoint(merchant, url);
  await world.events(merchant, 1);
  world.deliver({ allow_private_webhooks: false, ...(lookup ? { lookup } : {}) });
  await world.until('select count(*)::int as n from webhook_attempts', [], 1);
  const [attempt] = await world.rows<{ outcome: string }>('select outcome from webhook_attempts');
  return attempt?.outcome;
}

const resolving = (...addresses: string[]): Lookup => {
  const answer: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  return (_, __, callback) => callback(null, answer);
};

test.each([
  'http://127.0.0.1',
  'https://127.0.0.1',
  'http://2130706433',
  'http://0x7f.1',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0',
  'http://localhost',
  'https://localhost',
])('%s is refused before anything is connected', async (origin) => {
  expect(await outcomeOf(`${origin}:${port}/`)).toBe('address_refused');
  expect(connections).toBe(0);
});

test('a name that resolves to private addresses is refused, in IPv4, IPv6 and mapped', async () => {
  const lookup = resolving(
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
  );
  expect(await outcomeOf(`http://shop.example:${port}/`, lookup)).toBe('address_refused');
  expect(connections).toBe(0);
});

test('the same name is dialled where private addresses are allowed', async () => {
  const merchant = await world.merchant();
  await world.endpoint(merchant, `http://shop.example:${port}/`);
  await world.events(merchant, 1);
  world.deliver({ lookup: resolving('127.0.0.1') });
  await world.until('select count(*)::int as n from webhook_attempts', [], 1);
  expect(connections).toBe(1);
});

test('a closed port is a failed attempt that names the cause', async () => {
  const merchant = await world.merchant();
  server.close();
  await world.endpoint(merchant, `http://127.0.0.1:${port}/`);
  await world.events(merchant, 1);
  world.deliver();
  await world.until('select count(*)::int as n from webhook_attempts', [], 1);
  const [attempt] = await world.rows('select outcome, answer from webhook_attempts');
  expect(attempt).toMatchObject({
    outcome: 'not_connected',
    answer: expect.stringContaining('ECONNREFUSED'),
  });
  server.listen(0, '127.0.0.1');
});
