import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber, setGateway, unrouteNumber } from '../../src/engine/gateways/route.ts';
import { findGatewaySenders } from '../../src/engine/gateways/sending.ts';
import { putSignals } from '../../src/store/gateways/lives.ts';
import { hearGateway } from '../book/gateway.ts';
import { openWorld, type World } from '../collection/world.ts';

const MSISDN = '+23566001001';
const before = (minutes: number) => new Date(world.now.getTime() - minutes * MINUTE_MS);
const senderOf = async (number: string) => (await findGatewaySenders(services(), [number]))[0]?.gateway_id;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const services = () => ({
  ...world.services,
  secret_key: Buffer.alloc(32, 7),
  randomBytes: (bytes: number) => Buffer.alloc(bytes, 3),
});

/** A gateway that sends; when it was last heard. */
async function gateway(name: string, last_seen_at: Date): Promise<string> {
  const sending = {
    ...{ send_url: 'https://phone.example/v1', username: name, password: 'quiet', is_private: false },
  };
  const command = { name, adapter: 'sms-gate', secret: null, config: {}, sending } as const;
  const [created] = await createGateways(services(), [command]);
  if (created?.kind !== 'created') throw new Error(JSON.stringify(created));
  await hearGateway(world.db.pool, created.gateway.id, { last_seen_at });
  return created.gateway.id;
}

/** A phone that sends and holds the SIM, besides those that may; when it was last heard. */
async function phone(name: string, last_seen_at: Date, also = true): Promise<string> {
  const id = await gateway(name, last_seen_at);
  await routeNumber(services(), { number: MSISDN, gateway: id, device_id: 'phone', sim_slot: 1, also });
  return id;
}

test('Payers are told by the phone that is heard, not by one that is silent and had the SIM before', async () => {
  const number_id = await world.liveNumber(MSISDN, { sends: false });
  const old = await phone('old', before(60));
  const [alone] = await findGatewaySenders(services(), [number_id]);
  expect(alone?.gateway_id).toBe(old);
  const fresh = await phone('fresh', before(1));
  expect((await findGatewaySenders(services(), [number_id]))[0]?.gateway_id).toBe(fresh);
  // Of two that are heard it is always the same, whichever was heard last: asked again, it sends an SMS once.
  await hearGateway(world.db.pool, old, { last_seen_at: world.now });
  expect((await findGatewaySenders(services(), [number_id]))[0]?.gateway_id).toBe(old);
  // The SIM is put into another phone, and those that it was in live on.
  const newest = await phone('newest', before(1), false);
  expect((await findGatewaySenders(services(), [number_id]))[0]?.gateway_id).toBe(newest);
});

test('While a number’s own phone is not heard another one tells its payers, and its own where none is heard', async () => {
  const number_id = await world.liveNumber('+23566001003', { sends: false });
  const own = await gateway('own', before(2));
  await routeNumber(services(), { number: number_id, gateway: own, device_id: 'phone', sim_slot: 1 });
  const [dead, other] = [await gateway('dead', before(600)), await gateway('other', before(1))];
  expect(await senderOf(number_id)).toBe(own);
  await hearGateway(world.db.pool, own, { last_seen_at: before(5) });
  const lives = await senderOf(number_id);
  expect([own, dead]).not.toContain(lives);
  // Of the other numbers' phones too, none is heard any more.
  await world.rows('update sms_gateway_signals set last_seen_at = $1 where gateway_id <> $2', [
    before(600),
    other,
  ]);
  await hearGateway(world.db.pool, own, { last_seen_at: before(5) });
  expect(await senderOf(number_id)).toBe(other);
  await hearGateway(world.db.pool, other, { last_seen_at: before(4) });
  expect(await senderOf(number_id)).toBe(own);
  // Where it can't send, one that was heard lately does rather than one that is silent.
  await setGateway(services(), 'own', 'PAUSED');
  expect(await senderOf(number_id)).toBe(other);
});

test('Of the phones that may have the SIM the one that had it first tells its payers: others are its spare ones', async () => {
  const number_id = await world.liveNumber('+23566001004', { sends: false });
  const [spare, first] = [await gateway('spare', before(1)), await gateway('first', before(1))];
  await routeNumber(services(), { number: number_id, gateway: first, device_id: 'phone', sim_slot: 1 });
  world.pass(60);
  await routeNumber(services(), {
    number: number_id,
    gateway: spare,
    device_id: 'phone',
    sim_slot: 1,
    also: true,
  });
  expect(await senderOf(number_id)).toBe(first);
});

test('Where phones share a gateway the one that is heard is named to tell payers, while a number’s own is not', async () => {
  const number_id = await world.liveNumber('+23566001005', { sends: false });
  await world.rows(`update sms_gateways set status = 'PAUSED'`);
  const shared = await gateway('shared', before(1));
  await routeNumber(services(), { number: number_id, gateway: shared, device_id: 'phone', sim_slot: 2 });
  const said = { pinged_at: null, clock_skew_ms: null, last_received_at: null, lag_ms: null };
  const hear = (gateway_id: string, device_id: string, minutes: number) =>
    putSignals(world.db.pool, [{ gateway_id, device_id, last_seen_at: before(minutes), ...said }]);
  const told = async () => {
    const [sender] = await findGatewaySenders(services(), [number_id]);
    return sender && [sender.gateway_id, sender.device_id, sender.sim_slot];
  };
  await hear(shared, 'beside', 0);
  expect(await told()).toEqual([shared, 'phone', 2]);
  world.pass(5 * 60);
  // None is heard: nobody is better than its own.
  expect(await told()).toEqual([shared, 'phone', 2]);
  const other = await gateway('several', before(20));
  await hear(other, 'heard', 1);
  // Of another gateway too the phone that is heard is named: left to choose, it may take one that is off.
  expect(await told()).toEqual([other, 'heard', null]);
  // What its own gateway has taken already it doesn't send again by another of its phones.
  await hear(shared, 'beside', 1);
  expect(await told()).toEqual([shared, 'beside', null]);
  await hear(shared, 'phone', 0);
  expect(await told()).toEqual([shared, 'phone', 2]);
});

test('A phone that its gateway names by no name that the API for sending knows is left for that to choose', async () => {
  const number_id = await world.liveNumber('+23566001002', { sends: false });
  const sending = {
    ...{ send_url: 'https://phone.example/v1', username: 'U', password: 'quiet', is_private: false },
  };
  for (const [adapter, device_id, known] of [
    ['sms-gate', 'default', null],
    ['sms-gate', 'ffff', 'ffff'],
    ['generic-json', 'ffff', null],
  ] as const) {
    const command = { name: `${adapter}-${device_id}`, adapter, secret: null, config: {}, sending } as const;
    const [created] = await createGateways(services(), [command]);
    if (created?.kind !== 'created') throw new Error(JSON.stringify(created));
    const { id: gateway } = created.gateway;
    await unrouteNumber(services(), number_id);
    await routeNumber(services(), { number: number_id, gateway, device_id, sim_slot: 2 });
    const said = { pinged_at: null, clock_skew_ms: null, last_received_at: null, lag_ms: null };
    await putSignals(world.db.pool, [{ gateway_id: gateway, device_id, last_seen_at: world.now, ...said }]);
    const [sender] = await findGatewaySenders(services(), [number_id]);
    expect(sender).toMatchObject({ gateway_id: gateway, device_id: known, sim_slot: 2 });
  }
});
