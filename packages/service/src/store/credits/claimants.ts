import { LIMITS } from '@chari/contract';
import { CLAIM_DAYS } from '../../domain/book/policy.ts';
import { MATCHING_POLICY } from '../../domain/matching/case.ts';
import { setStatement } from '../statement.ts';

export type Clue = {
  position: number;
  environment: string;
  /** In test, the merchant whose sandbox it is: nothing outside it is found. */
  merchant_id: string | null;
  /** The same where a key needs a value: all zeros in live. */
  scope_id: string;
  collection_number_id: string;
  amount_xaf: number;
  /** The payer's phone where it is fully known. */
  customer_phone: string | null;
  /** What it looks like where its operator hides digits of it, for SQL's `like`. */
  phone_like: string | null;
  /** The amount and those easily mistaken for it. */
  like_xaf: number[];
  tickets: string[];
  /** Tickets anywhere else in the words about it. */
  told_tickets: string[];
  /** When the money moved: who was expected then may have expired since. */
  occurred_at: Date;
  /** By when it had moved for sure: a time printed to the minute stands for the whole of it. */
  occurred_by: Date;
  /** Who had ended by then had surely ended when it moved. */
  ended_by: Date;
  /** Its message prints no time: the money may have moved earlier. */
  is_undated: boolean;
  /** Tickets of sessions made before it are forgotten. */
  tickets_since: Date;
};

/** For each reason why a session or transaction is found: how many are read at most; 64 in all. */
export const READ_MOST = {
  ticket: 4,
  told: 4,
  host: 1,
  payer: 2,
  guest: 23,
  lapsed: 2,
  expecting: 24,
  near: 4,
} as const;

/**
 * Most messages come within these minutes. The money of one that prints no time may have moved earlier, but not before the
 * last step of its SIM that is older than that.
 */
const PROMPT_MINUTES = 10;
/** How long before a session is made the money for it may seem to have moved. */
const SKEW = `${MATCHING_POLICY.skew_ms} milliseconds`;
/** By when somebody had asked for the money of the credit `i`, if he had when it moved. */
const ASKED_BY = `i.occurred_by + interval '${SKEW}'`;
/** No session or transaction waits longer than this for its payment, as far as `expires_at` says. */
const LONGEST = `${LIMITS.ttl_minutes.max} minutes`;
export type ClaimantSource = keyof typeof READ_MOST;

export type FoundClaimant = {
  position: number;
  source: ClaimantSource;
  owner_kind: 'session' | 'transaction';
  owner_id: string;
};

/**
 * Whether the payer of the credit `i` may be the declared one. Few closed sessions are read: without this, those of somebody
 * who declares other payers would hide the one that counts.
 */
const mayHavePaid = (declared: string): string =>
  `(${declared} is null or case when i.customer_phone is not null then ${declared} = i.customer_phone
          when i.phone_like is not null then ${declared} like i.phone_like else true end)`;

/**
 * The sessions of the tickets that the credit `i` names in one way or the other. A ticket is asked for as a range, in its own order,
 * which only its own index gives: before there are statistics, another one that leads to the environment seems as good to the
 * planner, and walks through all sessions.
 */
const ofTickets = (source: 'ticket' | 'told', tickets: 'tickets' | 'told_tickets'): string =>
  `(select '${source}' as source, 'session' as owner_kind, s.id as owner_id from unnest(i.${tickets}) as k (ticket) cross join lateral (
      select s.id from payment_sessions s
      where s.ticket >= k.ticket and s.ticket <= k.ticket and s.created_at >= i.tickets_since and s.environment = i.environment
        and (i.merchant_id is null or s.merchant_id = i.merchant_id)
      order by s.ticket limit ${READ_MOST[source] + 1}) s
    limit ${READ_MOST[source] + 1})`;

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

/**
 * The amounts like that of the credit `i`, one after the other, where its payer has any such session or transaction at all: most
 * payers have none, and one look says so.
 */
const likeOf = (his: string): string =>
  `unnest(case when exists (${his} limit 1) then i.like_xaf end) as l (amount_xaf)`;

/** Whether the time of the session or transaction `owner` ended about when the money of the credit `i` moved. */
const endedAbout = (owner: 's' | 't'): string =>
  `${owner}.expires_at >= i.occurred_at - interval '1 day' and ${owner}.expires_at < i.occurred_at + interval '1 hour'`;

