import { expect, test } from 'vitest';
import { openBefore } from './before.ts';

test('0049 keeps what a merchant’s payments came to, also what was not folded yet', async () => {
  const db = await openBefore('0049');
  try {
    const merchant = `'01a1fb4a-b660-7000-8006-5b5e86f6487c'::uuid, 'live', date '2026-11-23', 'session', 'AIRTEL'`;
    await db.pool.query(`
      insert into payment_counts (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
        values (${merchant}, 'SUCCESS', 2, 7000);
      insert into payment_count_deltas (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
        values (${merchant}, 'AWAITING_PAYMENT', 1, 5000), (${merchant}, 'AWAITING_PAYMENT', -1, -5000),
          (${merchant}, 'SUCCESS', 1, 5000), (${merchant}, 'COLLECTED', 1, 5000)`);
    await db.migrateAll();
    const { rows } = await db.pool.query(
      'select status, count::int, amount_xaf::int from payment_counts where count <> 0 order by status',
    );
    expect(rows).toEqual([
      { status: 'COLLECTED', count: 1, amount_xaf: 5000 },
      { status: 'SUCCESS', count: 3, amount_xaf: 12_000 },
    ]);
  } finally {
    await db.drop();
  }
});
