import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DatabaseBefore, openBefore } from './before.ts';

// A database as it was before 0104, with what was asked for and proposed under the rules of then, and what 0104 makes of it.

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const MERCHANT = id(1);

let db: DatabaseBefore;
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

beforeEach(async () => {
  db = await openBefore('0104');
  await rows(`insert into merchants (id, name, created_at) values ($1, 'Shop', now())`, [MERCHANT]);
});
afterEach(async () => {
  await db.drop();
});

async function member(n: number, role: string, ended: boolean): Promise<void> {
  await rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, $2, 'P', 'fr', now(), now())`,
    [id(n), `${n}@example.com`],
  );
  await rows(
    `insert into members (id, account_id, merchant_id, role, created_at, ended_at)
    values ($1, $2, $3, $4, now() - interval '9 days', case when $5 then now() end)`,
    [id(n + 50), id(n), MERCHANT, role, ended],
  );
}

const account = (n: number, by: number, state: string, days: number) =>
  rows(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at, frozen_until,
      decided_by, decided_at)
    values ($1, $2, 'number', 'AIRTEL', '+23566123456', 'Awa', $3, $4, now() - $5 * interval '1 day',
      now() + (3 - $5) * interval '1 day', case when $3 <> 'WAITING' then 'Moussa' end, case when $3 <> 'WAITING' then now() end)`,
    [id(n), MERCHANT, state, `${by}@example.com`, days],
  );

test('0104 takes back the payout accounts, not in force yet, of those who are owners no longer, and of no others', async () => {
  await member(10, 'owner', false);
  await member(11, 'owner', true);
  await member(12, 'cashier', false);
  await account(21, 10, 'CONFIRMED', 1);
  await account(22, 11, 'WAITING', 5);
  await account(23, 11, 'CONFIRMED', 1);
  await account(24, 12, 'CONFIRMED', 2);
  // In force already: it is the merchant's.
  await account(25, 11, 'CONFIRMED', 5);
  await db.migrateBelow('0105');
  expect(await rows('select id, state, decided_by from payout_accounts order by id')).toEqual([
    { id: id(21), state: 'CONFIRMED', decided_by: 'Moussa' },
    ...[22, 23, 24].map((n) => ({
      id: id(n),
      state: 'WITHDRAWN',
      decided_by: 'chari (migration 0104)',
    })),
    { id: id(25), state: 'CONFIRMED', decided_by: 'Moussa' },
  ]);
});

test('0104 takes back what a second person could not agree to, since its terms say more now', async () => {
  const propose = (n: number, action: string, terms: object) =>
    rows(
      `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, note, proposed_at)
      values ($1::uuid, $2, $1::text, $3, 5000, 'Awa', 'seen', now())`,
      [id(n), action, JSON.stringify(terms)],
    );
  await propose(31, 'book.explain', { meaning: 'settlement' });
  await propose(32, 'book.explain', { meaning: 'sweep' });
  await propose(33, 'settlement.cancel', { reference: 'R' });
  await propose(34, 'book.explain', { meaning: 'refund', cause_id: id(9) });
  await propose(35, 'book.explain', { meaning: 'write_off' });
  await propose(36, 'settlement.cancel', { reference: 'R', taken_at: '2026-11-20T10:00:00.000Z' });
  await propose(37, 'settlement.approve', { reference: 'R' });
  await db.migrateBelow('0105');
  expect(
    await rows('select id, settled_by from staff_proposals where settled_at is not null order by id'),
  ).toEqual([31, 32, 33].map((n) => ({ id: id(n), settled_by: 'chari (migration 0104)' })));
});
