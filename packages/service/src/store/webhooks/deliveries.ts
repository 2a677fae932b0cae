import type { LoggedAttempt, WebhookDelivery } from '../../domain/delivery/delivery.ts';
import type { OutboxEvent } from '../../domain/event/event.ts';
import { INSERT_EVENTS } from '../events.ts';
import { type Database, idStatement, setStatement, statement } from '../statement.ts';

const COLUMNS = `v.id, v.event_id, ev.type as event, v.endpoint_id, ev.environment, v.state, v.dead_reason,
    v.attempt_count, v.created_at, v.finished_at,
    -- While an attempt is under way its number is ahead of those that have ended.
    case when w.attempt = v.attempt_count then w.due_at end as next_attempt_at`;

const BESIDE = `cross join lateral (select type, environment, merchant_id from events where id = v.event_id limit 1) ev
  left join lateral (select attempt, due_at from webhook_due where delivery_id = v.id limit 1) w on true`;

/** A delivery with whose it is, and the endpoint's state: nothing is sent to one disabled or removed. */
export type OwnedDelivery = WebhookDelivery & {
  merchant_id: string;
  endpoint_status: 'enabled' | 'degraded' | 'disabled' | 'removed';
};

/** The deliveries with these ids, in no order, whosever they are. */
export const selectDeliveries = idStatement<OwnedDelivery>(
  'select_webhook_deliveries',
  `select ${COLUMNS}, ev.merchant_id, e.status as endpoint_status
  from webhook_deliveries v ${BESIDE}
  cross join lateral (
    select case when deleted_at is null then status else 'removed' end as status
    from webhook_endpoints where id = v.endpoint_id limit 1) e
  where v.id = any ($1::uuid[])`,
);

/** The deliveries of these events, oldest first. */
export const selectDeliveriesOfEvents = idStatement<WebhookDelivery>(
  'select_webhook_deliveries_of_events',
  `select ${COLUMNS} from webhook_deliveries v ${BESIDE}
  where v.event_id = any ($1::uuid[]) order by v.created_at, v.id`,
);

/** What is asked of one endpoint's deliveries, newest first. */
export type DeliveriesAsked = {
  position: number;
  endpoint_id: string;
  state: string | null;
  event: string | null;
  /** Those with a lower id only. */
  before: string;
  /** Most to be looked at; those of another event count. */
  scanned: number;
  /** Most to be given back. */
  limit: number;
};

type Scanned = { position: number; nth: number; matches: boolean };

/** Newest first: as many as match and fit, and the last that may be looked at. It stops when it has them. */
const newest = (from: string): string => `
        (select m.id, m.nth, m.matches
           from (
             select x.id, row_number() over (order by x.id desc) as nth,
                    x.fits and (a.event is null or exists (
                      select from events y where y.id = x.event_id and y.type = a.event)) as matches
               from (${from} order by id desc limit a.scanned) x
           ) m
          where m.matches or m.nth = a.scanned
          order by m.id desc limit a."limit")`;

/**
 * The deliveries asked for, and of each asking the last that was looked at, when there may be more behind it;
 * newest first. What is pending is in the hot table, found by its endpoint (hence the offset: in the
 * order of ids it would pass everybody's); the few dead and held among the many delivered have an
 * index of their own; the delivered are found among all.
 */
export const selectDeliveryPages = setStatement<DeliveriesAsked, WebhookDelivery & Scanned>(
  'select_webhook_delivery_pages',
  `with asked as materialized (
    select * from json_to_recordset($1::json) as i (position int, endpoint_id uuid, state text, event text,
      before uuid, scanned int, "limit" int)
  ),
  looked_at as materialized (
    select a.position, v.id, v.nth, v.matches
      from asked a
      cross join lateral (${newest(`
                 select id, event_id, a.state is null or state = a.state as fits from webhook_deliveries
                  where (a.state is null or a.state = 'DELIVERED') and endpoint_id = a.endpoint_id and id < a.before`)}
        union all ${newest(`
                 select id, event_id, true as fits from webhook_deliveries
                  where trouble = a.state and endpoint_id = a.endpoint_id and id < a.before`)}
        union all ${newest(`
                 select id, event_id, true as fits
                   from (select delivery_id as id, event_id from webhook_due
                          where endpoint_id = a.endpoint_id offset 0) w
                  where a.state = 'PENDING' and id < a.before`)}
      ) v
  )
  select l.position, l.nth::int, l.matches, d.*
    from looked_at l
    cross join lateral (
      select ${COLUMNS} from webhook_deliveries v ${BESIDE} where v.id = l.id limit 1) d
   order by l.position, l.id desc`,
);

type DeliveryAttempt = LoggedAttempt & { delivery_id: string };

const selectLatest = statement<{ delivery_ids: readonly string[]; limit: number }, DeliveryAttempt>(
  'latest_webhook_attempts',
  `select d.id as delivery_id, a.attempt, a.started_at, a.duration_ms, a.outcome, a.status_code, a.answer
  from unnest($delivery_ids::uuid[]) d (id)
  cross join lateral (
    select * from webhook_attempts where delivery_id = d.id order by attempt desc limit $limit::int) a
  order by d.id, a.attempt`,
);

/** The latest attempts of each delivery, at most `limit` of one, oldest first. */
export async function latestAttempts(
  database: Database,
  delivery_ids: readonly string[],
  limit: number,
): Promise<DeliveryAttempt[]> {
  return delivery_ids.length === 0 ? [] : selectLatest(database, { delivery_ids, limit });
}

/**
 * Writes events into the outbox, and one delivery of each for every endpoint of its merchant and environment that wants its
 * type, due at once, in the transaction that makes them true; one statement whatever their number. An endpoint which is
 * disabled gets its deliveries HELD. An event is written once: its id refuses it a second time, with all that came with it.
 *
 * The delivery's id is a UUIDv7 that shares the time of the event's: their indexes grow at one end.
 */
export const publishEvents = setStatement<OutboxEvent>(
  'publish_events',
  `with made as (
  ${INSERT_EVENTS}
  returning id, merchant_id, environment, type, created_at
),
fanned as (
  insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
  select overlay(gen_random_uuid()::text placing left(e.id::text, 15) from 1)::uuid,
         e.id, w.id, case w.status when 'disabled' then 'HELD' else 'PENDING' end, e.created_at
    from made e
    cross join lateral (
      select id, status from webhook_endpoints
       where merchant_id = e.merchant_id and environment = e.environment and deleted_at is null
         and (events is null or e.type = any (events))
      offset 0
    ) w
   order by e.id, w.id
  returning id, event_id, endpoint_id, state, created_at
)
insert into webhook_due (delivery_id, endpoint_id, event_id, due_at)
select id, endpoint_id, event_id, created_at from fanned where state = 'PENDING'`,
);
