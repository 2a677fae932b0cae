import { expect, test } from 'vitest';
import type { TestDatabase } from '../database/open.ts';
import { openBefore } from './before.ts';

const CONFIRM = (version: number, by: string, at: string, template_id = 'airtel-credit') =>
  `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
    values ('${template_id}', ${version}, '${at}', '${by}')`;
const REVOKE = (version: number) =>
  `delete from template_confirmations where template_id = 'airtel-credit' and template_version = ${version}`;

/** A database of before, with what had been confirmed in it, brought up to date. */
async function upgraded(before: readonly string[], act: (db: TestDatabase) => Promise<void>): Promise<void> {
  const db = await openBefore('0103');
  try {
    for (const statement of before) await db.pool.query(statement);
    await db.migrateAll();
    await act(db);
  } finally {
    await db.drop();
  }
}

const confirmed = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query<{ key: string; by: string; at: Date }>(
    `select template_id || '@' || template_version as key, confirmed_by as by, confirmed_at as at
    from template_confirmations order by key`,
  );
  return rows.map(({ key, by, at }) => `${key} ${by} ${at.toISOString()}`);
};

const THEN = '2026-03-01T10:00:00.000Z';
const LATER = '2026-09-01T10:00:00.000Z';

test('0103 lets those who had confirmed airtel-credit@1 stand for airtel-credit@2, which reads no more, and for nothing else', () =>
  upgraded([CONFIRM(1, 'Brahim', THEN), CONFIRM(1, 'Awa', THEN, 'moov-credit')], async (db) => {
    expect(await confirmed(db)).toEqual([
      `airtel-credit@1 Brahim ${THEN}`,
      `airtel-credit@2 Brahim ${THEN}`,
      `moov-credit@1 Awa ${THEN}`,
    ]);
  }));

test('0103 confirms nothing that nobody had confirmed, and leaves what people have said of airtel-credit@2', async () => {
  await upgraded([], async (db) => expect(await confirmed(db)).toEqual([]));
  await upgraded([CONFIRM(1, 'Brahim', THEN), CONFIRM(2, 'Chantal', LATER)], async (db) => {
    expect(await confirmed(db)).toContain(`airtel-credit@2 Chantal ${LATER}`);
    await db.pool.query(REVOKE(1));
    expect(await confirmed(db)).toEqual([`airtel-credit@2 Chantal ${LATER}`]);
  });
});

test('What people confirm or take back in a process of before, which knows airtel-credit@1 alone, holds of both', () =>
  upgraded([CONFIRM(1, 'Brahim', THEN)], async (db) => {
    await db.pool.query(REVOKE(1));
    expect(await confirmed(db)).toEqual([]);
    await db.pool.query(CONFIRM(1, 'Awa', LATER));
    expect(await confirmed(db)).toEqual([`airtel-credit@1 Awa ${LATER}`, `airtel-credit@2 Awa ${LATER}`]);
    await db.pool.query(REVOKE(2));
    expect(await confirmed(db)).toEqual([]);
  }));
