import type pg from 'pg';
import { transaction } from './transaction.ts';

/**
 * Runs a report that reads whole tables, with every kind of plan allowed and one snapshot for all of its
 * statements, so that it can be asked beside a running service. Read only.
 */
export function withFreePlans<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    await client.query('set local enable_seqscan = on; set local plan_cache_mode = force_custom_plan');
    return work(client);
  });
}
