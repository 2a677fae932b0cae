import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { openEmptyDatabase } from '../database/open.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const SUBJECT = '01890000-0000-7000-8000-00000000000a';
const PROPOSE = `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, note, proposed_at)
  values (gen_random_uuid(), 'review.confirm', '${SUBJECT}', '{}', 250000, 'Awa', 'seen', now())`;

test('0020 keeps what waits for a second person, still one proposal a subject', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chari-before-'));
  const db = await openEmptyDatabase();
  try {
    const before = (await readdir(MIGRATIONS)).filter((name) => name < '0020');
    await Promise.all(before.map((name) => cp(join(MIGRATIONS, name), join(folder, name))));
    await migrate(db.pool, folder);
    await db.pool.query(PROPOSE);
    await migrate(db.pool, MIGRATIONS);
    const { rows } = await db.pool.query('select subject_id, proposed_by, settled_at from staff_proposals');
    expect(rows).toEqual([{ subject_id: SUBJECT, proposed_by: 'Awa', settled_at: null }]);
    await expect(db.pool.query(PROPOSE)).rejects.toThrow('staff_proposals_open');
  } finally {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
