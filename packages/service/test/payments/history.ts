import type { Pool } from 'pg';
import { unchecked } from '../database/unchecked.ts';

/**
 * Writes finished payments of a merchant, one every `every_s` seconds back from `before`: nine sessions and one
 * transaction of ten, with every status and both operators among them. `is_failed`: none was paid.
 * No credits, events or deliveries.
 */
export async function fillPayments(
  pool: Pool,
  filled: {
    merchant_id: string;
    environment?: 'test' | 'live';
    size: number;
    before: Date;
    every_s?: number;
    is_failed?: boolean;
    description_length?: number;
    /** The number of the first, for a past that is filled in portions. */
    first?: number;
  },
): Promise<void> {
  const { merchant_id, environment = 'test', size, before, every_s = 1 } = filled;
  const { is_failed = false, description_length = 20, first = 1 } = filled;
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Foreign keys are not asked: the number of these sessions is none of ours. Counters are.
    await client.query("set local session_replication_role = 'replica'");
    await client.query('alter table payment_sessions enable always trigger payment_sessions_count_new');
    await client.query('alter table transactions enable always trigger transactions_count_new_payments');
    const last = first + size - 1;
    const values = [merchant_id, environment, last, before, every_s, is_failed, first, description_length];
    await client.query(SESSIONS, values);
    await client.query(TRANSACTIONS, values.slice(0, 7));
    await client.query('alter table payment_sessions enable trigger payment_sessions_count_new');
    await client.query('alter table transactions enable trigger transactions_count_new_payments');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const AT = `date_trunc('milliseconds', $4::timestamptz) - n * make_interval(secs => $5::float8)`;
/** A UUIDv7 of that moment, of the year or the version of PostgreSQL whatever. */
const ID = `(lpad(to_hex((extract(epoch from ${AT}) * 1000)::bigint), 12, '0') || '7' || substr(md5($1::uuid::text || n), 1, 3)
    || '8' || substr(md5(n || $1::uuid::text), 1, 15))::uuid`;
const OPERATOR = `case n % 3 when 0 then 'MOOV' else 'AIRTEL' end`;
const AMOUNT = `(500 + (n::bigint * 7919) % 90000)::int`;

const SESSIONS = `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator,
    status, review_reason, event_sequence, collection_number_id, assigned_collection_number, customer_phone, description, created_at,
    expires_at, closed_at)
  select ${ID}, $1::uuid, $2, 'ORDER-' || n, lpad(n::text, 8, '0'), ${AMOUNT}, ${OPERATOR},
    case when $6::boolean then 'EXPIRED' when n % 100 = 7 then 'UNDER_REVIEW' when n % 20 = 3 then 'CANCELLED' when n % 7 = 0 then 'EXPIRED'
      else 'SUCCESS' end,
    case when n % 100 = 7 then 'late' end, 1, gen_random_uuid(), '+23566000001',
    case when n % 4 = 0 then '+235661' || lpad((n % 99999)::text, 5, '0') end,
    case when n % 9 = 0 then '=1+' || n else repeat('d', $8::int) end,
    ${AT}, ${AT} + interval '10 minutes', ${AT} + interval '1 minute'
  from generate_series($7::int, $3::int) n where n % 10 <> 0`;

const TRANSACTIONS = `insert into transactions (id, merchant_id, environment, reference, internal_ref, amount_xaf,
    operator, phone_number, rail, status, created_at, expires_at, updated_at, confirmed_at)
  select ${ID}, $1::uuid, $2, 'OLD-' || n,
    'TX' || lpad((hashtext($1::uuid::text)::bigint & 524287)::text, 6, '0') || lpad(n::text, 8, '0'), ${AMOUNT}, ${OPERATOR},
    '+235662' || lpad((n % 99999)::text, 5, '0'), 'sandbox',
    case when $6::boolean or n % 70 = 0 then 'FAILED' when n % 110 = 0 then 'REFUNDED' else 'SUCCESS' end,
    ${AT}, ${AT} + interval '10 minutes', ${AT} + interval '1 minute',
    case when not $6::boolean and n % 70 <> 0 then ${AT} + interval '1 minute' end
  from generate_series($7::int, $3::int) n where n % 10 = 0`;

/** Takes away what was filled in: it has no books, which every database is held against at its end. */
export const emptyPayments = (pool: Pool): Promise<void> =>
  unchecked(pool, async (client) => {
    await client.query(
      'delete from payment_sessions s where not exists (select from collection_numbers n where n.id = s.collection_number_id)',
    );
    await client.query("delete from transactions where reference like 'OLD-%'");
  });
