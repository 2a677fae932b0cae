import { LIMITS } from '@chari/contract';
import { REVIEW_HOLD_HOURS } from '../../domain/policy.ts';
import { ASKED_BY, mayHavePaid, READ_MOST } from './clue.ts';

// Who asked for the amount of the credit `i` on its number, and was closed unpaid, or is under review. Few are read, those that
// ended last.

/** No session or transaction waits longer than this for its payment, as far as `expires_at` says. */
const LONGEST = `${LIMITS.ttl_minutes.max} minutes`;

/** The live sessions `s` of the number and the amount of the credit `i` that ended last, of those that are so. */
const lapsedSessions = (
  are: string,
): string => `(select 'session' as owner_kind, s.id, s.expires_at from payment_sessions s
      where s.environment = 'live' and s.collection_number_id = i.collection_number_id and s.amount_xaf = i.amount_xaf
        and ${mayHavePaid('s.customer_phone')} and ${are}
      order by s.expires_at desc limit ${READ_MOST.lapsed})`;

/** The same of transactions `t` that timed out. */
const lapsedTransactions = (
  are: string,
): string => `(select 'transaction' as owner_kind, t.id, t.expires_at from transactions t
      where t.environment = 'live' and t.status = 'TIMEOUT'
        and t.collection_number_id = i.collection_number_id and t.amount_xaf = i.amount_xaf
        and ${mayHavePaid('t.phone_number')} and ${are}
      order by t.expires_at desc limit ${READ_MOST.lapsed})`;

/** Whether the session or transaction `owner` had been asked for when the money of the credit `i` moved, and its time ended about then. */
const endedAbout = (owner: 's' | 't'): string =>
  `${owner}.created_at <= ${ASKED_BY} and ${owner}.expires_at >= i.occurred_at - interval '1 day' and ${owner}.expires_at < i.occurred_at + interval '1 hour'`;

/** Closed unpaid since the SIM's last movement: the message prints no time, so it may be late and pay this one. */
const OF_NO_TIME = [
  lapsedSessions(`i.is_undated and s.status in ('EXPIRED', 'CANCELLED')
        and s.expires_at >= m.moved_since and s.expires_at < i.occurred_at + interval '1 hour'
        and s.created_at <= least(i.occurred_at, i.moved_by) and (s.status <> 'CANCELLED' or s.closed_at >= m.moved_since)`),
  lapsedSessions(`i.is_undated and s.status = 'UNDER_REVIEW'
        and s.expires_at >= m.moved_since and s.created_at <= least(i.occurred_at, i.moved_by)`),
  lapsedTransactions(
    `i.is_undated and t.expires_at >= m.moved_since and t.expires_at <= i.occurred_at and t.created_at <= ${ASKED_BY}`,
  ),
];

/** Closed unpaid since the money moved. */
const CLOSED_SINCE = [
  lapsedSessions(`i.environment = 'live' and s.status in ('EXPIRED', 'CANCELLED') and s.closed_at > i.ended_by
        and s.expires_at between i.ended_by and ${ASKED_BY} + interval '${LONGEST}' and s.created_at <= ${ASKED_BY}`),
  lapsedTransactions(`i.environment = 'live'
        and t.expires_at between i.ended_by and ${ASKED_BY} + interval '${LONGEST}' and t.created_at <= ${ASKED_BY}`),
];

/**
 * Under review, and held number and amount when the money moved: however late that is proven, it joins the case as it would have
 * done at once. By an hour less than the hold, so that the payment of whoever was given both next isn't looked at for it. No
 * session waits for its message longer than a day, so two days of those that ended are looked through.
 */
const UNDER_REVIEW_SINCE = lapsedSessions(`i.environment = 'live' and s.status = 'UNDER_REVIEW'
        and s.closed_at > i.ended_by - interval '${REVIEW_HOLD_HOURS - 1} hours'
        and s.expires_at between i.ended_by - interval '2 days' and ${ASKED_BY} + interval '${LONGEST}' and s.created_at <= ${ASKED_BY}`);

/** Closed unpaid before, where the money moved before who holds number and amount now had asked for it. */
const BEFORE_WHO_HOLDS_IT = `(select y.owner_kind, y.id, y.expires_at from collection_holds h
      cross join lateral (
        select o.created_at from payment_sessions o where o.id = h.session_id
        union all select o.created_at from transactions o where o.id = h.transaction_id) o
      cross join lateral (
        ${lapsedSessions(`s.status in ('EXPIRED', 'CANCELLED') and ${endedAbout('s')}`)}
        union all
        ${lapsedTransactions(endedAbout('t'))}) y
      where h.collection_number_id = i.collection_number_id and h.amount_xaf = i.amount_xaf and not h.is_guest
        and i.environment = 'live' and o.created_at > i.occurred_by
      order by y.expires_at desc limit 1)`;

/** All of them; the columns are the source, the kind of the owner and his id. */
export const LAPSED = `(select 'lapsed', x.owner_kind, x.id from (
      ${[...OF_NO_TIME, ...CLOSED_SINCE, UNDER_REVIEW_SINCE, BEFORE_WHO_HOLDS_IT].join(' union all ')}) x
    order by x.expires_at desc limit ${READ_MOST.lapsed})`;
