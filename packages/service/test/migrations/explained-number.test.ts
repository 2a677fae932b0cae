import { expect, test } from 'vitest';
import { unchecked } from '../database/unchecked.ts';
import { openBefore } from './before.ts';

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [NUMBER, STEP, LATER] = [id(1), id(11), id(12)];
const EXPLAINED = `insert into book_explanations (step_id, meaning, explained_at) values ($1, 'write_off', now())`;

test('0108 notes of which number is what people have explained, and whatever is explained from then on says so by itself', async () => {
  const db = await openBefore('0108');
  try {
    await unchecked(db.pool, async (client) => {
      await client.query(
        `insert into book_steps (id, collection_number_id, ordinal, kind, strength, before_xaf, after_xaf, occurred_at)
        select step_id, $1, ordinal, 'UNEXPLAINED', 'ANCHORED', 5000, 4000, now()
        from unnest($2::uuid[]) with ordinality as t (step_id, ordinal)`,
        [NUMBER, [STEP, LATER]],
      );
      await client.query(EXPLAINED, [STEP]);
    });
    await db.migrateAll();
    await db.pool.query(EXPLAINED, [LATER]);
    const { rows } = await db.pool.query(
      'select step_id, collection_number_id from book_explanations order by 1',
    );
    expect(rows).toEqual([STEP, LATER].map((step_id) => ({ step_id, collection_number_id: NUMBER })));
    await unchecked(db.pool, (client) => client.query('delete from book_explanations'));
    await unchecked(db.pool, (client) => client.query('delete from book_steps'));
  } finally {
    await db.drop();
  }
});
