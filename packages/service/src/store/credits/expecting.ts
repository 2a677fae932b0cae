import { ABOUT, ASKED_BY, READ_MOST } from './clue.ts';
import { FITTING } from './masked.ts';

// Who has declared the payer of the credit `i` for its amount or one like it, on whatever number: open, under review, or open
// when the money moved, also where it was closed since. However late that is proven, no hold has to be kept for it. The money of
// a message that prints no time may have moved at any time since the SIM's last movement (`m.moved_since`). Each is a range of
// an index.

/** The amounts like that of the credit `i`, one after the other. */
const LIKE = 'unnest(i.like_xaf) as l (amount_xaf)';

/** Whether its payer has any such session or transaction at all: most payers have none, and one look says so before all else. */
const anyOf = (his: string): string => `exists (${his} limit 1)`;

/** Who waits now. */
const WAITING = `(select 'expecting', x.owner_kind, x.owner_id from collection_holds x
    where i.customer_phone is not null and x.scope_id = i.scope_id and x.customer_phone = i.customer_phone
      and x.amount_xaf = any (i.like_xaf) and x.state = 'OPEN'
    limit ${READ_MOST.expecting + 1})`;

/** Sessions that expired since, or are under review. */
const EXPIRED_SESSIONS = `(select 'expecting', 'session', x.id from ${LIKE} cross join lateral (
      select s.id from payment_sessions s
      where s.status in ('EXPIRED', 'UNDER_REVIEW') and s.customer_phone = i.customer_phone and s.amount_xaf = l.amount_xaf
        and (s.status = 'UNDER_REVIEW' or s.expires_at >= m.moved_since or s.closed_at > i.ended_by)
        and s.expires_at >= m.moved_since - interval '${ABOUT}' and s.expires_at < i.occurred_at + interval '${ABOUT}'
        and s.environment = i.environment and (i.merchant_id is null or s.merchant_id = i.merchant_id)
      order by s.customer_phone, s.amount_xaf, s.expires_at limit ${READ_MOST.expecting + 1}) x
    where ${anyOf(
      `select from payment_sessions s where s.status in ('EXPIRED', 'UNDER_REVIEW') and s.customer_phone = i.customer_phone
        order by s.amount_xaf, s.expires_at`,
    )} limit ${READ_MOST.expecting + 1})`;

/** Transactions that timed out since. */
const TIMED_OUT = `(select 'expecting', 'transaction', x.id from ${LIKE} cross join lateral (
      select t.id from transactions t
      where t.status = 'TIMEOUT' and t.phone_number = i.customer_phone and t.amount_xaf = l.amount_xaf
        and (t.expires_at >= m.moved_since or t.updated_at > i.ended_by)
        and t.expires_at >= m.moved_since - interval '${ABOUT}' and t.expires_at < i.occurred_at + interval '${ABOUT}'
        and t.environment = i.environment and (i.merchant_id is null or t.merchant_id = i.merchant_id)
      order by t.phone_number, t.amount_xaf, t.expires_at limit ${READ_MOST.expecting + 1}) x
    where ${anyOf(
      `select from transactions t where t.status = 'TIMEOUT' and t.phone_number = i.customer_phone
        order by t.amount_xaf, t.expires_at`,
    )} limit ${READ_MOST.expecting + 1})`;

/** Sessions that were paid, cancelled or failed since. */
const CLOSED_SESSIONS = `(select 'expecting', 'session', x.id from ${LIKE} cross join lateral (
      select s.id from payment_sessions s
      where s.status in ('SUCCESS', 'CANCELLED', 'FAILED') and s.environment = 'live' and i.environment = 'live'
        and s.customer_phone = i.customer_phone and s.amount_xaf = l.amount_xaf and s.closed_at > i.ended_by
        and s.created_at <= ${ASKED_BY} and s.expires_at >= i.occurred_at - interval '${ABOUT}'
      order by s.customer_phone, s.amount_xaf, s.closed_at limit ${READ_MOST.expecting + 1}) x
    where ${anyOf(
      `select from payment_sessions s where s.status in ('SUCCESS', 'CANCELLED', 'FAILED') and s.environment = 'live'
        and i.environment = 'live' and s.customer_phone = i.customer_phone order by s.amount_xaf, s.closed_at`,
    )} limit ${READ_MOST.expecting + 1})`;

/**
 * Transactions that were paid, or failed, since; and those whose payer an operator's API asks now. They hold no number, and who gets no
 * prompt sends the money by hand.
 */
const ASKED_TRANSACTIONS = `(select 'expecting', 'transaction', t.id from transactions t
    where i.environment = 'live' and t.environment = 'live' and t.phone_number = i.customer_phone
      and t.created_at between i.occurred_at - interval '${ABOUT}' and ${ASKED_BY}
      and t.amount_xaf = any (i.like_xaf)
      and (t.status in ('SUCCESS', 'REFUNDED', 'FAILED') and t.updated_at > i.ended_by
        or t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') and t.collection_number_id is null)
    order by t.phone_number, t.created_at limit ${READ_MOST.expecting + 1})`;

/** All of them; a union whose columns are the source, the kind of the owner and his id. */
export const EXPECTING = [
  WAITING,
  EXPIRED_SESSIONS,
  TIMED_OUT,
  CLOSED_SESSIONS,
  ASKED_TRANSACTIONS,
  ...FITTING,
].join(' union all ');
