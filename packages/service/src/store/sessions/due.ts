import { EXPIRY_WAITS_MOST_HOURS, LOOKED_BEFORE_MS } from '../../domain/book/policy.ts';
import { CONTESTED, UNEXPLAINED } from '../book/doubts.ts';
import { UNREAD_STEPS } from '../book/steps.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

/** When a hold's owner was made. Another's clock may be wrong by two minutes. */
const MADE_OF_HOLD = `(select x.created_at from payment_sessions x where x.id = h.session_id
          union all select x.created_at from transactions x where x.id = h.transaction_id)`;

/** What had come to us before a hold's owner was made, by our own clock, is not for it. */
const PAYS_HOLD = `c.collection_number_id = h.collection_number_id and h.amount_xaf = any (c.amounts_xaf)
        and c.occurred_at <= h.due_at and c.arrived_at >= ${MADE_OF_HOLD}
        and c.occurred_at + make_interval(secs => c.precision_ms / 1000) >= ${MADE_OF_HOLD} - interval '2 minutes'`;

/**
 * A claim on a hold's number, of its amount and time, which would pay its session if it were proven. So does one that is refuted
 * where it tells of another way: somebody may have taken its place. Since the last look at the SIM that is what begins or ends
 * where the book stood; of what came before, the reading said what contests a step. Whatever else ends where the book
 * stands leads past nothing, and a session that waited for it would tell its merchant what the SIM holds.
 */
const CLAIM_OF_HOLD = `select from book_claims c where c.state in ('CLAIMED', 'PENDING') and ${PAYS_HOLD}
      union all
      select from book_claims c join books b on b.collection_number_id = c.collection_number_id
        where c.state = 'REFUTED' and ${PAYS_HOLD} and (
          c.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${LOOKED_BEFORE_MS} milliseconds' and exists (
            select from book_steps s where s.collection_number_id = c.collection_number_id
              and s.ordinal > greatest(b.anchored_ordinal, b.last_ordinal - ${UNREAD_STEPS})
              and array[s.before_xaf, s.after_xaf] && (c.begins_xaf || c.ends_xaf))
          or exists (select from contested_steps k join book_steps s on s.id = k.step_id
            where k.collection_number_id = c.collection_number_id and (k.by_notices = '{}' or c.notice_id = any (k.by_notices))
              and ${CONTESTED}))`;

/** Whether a payment of this sum was asked for on the number of the hold `h`, of nobody in `but`: found by its index, host or guest. */
const isAsked = (sum_xaf: string, but: string): string =>
  ['not x.is_guest', 'x.is_guest']
    .map(
      (which) => `exists (select from collection_holds x where x.collection_number_id = h.collection_number_id
            and x.amount_xaf = ${sum_xaf} and ${which} and x.owner_id not in (${but}))`,
    )
    .join(' or ');
const isOfAnother = (sum_xaf: string): string => `(${isAsked(sum_xaf, 'h.owner_id')})`;
/** The same of two others together. It looks at each hold of the number: not to be asked of each message that somebody sends. */
const isOfTwoOthers = (sum_xaf: string): string => `exists (
            select from collection_holds o where o.collection_number_id = h.collection_number_id and o.owner_id <> h.owner_id
              and o.amount_xaf < ${sum_xaf} and (${isAsked(`${sum_xaf} - o.amount_xaf`, 'h.owner_id, o.owner_id')}))`;

/** Whether money of this sum left by a debit that staff had announced on the number of the hold `h`, with what may be its fee. */
const isAnnounced = (sum_xaf: string, by: string): string => `exists (
            select from announced_debits a where a.collection_number_id = h.collection_number_id and a.step_id is null
              and a.announced_at <= ${by} and ${sum_xaf} - a.amount_xaf between 0 and greatest(500, a.amount_xaf / 20))`;

/** What is missing before the movement `m` of a claim beside the payment of the hold `h`. */
const MISSING_BEFORE = `((m ->> 'before_xaf')::bigint - b.tip_xaf - h.amount_xaf)`;

/** Exactly a hold's payment is missing before a claim on its number, alone or beside something else of which no message has told. */
const GAP_OF_HOLD = `select from books b join book_claims c on c.collection_number_id = b.collection_number_id
      where b.collection_number_id = h.collection_number_id and c.state = 'CLAIMED' and c.occurred_at <= h.due_at
        and exists (select from json_array_elements(c.told -> 'moves') m
          where ${MISSING_BEFORE} = 0 or ${MISSING_BEFORE} > 0 and ${isOfAnother(MISSING_BEFORE)}
            or ${MISSING_BEFORE} < 0 and ${isAnnounced(`-${MISSING_BEFORE}`, 'c.arrived_at')})`;

/** What the step `s` misses beside the payment of the hold `h`. */
const MISSING_BESIDE = '(s.after_xaf - s.before_xaf - h.amount_xaf)';

/** Whether the step `s` is a payment of which no message came, by what people have said, and nobody has said whose. */
const IS_NOBODYS = `exists (select from credits p where p.id = s.id and p.state = 'SUSPENSE')`;

/**
 * A reading has found exactly a hold's payment missing, alone or beside something else, and nobody has said yet what it was, or whose.
 */
const MISSING_OF_HOLD = `select from book_steps s where s.collection_number_id = h.collection_number_id
        and s.kind = 'UNEXPLAINED' and s.strength = 'ANCHORED'
        and s.occurred_at >= ${MADE_OF_HOLD} - interval '2 minutes' and coalesce(s.missing_since, '-infinity') <= h.due_at
        and (${UNEXPLAINED} or ${IS_NOBODYS})
        and (${MISSING_BESIDE} = 0 or ${MISSING_BESIDE} > 0 and (${isOfAnother(MISSING_BESIDE)} or ${isOfTwoOthers(MISSING_BESIDE)})
          or ${MISSING_BESIDE} < 0 and ${isAnnounced(`-${MISSING_BESIDE}`, 's.occurred_at')})`;

