import { NOBODY } from '../../domain/credit.ts';
import type { TendedBook } from '../../domain/feed/due.ts';
import type { IncidentKind } from '../../domain/feed/incident.ts';
import type { Move } from '../../domain/movement/move.ts';
import type { Operator } from '../../domain/operator.ts';
import { heardAt, speaksFor } from '../gateways/lives.ts';
import type { BookStepRow } from '../rows.generated.ts';
import { idStatement, statement } from '../statement.ts';
import {
  CONTESTED,
  CONTESTED_SUM,
  IS_MISSING,
  LEFT_SUM,
  leftBy,
  SETTLED_SINCE,
  STANDS,
  SUSPECTED,
  UNEXPLAINED,
} from './doubts.ts';
import { BEGINS_BESIDE, IS_CONTESTED } from './find-claims.ts';
import { IS_AT_THE_TIP, IS_AWAITED, MAY_BE_AIRTIME, MAY_GO_ON } from './told.ts';
import { heldUpBy } from './under-way.ts';

export type BookLine = TendedBook & {
  collection_number_id: string;
  operator: Operator;
  msisdn: string;
  status: 'ACTIVE' | 'PAUSED';
  feed_status: string;
  opening_xaf: number | null;
  anchored_at: Date | null;
  asked_at: Date | null;
  /**
   * When the oldest of the sessions and transactions was made that wait for a payment there and expire soon, or once a phone that
   * is back has told all; null for none.
   */
  unpaid_since: Date | null;
  /** Steps that nobody has explained, and their sum: more money or less than is understood. */
  unexplained: number;
  unexplained_xaf: number;
  /** Credits that are booked and settle when a reading vouches for them. */
  pending: number;
  pending_xaf: number;
  open_kinds: IncidentKind[];
};

const WAS_READ = 'c.settled_at <= b.anchored_at';
const IS_TYPED = `c.told ->> 'is_typed' = 'true'`;
/** Looked up once for each credit that waits, and only where it says something: it goes over all that waits beside it. */
const LOOKED_UP = `(select case when ${WAS_READ} or ${IS_TYPED} then ${IS_CONTESTED} end as is_contested offset 0)`;
const IS_WITHHELD = `${WAS_READ} and not d.is_contested`;
const sumsWhere = (which: string): string =>
  `coalesce(array_agg(s.after_xaf - s.before_xaf order by s.ordinal) filter (where ${which}), '{}')`;

/**
 * The book of each live number. A claim that came before `claims_since` is no claim any more; what is
 * due between `now` and `expires_by` expires soon. What is past that waits for a phone that is back, and may lie in its inbox alone; one that is
 * silent is not asked for it, since it may get all that it was asked at once.
 */
