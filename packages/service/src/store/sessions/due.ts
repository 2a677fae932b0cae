import { EXPIRY_WAITS_MOST_HOURS } from '../../domain/movement/clocks.ts';
import { idStatement, statement } from '../statement.ts';
import { CLAIM_OF_HOLD, GAP_OF_HOLD, MADE_OF_HOLD, MISSING_OF_HOLD, MONEY_OF_HOLD } from './waits-for.ts';

/** Whether the expiry plus grace of any open hold has passed. To set up `findExpired` takes PostgreSQL a millisecond, this nothing. */
export const isAnyDue = statement<{ now: Date }, { is_due: boolean }>(
  'is_any_hold_due',
  `select exists (select from collection_holds where due_at <= $now and state = 'OPEN') as is_due`,
);

/**
 * Holds whose owner's expiry plus grace has passed, the oldest first. Left out, for at most a day, are:
 * - those for whose number a notice that came since they were made, or a statement that is just agreed, is of a time before that and
 *   is not read yet: it may be their payment;
 * - in live, those whose number has not been heard whole until then; those whose payment an unproven message tells
 *   of, or is just what a reading found missing, or came in words that nobody knows, or counts as older than it may be, or is
 *   in suspense since too many declare its payer or he has paid another number (`is_unproven`, once that day is over, as is one on
 *   whose number a notice can't be settled that came while it was open: nobody knows what that says);
 *   and those whose payment is just what is missing before a message that waits.
 *
 * Nothing is locked yet: lock the owners next and look again, since a credit may be settling one of them at this moment. The
 * inbox is read once, however many holds are due, since it is long while it is full or many notices were taken out of it
 * lately. Each hold looks at what came in one minute as one: a few rows, however many came. `heard`: what live numbers may not have
 * been told of yet, as JSON (domain/feed/unheard.ts).
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
  `with inbox as materialized (
    select n.collection_number_id, n.created_at, least(n.received_at, n.created_at) as received_at,
      n.created_at > $now::timestamptz - interval '1 day' as is_of_a_day, b.failures > 0 or not b.is_replay as may_be_first
    from notice_inbox b cross join lateral (
      select x.collection_number_id, x.created_at, x.received_at from notices x where x.id = b.notice_id limit 1) n),
  stuck as materialized (select * from inbox where not is_of_a_day and may_be_first),
  waiting as materialized (
    select collection_number_id, min(received_at) as received_at, max(created_at) as created_at from inbox where is_of_a_day
    group by collection_number_id, date_trunc('minute', created_at)
    union all
    select s.collection_number_id, s.covers_from, 'infinity' from statements s
    where s.state = 'AGREED' and s.agreed_at > $now::timestamptz - interval '1 day')
  select h.owner_kind, h.owner_id, exists (${CLAIM_OF_HOLD}) or exists (${MISSING_OF_HOLD})
    or exists (${MONEY_OF_HOLD}) or exists (
      select from stuck w where w.collection_number_id = h.collection_number_id and w.received_at <= h.due_at
        and w.created_at >= ${MADE_OF_HOLD}) as is_unproven
  from collection_holds h
  where h.due_at <= $now and h.state = 'OPEN' and not exists (
    select from waiting w where w.collection_number_id = h.collection_number_id and w.received_at <= h.due_at
      and w.created_at >= ${MADE_OF_HOLD})
    and (h.due_at - make_interval(secs => $grace_seconds) <= $now::timestamptz - interval '${EXPIRY_WAITS_MOST_HOURS} hours' or (
      not exists (
        select from json_to_recordset($heard::json) as u (collection_number_id uuid, heard_until timestamptz, made_by timestamptz)
        where u.collection_number_id = h.collection_number_id
          and h.due_at > u.heard_until
          and (u.made_by is null or ${MADE_OF_HOLD} <= u.made_by))
      and not exists (${CLAIM_OF_HOLD}) and not exists (${GAP_OF_HOLD}) and not exists (${MISSING_OF_HOLD})
      and not exists (${MONEY_OF_HOLD})))
  order by h.due_at limit $limit`,
);

/** Those of some sessions whose payment a message tells of that is not proven. */
export const findUnproven = idStatement<{ session_id: string }>(
  'find_unproven',
  `select h.owner_id as session_id from collection_holds h where h.owner_id = any ($1::uuid[]) and exists (${CLAIM_OF_HOLD})`,
);
