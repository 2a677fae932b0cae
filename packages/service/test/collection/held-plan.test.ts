import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadCredit } from '../../src/domain/credit.ts';
import { decideCredits } from '../../src/engine/credits/decide.ts';
import { atomically } from '../../src/store/connect/atomically.ts';
import { unchecked } from '../database/unchecked.ts';
import { emptyPayments, fillPayments } from '../payments/history.ts';
import { explained } from '../payments/plan.ts';
import { openWorld, type World } from './world.ts';

const NUMBER = '01890000-0000-7000-8000-000000000001';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const merchant_id = await world.merchant();
  // Weeks of one SIM and one price, a session each minute; all have closed long before the money moved.
  await fillPayments(world.db.pool, {
    ...{ merchant_id, environment: 'live', size: 30_000, every_s: 60, before: world.now },
  });
  // The number is none of ours.
  await unchecked(world.db.pool, async (client) => {
    for (const table of ['payment_sessions', 'transactions'])
      await client.query(
        `update ${table} set collection_number_id = $1, assigned_collection_number = '+23566000001', amount_xaf = 5000`,
        [NUMBER],
      );
  });
  await world.rows('vacuum analyze');
});
afterAll(async () => {
  await emptyPayments(world.db.pool);
  await world.close();
});

test.each([
  ['its money moved', 5000, null],
  // Each sum like it is a range of each index.
  ['money like it moved of a payer whose operator hides digits', 4950, '66••••56'],
])(
  'Who held a number for a sum when %s is found without reading whoever had let it go, however many they are',
  async (_when, amount_xaf, payer) => {
    const { services } = world;
    const id = services.newId();
    const moved_at = new Date(world.now.getTime() + 3_600_000);
    const credit: ReadCredit = {
      ...({ id, notice_id: id, environment: 'live', merchant_id: null } as const),
      ...({ operator: 'AIRTEL', kind: 'CREDIT', booked_on: 'FLOAT' } as const),
      ...{ collection_number_id: NUMBER, amount_xaf, payer, motif: null },
      ...{ operator_transaction_id: null, balance_xaf: null, received_at: moved_at, occurred_at: moved_at },
      ...{ occurred_precision_ms: 60_000, doubts: [] },
    };
    const plans = await explained(world.db.pool, () =>
      atomically(services.pool, (client) => decideCredits(services, client, [credit], moved_at)),
    );
    const plan = plans.find(({ name }) => name === 'find_claimants');
    for (const index of ['payment_sessions_lapsed', 'payment_sessions_spent', 'transactions_spent'])
      expect(plan?.text).toContain(index);
    expect(plan?.nodes.filter(({ type, removed }) => type === 'Seq Scan' || removed > 2)).toEqual([]);
    console.log(plan?.blocks, plan?.text);
    expect(plan?.blocks).toBeLessThan(150);
  },
);