export const loadBookLines = statement<{ claims_since: Date; expires_by: Date; now: Date }, BookLine>(
  'load_book_lines',
  `select n.id as collection_number_id, n.operator, n.msisdn, n.status, n.feed_status, b.opening_xaf, b.tip_xaf,
    b.anchored_at, b.unanchored_xaf, b.unvouched_xaf, b.bound_since, b.suspected_at, b.asked_at, w.unpaid_since, c.claims, c.claims_since, u.unexplained,
    u.unexplained_xaf, u.outflow_xaf, exists (
      select from announced_debits a join book_steps s on s.collection_number_id = a.collection_number_id and s.kind = 'DEBIT'
        and ${UNEXPLAINED} and -${STANDS} = a.amount_xaf
      where a.collection_number_id = n.id and a.step_id is null and u.outflow_xaf > 0) as is_unmet, p.pending, p.pending_xaf, p.withheld,
    p.withheld_xaf, p.typed_xaf, p.typed_contested_xaf,
    case when p.withheld > 0 then ${leftBy('greatest(b.anchored_at, $now::timestamptz)')} else 0 end as left_xaf,
    k.contested + p.contested as contested, ${CONTESTED_SUM} as contested_xaf,
    array(select distinct f.kind from feed_incidents f
      where f.collection_number_id = n.id and f.closed_at is null order by f.kind) as open_kinds
  from collection_numbers n
  join books b on b.collection_number_id = n.id
  cross join lateral (
    select count(*)::int as claims, min(x.arrived_at) filter (
      where (${MAY_GO_ON} or ${IS_AT_THE_TIP}) and (not ${MAY_BE_AIRTIME} or ${IS_AWAITED})) as claims_since from book_claims x
    where x.collection_number_id = n.id and x.state = 'CLAIMED' and x.arrived_at > $claims_since) c
  cross join lateral (
    select min(coalesce(s.created_at, t.created_at)) as unpaid_since
    from collection_holds h
    left join lateral (select * from payment_sessions x where x.id = h.session_id limit 1) s on s.status = 'AWAITING_PAYMENT'
    left join transactions t on t.id = h.transaction_id
    where h.collection_number_id = n.id and h.state = 'OPEN' and h.due_at <= $expires_by
      and (h.due_at > $now::timestamptz or n.feed_status <> 'SILENT' and h.due_at > (
        select max(${heardAt('$now::timestamptz')}) from sms_gateway_sims i
        join sms_gateway_signals s on s.gateway_id = i.gateway_id and ${speaksFor('i')}
        where i.collection_number_id = n.id))) w
  cross join lateral (
    select count(*)::int as unexplained, coalesce(sum(s.after_xaf - s.before_xaf), 0)::bigint as unexplained_xaf,
      coalesce(sum(s.before_xaf - s.after_xaf) filter (where s.before_xaf > s.after_xaf), 0)::bigint as outflow_xaf
    from book_steps s where s.collection_number_id = n.id and ${UNEXPLAINED}) u
  cross join lateral (
    select count(*)::int as pending, coalesce(sum(s.after_xaf - s.before_xaf), 0)::bigint as pending_xaf,
      count(*) filter (where ${IS_WITHHELD})::int as withheld,
      ${sumsWhere(`${IS_WITHHELD} and (${IS_TYPED}) is not true`)} as withheld_xaf,
      ${sumsWhere(`${IS_TYPED} and not d.is_contested`)} as typed_xaf,
      ${sumsWhere(`${IS_TYPED} and d.is_contested`)} as typed_contested_xaf,
      count(*) filter (where ${WAS_READ} and d.is_contested and not ${CONTESTED})::int as contested
    from book_claims c join book_steps s on s.notice_id = c.notice_id cross join lateral ${LOOKED_UP} d
    where c.collection_number_id = n.id and c.state = 'PENDING') p
  cross join lateral (
    select count(*)::int as contested from contested_steps x join book_steps s on s.id = x.step_id
    where x.collection_number_id = n.id and ${CONTESTED}) k
  where n.scope_id = '${NOBODY}' and n.environment = 'live'
  order by n.operator, n.msisdn`,
);

/** How many sessions and transactions wait to be paid on numbers; none for a number on which nobody is asked to pay. */
export const countUnpaid = idStatement<{ collection_number_id: string; unpaid: number }>(
  'count_unpaid_by_number',
  `select h.collection_number_id, count(*)::int as unpaid
  from unnest($1::uuid[]) as i (id)
  join collection_holds h on h.collection_number_id = i.id and h.state = 'OPEN'
  left join lateral (select status from payment_sessions x where x.id = h.session_id limit 1) s on true
  where h.transaction_id is not null or s.status = 'AWAITING_PAYMENT'
  group by h.collection_number_id`,
);

/** Since when something was last found false on the numbers of some books; null: nothing is. */
export const loadSuspected = idStatement<{ collection_number_id: string; suspected_at: Date | null }>(
  'load_suspected_books',
  'select collection_number_id, suspected_at from books where collection_number_id = any ($1::uuid[])',
);

/** The latest steps of numbers, the newest first. */
export const loadLatestSteps = idStatement<BookStepRow>(
  'load_latest_steps',
  `select e.* from unnest($1::uuid[]) as i (id)
  cross join lateral (
    select * from book_steps x where x.collection_number_id = i.id and x.ordinal is not null
    order by x.ordinal desc limit 30) e`,
);

/** Of each number: what has left it unexplained, was forged or was found missing, and what contested credits have settled. */
export const loadUnvouched = idStatement<{
  collection_number_id: string;
  outflow_xaf: number;
  contested_xaf: number;
}>(
  'load_unvouched',
  `select b.collection_number_id, ${LEFT_SUM} as outflow_xaf, ${CONTESTED_SUM} as contested_xaf from books b
  where b.collection_number_id = any ($1::uuid[])`,
);

/**
 * Steps that nobody has explained: what stands on UNEXPLAINED, credits that wait for a reading, those that a reading
 * found contested or suspects, and those that may be what one found missing. What is no payment first, then the oldest.
 */
