import type { Pool, PoolClient } from 'pg';
import { statement } from '../statement.ts';

/**
 * Takes what waits for endpoints that were disabled before `disabled_before` out of the hot table: HELD, until
 * the endpoint is enabled again. The caller lets a lease pass first, so that nothing held is in flight.
 *
 * @returns how many deliveries it held, at most `limit`
 */
export async function holdDeliveries(pool: Pool, disabled_before: Date, limit: number): Promise<number> {
  const [held] = await holdWaiting(pool, { disabled_before, limit });
  return held?.count ?? 0;
}

// The hot table first and the deliveries second, as everywhere.
const holdWaiting = statement<{ disabled_before: Date; limit: number }, { count: number }>(
  'hold_deliveries',
  `
with waiting as materialized (
  select d.delivery_id
    from webhook_endpoints e
    cross join lateral (
      select w.delivery_id from webhook_due w where w.endpoint_id = e.id limit $limit::int for update skip locked
    ) d
   where e.status = 'disabled' and e.disabled_at < $disabled_before::timestamptz and e.deleted_at is null
   limit $limit
),
removed as (
  delete from webhook_due where delivery_id = any (array(select delivery_id from waiting))
  returning delivery_id, attempt
),
held as (
  update webhook_deliveries v set state = 'HELD', attempt_count = greatest(v.attempt_count, r.attempt)
    from removed r
   where v.id = r.delivery_id and v.id = any (array(select delivery_id from removed))
  returning 1
)
select count(*)::int as count from held`,
);

export type HeldMoved = { released: number; ended: number };

/**
 * Moves on what is held, a portion at a time, of which each endpoint that has something to move gets an equal part: of an endpoint that is enabled it becomes due, with the retry
 * schedule from its beginning; of one that was removed DEAD with `endpoint_removed`; of one that is disabled,
 * and was before `held_before`, what is older than that DEAD with `held_too_long`.
 */
export async function moveHeld(pool: Pool, held_before: Date, now: Date, limit: number): Promise<HeldMoved> {
  const lowest_id = lowestIdAt(held_before);
  const [moved] = await moveDeliveries(pool, { held_before, now, lowest_id, limit });
  return moved ?? { released: 0, ended: 0 };
}

// Deliveries of one endpoint are found in the order of their ids, which begin with the time of their events:
// the id is a bound for the index, and created_at the truth.
const moveDeliveries = statement<
  { held_before: Date; now: Date; lowest_id: string; limit: number },
  HeldMoved
>(
  'move_held_deliveries',
  `with recursive holding (endpoint_id) as (
  (select endpoint_id from webhook_deliveries where trouble = 'HELD' order by endpoint_id limit 1)
  union all
  select (select v.endpoint_id from webhook_deliveries v where v.trouble = 'HELD' and v.endpoint_id > h.endpoint_id
           order by v.endpoint_id limit 1)
    from holding h where h.endpoint_id is not null
),
movable as materialized (
  select e.id, e.status, e.deleted_at, b.before_id
    from holding h
    join webhook_endpoints e on e.id = h.endpoint_id
    cross join lateral (
      select case when e.deleted_at is not null or e.status <> 'disabled' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
                  when e.disabled_at < $held_before::timestamptz then $lowest_id::uuid
                  else '00000000-0000-0000-0000-000000000000' end as before_id) b
   where exists (select 1 from webhook_deliveries d
                  where d.endpoint_id = e.id and d.trouble = 'HELD' and d.id < b.before_id)
),
shared as (select greatest(1, $limit::int / greatest(1, count(*)))::int as share from movable),
moving as materialized (
  select v.id, v.fate
    from shared s
    cross join movable e
    cross join lateral (
      select d.id,
             case when e.deleted_at is not null then 'endpoint_removed'
                  when e.status = 'disabled' then 'held_too_long' end as fate
        from webhook_deliveries d
       where d.endpoint_id = e.id and d.trouble = 'HELD' and d.id < e.before_id
         and (e.deleted_at is not null or e.status <> 'disabled' or d.created_at < $held_before)
       order by d.id
       limit s.share
         for no key update skip locked
    ) v
   limit $limit
),
moved as (
  update webhook_deliveries v
     set state = case when m.fate is null then 'PENDING' else 'DEAD' end, dead_reason = m.fate,
         finished_at = case when m.fate is not null then $now::timestamptz end
    from moving m
   where v.id = m.id and v.id = any (array(select id from moving))
  returning v.id, v.endpoint_id, v.event_id, v.attempt_count, v.state
),
due as (
  insert into webhook_due (delivery_id, endpoint_id, event_id, attempt, attempts_before, due_at)
  select id, endpoint_id, event_id, attempt_count, attempt_count, $now from moved where state = 'PENDING'
  on conflict (delivery_id) do nothing
)
select count(*) filter (where state = 'PENDING')::int as released,
       count(*) filter (where state = 'DEAD')::int as ended
  from moved`,
);

