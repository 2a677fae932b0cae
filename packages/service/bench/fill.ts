import type { Pool } from 'pg';

const MERCHANTS = 50;
const NUMBERS_A_MERCHANT = 10;
/** Nine sessions of ten were paid, the others expired. */
const PAID = 'n % 10 <> 0';

/**
 * Writes a past: finished sessions with their notices, credits, decisions, transfers, events and deliveries,
 * set by set, as if they had been created one a second until an hour ago, then analyses. Foreign keys are
 * not checked meanwhile: the rows are made from each other.
 */
export async function fillHistory(pool: Pool, merchant_id: string, size: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of OWNERS) await client.query(statement, [merchant_id]);
    await client.query("set local session_replication_role = 'replica'");
    await client.query(PAST, [size]);
    for (const statement of SESSIONS) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze');
}

const OWNERS = [
  `insert into merchants (id, name, kyc_status, created_at)
  select gen_random_uuid(), 'Shop ' || n, 'APPROVED', now() - interval '1 year'
  from generate_series(2, ${MERCHANTS}) n where $1::uuid is not null`,
  // The bench's own merchant is one of them, and has as much of a past as the others.
  `insert into collection_numbers (id, environment, operator, merchant_id, msisdn, created_at)
  select gen_random_uuid(), 'test', case n % 2 when 0 then 'AIRTEL' else 'MOOV' end, m.id,
    case n % 2 when 0 then '+23560000' else '+23590000' end || lpad((n / 2)::text, 3, '0'), now() - interval '1 year'
  from merchants m, generate_series(0, ${NUMBERS_A_MERCHANT - 1}) n where $1::uuid is not null`,
];

const PAST = `create temp table past on commit drop as
  with owned as (
    select row_number() over (order by c.id) - 1 as position, c.id as number_id, c.msisdn, c.operator,
      c.merchant_id, f.id as float_id, p.id as payable_id, r.id as revenue_id
    from collection_numbers c
    join ledger_accounts f on f.owner_id = c.id and f.kind = 'FLOAT'
    join ledger_accounts p on p.owner_id = c.merchant_id and p.kind = 'PAYABLE' and p.environment = 'test'
    join ledger_accounts r on r.kind = 'REVENUE' and r.environment = 'test'
  )
  select n, o.*, (1000 + (n::bigint * 7919) % 900000)::int as amount_xaf,
    now() - interval '1 hour' - ($1::int - n) * interval '1 second' as at,
    uuidv7(- interval '1 hour' - ($1::int - n) * interval '1 second') as session_id,
    uuidv7(- interval '1 hour' - ($1::int - n) * interval '1 second') as notice_id,
    uuidv7(- interval '1 hour' - ($1::int - n) * interval '1 second') as credit_id,
    uuidv7(- interval '1 hour' - ($1::int - n) * interval '1 second') as event_id
  from generate_series(1, $1::int) n
  join owned o on o.position = n % (select count(*) from owned)`;

const SIDES = `
  select debit_account_id as account_id, cause_id, cause, occurred_at as at, amount_xaf as debit_xaf, 0::bigint as credit_xaf
  from ledger_transfers
  union all select credit_account_id, cause_id, cause, occurred_at, 0, amount_xaf from ledger_transfers`;

const SESSIONS = [
  `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
    event_sequence, collection_number_id, assigned_collection_number, created_at, expires_at, closed_at)
  select session_id, merchant_id, 'test', 'PAST-' || n, '00000000', amount_xaf, operator,
    case when ${PAID} then 'SUCCESS' else 'EXPIRED' end, 1, number_id, msisdn, at, at + interval '10 minutes',
    at + interval '1 minute'
  from past order by n`,
  `insert into notices (id, environment, merchant_id, operator, collection_number_id, source, body, received_at,
    created_at)
  select notice_id, 'test', merchant_id, operator, number_id, 'SANDBOX_CREDIT',
    '{"amount":' || amount_xaf || '}', at, at
  from past where ${PAID} order by n`,
  `insert into credits (id, environment, merchant_id, operator, collection_number_id, kind, amount_xaf,
    operator_transaction_id, occurred_at, received_at, state, reason, matched_session_id, created_at)
  select credit_id, 'test', merchant_id, operator, number_id, 'CREDIT', amount_xaf, 'SANDBOX.' || notice_id,
    at, at, 'MATCHED', 'unique_in_time', session_id, at
  from past where ${PAID} order by n`,
  `insert into transaction_identities (environment, scope_id, operator, operator_transaction_id, step_id)
  select 'test', merchant_id, operator, 'SANDBOX.' || notice_id, credit_id from past where ${PAID} order by n`,
  `insert into notice_readings (notice_id, outcome, kind, reading, credit_id, read_at)
  select notice_id, 'CREDIT', 'CREDIT', json_build_object('amount', amount_xaf), credit_id, at
  from past where ${PAID} order by n`,
  `insert into decisions (id, credit_id, engine_version, rule, verdict, reason, session_ids, decision_case, decided_at)
  select uuidv7(at - now()), credit_id, 1, 'unique_in_time', 'SETTLE', 'one open session in time', array[session_id],
    json_build_object('credit', json_build_object('amount_xaf', amount_xaf, 'tickets', '[]'::json),
      'claimants', json_build_array(json_build_object('session_id', session_id, 'status', 'AWAITING_PAYMENT',
        'amount_xaf', amount_xaf, 'ticket', '00000000', 'same_number', true))), at
  from past where ${PAID} order by n`,
  `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id,
    created_at, occurred_at)
  select 'test', float_id, payable_id, amount_xaf, 'SESSION_SUCCESS', session_id, at, at
  from past where ${PAID} order by n`,
  `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id,
    created_at, occurred_at)
  select 'test', payable_id, revenue_id, greatest(amount_xaf * 150 / 10000, 1), 'SESSION_FEE',
    session_id, at, at
  from past where ${PAID} order by n`,
  // What the triggers would have kept of these transfers.
  `insert into ledger_days (account_id, day, debit_xaf, credit_xaf, transfers)
  select account_id, local_day(at), sum(debit_xaf), sum(credit_xaf), count(*)
  from (${SIDES}) s group by 1, 2`,
  `insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
  select account_id, at, cause_id, cause, credit_xaf - debit_xaf from (${SIDES}) s join payables using (account_id)`,
  `insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
  select event_id, merchant_id, 'test',
    case when ${PAID} then 'payment_session.succeeded' else 'payment_session.expired' end, session_id, 1,
    json_build_object('id', event_id, 'data', json_build_object('id', session_id, 'filler', repeat('0', 500))), at
  from past order by n`,
  `insert into webhook_deliveries (id, event_id, endpoint_id, state, attempt_count, created_at, finished_at)
  select uuidv7(at - now()), event_id, merchant_id, 'DELIVERED', 1, at, at from past order by n`,
];
