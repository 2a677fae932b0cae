import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { openEmptyDatabase, type TestDatabase } from '../database/open.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

export type DatabaseBefore = TestDatabase & {
  /** Brings it on to before the migration of this number. */
  migrateBelow: (limit: string) => Promise<void>;
  /** Brings it to where the project stands. */
  migrateAll: () => Promise<void>;
};

/** A database as it was before the migration of this number. */
export async function openBefore(limit: string): Promise<DatabaseBefore> {
  const folder = await mkdtemp(join(tmpdir(), 'chari-before-'));
  const db = await openEmptyDatabase();
  const migrateBelow = async (below: string): Promise<void> => {
    const names = (await readdir(MIGRATIONS)).filter((name) => name < below);
    await Promise.all(names.map((name) => cp(join(MIGRATIONS, name), join(folder, name))));
    await migrate(db.pool, folder);
  };
  await migrateBelow(limit);
  return {
    ...db,
    migrateBelow,
    migrateAll: async () => {
      await migrate(db.pool, MIGRATIONS);
    },
    async drop() {
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
