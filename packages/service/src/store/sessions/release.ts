import { idStatement, setStatement, statement } from '../statement.ts';

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

/** That the host `h` keeps its number for a guest of its own merchant, who took no share for it. */
const HAS_OWN_GUEST = `(select true from collection_holds g
    where g.is_guest and g.collection_number_id = h.collection_number_id and g.amount_xaf = h.amount_xaf
      and g.merchant_id = h.merchant_id limit 1) is not null`;

/** Locks hosts whose quarantine is over, which only stay for their guests and have a place to give back, oldest first. */
export const lockSpentHosts = statement<{ now: Date; limit: number }, { owner_id: string }>(
  'lock_spent_hosts',
  `select h.owner_id from collection_holds h
  where h.due_at <= $now and h.state = 'QUARANTINE' and not h.is_guest
    and (h.allowance_slot is not null or (h.amount_share is not null and not ${HAS_OWN_GUEST}))
  order by h.due_at limit $limit for update skip locked`,
);

/**
 * Gives merchants the places of these holds in their allowance back, and their shares of the numbers for the amount, which stay taken
 * for guests of the same merchant alone: others' have shares of their own.
 */
export const leaveHeldPlaces = idStatement(
  'leave_held_places',
  `update collection_holds h
  set allowance_slot = null, amount_share = case when ${HAS_OWN_GUEST} then h.amount_share end
  where h.owner_id = any ($1::uuid[])`,
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
