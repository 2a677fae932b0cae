import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { openEmptyDatabase } from '../database/open.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

test('0024 lets the keys that could read events read them on, and no other key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chari-before-'));
  const db = await openEmptyDatabase();
  try {
    const before = (await readdir(MIGRATIONS)).filter((name) => name < '0024');
    await Promise.all(before.map((name) => cp(join(MIGRATIONS, name), join(folder, name))));
    await migrate(db.pool, folder);
    await db.pool.query(`
      insert into merchants (id, name, created_at) values (gen_random_uuid(), 'Shop', now());
      insert into api_keys (id, merchant_id, environment, key_hash, last4, scopes, created_at)
        select gen_random_uuid(), m.id, 'test', sha256(k.last4::bytea), k.last4, k.scopes::text[], now()
          from merchants m, (values ('both', '{webhook_endpoints:read,sandbox:write}'),
            ('none', '{}'), ('only', '{webhook_endpoints:write}')) k (last4, scopes)`);
    await migrate(db.pool, MIGRATIONS);
    const { rows } = await db.pool.query('select last4, scopes from api_keys order by last4');
    expect(rows).toEqual([
      { last4: 'both', scopes: ['webhook_endpoints:read', 'sandbox:write', 'events:read'] },
      { last4: 'none', scopes: [] },
      { last4: 'only', scopes: ['webhook_endpoints:write'] },
    ]);
  } finally {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
