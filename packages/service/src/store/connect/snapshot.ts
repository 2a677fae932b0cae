import type pg from 'pg';
import { transaction } from './transaction.ts';

/** Runs reads that must agree with each other on one snapshot of the database. Read only. */
export function snapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (client) => {
    // Not awaited by itself: it travels with the first statement of `work`.
    const set = client.query('set transaction isolation level repeatable read read only');
    set.catch(() => undefined);
    const result = await work(client);
    await set;
    return result;
  });
}
