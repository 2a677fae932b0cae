import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMark } from '../../src/domain/payment/counter.ts';
import { freezeMerchants } from '../../src/engine/desk/merchants/stop-merchants.ts';
import { beginPayment } from '../../src/engine/payments/counter.ts';
import { openWorld, type World } from '../collection/world.ts';

const cashier = '01890000-0000-7000-8000-00000000ca51';
let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  await world.liveNumber('+23566001000');
  await world.rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at)
     values ($1, 'cashier@example.com', 'Cashier', 'fr', $2, $2)`,
    [cashier, world.now],
  );
  await freezeMerchants(world.services, [
    { merchant_id: merchant, environment: 'live', freezes: true, actor: 'Awa', note: 'a thief' },
  ]);
  world.pass(5);
});
afterAll(() => world.close());

test.each([
  ['manual-sms', 'session'],
  ['manual-sms', 'transaction'],
  ['airtel-open-api', 'session'],
  ['airtel-open-api', 'transaction'],
] as const)('a merchant frozen in live begins no payment at the counter: rail %s, %s', async (rail, how) => {
  world.services.policy = { ...world.services.policy, live_rails: { AIRTEL: rail, MOOV: 'manual-sms' } };
  const outcome = await beginPayment(world.services, {
    merchant_id: merchant,
    environment: 'live',
    account_id: cashier,
    mark: newMark(Math.random),
    payment: {
      amount_xaf: 2500 + rail.length * 100 + how.length,
      operator: 'AIRTEL',
      payer_phone: '+23566123456',
      description: null,
      how,
    },
  });
  const work = await world.rows('select transaction_id from rail_work');
  expect({ kind: outcome.kind, asks: work.length }).toEqual({ kind: 'frozen', asks: 0 });
});
