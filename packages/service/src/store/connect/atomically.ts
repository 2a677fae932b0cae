import assert from 'node:assert/strict';
import type pg from 'pg';
import { beginsAnew } from './aborted.ts';

/**
 * Runs `work` between BEGIN and COMMIT on one connection and gives back its result; whatever it throws
 * rolls everything back and is thrown on. Read committed, which each session says: our races are judged by
 * unique indexes and row locks.
 */
export async function atomically<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  beginsAnew(client);
  try {
    // Not awaited by itself: it travels with the first statement of `work`.
    const begun = client.query('begin');
    begun.catch(() => undefined);
    const result = await work(client);
    await begun;
    const { command } = await client.query('commit');
    // After a swallowed error PostgreSQL answers COMMIT with ROLLBACK, and without an error.
    assert.equal(command, 'COMMIT', 'an error inside the transaction was swallowed');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs reads that must agree with each other on one snapshot of the database. Read only. */
export function snapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return atOneMoment(pool, 'read only', work);
}

/** Runs reads that must agree with each other on one snapshot, and writes what follows from them. */
export function writeSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return atOneMoment(pool, 'read write', work);
}

function atOneMoment<T>(
  pool: pg.Pool,
  access: 'read only' | 'read write',
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return atomically(pool, async (client) => {
    // Not awaited by itself: it travels with the first statement of `work`.
    const set = client.query(`set transaction isolation level repeatable read ${access}`);
    set.catch(() => undefined);
    const result = await work(client);
    await set;
    return result;
  });
}

/**
 * Runs a report that reads whole tables, with every kind of plan allowed and one snapshot for all of its
 * statements, so that it can be asked beside a running service. Read only.
 */
export function withFreePlans<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return atomically(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    await client.query('set local enable_seqscan = on; set local plan_cache_mode = force_custom_plan');
    return work(client);
  });
}