/** The lowest UUIDv7 of a moment. */
function lowestIdAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/**
 * Gives back attempts that were claimed and never begun: due as before, under the same number. One that
 * another process took over since is left alone.
 */
export async function releaseAttempts(
  pool: Pool,
  attempts: readonly { delivery_id: string; attempt: number }[],
): Promise<void> {
  if (attempts.length === 0) return;
  await giveBack(pool, {
    delivery_ids: attempts.map((a) => a.delivery_id),
    attempts: attempts.map((a) => a.attempt),
  });
}

const giveBack = statement<{ delivery_ids: string[]; attempts: number[] }>(
  'release_attempts',
  `update webhook_due w set attempt = w.attempt - 1, leased_until = null
     from unnest($delivery_ids::uuid[], $attempts::int[]) a (delivery_id, attempt)
    where w.delivery_id = any ($delivery_ids) and w.delivery_id = a.delivery_id and w.attempt = a.attempt`,
);

/**
 * Ends what still waits for endpoints that were removed: DEAD with the reason `endpoint_removed`, so that it
 * stays listed. `endpoint_ids` null: whichever are removed (a fan-out that ran beside the removal may leave
 * rows). What is on its way is left to a later look: it may yet be taken. At most `limit` rows.
 *
 * @returns how many deliveries it ended
 */
export async function retireDeliveries(
  client: Pool | PoolClient,
  endpoint_ids: readonly string[] | null,
  now: Date,
  limit: number,
): Promise<number> {
  const [retired] =
    endpoint_ids === null
      ? await retireLeft(client, { now, limit })
      : await retireOf(client, { endpoint_ids, now, limit });
  return retired?.count ?? 0;
}

/** @param removed the ids of removed endpoints, as `endpoint_id` */
const retire = (removed: string): string => `
     gone as materialized (
       select d.delivery_id
         from (${removed}) e
         cross join lateral (
           select w.delivery_id from webhook_due w
            where w.endpoint_id = e.endpoint_id and (w.leased_until is null or w.leased_until <= $now)
            limit $limit::int for update skip locked
         ) d
        limit $limit
     ),
     removed as (delete from webhook_due where delivery_id = any (array(select delivery_id from gone)) returning delivery_id),
     retired as (
       update webhook_deliveries set state = 'DEAD', dead_reason = 'endpoint_removed', finished_at = $now::timestamptz
        where id = any (array(select delivery_id from removed))
       returning 1
     )
     select count(*)::int as count from retired`;

const retireOf = statement<{ endpoint_ids: readonly string[]; now: Date; limit: number }, { count: number }>(
  'retire_deliveries',
  `with ${retire(`select id as endpoint_id from webhook_endpoints
          where id = any ($endpoint_ids::uuid[]) and deleted_at is not null`)}`,
);

// From one endpoint of which something is due to the next, as a claim looks: of those that were removed there are more each day,
// and whoever has a key can make and remove fifty a second.
const retireLeft = statement<{ now: Date; limit: number }, { count: number }>(
  'retire_left_deliveries',
  `with recursive waiting (endpoint_id) as (
       (select endpoint_id from webhook_due order by endpoint_id limit 1)
       union all
       select n.endpoint_id
         from waiting w
         cross join lateral (
           select d.endpoint_id from webhook_due d where d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1
         ) n
     ),${retire(`select w.endpoint_id from waiting w
          cross join lateral (select x.deleted_at from webhook_endpoints x where x.id = w.endpoint_id limit 1) x
          where x.deleted_at is not null`)}`,
);
