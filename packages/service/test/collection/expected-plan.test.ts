import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadCredit } from '../../src/domain/credit.ts';
import { decideCredits } from '../../src/engine/credits/decide.ts';
import { atomically } from '../../src/store/connect/atomically.ts';
import { emptyPayments, fillPayments } from '../payments/history.ts';
import { explained } from '../payments/plan.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const merchant_id = await world.merchant();
  const filled = { merchant_id, environment: 'live', size: 30_000, every_s: 60, is_failed: true } as const;
  await fillPayments(world.db.pool, { ...filled, before: world.now });
  // One payer's sessions of years, of one amount each day.
  await fillPayments(world.db.pool, {
    ...filled,
    first: 40_001,
    size: 3000,
    every_s: 3600,
    before: world.now,
  });
  await world.rows(`update payment_sessions set customer_phone = '+23566123456', amount_xaf = 5000
    where reference ~ '^ORDER-4[0-9]{4}$'`);
  await world.rows('vacuum analyze');
});
afterAll(async () => {
  await emptyPayments(world.db.pool);
  await world.close();
});

test('Whom a payer was expected by when the money moved is found by what expired that day, whatever expired before', async () => {
  const { services } = world;
  const [first] = await world.rows<{ expires_at: Date }>(
    `select expires_at from payment_sessions where customer_phone = '+23566123456' order by expires_at limit 1`,
  );
  const moved_at = new Date((first?.expires_at ?? world.now).getTime() - 60_000);
  const id = services.newId();
  const credit: ReadCredit = {
    ...({
      id,
      notice_id: id,
      environment: 'live',
      merchant_id: null,
      operator: 'AIRTEL',
      kind: 'CREDIT',
    } as const),
    ...{ collection_number_id: services.newId(), amount_xaf: 5000, payer: '66123456', motif: null },
    ...{ operator_transaction_id: null, balance_xaf: null, received_at: world.now, occurred_at: moved_at },
    ...({ occurred_precision_ms: 60_000, doubts: [], booked_on: 'FLOAT' } satisfies Partial<ReadCredit>),
  };
  const decide = () =>
    atomically(services.pool, (client) => decideCredits(services, client, [credit], world.now));
  const plans = await explained(world.db.pool, decide);
  const plan = plans.find(({ name }) => name === 'find_claimants');
  for (const index of ['payment_sessions_expected', 'payment_sessions_closed_since', 'transactions_asks'])
    expect(plan?.text).toContain(index);
  expect(plan?.nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
  expect(plan?.blocks).toBeLessThan(150);
  const [tied] = (await decide()).decided.values();
  expect(tied?.decision.claimants.length).toBeGreaterThan(0);
});
