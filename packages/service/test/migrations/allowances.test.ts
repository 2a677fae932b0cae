import { expect, test } from 'vitest';
import { openBefore } from './before.ts';

test('0019 gives the live holds of before their places, and those of the sandbox none', async () => {
  const db = await openBefore('0016');
  try {
    await db.pool.query(`
      insert into merchants (id, name, created_at) values (gen_random_uuid(), 'Shop', now());
      insert into collection_numbers (id, environment, operator, merchant_id, msisdn, created_at)
        select gen_random_uuid(), e, 'AIRTEL', case e when 'test' then m.id end, '+2356600100' || n, now()
        from merchants m, unnest(array['test', 'live']) e, generate_series(1, 3) n;
      insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
          collection_number_id, assigned_collection_number, created_at, expires_at)
        select gen_random_uuid(), m.id, c.environment, c.msisdn || a, lpad((row_number() over ())::text, 8, 'A'), a,
          'AIRTEL', 'AWAITING_PAYMENT', c.id, c.msisdn, now(), now() + interval '10 minutes'
        from merchants m, collection_numbers c, unnest(array[500, 700]) a;
      insert into collection_holds (session_id, collection_number_id, amount_xaf, ticket, due_at)
        select id, collection_number_id, amount_xaf, ticket, expires_at from payment_sessions`);
    await db.migrateAll();
    const { rows } = await db.pool.query(
      `select s.environment, h.amount_xaf, count(distinct h.merchant_id)::int as merchants,
        array_agg(h.allowance_slot order by h.allowance_slot) as slots,
        array_agg(h.amount_share order by h.amount_share) as shares
       from collection_holds h join payment_sessions s on s.ticket = h.ticket
       group by 1, 2 order by 1, 2`,
    );
    expect(rows.map(({ slots: _, ...row }) => row)).toEqual([
      { environment: 'live', amount_xaf: 500, merchants: 1, shares: [1, 2, 3] },
      { environment: 'live', amount_xaf: 700, merchants: 1, shares: [1, 2, 3] },
      { environment: 'test', amount_xaf: 500, merchants: 0, shares: [null, null, null] },
      { environment: 'test', amount_xaf: 700, merchants: 0, shares: [null, null, null] },
    ]);
    expect(rows.flatMap(({ slots }) => slots).toSorted()).toEqual([1, 2, 3, 4, 5, 6, ...Array(6).fill(null)]);
  } finally {
    await db.drop();
  }
});
