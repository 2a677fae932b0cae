import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { showProfiles } from '../../src/store/kyc/profiles.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { openEmptyDatabase } from '../database/open.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

test('0030 leaves merchants that were approved approved, under their name, and the others as they were', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chari-before-'));
  const db = await openEmptyDatabase();
  try {
    const before = (await readdir(MIGRATIONS)).filter((name) => name < '0030');
    await Promise.all(before.map((name) => cp(join(MIGRATIONS, name), join(folder, name))));
    await migrate(db.pool, folder);
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into merchants (id, name, kyc_status, kyc_approved_at, created_at) values
        (gen_random_uuid(), 'Approved', 'APPROVED', '2026-01-01', now()), (gen_random_uuid(), 'New', 'PENDING', null, now())
       returning id`,
    );
    await migrate(db.pool, MIGRATIONS);
    const shown = await showProfiles(
      db.pool,
      rows.map(({ id }) => id),
    );
    expect(shown.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'Approved', kyc_status: 'APPROVED', state: 'DRAFT', version: 0, approved_version: null },
      { name: 'New', kyc_status: 'PENDING', state: 'DRAFT', version: 0, approved_version: null },
    ]);
  } finally {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