export const loadUnexplained = idStatement<BookStepRow>(
  'load_unexplained_steps',
  `select * from (
    select s.* from book_steps s where s.collection_number_id = any ($1::uuid[]) and ${UNEXPLAINED}
    union
    select s.* from book_claims c join book_steps s on s.notice_id = c.notice_id
    where c.collection_number_id = any ($1::uuid[]) and c.state = 'PENDING'
    union
    select s.* from contested_steps k join book_steps s on s.id = k.step_id
    where k.collection_number_id = any ($1::uuid[]) and ${CONTESTED}
    union
    select s.* from book_steps s where s.collection_number_id = any ($1::uuid[]) and ${SUSPECTED}
    union
    select s.* from book_steps g
    join book_claims c on c.collection_number_id = g.collection_number_id and c.state = 'PROVEN'
    join book_steps s on s.notice_id = c.notice_id
    where g.collection_number_id = any ($1::uuid[]) and ${IS_MISSING} and ${SETTLED_SINCE}) s
  order by s.collection_number_id, s.kind in ('CREDIT', 'CASH_IN'), s.ordinal limit 500`,
);

/** A message without a place in its book that contests steps: it may lead another way to a balance that was read. */
export type ContestingMessage = {
  notice_id: string;
  collection_number_id: string;
  occurred_at: Date;
  arrived_at: Date;
  sender: string | null;
  body: string;
  /** What it would be, by what templates read in it. */
  moves: Move[];
  /** How many steps it contests, alone or beside other messages. */
  steps: number;
};

/** The messages by which steps of numbers are contested, or payments that a reading left, those of most steps first. */
export const loadContesting = idStatement<ContestingMessage>(
  'load_contesting',
  `select c.notice_id, c.collection_number_id, c.occurred_at, c.arrived_at, n.sender, n.body, c.told -> 'moves' as moves,
    x.steps
  from (
    select v.notice_id, count(*)::int as steps
    from (
      select v.notice_id, k.step_id from contested_steps k join book_steps s on s.id = k.step_id
      cross join lateral unnest(k.by_notices) as v (notice_id)
      where k.collection_number_id = any ($1::uuid[]) and ${CONTESTED}
      union
      select x.notice_id, s.id from book_claims c join book_steps s on s.notice_id = c.notice_id
      join books b on b.collection_number_id = c.collection_number_id
      join book_claims x on ${BEGINS_BESIDE}
      where c.collection_number_id = any ($1::uuid[]) and c.state = 'PENDING' and c.settled_at <= b.anchored_at) v
    group by v.notice_id) x
  join book_claims c on c.notice_id = x.notice_id and c.state in ('CLAIMED', 'REFUTED')
  join notices n on n.id = c.notice_id
  order by x.steps desc, c.arrived_at limit 500`,
);

export type FoundMessage = {
  notice_id: string;
  collection_number_id: string;
  state: 'CLAIMED' | 'PENDING' | 'PROVEN' | 'REFUTED' | 'VOIDED';
  amounts_xaf: number[];
};

/** Messages of live numbers that have waited for a place, by their notices. */
export const findMessages = idStatement<FoundMessage>(
  'find_book_messages',
  `select c.notice_id, c.collection_number_id, c.state, c.amounts_xaf
  from book_claims c join books b on b.collection_number_id = c.collection_number_id
  where c.notice_id = any ($1::uuid[])`,
);

export type WaitingClaim = {
  notice_id: string;
  collection_number_id: string;
  amounts_xaf: number[];
  occurred_at: Date;
  arrived_at: Date;
  sender: string | null;
  body: string;
};

/** What waits unproven on numbers and came since `claims_since`, or holds something up (`heldUpBy`), with its text, the newest first. */
export const loadWaitingClaims = statement<
  { collection_number_ids: readonly string[]; claims_since: Date },
  WaitingClaim
>(
  'load_waiting_claims',
  `select c.notice_id, c.collection_number_id, c.amounts_xaf, c.occurred_at, c.arrived_at, n.sender, n.body
  from (
    (select x.notice_id from book_claims x
    where x.collection_number_id = any ($collection_number_ids::uuid[]) and x.state = 'CLAIMED'
      and x.arrived_at > $claims_since::timestamptz
    order by x.arrived_at desc, x.notice_id limit 500)
    union all
    (select h.notice_id from unnest($collection_number_ids::uuid[]) i (id)
    cross join lateral (${heldUpBy('i.id', '$claims_since::timestamptz')}) h
    order by h.arrived_at desc, h.notice_id limit 100)) w
  join book_claims c on c.notice_id = w.notice_id join notices n on n.id = c.notice_id
  order by c.arrived_at desc, c.notice_id`,
);