/**
 * Holds whose owner's expiry plus grace has passed, oldest first; not those for whose number a notice came before
 * that and still waits to be read, since it may be their payment (one that can't be read holds nobody up for
 * more than a day). Nor, in live and for at most a day, those whose number has not been heard whole past their
 * expiry, or whose payment a message tells of that is not proven, or is just what a reading found missing (after that day
 * `is_unproven`), or what is missing before one. Nothing is locked yet: lock the owners next and look again, since a credit
 * may be settling one of them at this moment. The inbox is read once, however many holds are due: while it is full, or full of what was taken out of it lately, it is long.
 * `now` now, `limit` at most, `heard` up to when live numbers have been heard as JSON, `grace_seconds` grace in seconds.
 */
export const findExpired = statement<
  { now: Date; limit: number; heard: string; grace_seconds: number },
  {
    owner_kind: 'session' | 'transaction';
    owner_id: string;
    is_unproven: boolean;
  }
>(
  'find_expired',
  `with waiting as materialized (
    select n.collection_number_id, min(n.received_at) as received_at
    from notice_inbox b join notices n on n.id = b.notice_id
    where n.received_at > $now::timestamptz - interval '1 day' group by n.collection_number_id
    union all
    select s.collection_number_id, s.covers_from from statements s
    where s.state = 'AGREED' and s.agreed_at > $now::timestamptz - interval '1 day')
  select h.owner_kind, h.owner_id, exists (${CLAIM_OF_HOLD}) or exists (${MISSING_OF_HOLD}) as is_unproven from collection_holds h
  where h.due_at <= $now and h.state = 'OPEN' and not exists (
    select from waiting w where w.collection_number_id = h.collection_number_id and w.received_at <= h.due_at)
    and (h.due_at - make_interval(secs => $grace_seconds) <= $now::timestamptz - interval '${EXPIRY_WAITS_MOST_HOURS} hours' or (
      not exists (
        select from json_to_recordset($heard::json) as u (collection_number_id uuid, heard_until timestamptz)
        where u.collection_number_id = h.collection_number_id
          and h.due_at - make_interval(secs => $grace_seconds) > u.heard_until)
      and not exists (${CLAIM_OF_HOLD}) and not exists (${GAP_OF_HOLD}) and not exists (${MISSING_OF_HOLD})))
  order by h.due_at limit $limit`,
);

/** Those of some sessions whose payment a message tells of that is not proven. */
export const findUnproven = idStatement<{ session_id: string }>(
  'find_unproven',
  `select h.session_id from collection_holds h where h.session_id = any ($1::uuid[]) and exists (${CLAIM_OF_HOLD})`,
);

/** Locks holds whose quarantine is over and which have no guests, oldest first; release them next. */
export const lockReleasable = statement<{ now: Date; limit: number }, { owner_id: string }>(
  'lock_releasable_holds',
  `select d.owner_id from collection_holds d
  where d.due_at <= $now and d.state = 'QUARANTINE'
    and (d.is_guest or (
      select true from collection_holds g
      where g.is_guest and g.collection_number_id = d.collection_number_id and g.amount_xaf = d.amount_xaf
      limit 1) is null)
  order by d.due_at limit $limit for update skip locked`,
);

/**
 * Ends quarantines of locked holds: the number and amount are free again. A host goes after its last guest,
 * and one may have joined between the look and the lock; this statement sees it, and no other can join now.
 */
export const releaseHolds = setStatement<{ owner_id: string }, { owner_id: string }>(
  'release_holds',
  `delete from collection_holds h
  where h.owner_id = any (array(
      select owner_id from json_to_recordset($1::json) as i (owner_id uuid)))
    and (h.is_guest or (
      select true from collection_holds g
      where g.is_guest and g.collection_number_id = h.collection_number_id and g.amount_xaf = h.amount_xaf
      limit 1) is null)
  returning h.owner_id`,
);

/** Locks hosts whose quarantine is over and which only stay for their guests, oldest first. */
export const lockSpentHosts = statement<{ now: Date; limit: number }, { owner_id: string }>(
  'lock_spent_hosts',
  `select owner_id from collection_holds
  where due_at <= $now and state = 'QUARANTINE' and not is_guest and allowance_slot is not null
  order by due_at limit $limit for update skip locked`,
);

/** Holds that count against nobody any more: their merchants have their places back. */
export const leaveHeldPlaces = idStatement(
  'leave_held_places',
  `update collection_holds set allowance_slot = null, amount_share = null where owner_id = any ($1::uuid[])`,
);

/**
 * Moves the deadlines of test sessions into the past, as if the time had gone by: `expires_at` to the first
 * millisecond after creation, and with `past_grace` the sweeper's look at it to `now`. The sandbox's only.
 */
export const hastenSessions = setStatement<{ session_id: string; now: Date; past_grace: boolean }>(
  'hasten_sessions',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (session_id uuid, now timestamptz, past_grace boolean)
  ), hastened as (
    update payment_sessions s set expires_at = s.created_at + interval '1 millisecond'
    from input i
    where s.id = i.session_id and s.environment = 'test' and s.status = 'AWAITING_PAYMENT'
    returning s.id
  )
  update collection_holds h set due_at = i.now
  from input i join hastened s on s.id = i.session_id
  where h.owner_id = i.session_id and i.past_grace`,
);