/**
 * Sessions and transactions that something ties to a credit. Each source is a range of an index, and read only one further
 * than its limit, so that the caller knows that there are more: what a decision costs doesn't grow with what a rival has
 * opened.
 * - ticket: the message quotes its ticket; on whatever number, and whether or not its hold is long gone. told: the same, where
 *   the ticket stands elsewhere in the words. A motif quotes four at most, so that no other ticket crowds one of them out.
 * - host, guest: it holds this number and amount. payer: it does, and declares this payer.
 * - expecting: it declares this payer and an amount like this one, on whatever number, and is open, under review, or was
 *   open when the money moved, also where it was closed since. However late that is proven, no hold has to be kept for it. The
 *   money of a message that prints no time may have moved at any time since the SIM's last movement. For a masked payer: it
 *   holds another number for this very amount, and its declared phone fits the mask.
 * - lapsed: it asked for this amount on this number, and was closed unpaid since the money moved; or since the SIM's last
 *   movement, where the message prints no time, since it may be late and pay this one; or before, where the money moved before
 *   who holds number and amount now had asked.
 * - near: this number and payer, with the two next amounts above and the two below.
 */
export const findClaimants = setStatement<Clue, FoundClaimant>(
  'find_claimants',
  `select i.position, h.source, h.owner_kind, h.owner_id
  from json_to_recordset($1::json) as i
    (position int, environment text, merchant_id uuid, scope_id uuid, collection_number_id uuid, amount_xaf int,
     customer_phone text, phone_like text, like_xaf int[], occurred_at timestamptz, occurred_by timestamptz, ended_by timestamptz, is_undated boolean, tickets text[], told_tickets text[], tickets_since timestamptz)
  cross join lateral (
    select case when i.is_undated then greatest(i.occurred_at - interval '${CLAIM_DAYS} days', (
      select max(t.occurred_at) from book_steps t where t.collection_number_id = i.collection_number_id
        and t.occurred_at <= i.occurred_at - interval '${PROMPT_MINUTES} minutes'))
      else i.ended_by end as moved_since offset 0) m
  cross join lateral (
    ${ofTickets('ticket', 'tickets')}
    union all
    ${ofTickets('told', 'told_tickets')}
    union all
    select 'host', owner_kind, owner_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf and not is_guest
      and (state = 'OPEN' or due_at > i.ended_by)
    union all
    select 'payer', owner_kind, owner_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf
      and i.customer_phone is not null and customer_phone = i.customer_phone
    union all
    (select 'guest', owner_kind, owner_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf and is_guest
    limit ${READ_MOST.guest + 1})
    union all
    (select 'expecting', x.owner_kind, x.owner_id from collection_holds x
    where i.customer_phone is not null and x.scope_id = i.scope_id and x.customer_phone = i.customer_phone
      and x.amount_xaf = any (i.like_xaf) and x.state = 'OPEN'
    limit ${READ_MOST.expecting + 1})
    union all
    (select 'expecting', 'session', x.id from ${likeOf(
      `select from payment_sessions s where s.status in ('EXPIRED', 'UNDER_REVIEW') and s.customer_phone = i.customer_phone
        order by s.amount_xaf, s.expires_at`,
    )} cross join lateral (
      select s.id from payment_sessions s
      where s.status in ('EXPIRED', 'UNDER_REVIEW') and s.customer_phone = i.customer_phone and s.amount_xaf = l.amount_xaf
        and (s.status = 'UNDER_REVIEW' or s.expires_at >= m.moved_since or s.closed_at > i.ended_by)
        and s.expires_at >= m.moved_since - interval '1 day' and s.expires_at < i.occurred_at + interval '1 day'
        and s.environment = i.environment and (i.merchant_id is null or s.merchant_id = i.merchant_id)
      order by s.customer_phone, s.amount_xaf, s.expires_at limit ${READ_MOST.expecting + 1}) x
    limit ${READ_MOST.expecting + 1})
    union all
    (select 'expecting', 'transaction', x.id from ${likeOf(
      `select from transactions t where t.status = 'TIMEOUT' and t.phone_number = i.customer_phone
        order by t.amount_xaf, t.expires_at`,
    )} cross join lateral (
      select t.id from transactions t
      where t.status = 'TIMEOUT' and t.phone_number = i.customer_phone and t.amount_xaf = l.amount_xaf
        and (t.expires_at >= m.moved_since or t.updated_at > i.ended_by)
        and t.expires_at >= m.moved_since - interval '1 day' and t.expires_at < i.occurred_at + interval '1 day'
        and t.environment = i.environment and (i.merchant_id is null or t.merchant_id = i.merchant_id)
      order by t.phone_number, t.amount_xaf, t.expires_at limit ${READ_MOST.expecting + 1}) x
    limit ${READ_MOST.expecting + 1})
    union all
    (select 'expecting', 'session', x.id from ${likeOf(
      `select from payment_sessions s where s.status in ('SUCCESS', 'CANCELLED', 'FAILED') and s.environment = 'live'
        and i.environment = 'live' and s.customer_phone = i.customer_phone order by s.amount_xaf, s.closed_at`,
    )} cross join lateral (
      select s.id from payment_sessions s
      where s.status in ('SUCCESS', 'CANCELLED', 'FAILED') and s.environment = 'live' and i.environment = 'live'
        and s.customer_phone = i.customer_phone and s.amount_xaf = l.amount_xaf and s.closed_at > i.ended_by
        and s.created_at <= ${ASKED_BY} and s.expires_at >= i.occurred_at - interval '1 day'
      order by s.customer_phone, s.amount_xaf, s.closed_at limit ${READ_MOST.expecting + 1}) x
    limit ${READ_MOST.expecting + 1})
    union all
    (select 'expecting', 'transaction', t.id from transactions t
    where i.environment = 'live' and t.environment = 'live' and t.phone_number = i.customer_phone
      and t.created_at between i.occurred_at - interval '1 day' and ${ASKED_BY}
      and t.amount_xaf = any (i.like_xaf)
      and t.status in ('SUCCESS', 'REFUNDED', 'FAILED') and t.updated_at > i.ended_by
    order by t.phone_number, t.created_at limit ${READ_MOST.expecting + 1})
    union all
    (select 'expecting', x.owner_kind, x.owner_id from collection_numbers n cross join lateral (
      select h.owner_kind, h.owner_id, h.customer_phone, h.scope_id from collection_holds h
      where h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf and not h.is_guest
      union all
      select h.owner_kind, h.owner_id, h.customer_phone, h.scope_id from collection_holds h
      where h.collection_number_id = n.id and h.amount_xaf = i.amount_xaf and h.is_guest) x
    where i.phone_like is not null and n.id <> i.collection_number_id and n.environment = i.environment
      and x.customer_phone like i.phone_like and x.scope_id = i.scope_id
    limit ${READ_MOST.expecting + 1})
    union all
    (select 'lapsed', x.owner_kind, x.id from (
      ${lapsedSessions(`i.is_undated and s.status in ('EXPIRED', 'CANCELLED')
        and s.expires_at >= m.moved_since and s.expires_at < i.occurred_at + interval '1 hour'
        and s.created_at <= i.occurred_at and (s.status <> 'CANCELLED' or s.closed_at >= m.moved_since)`)}
      union all
      ${lapsedSessions(`i.is_undated and s.status = 'UNDER_REVIEW'
        and s.expires_at >= m.moved_since and s.created_at <= i.occurred_at`)}
      union all
      ${lapsedTransactions('i.is_undated and t.expires_at >= m.moved_since and t.expires_at <= i.occurred_at')}
      union all
      ${lapsedSessions(`i.environment = 'live' and s.status in ('EXPIRED', 'CANCELLED') and s.closed_at > i.ended_by
        and s.expires_at between i.ended_by and ${ASKED_BY} + interval '${LONGEST}' and s.created_at <= ${ASKED_BY}`)}
      union all
      ${lapsedTransactions(`i.environment = 'live'
        and t.expires_at between i.ended_by and ${ASKED_BY} + interval '${LONGEST}' and t.created_at <= ${ASKED_BY}`)}
      union all
      (select y.owner_kind, y.id, y.expires_at from collection_holds h
      cross join lateral (
        select o.created_at from payment_sessions o where o.id = h.session_id
        union all select o.created_at from transactions o where o.id = h.transaction_id) o
      cross join lateral (
        ${lapsedSessions(`s.status in ('EXPIRED', 'CANCELLED') and ${endedAbout('s')}`)}
        union all
        ${lapsedTransactions(endedAbout('t'))}) y
      where h.collection_number_id = i.collection_number_id and h.amount_xaf = i.amount_xaf and not h.is_guest
        and i.environment = 'live' and o.created_at > i.occurred_by
      order by y.expires_at desc limit 1)) x
    order by x.expires_at desc limit ${READ_MOST.lapsed})
    union all
    (select 'near', owner_kind, owner_id from collection_holds
    where i.customer_phone is not null and collection_number_id = i.collection_number_id
      and customer_phone = i.customer_phone and amount_xaf > i.amount_xaf
    order by amount_xaf limit ${READ_MOST.near / 2})
    union all
    (select 'near', owner_kind, owner_id from collection_holds
    where i.customer_phone is not null and collection_number_id = i.collection_number_id
      and customer_phone = i.customer_phone and amount_xaf < i.amount_xaf
    order by amount_xaf desc limit ${READ_MOST.near / 2})) h`,
);

/** For credits that nothing ties to anybody: the holds of the number with the nearest amounts. */
export const findNeighbours = setStatement<
  Pick<Clue, 'position' | 'collection_number_id' | 'amount_xaf'>,
  Pick<FoundClaimant, 'position' | 'owner_kind' | 'owner_id'>
>(
  'find_neighbours',
  `select i.position, h.owner_kind, h.owner_id
  from json_to_recordset($1::json) as i (position int, collection_number_id uuid, amount_xaf int)
  cross join lateral (
    (select owner_kind, owner_id from collection_holds
     where collection_number_id = i.collection_number_id and not is_guest and amount_xaf > i.amount_xaf
     order by amount_xaf limit 3)
    union all
    (select owner_kind, owner_id from collection_holds
     where collection_number_id = i.collection_number_id and not is_guest and amount_xaf < i.amount_xaf
     order by amount_xaf desc limit 3)) h`,
);
