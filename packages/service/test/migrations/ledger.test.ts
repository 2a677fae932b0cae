import { expect, test } from 'vitest';
import { listFees } from '../../src/engine/fees/schedules.ts';
import type { Services } from '../../src/engine/services.ts';
import { booksByItself } from '../evidence/books.ts';
import { openBefore } from './before.ts';

test('0034 counts what was booked before it, leaves it unsettled, and keeps each merchant’s fee for both flows', async () => {
  const db = await openBefore('0034');
  try {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into merchants (id, name, fee_basis_points, created_at)
       values (gen_random_uuid(), 'Shop', 150, '2026-01-01T00:00:00Z') returning id`,
    );
    const merchant_id = rows[0]?.id ?? '';
    booksByItself(db.pool);
    await db.pool.query(
      `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at)
      select 'live', case when x > 0 then w.id else p.id end, case when x > 0 then p.id else w.id end, abs(x),
        'STEP_EXPLAINED', gen_random_uuid(), at
      from (values (5000, '2026-07-14T22:59:59Z'::timestamptz), (-75, '2026-07-14T22:59:59Z'),
        (700, '2026-07-14T23:00:00Z')) m (x, at)
      join ledger_accounts p on p.kind = 'PAYABLE' and p.environment = 'live' and p.owner_id = $1
      join ledger_accounts w on w.kind = 'WRITE_OFF' and w.environment = 'live'`,
      [merchant_id],
    );
    await db.migrateAll();
    const fees = await listFees({ pool: db.pool } as Services, { merchant_id, limit: 10 });
    expect(
      fees.map(({ flow, basis_points, valid_from }) => [flow, basis_points, valid_from.toISOString()]),
    ).toEqual([
      ['transaction', 150, '2026-01-01T00:00:00.000Z'],
      ['session', 150, '2026-01-01T00:00:00.000Z'],
    ]);
    const days = await db.pool.query(
      `select d.day::text, d.credit_xaf - d.debit_xaf as moved_xaf, d.transfers, payable_balance(d.account_id) as balance_xaf,
        (select sum(amount_xaf)::bigint from unsettled_transfers u where u.account_id = d.account_id) as unsettled_xaf
      from ledger_days d join payables using (account_id) order by d.day`,
    );
    expect(days.rows).toEqual([
      { day: '2026-07-14', moved_xaf: 4925, transfers: 2, balance_xaf: 5625, unsettled_xaf: 5625 },
      { day: '2026-07-15', moved_xaf: 700, transfers: 1, balance_xaf: 5625, unsettled_xaf: 5625 },
    ]);
    // What was there cannot be changed, as before.
    await expect(db.pool.query('update ledger_transfers set amount_xaf = 1')).rejects.toMatchObject({
      code: '23001',
    });
  } finally {
    // Proves the books as well.
    await db.drop();
  }
});
