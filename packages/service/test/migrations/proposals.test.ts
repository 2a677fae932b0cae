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

test('0020 keeps what waits for a second person, one proposal a subject, and 0031 takes back what a name proposed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chari-before-'));
  const db = await openEmptyDatabase();
  const copy = async (before: string) => {
    const names = (await readdir(MIGRATIONS)).filter((name) => name < before);
    await Promise.all(names.map((name) => cp(join(MIGRATIONS, name), join(folder, name))));
  };
  try {
    await copy('0020');
    await migrate(db.pool, folder);
    await db.pool.query(PROPOSE);
    await copy('0031');
    await migrate(db.pool, folder);
    const { rows } = await db.pool.query('select subject_id, proposed_by, settled_at from staff_proposals');
    expect(rows).toEqual([{ subject_id: SUBJECT, proposed_by: 'Awa', settled_at: null }]);
    await expect(db.pool.query(PROPOSE)).rejects.toThrow('staff_proposals_open');
    await migrate(db.pool, MIGRATIONS);
    const { rows: after } = await db.pool.query(
      'select outcome, settled_by, settled_by_account from staff_proposals',
    );
    expect(after).toEqual([
      { outcome: 'WITHDRAWN', settled_by: 'chari (migration 0031)', settled_by_account: null },
    ]);
  } finally {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
