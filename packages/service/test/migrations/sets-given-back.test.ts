import { expect, test } from 'vitest';
import { openBefore } from './before.ts';

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [FIRST, SECOND, OPEN, LATE] = [id(11), id(12), id(13), id(14)];

const set = (settlement: string, line: number, cause_id: string, cause: string, amount_xaf: number) =>
  `insert into settlement_transfers (settlement_id, line, account_id, cause_id, cause, amount_xaf, occurred_at)
    values ('${settlement}', ${line}, 1, '${cause_id}', '${cause}', ${amount_xaf}, '2026-11-20T10:00Z')`;
const due = (cause_id: string, cause: string, amount_xaf: number) =>
  `insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
    values (1, '2026-11-21T10:00Z', '${cause_id}', '${cause}', ${amount_xaf})`;
const moved = (cause_id: string, cause: string, amount_xaf: number) =>
  `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at, occurred_at)
    values ('live', 2, 1, ${amount_xaf}, '${cause}', '${cause_id}', now(), now())`;

test('0086 takes apart what settlements had given back as one row, also where it had been drafted and given back again, and leaves what is drafted', async () => {
  const db = await openBefore('0086');
  const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
  try {
    await rows(
      [
        'begin; set local session_replication_role = replica',
        // Drafted, cancelled, drafted with another payment, and cancelled again.
        set(FIRST, 1, id(1), 'SESSION_SUCCESS', 5000),
        set(FIRST, 2, id(1), 'SESSION_FEE', -75),
        set(SECOND, 1, FIRST, 'SETTLEMENT_RETURNED', 4925),
        set(SECOND, 2, id(2), 'SESSION_SUCCESS', 700),
        due(SECOND, 'SETTLEMENT_RETURNED', 5625),
        // Cancelled, and on its way again.
        set(OPEN, 1, id(3), 'SETTLEMENT_RETURNED', 900),
        // Failed, paid after all, and sent back: its set was given back when it failed.
        set(LATE, 1, id(4), 'SESSION_SUCCESS', 300),
        moved(LATE, 'SETTLEMENT_RETURNED', 300),
        due(LATE, 'SETTLEMENT_RETURNED', 300),
        due(LATE, 'SETTLEMENT_SENT_BACK', 300),
        'commit',
      ].join('; '),
    );
    await db.migrateBelow('0087');
    expect(
      await rows('select cause_id, cause, amount_xaf::int, turn from unsettled_transfers order by 1, 2 desc'),
    ).toEqual([
      { cause_id: id(1), cause: 'SESSION_SUCCESS', amount_xaf: 5000, turn: 1 },
      { cause_id: id(1), cause: 'SESSION_FEE', amount_xaf: -75, turn: 1 },
      { cause_id: id(2), cause: 'SESSION_SUCCESS', amount_xaf: 700, turn: 1 },
      { cause_id: id(4), cause: 'SESSION_SUCCESS', amount_xaf: 300, turn: 1 },
      { cause_id: LATE, cause: 'SETTLEMENT_SENT_BACK', amount_xaf: 300, turn: 0 },
    ]);
    expect(
      await rows('select cause, turn from settlement_transfers where settlement_id = $1', [OPEN]),
    ).toEqual([{ cause: 'SETTLEMENT_RETURNED', turn: 0 }]);
  } finally {
    // They have no books, which every database is held against at its end.
    await rows(
      `begin; set local session_replication_role = replica; delete from settlement_transfers;
        delete from unsettled_transfers; delete from ledger_transfers; commit`,
    );
    await db.drop();
  }
});
