import type { Pool } from 'pg';
import type { Row } from './row.ts';

/** Bytes of each table with its indexes and TOAST, and of WAL written since the server was made. */
export type Bytes = { tables: Map<string, number>; wal: number };

const TABLES_SHOWN = 6;

export async function bytesNow(pool: Pool): Promise<Bytes> {
  const sizes = await pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const wal = await pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return {
    tables: new Map(sizes.rows.map(({ name, bytes }) => [name, bytes])),
    wal: Number(wal.rows[0]?.bytes ?? 0),
  };
}

/** What came between two looks. */
export const bytesBetween = (before: Bytes, after: Bytes): Bytes => ({
  tables: new Map([...after.tables].map(([name, size]) => [name, size - (before.tables.get(name) ?? 0)])),
  wal: after.wal - before.wal,
});

/** Waits until what was just committed is in the log, so that the difference is whole. */
export async function settleTables(pool: Pool): Promise<void> {
  await pool.query('select pg_current_wal_flush_lsn()');
}

/** @param of which payments: `in the sandbox`, `live` */
export function bytesRows(bytes: Bytes, payments: number, of: string): Row[] {
  const each = (size: number) => Math.round(size / payments).toLocaleString('en-GB');
  const total = [...bytes.tables.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...bytes.tables].sort(([, a], [, b]) => b - a).slice(0, TABLES_SHOWN);
  const row = (what: string, size: number, from: string): Row => ({
    measurement: 'bytes',
    what,
    value: `${each(size)} bytes`,
    goal: null,
    met: null,
    from,
  });
  return [
    row(
      `tables and indexes, per payment through the whole path, ${of}`,
      total,
      `${payments} payments; largest: ${largest.map(([name, size]) => `${name} ${each(size)}`).join(', ')}`,
    ),
    row(
      `WAL, per payment through the whole path, ${of}`,
      bytes.wal,
      'difference of pg_current_wal_lsn, full-page images included',
    ),
  ];
}
