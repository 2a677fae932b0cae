import type { EndpointStatus } from '../../domain/delivery/endpoint.ts';
import type { Environment } from '../../domain/operator.ts';
import { statement } from '../statement.ts';

/** An endpoint as staff see it. Counts are of deliveries. */
export type EndpointReport = {
  endpoint_id: string;
  merchant_id: string;
  merchant: string;
  environment: Environment;
  url: string;
  status: EndpointStatus;
  disabled_reason: 'failing' | 'merchant' | null;
  disabled_at: Date | null;
  last_success_at: Date | null;
  consecutive_failures: number;
  failing_since: Date | null;
  pending: number;
  held: number;
  dead: number;
  /** Since when the delivery waits that waits longest for its turn; null when none is due. */
  oldest_due_at: Date | null;
};

/**
 * Endpoints with their health, those in trouble first, then the newest. At most `limit`;
 * `endpoint_id`, `merchant_id` and `environment` are null for all.
 */
export const reportEndpoints = statement<
  {
    now: Date;
    endpoint_id: string | null;
    merchant_id: string | null;
    environment: string | null;
    limit: number;
  },
  EndpointReport
>(
  'report_webhook_endpoints',
  `select e.id as endpoint_id, e.merchant_id, m.name as merchant, e.environment, e.url, e.status, e.disabled_reason,
          e.disabled_at, e.last_success_at, e.consecutive_failures, e.failing_since,
          pending.n as pending, held.n as held, dead.n as dead, due.oldest as oldest_due_at
     from (
       select * from webhook_endpoints x
        where x.deleted_at is null and ($endpoint_id::uuid is null or x.id = $endpoint_id) and ($merchant_id::uuid is null or x.merchant_id = $merchant_id)
          and ($environment::text is null or x.environment = $environment)
        order by array_position(array['disabled', 'degraded', 'enabled'], x.status), x.created_at desc, x.id
        limit $limit::int
     ) e
     join merchants m on m.id = e.merchant_id
     cross join lateral (select count(*)::int as n from webhook_due d where d.endpoint_id = e.id) pending
     cross join lateral (select count(*)::int as n from webhook_deliveries v
                          where v.endpoint_id = e.id and v.trouble = 'HELD') held
     cross join lateral (select count(*)::int as n from webhook_deliveries v
                          where v.endpoint_id = e.id and v.trouble = 'DEAD') dead
     cross join lateral (select min(d.due_at) as oldest from webhook_due d
                          where d.endpoint_id = e.id and d.due_at <= $now::timestamptz
                            and (d.leased_until is null or d.leased_until <= $now)) due
    order by array_position(array['disabled', 'degraded', 'enabled'], e.status), e.created_at desc, e.id`,
);

export type QueueSurvey = {
  health: 'enabled' | 'degraded';
  /** Due, and in nobody's hands. */
  due: number;
  /** Waiting for a retry, or in the hands of a process. */
  later: number;
  oldest_due_at: Date | null;
};

/**
 * What waits for endpoints that are enabled and for those that are degraded, at the instant `taken_at`. At most `limit`
 * rows are counted, so that it costs the same with a million waiting. Endpoints are found by skipping from one
 * to the next in the index.
 */
export const surveyQueue = statement<{ taken_at: Date; limit: number }, QueueSurvey>(
  'survey_webhook_queue',
  `with recursive waiting (endpoint_id) as (
    (select endpoint_id from webhook_due order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_due d where d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null
  ),
  endpoints as materialized (
    select e.id, e.status, (select d.due_at from webhook_due d
              where d.endpoint_id = e.id and (d.leased_until is null or d.leased_until <= $taken_at::timestamptz)
              order by d.due_at limit 1) as first_at
      from waiting w
      join webhook_endpoints e on e.id = w.endpoint_id and e.status <> 'disabled' and e.deleted_at is null
  ),
  counted as materialized (
    select q.status, d.due_at <= $taken_at and not d.leased as due
      from endpoints q
      cross join lateral (
        select x.due_at, coalesce(x.leased_until > $taken_at, false) as leased
          from webhook_due x where x.endpoint_id = q.id order by x.due_at limit $limit::int) d
     limit $limit
  )
  select h.health,
         (select count(*)::int from counted c where c.status = h.health and c.due) as due,
         (select count(*)::int from counted c where c.status = h.health and not c.due) as later,
         (select min(q.first_at) from endpoints q where q.status = h.health and q.first_at <= $taken_at) as oldest_due_at
    from (values ('enabled'), ('degraded')) h (health)`,
);

/** How many deliveries are held, counted up to `limit`. */
export const countHeld = statement<{ limit: number }, { held: number }>(
  'count_held_deliveries',
  `select count(*)::int as held from (select 1 from webhook_deliveries where trouble = 'HELD' limit $limit::int) h`,
);
