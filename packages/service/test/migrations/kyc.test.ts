import { expect, test } from 'vitest';
import { showProfiles } from '../../src/store/kyc/profiles.ts';
import { openBefore } from './before.ts';

test('0030 leaves merchants that were approved approved, under their name, and the others as they were', async () => {
  const db = await openBefore('0030');
  try {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into merchants (id, name, kyc_status, kyc_approved_at, created_at) values
        (gen_random_uuid(), 'Approved', 'APPROVED', '2026-01-01', now()), (gen_random_uuid(), 'New', 'PENDING', null, now())
       returning id`,
    );
    await db.migrateAll();
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
  }
});
