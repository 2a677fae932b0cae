import { REVIEW_HOLD_HOURS } from '../../domain/policy.ts';
import { ABOUT, ASKED_BY, READ_MOST } from './clue.ts';

// Who has declared a phone that fits the payer of the credit `i`, whose operator hides digits of it. Such a phone is no range of an
// index, so they are asked for by number and sum, and only for such a payer.

/** Who holds another number for this very amount, and has declared a phone that fits. */
const FITS_THE_MASK = `(select 'expecting', x.owner_kind, x.owner_id from collection_numbers n cross join lateral (
      select h.owner_kind, h.owner_id, h.customer_phone, h.scope_id from collection_holds h
      where h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf and not h.is_guest
      union all
      select h.owner_kind, h.owner_id, h.customer_phone, h.scope_id from collection_holds h
      where h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf and h.is_guest) x
    where i.phone_like is not null and n.id <> i.collection_number_id and n.environment = i.environment
      and x.customer_phone like i.phone_like and x.scope_id = i.scope_id
    limit ${READ_MOST.expecting + 1})`;

/** Had not ended when the money of the credit `i` moved, by when its hold is over: quarantine goes on for one time after the end. */
const STOOD_THEN = `(h.state = 'OPEN' or h.due_at > i.ended_by + (i.ended_by - i.freed_by))`;

/** Who holds this very number for an amount like this one, and has declared a phone that fits. */
const FITS_BESIDE = `(select 'expecting', x.owner_kind, x.owner_id from (
      select h.owner_kind, h.owner_id, h.customer_phone, h.amount_xaf from collection_holds h
      where h.collection_number_id = i.collection_number_id and h.amount_xaf = any (i.like_xaf) and not h.is_guest and ${STOOD_THEN}
      union all
      select h.owner_kind, h.owner_id, h.customer_phone, h.amount_xaf from collection_holds h
      where h.collection_number_id = i.collection_number_id and h.amount_xaf = any (i.like_xaf) and h.is_guest and ${STOOD_THEN}) x
    where i.phone_like is not null and x.amount_xaf <> i.amount_xaf and x.customer_phone like i.phone_like
    limit ${READ_MOST.expecting + 1})`;

/**
 * The sessions `s` that are so and had asked for an amount like this one on this very number when the money moved, and keep it no more:
 * of each amount a range of an index. What became of them since says nothing of whose the money is.
 */
const sessionsBeside = (
  are: string,
): string => `(select 'session' as owner_kind, x.id as owner_id from unnest(i.like_xaf) as l (amount_xaf) cross join lateral (
      select s.id from payment_sessions s
      where s.environment = 'live' and s.collection_number_id = i.collection_number_id and s.amount_xaf = l.amount_xaf and ${are}
        and s.expires_at between i.occurred_at - interval '${ABOUT}' and i.occurred_at + interval '${ABOUT}'
        and s.customer_phone like i.phone_like and s.created_at <= ${ASKED_BY}
        and not exists (select from collection_holds h where h.owner_id = s.id)
      order by s.expires_at desc limit ${READ_MOST.expecting + 1}) x
    where l.amount_xaf <> i.amount_xaf)`;

/** The same of transactions `t`. */
const transactionsBeside = (
  are: string,
): string => `(select 'transaction' as owner_kind, x.id as owner_id from unnest(i.like_xaf) as l (amount_xaf) cross join lateral (
      select t.id from transactions t
      where t.environment = 'live' and t.collection_number_id is not null
        and t.collection_number_id = i.collection_number_id and t.amount_xaf = l.amount_xaf and ${are}
        and t.expires_at between i.occurred_at - interval '${ABOUT}' and i.occurred_at + interval '${ABOUT}'
        and t.phone_number like i.phone_like and t.created_at <= ${ASKED_BY}
        and not exists (select from collection_holds h where h.owner_id = t.id)
      order by t.expires_at desc limit ${READ_MOST.expecting + 1}) x
    where l.amount_xaf <> i.amount_xaf)`;

/** Who had asked so, however late the money is proven. A review counts as long as it keeps its number, less an hour. */
const FITTED_BESIDE = `(select 'expecting', x.owner_kind, x.owner_id from (
      ${[
        sessionsBeside(`s.status in ('EXPIRED', 'CANCELLED') and s.closed_at > i.ended_by`),
        sessionsBeside(`s.status in ('SUCCESS', 'FAILED') and s.closed_at > i.ended_by`),
        sessionsBeside(
          `s.status = 'UNDER_REVIEW' and s.closed_at > i.ended_by - interval '${REVIEW_HOLD_HOURS - 1} hours'`,
        ),
        transactionsBeside(`t.status = 'TIMEOUT' and t.updated_at > i.ended_by`),
        transactionsBeside(`t.status in ('SUCCESS', 'REFUNDED', 'FAILED') and t.updated_at > i.ended_by
        and (t.status <> 'REFUNDED' or t.confirmed_at > i.ended_by)`),
      ].join(' union all ')}) x
    where i.phone_like is not null and i.environment = 'live'
    limit ${READ_MOST.expecting + 1})`;

/** All of them, as of those in `expecting.ts`. */
export const FITTING = [FITS_THE_MASK, FITS_BESIDE, FITTED_BESIDE];
