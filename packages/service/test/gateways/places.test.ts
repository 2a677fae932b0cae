import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIds } from '../../src/cli/services.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { type ArrivedMessage, receiveGatewayMessages } from '../../src/engine/gateways/arrive.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { type RouteNumber, routeNumber, unrouteNumber } from '../../src/engine/gateways/route.ts';
import type { GatewayServices } from '../../src/engine/gateways/secrets.ts';
import { openWorld, type World } from '../collection/world.ts';
import { readWhole } from '../payments/plan.ts';

const [ONE, TWO] = ['+23566001001', '+23566001002'];

let world: World;
let services: GatewayServices;
const ids = new Map<string, string>();
beforeAll(async () => {
  world = await openWorld();
  services = {
    ...world.services,
    secret_key: Buffer.alloc(32, 7),
    randomBytes: (n) => randomBytes(n),
    newId: createIds(() => world.now.getTime()),
  };
  const command = { adapter: 'sms-gate', secret: null, config: {}, sending: null } as const;
  for (const msisdn of [ONE, TWO]) ids.set(msisdn, await world.liveNumber(msisdn));
  for (const name of ['kiosk', 'market']) {
    const [created] = await createGateways(services, [{ ...command, name }]);
    if (created?.kind !== 'created') throw new Error(JSON.stringify(created));
    ids.set(name, created.gateway.id);
  }
});
afterAll(() => world.close());

const route = (number: string, place: Omit<RouteNumber, 'number'>) =>
  routeNumber(services, { number, ...place });

let count = 0;
/** Takes in a message of a phone; whose it is, null where that isn't known. */
async function arrive(
  gateway: string,
  fields: Pick<ArrivedMessage, 'device_id' | 'sim_slot'> & { received_at?: Date },
): Promise<string | null> {
  count += 1;
  const message = { sender: 'AirtelMoney', text: `message ${count}`, message_id: `m-${count}` };
  const gateway_id = ids.get(gateway) as string;
  const [outcome] = await receiveGatewayMessages(services, [
    { ...message, gateway_id, received_at: world.now, ...fields },
  ]);
  if (outcome?.kind !== 'kept') return null;
  return [ONE, TWO].find((msisdn) => ids.get(msisdn) === outcome.number_id) ?? 'nobody';
}

test('Who says by which SIM a number is heard reads what waits of that phone, and of no other', async () => {
  const elsewhere = { device_id: 'elsewhere', sim_slot: 1 };
  expect(await arrive('market', elsewhere)).toBe(null);
  expect(await arrive('kiosk', { device_id: 'counter', sim_slot: 2 })).toBe(null);
  expect(await arrive('kiosk', { device_id: 'counter', sim_slot: 1 })).toBe(null);
  // Somebody has just said it of the other, and its messages are not looked through yet.
  await world.db.pool.query(
    `insert into sms_gateway_sims (gateway_id, device_id, sim_slot, collection_number_id, created_at)
     values ($1, 'elsewhere', 1, $2, $3)`,
    [ids.get('market'), ids.get(TWO), world.now],
  );
  const counter = await route(ONE, { gateway: 'kiosk', device_id: 'counter', sim_slot: 1 });
  expect(counter.kind === 'routed' && counter.waiting).toHaveLength(1);
  const other = await route(TWO, { gateway: 'market', ...elsewhere });
  expect(other.kind === 'routed' && other.waiting).toHaveLength(1);
});

test('What waits of other phones is not read for it, however much it is', async () => {
  const place = { gateway: 'kiosk', device_id: 'quick', sim_slot: 1 };
  const found = await readWhole(
    world.db.pool,
    { tables: ['sms_gateway_unrouted'], queues: [] },
    async () => void (await route(ONE, place)),
  );
  expect(found).toEqual([]);
});

test('Of two numbers in one phone, neither has a message that names no SIM, even where one is routed as the only SIM', async () => {
  const [device_id, both] = ['double', 'kiosk'];
  await route(ONE, { gateway: both, device_id, sim_slot: 0 });
  expect(await arrive(both, { device_id, sim_slot: null })).toBe(ONE);
  await route(ONE, { gateway: both, device_id, sim_slot: 1 });
  expect(await arrive(both, { device_id, sim_slot: null })).toBe(ONE);
  await route(TWO, { gateway: both, device_id, sim_slot: 2 });
  expect(await arrive(both, { device_id, sim_slot: null })).toBe(null);
  expect(await arrive(both, { device_id, sim_slot: 1 })).toBe(ONE);
  expect(await arrive(both, { device_id, sim_slot: 2 })).toBe(TWO);
  expect(await arrive(both, { device_id, sim_slot: 3 })).toBe(ONE);
});

