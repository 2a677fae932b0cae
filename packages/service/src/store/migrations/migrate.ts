import type pg from 'pg';
import { DatabaseFailure } from '../connect/errors.ts';
import { type Migration, readMigrations } from './read.ts';

// Any constant will do, as long as nothing else in this database locks the same one: "chari" on a keypad.
const ADVISORY_LOCK = 24_274;

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
 * one works and the others wait, then find nothing left to do.
 *
 * @throws DatabaseFailure `migrations_newer`, `migrations_changed`, `migrations_misnamed`, `migration_failed`.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  log: (sentence: string) => void = () => undefined,
): Promise<MigrateResult> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const pending = pendingOf(migrations, await readApplied(client));
    // One statement after the other on purpose: each migration stands on the one before.
    for (const migration of pending) {
      await apply(client, migration);
      log(`Applied migration ${label(migration)}.`);
    }
    return { applied: pending.map(label), version: migrations.at(-1)?.version ?? 0 };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch((error: Error) => {
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

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const message = error instanceof Error ? error.message : String(error);
    throw new DatabaseFailure(
      'migration_failed',
      `Migration ${label(migration)} failed and was rolled back (${message}): correct what it says, then start again.`,
      error,
    );
  }
}

function label(row: { readonly version: number; readonly name: string }): string {
  return `${String(row.version).padStart(4, '0')}_${row.name}`;
}
