import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
});
afterEach(async () => {
  await airtel.close();
  await world.close();
});

it('A gateway whose login does not open keeps no push of the same round from Airtel, and its payer is told later', async () => {
  await world.liveNumber('+23595000001', { operator: 'MOOV', sends: false });
  const services = {
    ...world.services,
    secret_key: Buffer.alloc(32, 6),
    randomBytes: (bytes: number) => Buffer.alloc(bytes, 3),
  };
  const sending = { send_url: 'http://127.0.0.1:9', username: 'chari', password: 'quiet', is_private: true };
  await createGateways(services, [
    { name: 'phone-1', adapter: 'sms-gate', secret: null, config: {}, sending },
  ]);
  const merchant = await world.merchant();
  const live = async (operator: 'AIRTEL' | 'MOOV', phone_number: string) => {
    const [one] = await world.transactions(merchant, 1, { environment: 'live', operator, phone_number });
    return one ?? { id: '' };
  };
  const pushed = await live('AIRTEL', '+23566123456');
  const untold = await live('MOOV', '+23595123456');
  const sms = world.manualSms(async () => ({ kind: 'accepted', already: false }));
  const { answered } = await world.worker([airtel.rail, sms]).round();
  await answered;
  expect(airtel.simulator.ledger.payments.size).toBe(1);
  expect(await world.workOf(pushed)).toMatchObject({ step: 'enquire' });
  expect(await world.workOf(untold)).toMatchObject({ step: 'initiate', begun_at: null, leased_until: null });
  expect(await world.breaker('manual-sms')).toBe('closed 1');
  expect(world.failures).toMatchObject([{ step: 'rail', error: expect.any(Error) }]);
});
