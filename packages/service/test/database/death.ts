import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { vi } from 'vitest';
import { connect, type Pool } from '../../src/store/connect/connect.ts';

/** Where a process dies: before its n-th statement leaves it, or right after. */
export type Death = { statement: number; leaves: boolean };

/** PostgreSQL ends a statement before it notices, and a busy machine takes its time for that. */
const PATIENCE_MS = 100_000;

type Connected = pg.Client & { processID: number; connection: { stream: { destroy: () => void } } };

/**
 * Does the work as a process of its own that is killed at a statement: its connections break without a word, as
 * when kill -9 ends it, and nothing more of it reaches PostgreSQL, not even a rollback. Waits until PostgreSQL
 * has noticed, so that whoever looks next sees what is left.
 * @param look another process's pool
 * @returns the statement at which it died; null when the work came to its end before
 */
export async function dieAt(
  url: string,
  look: Pool,
  death: Death,
  work: (pool: Pool) => Promise<unknown>,
): Promise<string | null> {
  const pool = await connect(url, { max_connections: 2 });
  const plain = pg.Client.prototype.query as (this: pg.Client, ...asked: unknown[]) => unknown;
  const backends = new Set<number>();
  let asked = 0;
  let died_at: string | null = null;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  query.mockImplementation(function (this: Connected, ...statement: unknown[]) {
    backends.add(this.processID);
    asked += 1;
    const breaks = () => this.connection.stream.destroy();
    const is_last = died_at === null && asked === death.statement;
    if (is_last) died_at = textOf(statement[0]);
    if (died_at !== null && !(is_last && death.leaves)) breaks();
    const answer = plain.apply(this, statement);
    if (is_last && death.leaves) setImmediate(breaks);
    return answer;
  } as typeof pg.Client.prototype.query);
  try {
    await work(pool);
  } catch (error) {
    if (died_at === null) throw error;
  } finally {
    query.mockRestore();
    await pool.end();
    await gone(look, [...backends]);
  }
  return died_at;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: string }).text);
}

async function gone(look: Pool, backends: number[]): Promise<void> {
  const deadline_ms = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline_ms) {
    const { rows } = await look.query('select from pg_stat_activity where pid = any ($1)', [backends]);
    if (rows.length === 0) return;
    await sleep(1);
  }
  throw new Error('PostgreSQL still works for a process that died');
}

/** Every row of every table, as one text: what differs between two of them was written. */
export async function allRows(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
  );
  const { rows } = await pool.query<{ name: string; sum: string }>(
    `${sums.join(' union all ')} order by name`,
  );
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n');
}
