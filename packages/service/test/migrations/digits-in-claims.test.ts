import { expect, test } from 'vitest';
import { unchecked } from '../database/unchecked.ts';
import { openBefore } from './before.ts';

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [NUMBER, WAITS, LATER] = [id(1), id(11), id(12)];
const CLAIMED = `insert into book_claims (notice_id, collection_number_id, told, amounts_xaf, occurred_at, precision_ms, arrived_at)
  values ($1, $2, '{"readings":[],"moves":[]}', '{}', now(), 0, now())`;

test('0111 notes which figures waiting words print, and whatever waits from then on says so by itself', async () => {
  const db = await openBefore('0111');
  try {
    await unchecked(db.pool, async (client) => {
      await client.query(
        `insert into notices (id, environment, operator, source, body, collection_number_id, received_at, created_at)
        select notice_id, 'live', 'AIRTEL', 'GATEWAY_SMS', 'Ref mp261121.1200.B１２ annulee, 500 FCFA', $1, now(), now()
        from unnest($2::uuid[]) as t (notice_id)`,
        [NUMBER, [WAITS, LATER]],
      );
      await client.query(CLAIMED, [WAITS, NUMBER]);
    });
    await db.migrateAll();
    await unchecked(db.pool, async (client) => {
      // Its trigger runs; its number is not asked for.
      await client.query('alter table book_claims enable always trigger book_claims_digits');
      await client.query(CLAIMED, [LATER, NUMBER]);
    });
    const { rows } = await db.pool.query(
      'select notice_id, array(select unnest(digits) order by 1) as digits from book_claims order by 1',
    );
    expect(rows).toEqual(
      [WAITS, LATER].map((notice_id) => ({ notice_id, digits: ['12', '1200', '261121', '500'] })),
    );
    await unchecked(db.pool, (client) => client.query('delete from book_claims'));
    await unchecked(db.pool, (client) => client.query('delete from notices'));
  } finally {
    await db.drop();
  }
});
