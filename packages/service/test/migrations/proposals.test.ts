import { expect, test } from 'vitest';
import { openBefore } from './before.ts';

const SUBJECT = '01890000-0000-7000-8000-00000000000a';
const PROPOSE = `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, note, proposed_at)
  values (gen_random_uuid(), 'review.confirm', '${SUBJECT}', '{}', 250000, 'Awa', 'seen', now())`;

test('0020 keeps what waits for a second person, one proposal a subject, and 0031 takes back what a name proposed', async () => {
  const db = await openBefore('0020');
  try {
    await db.pool.query(PROPOSE);
    await db.migrateBelow('0031');
    const { rows } = await db.pool.query('select subject_id, proposed_by, settled_at from staff_proposals');
    expect(rows).toEqual([{ subject_id: SUBJECT, proposed_by: 'Awa', settled_at: null }]);
    await expect(db.pool.query(PROPOSE)).rejects.toThrow('staff_proposals_open');
    await db.migrateAll();
    const { rows: after } = await db.pool.query(
      'select outcome, settled_by, settled_by_account from staff_proposals',
    );
    expect(after).toEqual([
      { outcome: 'WITHDRAWN', settled_by: 'chari (migration 0031)', settled_by_account: null },
    ]);
  } finally {
    await db.drop();
  }
});
