import type { Pool } from 'pg';
import { ATTEMPTS_MAX } from '../../domain/delivery/schedule.ts';
import { statement } from '../statement.ts';

/**
 * Holds what was given up in an outage of its endpoint that is over, or has disabled it: every attempt had failed since nothing was
 * answered at all. `moveHeld` then sends it, or ends it after 30 days. Each is brought back once: one that the endpoint refuses while it
 * takes others would else be sent for ever. A portion of one endpoint at a time; of one that is disabled only when it was before
 * `disabled_before`, so that its last attempts are written down, and of any only once no last attempt is under way at `now`: one that began in
 * the outage may fail after its end. What is older than `held_before` stays dead, as what was held so long.
 *
 * @returns how much it looked at; 0 when nothing was left
 */
export async function holdGivenUp(
  pool: Pool,
  asked: { now: Date; disabled_before: Date; held_before: Date; limit: number },
): Promise<number> {
  const [looked] = await holdPortion(pool, { ...asked, attempts_max: ATTEMPTS_MAX });
  return looked?.count ?? 0;
}

// What is looked at is passed by id, whether it was given up in the outage or long before: however much an endpoint has, each is read
// once. Attempts that are being recorded lock deliveries first and endpoints second, so nothing here waits for a delivery.
const holdPortion = statement<
  { now: Date; disabled_before: Date; held_before: Date; limit: number; attempts_max: number },
  { count: number }
>(
  'hold_given_up_deliveries',
  `with one as materialized (
  select id, given_up_since, coalesce(given_up_after, '00000000-0000-0000-0000-000000000000') as after_id
    from webhook_endpoints e
   where given_up_since is not null and deleted_at is null
     and (status <> 'disabled' or disabled_at < $disabled_before::timestamptz)
     -- What is begun once the first portion has been looked at is no attempt of the outage.
     and (given_up_after is not null or not exists (
       select from webhook_due w where w.endpoint_id = e.id and w.leased_until > $now::timestamptz
         and w.attempt - w.attempts_before >= $attempts_max::int))
   order by given_up_since limit 1
     for no key update skip locked
),
looked_at as materialized (
  select d.id,
         d.dead_reason = 'attempts_exhausted' and d.finished_at >= o.given_up_since and d.created_at > $held_before::timestamptz
           and not d.brought_back as in_outage
    from one o
    cross join lateral (
      select id, dead_reason, finished_at, created_at, brought_back from webhook_deliveries
       where endpoint_id = o.id and trouble = 'DEAD' and id > o.after_id
       order by id limit $limit::int
         for no key update skip locked
    ) d
),
last as (select count(*)::int as count, (array_agg(id order by id desc))[1] as id from looked_at),
held as (
  update webhook_deliveries set state = 'HELD', dead_reason = null, finished_at = null, brought_back = true
   where id = any (array(select id from looked_at where in_outage))
),
passed as (
  update webhook_endpoints e
     set given_up_since = case when l.count = $limit then e.given_up_since end,
         given_up_after = case when l.count = $limit then l.id end
    from one o, last l
   where e.id = o.id
)
select 1 + l.count as count from one, last l`,
);
