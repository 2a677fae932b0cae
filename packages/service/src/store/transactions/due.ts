import { HIDDEN_DIGIT, NATIONAL_DIGITS } from '../../domain/msisdn.ts';
import { setStatement, statement } from '../statement.ts';

/**
 * Open transactions that had expired by `expired_by`, oldest first. Not those that hold a number:
 * they end as sessions do (`find_expired`), when their number has been heard.
 */
export const findOverdue = statement<{ expired_by: Date; limit: number }, { id: string }>(
  'find_overdue_transactions',
  `select t.id from transactions t
  where t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') and t.expires_at <= $expired_by and (
    select true from collection_holds h where h.owner_id = t.id and h.state = 'OPEN' limit 1) is null
  order by t.expires_at limit $limit`,
);

/**
 * Moves the expiry of open sandbox transactions to the first millisecond after their creation, as if the time
 * had gone by. Never in live.
 */
export const hastenTransactions = setStatement<{ transaction_id: string }>(
  'hasten_transactions',
  `update transactions t set expires_at = t.created_at + interval '1 millisecond'
  from json_to_recordset($1::json) as i (transaction_id uuid)
  where t.id = i.transaction_id and t.environment = 'test' and t.rail = 'sandbox'
    and t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS')`,
);

/**
 * Locks payers until the transaction ends, in their order: how often a payer was asked is then exact, whoever
 * else is asking it, and two batches never wait for each other in a circle.
 */
export const lockPayers = setStatement<{ phone_number: string }>(
  'lock_payers',
  `select pg_advisory_xact_lock(hashtextextended('payer ' || p.phone_number, 0)) from (
    select distinct phone_number from json_to_recordset($1::json) as i (phone_number text)
    order by phone_number) p`,
);

/** A payer of whom fewer digits are printed may be anybody. */
const SHOWN_LEAST = 4;

/**
 * When payers were asked over all live merchants since an instant, and since they last paid. Only a payment from their own
 * phone counts, as the operator says or prints it: with an agent's deposit anybody could set the count back.
 */
export const findAsks = setStatement<
  { phone_number: string; since: Date },
  { phone_number: string; asked_at: Date }
>(
  'find_payer_asks',
  `select i.phone_number, t.created_at as asked_at
  from json_to_recordset($1::json) as i (phone_number text, since timestamptz)
  cross join lateral (
    select max(x.confirmed_at) as paid_at from transactions x
    where x.phone_number = i.phone_number and x.environment = 'live' and x.created_at > i.since
      and x.status in ('SUCCESS', 'REFUNDED') and (x.rail <> 'manual-sms' or exists (
        select from credits c where c.matched_transaction_id = x.id
          and length(replace(c.payer, '${HIDDEN_DIGIT}', '')) >= ${SHOWN_LEAST}
          and right(x.phone_number, ${NATIONAL_DIGITS}) like right(replace(c.payer, '${HIDDEN_DIGIT}', '_'), ${NATIONAL_DIGITS})))) paid
  cross join lateral (
    select x.created_at from transactions x
    where x.phone_number = i.phone_number and x.environment = 'live' and x.created_at > i.since
      and (paid.paid_at is null or x.created_at > paid.paid_at)
    order by x.created_at desc limit 1000) t`,
);