test('What a phone tells of late is of the SIM that was in its place then, and of none where two were and it names none', async () => {
  const [device_id, gateway] = ['changed', 'market'];
  const alone = world.now;
  await route(ONE, { gateway, device_id, sim_slot: 0 });
  world.pass(3600);
  await route(TWO, { gateway, device_id, sim_slot: 2 });
  world.pass(60);
  const together = world.now;
  world.pass(3600);
  await unrouteNumber(services, ONE);
  expect(await arrive(gateway, { device_id, sim_slot: 2, received_at: together })).toBe(TWO);
  expect(await arrive(gateway, { device_id, sim_slot: 1, received_at: together })).toBe(ONE);
  expect(await arrive(gateway, { device_id, sim_slot: null, received_at: together })).toBe(null);
  expect(await arrive(gateway, { device_id, sim_slot: null, received_at: alone })).toBe(ONE);
  await unrouteNumber(services, TWO);
  expect(await arrive(gateway, { device_id, sim_slot: null, received_at: together })).toBe(null);
  // Who has the phone's only place by now had nothing in it then, and what named no SIM is not given to him either.
  await route(TWO, { gateway, device_id, sim_slot: 0 });
  expect(await arrive(gateway, { device_id, sim_slot: null, received_at: together })).toBe(null);
  expect(await arrive(gateway, { device_id, sim_slot: null, received_at: alone })).toBe(ONE);
});

test('Who has the key of a phone says nothing for a SIM that has left it for long, unless staff say that it was there', async () => {
  const place = { gateway: 'kiosk', device_id: 'lent' };
  await route(ONE, { ...place, sim_slot: 1 });
  world.pass(3600);
  const then = world.now;
  const told = { device_id: place.device_id, sim_slot: 1, received_at: then };
  world.pass(3600);
  await route(ONE, { gateway: 'market', device_id: 'ours', sim_slot: 1 });
  world.pass(2 * 24 * 3600);
  expect(await arrive('kiosk', told)).toBe(ONE);
  world.pass(30 * 24 * 3600);
  expect(await arrive('kiosk', told)).toBe(null);
  // Nor is it of the SIM that is there now, and was not then.
  await route(TWO, { ...place, sim_slot: 1 });
  expect(await arrive('kiosk', told)).toBe(null);
  expect(await arrive('kiosk', { ...told, received_at: world.now })).toBe(TWO);
  // The phone was off all the time, say: what it tells is read once somebody has looked at it.
  const again = await route(ONE, { ...place, sim_slot: 1, also: true });
  expect(again.kind === 'routed' && again.waiting).toHaveLength(2);
  expect(await arrive('kiosk', told)).toBe(ONE);
});

test('What a phone tells of a SIM that left it days ago is shown to staff as of that number, and of no other of its gateway', async () => {
  const watched = async () => {
    await watchFeeds(world.services);
    const rows = await world.rows<{ msisdn: string }>(
      `select n.msisdn from feed_incidents f join collection_numbers n on n.id = f.collection_number_id
       where f.kind = 'unrouted' and f.closed_at is null order by n.msisdn`,
    );
    return rows.map(({ msisdn }) => msisdn);
  };
  await world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}'`);
  const phone = { gateway: 'kiosk', device_id: 'mended', sim_slot: 1 };
  await route(ONE, phone);
  await route(TWO, { gateway: 'kiosk', device_id: 'next-to-it', sim_slot: 1 });
  world.pass(2 * 24 * 3600);
  expect(await watched()).toEqual([]);
  const told = { device_id: phone.device_id, sim_slot: 1, received_at: world.now };
  world.pass(60);
  await route(ONE, { gateway: 'market', device_id: 'fresh', sim_slot: 1 });
  world.pass(4 * 24 * 3600);
  expect(await arrive('kiosk', told)).toBe(null);
  expect(await watched()).toEqual([ONE]);
  // Nor of the SIM that is in that phone by now, and was not then.
  await route(TWO, phone);
  expect(await watched()).toEqual([ONE]);
  // A day later it is not looked for any more.
  world.pass(25 * 3600);
  expect(await watched()).toEqual([]);
  // What comes now by another slot of that phone may be of the number that is in it.
  await unrouteNumber(services, ONE);
  expect(await arrive('kiosk', { device_id: phone.device_id, sim_slot: 3 })).toBe(null);
  expect(await watched()).toEqual([TWO]);
});

test('Saying again by which SIM a number is heard does not make its SIM newer there than it is', async () => {
  const place = { gateway: 'kiosk', device_id: 'said-again', sim_slot: 1 };
  await route(ONE, place);
  world.pass(3600);
  const before = world.now;
  world.pass(3600);
  await route(ONE, place);
  world.pass(300);
  await route(TWO, place);
  const late = { device_id: place.device_id, sim_slot: 1 };
  expect(await arrive('kiosk', { ...late, received_at: before })).toBe(ONE);
  expect(await arrive('kiosk', late)).toBe(ONE);
  world.pass(60);
  expect(await arrive('kiosk', late)).toBe(TWO);
});
