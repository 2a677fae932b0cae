import type { Pool, PoolClient } from 'pg';
import { setStatement, statement } from '../statement.ts';

/**
 * Sends deliveries again: what is over or held becomes PENDING and due at once, under the next attempt
 * number; what waits for a retry is due at once, and so is what waits and would never be due, since its row was lost; what is
 * due keeps its place. Of all of them the retry schedule begins again. Of an endpoint that is disabled they become HELD instead, and
 * of one that was removed nothing happens. What was delivered keeps when. One statement whatever their number.
 *
 * A delivery whose attempt is just being recorded is passed over: its state is about to change.
 *
 * @returns the ids of the deliveries that were moved
 */
export async function requeueDeliveries(
  client: Pool | PoolClient,
  delivery_ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (delivery_ids.length === 0) return [];
  const rows = await requeue(client, { delivery_ids, now });
  return rows.map(({ id }) => id);
}

// Recording an attempt locks its row in the hot table first and its delivery second, so nothing here waits
// for a row of the hot table while it holds a delivery. An attempt that is under way is the first of the new schedule; one whose
// lease is over died with its process, and is no part of it.
const requeue = statement<{ delivery_ids: readonly string[]; now: Date }, { id: string }>(
  'requeue_deliveries',
  `with early as (
  update webhook_due
     set due_at = least(due_at, $now::timestamptz), leased_until = null,
         attempts_before = attempt - coalesce(leased_until > $now, false)::int
   where delivery_id = any (array(
     select delivery_id from webhook_due
      where delivery_id = any ($delivery_ids::uuid[])
      order by delivery_id
        for update skip locked))
  returning delivery_id
),
locked as materialized (
  select v.id, e.status, case when v.state = 'DELIVERED' then v.finished_at else v.delivered_before end as delivered_before
    from webhook_deliveries v
    join webhook_endpoints e on e.id = v.endpoint_id and e.deleted_at is null
   where v.id = any ($delivery_ids::uuid[]) and (v.state <> 'HELD' or e.status <> 'disabled')
     and (v.state <> 'PENDING' or (select true from webhook_due w where w.delivery_id = v.id) is null)
   order by v.id
     for no key update of v
),
moved as (
  update webhook_deliveries v
     set state = case l.status when 'disabled' then 'HELD' else 'PENDING' end, dead_reason = null, finished_at = null,
         delivered_before = l.delivered_before
    from locked l
   where v.id = l.id
  returning v.id, v.endpoint_id, v.event_id, v.attempt_count, v.state
),
due as (
  insert into webhook_due (delivery_id, endpoint_id, event_id, attempt, attempts_before, due_at)
  select id, endpoint_id, event_id, attempt_count, attempt_count, $now from moved where state = 'PENDING'
  on conflict (delivery_id) do nothing
)
select id from moved union all select delivery_id from early`,
);

export type FailedAsked = {
  position: number;
  endpoint_id: string;
  /** Of events from then on. */
  since: Date;
  /** Those with a higher id only: a bound for the index, where `since` is the truth. */
  after: string;
  limit: number;
};

type FailedDelivery = {
  position: number;
  id: string;
  /** Dead, held, or waiting to be tried again: neither never tried nor just being tried. */
  failed: boolean;
};

/**
 * What of an endpoint's deliveries is not delivered, oldest first, at most `limit` for each asking. Each kind
 * of trouble is a range of the index of its own, so that the many delivered ones are not looked at.
 */
export const selectFailedDeliveries = setStatement<FailedAsked, FailedDelivery>(
  'select_failed_webhook_deliveries',
  `select a.position, v.id, v.state <> 'PENDING' or (v.attempt_count > 0 and w.attempt = v.attempt_count) as failed
  from json_to_recordset($1::json) as a (position int, endpoint_id uuid, since timestamptz, after uuid, "limit" int)
  cross join lateral (
    select x.id, x.state, x.attempt_count
      from (values ('DEAD'), ('HELD'), ('RETRYING')) s (trouble)
      cross join lateral (
        select id, state, attempt_count from webhook_deliveries
         where endpoint_id = a.endpoint_id and trouble = s.trouble and id > a.after and created_at >= a.since
         order by id limit a."limit") x
     order by x.id limit a."limit"
  ) v
  left join lateral (select attempt from webhook_due where delivery_id = v.id limit 1) w on true
  order by a.position, v.id`,
);
