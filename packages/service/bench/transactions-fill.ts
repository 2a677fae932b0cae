import type { Pool } from 'pg';

const PORTION = 500_000;
/** Over how long the past is spread, evenly, up to `UNTIL`. */
const DAYS = 365;
export const UNTIL = new Date('2026-11-21T11:00:00.000Z');
/** Each payer has so many, however many payers there are: both sides find as much by a payer. */
export const OF_A_PAYER = 50;

/**
 * The SQL that writes the transactions numbered `$2` to `$3` of `$4`: half with references that count, half
 * with references by chance; seven in ten with AIRTEL; most paid. Made without triggers, so with `REPLICA`.
 */
const FILL = `
insert into transactions (id, merchant_id, environment, reference, internal_ref, amount_xaf, operator,
  phone_number, rail, status, event_sequence, created_at, expires_at, updated_at, confirmed_at)
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8'
    || substr(h, 4, 15))::uuid,
  $1, 'test',
  case when n % 2 = 0 then 'ORDER-' || lpad(n::text, 9, '0') else 'r:' || substr(h, 1, 16) end,
  'TX' || to_char(at, 'YYMMDD') || upper(lpad(to_hex(n), 8, '0')),
  100 + n % 100000, case when n % 10 < 7 then 'AIRTEL' else 'MOOV' end,
  '+235' || (66000000 + (n * 7919) % greatest($4::bigint / ${OF_A_PAYER}, 1)), 'sandbox', status, 1, at, at + interval '10 minutes', at,
  case when status in ('SUCCESS', 'REFUNDED') then at end
from (
  select n, md5(n::text) as h,
    date_trunc('milliseconds', $5::timestamptz - interval '${DAYS} days' * (1 - n / ($4::bigint)::float8)) as at,
    case when n > $4::bigint - 50 then 'PENDING' when n % 100 < 84 then 'SUCCESS' when n % 100 < 93 then 'FAILED'
      when n % 100 < 99 then 'TIMEOUT' else 'REFUNDED' end as status
  from generate_series($2::bigint, $3::bigint) n) made`;

const COUNTS = `
insert into transaction_counts (merchant_id, environment, period, starts_at, operator, status, count)
select merchant_id, environment, period, date_trunc(period, hour, 'UTC'), operator, status, sum(count)
from (
  select merchant_id, environment, date_trunc('hour', created_at, 'UTC') as hour, operator, status, count(*)
  from transactions group by 1, 2, 3, 4, 5) hours, unnest('{month,day,hour}'::text[]) period
group by 1, 2, 3, 4, 5, 6`;

/**
 * Fills a new database with a merchant's past of so many transactions, and with the counters that the service
 * would have kept of them. Indexes are built afterwards: the same indexes, sooner.
 */
export async function fillTransactions(pool: Pool, merchant_id: string, size: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      'set session_replication_role = replica; set enable_seqscan = on; set work_mem = 256000',
    );
    await client.query("set maintenance_work_mem = '512MB'");
    const { rows: indexes } = await client.query<{ name: string; made_by: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as made_by
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = 'transactions'::regclass
         and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let from = 1; from <= size; from += PORTION) {
      const to = Math.min(size, from + PORTION - 1);
      await client.query(FILL, [merchant_id, from, to, size, UNTIL]);
    }
    for (const { made_by } of indexes) await client.query(made_by);
    await client.query(COUNTS);
    await client.query('reset all');
    await client.query('vacuum (analyze) transactions, transaction_counts');
  } finally {
    client.release(true);
  }
}
