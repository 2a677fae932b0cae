import type { PoolClient } from 'pg';
import type { Pool } from '../../src/store/connect/connect.ts';
import { unchecked } from '../database/unchecked.ts';

/** What grows with every payment, or with what people do about one. */
const TABLES = [
  'notices',
  'notice_readings',
  'credits',
  'decisions',
  'book_steps',
  'book_explanations',
  'book_claims',
  'transaction_identities',
  'ledger_transfers',
  'payment_sessions',
  'events',
  'feed_incidents',
  'review_cases',
  'staff_actions',
] as const;

/** Numbers that the copies are of, none of which is there: what is known of each number is read for each. */
const NUMBERS = 40;

type Column = { column_name: string; data_type: string };

/**
 * Copies what has happened so many times, each time on another number and five minutes earlier, and has PostgreSQL count it.
 * @returns takes the copies away again: they have no books, which every database is held against at its end
 */
export async function lengthenPast(pool: Pool, times: number): Promise<() => Promise<void>> {
  const xmin = await unchecked(pool, (client) => copy(client, times));
  await pool.query('vacuum analyze');
  return () =>
    unchecked(pool, async (client) => {
      for (const table of TABLES) await client.query(`delete from ${table} where xmin::text = $1`, [xmin]);
    });
}

/**
 * In one transaction.
 * @returns by which its rows are known
 */
async function copy(client: PoolClient, times: number): Promise<string | undefined> {
  const { rows: columns } = await client.query<Column & { table_name: string }>(
    `select table_name, column_name, data_type from information_schema.columns
    where table_schema = current_schema() and table_name = any ($1) and is_identity = 'NO' and is_generated = 'NEVER'`,
    [TABLES],
  );
  const byTable = Map.groupBy(columns, ({ table_name }) => table_name);
  await client.query('begin');
  const { rows } = await client.query<{ xmin: string }>('select pg_current_xact_id()::xid::text as xmin');
  for (const table of TABLES) {
    const own = byTable.get(table) ?? [];
    await client.query(
      `insert into ${table} (${own.map(({ column_name }) => column_name).join(', ')})
      select ${own.map(copied).join(', ')} from ${table} t cross join generate_series(1, $1) k`,
      [times],
    );
  }
  await client.query('commit');
  return rows[0]?.xmin;
}

/** What the k-th copy of the row `t` has in a column. */
function copied({ column_name, data_type }: Column): string {
  const value = `t.${column_name}`;
  switch (column_name) {
    case 'merchant_id':
    case 'scope_id':
      return value;
    case 'collection_number_id':
      return `md5(${value}::text || k % ${NUMBERS})::uuid`;
    case 'ordinal':
    case 'sequence':
    case 'event_sequence':
      return `${value} + 1000 * k`;
    case 'debit_account_id':
    case 'credit_account_id':
      return `${value} + 1000 * (1 + k % ${NUMBERS})`;
    case 'reference':
    case 'operator_transaction_id':
      return `${value} || k`;
    case 'ticket':
      return `upper(left(translate(md5(${value} || k), 'ilou', 'hhhh'), length(${value})))`;
  }
  if (data_type === 'uuid') return `md5(${value}::text || k)::uuid`;
  return data_type.startsWith('timestamp') ? `${value} - k * interval '5 minutes'` : value;
}
