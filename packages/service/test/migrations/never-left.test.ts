import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DatabaseBefore, openBefore } from './before.ts';

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let db: DatabaseBefore;
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

beforeEach(async () => {
  db = await openBefore('0105');
});
afterEach(async () => {
  await db.drop();
});

test('0105 takes back what one person has said of settlements that never left, and nothing else', async () => {
  const propose = (n: number, action: string, terms: object) =>
    rows(
      `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, note, proposed_at)
      values ($1::uuid, $2, $1::text || '/end', $3, 0, 'Awa', 'seen', now())`,
      [id(n), action, JSON.stringify(terms)],
    );
  await propose(1, 'settlement.fail', { reference: 'R', says: 'not sent' });
  await propose(2, 'settlement.prove', { reference: 'R', says: 'FAILED', source: 'book' });
  await db.migrateBelow('0111');
  expect(
    await rows('select id, outcome, settled_by from staff_proposals where settled_at is not null'),
  ).toEqual([{ id: id(1), outcome: 'WITHDRAWN', settled_by: 'chari (migration 0105)' }]);
});
