import { expect, test } from 'vitest';
import { openBefore } from './before.ts';

test('0024 lets the keys that could read events read them on, and no other key', async () => {
  const db = await openBefore('0024');
  try {
    await db.pool.query(`
      insert into merchants (id, name, created_at) values (gen_random_uuid(), 'Shop', now());
      insert into api_keys (id, merchant_id, environment, key_hash, last4, scopes, created_at)
        select gen_random_uuid(), m.id, 'test', sha256(k.last4::bytea), k.last4, k.scopes::text[], now()
          from merchants m, (values ('both', '{webhook_endpoints:read,sandbox:write}'),
            ('none', '{}'), ('only', '{webhook_endpoints:write}')) k (last4, scopes)`);
    await db.migrateAll();
    const { rows } = await db.pool.query('select last4, scopes from api_keys order by last4');
    expect(rows).toEqual([
      { last4: 'both', scopes: ['webhook_endpoints:read', 'sandbox:write', 'events:read'] },
      { last4: 'none', scopes: [] },
      { last4: 'only', scopes: ['webhook_endpoints:write'] },
    ]);
  } finally {
    await db.drop();
  }
});
