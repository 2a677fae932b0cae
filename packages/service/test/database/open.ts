import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../../src/store/connect/connect.ts';
import { expectBooksWhole } from '../evidence/books.ts';

export interface TestDatabase {
  /** For processes that a test starts. */
  readonly url: string;
  readonly pool: pg.Pool;
  /**
   * Ends the pool and has the database removed, whoever else is still connected. Fails when the books of its live
   * numbers are not whole: every test, race and kill is held against them here.
   */
  drop(): Promise<void>;
}

/** A connection of a pool, or a new one, is waited for as long as a busy machine may take. */
export const CONNECT_PATIENCE_MS = 100_000;

/** A new database without anything in it. */
export function openEmptyDatabase(): Promise<TestDatabase> {
  return open('template0', {});
}

/**
 * A new, migrated, empty database of the run's server, for one test file or one test:
 * `const db = await openTestDatabase(); afterAll(db.drop)`.
 */
export function openTestDatabase(options: { max_connections?: number } = {}): Promise<TestDatabase> {
  return open(inject('template'), options);
}

async function open(template: string, options: { max_connections?: number }): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('cluster_url'));
  url.pathname = `/${name}`;
  const pool = await connect(url.href, { connect_timeout_ms: CONNECT_PATIENCE_MS, ...options });
  return {
    url: url.href,
    pool,
    drop: async () => {
      try {
        await expectBooksWhole(pool);
      } finally {
        await pool.end();
        // Nobody waits for the checkpoint that it takes. A run that ends meanwhile removes the whole server.
        administer(`drop database if exists ${name} with (force)`).catch(() => undefined);
      }
    },
  };
}

/** For statements about databases; a connection costs as much as many of them, so it is kept while it is used. */
let administrator: Promise<pg.Pool> | undefined;

async function administer(statement: string): Promise<void> {
  administrator ??= connect(inject('cluster_url'), { max_connections: 3 });
  await (await administrator).query(statement);
}
