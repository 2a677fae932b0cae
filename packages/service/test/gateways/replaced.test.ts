import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber, unrouteNumber } from '../../src/engine/gateways/route.ts';
import { findGatewaySenders } from '../../src/engine/gateways/sending.ts';
import { hearGateway } from '../book/gateway.ts';
import { openWorld, type World } from '../collection/world.ts';

const MSISDN = '+23566001001';

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

/** A phone that sends and holds the SIM, besides those that may; when it was last heard. */
async function phone(name: string, last_seen_at: Date, also = true): Promise<string> {
  const sending = {
    ...{ send_url: 'https://phone.example/v1', username: name, password: 'quiet', is_private: false },
  };
  const command = { name, adapter: 'sms-gate', secret: null, config: {}, sending } as const;
  const [created] = await createGateways(services(), [command]);
  if (created?.kind !== 'created') throw new Error(JSON.stringify(created));
  const { id } = created.gateway;
  await routeNumber(services(), { number: MSISDN, gateway: id, device_id: 'phone', sim_slot: 1, also });
  await hearGateway(world.db.pool, id, { last_seen_at });
  return id;
}

test('Payers are told by the phone that is heard, not by one that is silent and had the SIM before', async () => {
  const number_id = await world.liveNumber(MSISDN, { sends: false });
  const before = (minutes: number) => new Date(world.now.getTime() - minutes * MINUTE_MS);
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
    const [sender] = await findGatewaySenders(services(), [number_id]);
    expect(sender).toMatchObject({ gateway_id: gateway, device_id: known, sim_slot: 2 });
  }
});
