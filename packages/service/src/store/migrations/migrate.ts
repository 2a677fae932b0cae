import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf, DatabaseFailure } from '../connect/errors.ts';
import { type Migration, readMigrations } from './read.ts';

// Any constant will do, as long as nothing else in this database locks the same one: "chari" on a keypad.
const ADVISORY_LOCK = 24_274;

/**
 * A migration that waits for a table keeps everybody else from it who comes later: behind a long reader, such as a dump,
 * payments would stand still. So it waits shortly, gives way, and tries again.
 */
export type LockPatience = { timeout_ms: number; pause_ms: number; tries: number };
const LOCK_PATIENCE: LockPatience = { timeout_ms: 2_000, pause_ms: 5_000, tries: 24 };
const LOCK_NOT_AVAILABLE = '55P03';
/** It and somebody else waited for each other: a table that both hold and want. */
const DEADLOCK = '40P01';
const isHeld = (error: unknown): boolean => [LOCK_NOT_AVAILABLE, DEADLOCK].includes(String(codeOf(error)));

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export interface MigrateResult {
  /** Names applied by this call, in order; empty when the schema was up to date. */
  readonly applied: readonly string[];
  /** The schema's version now, 0 for none. */
  readonly version: number;
}

/**
 * Brings the schema up to the newest migration of the folder. Forward only, each file in a transaction of
 * its own together with its record, all under one advisory lock: of several processes that start at once
 * one works and the others wait, then find nothing left to do. What waits for a table gives way again and again, and fails in the end.
 *
 * @param log told what a migration waits for, each time that it gives way
 * @throws DatabaseFailure `migrations_newer`, `migrations_changed`, `migrations_misnamed`, `migration_failed`.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  log: (sentence: string) => void = () => undefined,
  patience: LockPatience = LOCK_PATIENCE,
): Promise<MigrateResult> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // A role may give each statement a time, which a long migration would not keep, nor who waits for it here.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const pending = pendingOf(migrations, await readApplied(client));
    // One statement after the other on purpose: each migration stands on the one before.
    for (const migration of pending) {
      await apply(client, migration, patience, log);
    }
    return { applied: pending.map(label), version: migrations.at(-1)?.version ?? 0 };
  } finally {
    await client
      .query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
      .then(() => client.query('reset statement_timeout'))
      .catch((error: Error) => {
        broken = error;
      });
    client.release(broken);
  }
}

/**
 * The names that `migrate` would apply now. Changes nothing; the same errors as `migrate`.
 */
export async function pendingMigrations(pool: pg.Pool, folder: string): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const { rows } = await pool.query<{ present: boolean }>(
    `select to_regclass('schema_migrations') is not null as present`,
  );
  const applied = rows[0]?.present ? await selectApplied(pool) : [];
  return pendingOf(migrations, applied).map(label);
}

/** What is left to apply, once what was applied is seen to be what the code has. Pure. */
export function pendingOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const unknown = applied.find((row) => !known.has(row.version));
  if (unknown) {
    throw new DatabaseFailure(
      'migrations_newer',
      `The database has migration ${label(unknown)}, which this version of Chari doesn't know: run a version at least as new as the one that applied it.`,
    );
  }
  const changed = applied.find((row) => known.get(row.version)?.checksum !== row.checksum);
  if (changed) {
    throw new DatabaseFailure(
      'migrations_changed',
      `Migration ${label(changed)} was changed after it had been applied to this database: put its file back as it was and write the change as a new migration.`,
    );
  }
  const done = new Set(applied.map((row) => row.version));
  return migrations.filter((migration) => !done.has(migration.version));
}

async function readApplied(client: pg.PoolClient): Promise<Applied[]> {
  await client.query(`
    create table if not exists schema_migrations (
      version    int primary key,
      name       text not null,
      checksum   text not null,
      applied_at timestamptz not null default now()
    )`);
  return selectApplied(client);
}

async function selectApplied(client: pg.Pool | pg.PoolClient): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  );
  return rows;
}

async function apply(
  client: pg.PoolClient,
  migration: Migration,
  patience: LockPatience,
  log: (sentence: string) => void,
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${patience.timeout_ms}`);
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (isHeld(error) && patience.tries > 1) {
      log(
        `Migration ${label(migration)} waits for a table that a long transaction holds, such as a dump: it gives way, and tries again in ${Math.round(patience.pause_ms / 1_000)} s.`,
      );
      await sleep(patience.pause_ms);
      return apply(client, migration, { ...patience, tries: patience.tries - 1 }, log);
    }
    const message = error instanceof Error ? error.message : String(error);
    throw new DatabaseFailure(
      'migration_failed',
      isHeld(error)
        ? `Migration ${label(migration)} found its table held by a long transaction each time, such as a dump, and was rolled back: wait until that has ended, then start again.`
        : `Migration ${label(migration)} failed and was rolled back (${message}): correct what it says, then start again.`,
      error,
    );
  }
}

function label(row: { readonly version: number; readonly name: string }): string {
  return `${String(row.version).padStart(4, '0')}_${row.name}`;
}
