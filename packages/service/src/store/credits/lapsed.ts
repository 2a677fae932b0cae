import { LIMITS } from '@chari/contract';
import { REVIEW_HOLD_HOURS } from '../../domain/policy.ts';
import { ASKED_BY, mayHavePaid, READ_MOST } from './clue.ts';

// Who asked for the amount of the credit `i` on its number, and was closed, or is under review. Few are read, those that ended
// last. `host` says when who holds both now had asked for them.

/** No session or transaction waits longer than this for its payment, as far as `expires_at` says. */
const LONGEST = `${LIMITS.ttl_minutes.max} minutes`;

/** The live sessions `s` of the number and the amount of the credit `i` that ended last, of those that are so. */
const lapsedSessions = (
  are: string,
): string => `(select 'session' as owner_kind, s.id, s.expires_at from payment_sessions s
      where s.environment = 'live' and s.collection_number_id = i.collection_number_id and s.amount_xaf = i.amount_xaf
        and ${mayHavePaid('s.customer_phone')} and ${are}
      order by s.expires_at desc limit ${READ_MOST.lapsed})`;

/** The same of transactions `t`. */
const lapsedTransactions = (
  are: string,
): string => `(select 'transaction' as owner_kind, t.id, t.expires_at from transactions t
      where t.environment = 'live' and t.collection_number_id is not null
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
    `i.is_undated and t.status = 'TIMEOUT' and t.expires_at >= m.moved_since and t.expires_at <= i.occurred_at and t.created_at <= ${ASKED_BY}`,
  ),
];

/** The clocks of two processes that make sessions at one moment differ by less. */
const AT_ONE_MOMENT = '1 minute';

/**
 * Whether the session or transaction `owner` closed since the money moved, or no longer before than its quarantine lasts. Not who asked
 * before whoever holds number and amount now, where that one had asked when the money moved: both are given to a new host only once nobody
 * holds them any more, so the other had let them go, and that one's payment would be looked at for nothing. When he closed says nothing of that:
 * people may decide a review when its hold has ended. No session waits for its message longer than a day.
 */
const heldThen = (owner: 's' | 't', closed: 'closed_at' | 'updated_at'): string => `i.environment = 'live'
        and ${owner}.${closed} > i.freed_by
        and (host.asked_at is null or host.asked_at > i.occurred_by or ${owner}.created_at > host.asked_at - interval '${AT_ONE_MOMENT}')
        and ${owner}.expires_at between i.freed_by - interval '25 hours' and ${ASKED_BY} + interval '${LONGEST}'
        and ${owner}.created_at <= ${ASKED_BY}`;

/** Held both when the money moved, whatever became of it since: however late that is proven, it joins the case as at once. */
const HELD_THEN = [
  lapsedSessions(`s.status in ('EXPIRED', 'CANCELLED') and ${heldThen('s', 'closed_at')}`),
  lapsedSessions(`s.status in ('SUCCESS', 'FAILED') and ${heldThen('s', 'closed_at')}`),
  lapsedTransactions(`t.status = 'TIMEOUT' and ${heldThen('t', 'updated_at')}`),
  // One that was given back later may have been paid long before.
  lapsedTransactions(`t.status in ('SUCCESS', 'REFUNDED', 'FAILED') and ${heldThen('t', 'updated_at')}
        and (t.status <> 'REFUNDED' or t.confirmed_at > i.freed_by)`),
];

/**
 * Under review, and held number and amount when the money moved: however late that is proven, it joins the case as it would have
 * done at once. By an hour less than the hold, so that the payment of whoever was given both next isn't looked at for it, unless it comes
 * from the phone that this one has declared (`expecting.ts`). No session waits for its message longer than a day, so two days of those
 * that ended are looked through.
 */
const UNDER_REVIEW_SINCE = lapsedSessions(`i.environment = 'live' and s.status = 'UNDER_REVIEW'
        and s.closed_at > i.ended_by - interval '${REVIEW_HOLD_HOURS - 1} hours'
        and s.expires_at between i.ended_by - interval '2 days' and ${ASKED_BY} + interval '${LONGEST}' and s.created_at <= ${ASKED_BY}`);

/** Who holds number and amount now had not asked for them yet. */
const BEFORE_HOST = `i.environment = 'live' and host.asked_at > i.occurred_by`;

/** Closed unpaid about then, where the money moved before who holds number and amount now had asked for it. */
const BEFORE_WHO_HOLDS_IT = [
  lapsedSessions(`${BEFORE_HOST} and s.status in ('EXPIRED', 'CANCELLED') and ${endedAbout('s')}`),
  lapsedTransactions(`${BEFORE_HOST} and t.status = 'TIMEOUT' and ${endedAbout('t')}`),
];

/** All of them; the columns are the source, the kind of the owner and his id. */
export const LAPSED = `(select 'lapsed', x.owner_kind, x.id from (
      ${[...OF_NO_TIME, ...HELD_THEN, UNDER_REVIEW_SINCE, ...BEFORE_WHO_HOLDS_IT].join(' union all ')}) x
    order by x.expires_at desc limit ${READ_MOST.lapsed})`;
