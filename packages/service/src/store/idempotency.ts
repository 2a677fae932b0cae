import { REFUND_ANSWERS } from '../domain/retention.ts';
import { setStatement, statement } from './statement.ts';

type KeyName = { merchant_id: string; environment: string; key: string };

/**
 * Tries to be the one that works under each key until the transaction ends. Not locked: another request
 * with this key is running. Ask `readAnswers` after this, in a statement of its own, so that it sees what the
 * previous owner of the lock committed.
 */
export const lockKeys = setStatement<KeyName & { position: number }, { position: number; locked: boolean }>(
  'lock_idempotency_keys',
  `select position, pg_try_advisory_xact_lock(
      hashtextextended(merchant_id::text || environment || key, 20071113)) as locked
  from json_to_recordset($1::json) as i (position int, merchant_id uuid, environment text, key text)`,
);

export type StoredAnswer = { position: number; operation: string; request_hash: string; outcome: string };

/** The first answers of these keys, where there are any. */
export const readAnswers = setStatement<KeyName & { position: number }, StoredAnswer>(
  'read_idempotency_answers',
  `select i.position, k.operation, encode(k.request_hash, 'hex') as request_hash, k.outcome
  from json_to_recordset($1::json) as i (position int, merchant_id uuid, environment text, key text)
  cross join lateral (
    select * from idempotency_keys x
    where x.merchant_id = i.merchant_id and x.environment = i.environment and x.key = i.key
    limit 1) k`,
);

/** Keeps first answers. A key that is there already is a bug: `lockKeys` and `readAnswers` came before. */
export const insertAnswers = setStatement<
  KeyName & { operation: string; request_hash: string; outcome: string; created_at: Date }
>(
  'insert_idempotency_answers',
  `insert into idempotency_keys (merchant_id, environment, key, operation, request_hash, outcome, created_at)
  select merchant_id, environment, key, operation, decode(request_hash, 'hex'), outcome, created_at
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, key text, operation text,
    request_hash text, outcome text, created_at timestamptz)
  order by merchant_id, environment, key`,
);

/**
 * Deletes answers kept before an instant, and those that made a refund before another, the oldest first, at most `limit` of
 * each. The refunds that are kept stand in the way of neither: each looks at its own index.
 */
export const deleteAnswers = statement<
  { before: Date; refunds_before: Date; limit: number },
  { deleted: number }
>(
  'delete_idempotency_answers',
  `with of_a_day as (
    select merchant_id, environment, key from idempotency_keys
    where operation <> '${REFUND_ANSWERS.operation}' and created_at < $before
    order by created_at limit $limit for update skip locked
  ), of_refunds as (
    select merchant_id, environment, key from idempotency_keys
    where operation = '${REFUND_ANSWERS.operation}' and created_at < $refunds_before
    order by created_at limit $limit for update skip locked
  ), old as (
    select * from of_a_day union all select * from of_refunds
  ), gone as (
    delete from idempotency_keys k using old
    where (k.merchant_id, k.environment, k.key) = (old.merchant_id, old.environment, old.key) returning 1
  )
  select count(*)::int as deleted from gone`,
);
