import { setStatement } from '../statement.ts';

export type MissedAsked = {
  position: number;
  endpoint_id: string;
  merchant_id: string;
  environment: string;
  /** Events from then on. */
  since: Date;
  /** Those with a higher id only: a bound for the index, where `since` is the truth. */
  after: string;
  /** Most events that are looked at. */
  limit: number;
  now: Date;
};

type Missed = {
  position: number;
  /** Events that were looked at, whether the endpoint had them or not. */
  looked_at: number;
  last_id: string;
  /** Deliveries that were written. */
  addressed: number;
};

/**
 * Writes deliveries, due now, of what each of these endpoints wants and never had: events from before it was made or wanted them, and
 * what another one had that was removed. Oldest first. Tests were asked for at one endpoint and are no other's.
 */
export const addressMissed = setStatement<MissedAsked, Missed>(
  'address_missed_events',
  `with looked_at as materialized (
  select a.position, a.endpoint_id, a.now, e.id, e.created_at, e.wanted
    from json_to_recordset($1::json) as a (position int, endpoint_id uuid, merchant_id uuid, environment text, since timestamptz,
      after uuid, "limit" int, now timestamptz)
    cross join lateral (select events from webhook_endpoints where id = a.endpoint_id and deleted_at is null limit 1) w
    cross join lateral (
      select id, created_at, type <> 'transaction.test' and (w.events is null or type = any (w.events)) as wanted
        from events
       where merchant_id = a.merchant_id and environment = a.environment and id > a.after and created_at >= a.since
       order by id limit a."limit"
    ) e
),
written as (
  insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
  select overlay(gen_random_uuid()::text placing left(l.id::text, 15) from 1)::uuid, l.id, l.endpoint_id, 'PENDING', l.created_at
    from looked_at l
   where l.wanted
     and not exists (select from webhook_deliveries v where v.event_id = l.id and v.endpoint_id = l.endpoint_id offset 0)
   order by l.id, l.endpoint_id
  on conflict (event_id, endpoint_id) do nothing
  returning id, event_id, endpoint_id
),
due as (
  insert into webhook_due (delivery_id, endpoint_id, event_id, due_at)
  select w.id, w.endpoint_id, w.event_id, (select min(now) from looked_at) from written w
)
select l.position, count(*)::int as looked_at, (array_agg(l.id order by l.id desc))[1] as last_id,
       count(w.id)::int as addressed
  from looked_at l
  left join written w on w.event_id = l.id and w.endpoint_id = l.endpoint_id
 group by l.position`,
);
