import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from './open.ts';

describe('a test database', async () => {
  const [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  afterAll(() => Promise.all([one.drop(), other.drop()]));

  test('comes with the whole schema', async () => {
    const { rows } = await one.pool.query('select count(*) as n from schema_migrations');
    expect(rows[0].n).toBeGreaterThan(0);
  });

  test('shares nothing with another one', async () => {
    await one.pool.query('create table only_here (n int)');
    const { rows } = await other.pool.query(`select to_regclass('only_here') as found`);
    expect(rows).toEqual([{ found: null }]);
  });
});
