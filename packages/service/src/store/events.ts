import type { OutboxEvent } from '../domain/event/event.ts';
import type { Environment } from '../domain/operator.ts';
import { type Database, idStatement, setStatement, statement } from './statement.ts';

const COLUMNS = 'id, merchant_id, environment, type, object_id, sequence, body, created_at';

/** The events with these ids, in no order, whosever they are. */
export const selectEvents = idStatement<OutboxEvent>(
  'select_events',
  `select ${COLUMNS} from events where id = any ($1::uuid[])`,
);

export type EventsAsked = {
  position: number;
  merchant_id: string;
  environment: string;
  type: string | null;
  object_id: string | null;
  /** Those with a lower id only. */
  before: string;
  limit: number;
};

const OWN = 'merchant_id = a.merchant_id and environment = a.environment and id < a.before';

/**
 * The events asked for, newest first. There is a branch for each index: by object, by type, by merchant. Each begins with the
 * condition of its use, so that PostgreSQL never starts the two others. "offset 0" has the few events of an object found by
 * their object; without it the planner may walk through all events of the merchant in the order of their ids.
 */
export const selectEventPages = setStatement<EventsAsked, OutboxEvent & { position: number }>(
  'select_event_pages',
  `select a.position, e.*
  from json_to_recordset($1::json) as a (position int, merchant_id uuid, environment text, type text,
    object_id uuid, before uuid, "limit" int)
  cross join lateral (
    (select ${COLUMNS} from (select * from events where object_id = a.object_id offset 0) o
      where a.object_id is not null and ${OWN} and (a.type is null or type = a.type)
      order by id desc limit a."limit")
    union all
    (select ${COLUMNS} from events
      where a.object_id is null and a.type is not null and type = a.type and ${OWN}
      order by id desc limit a."limit")
    union all
    (select ${COLUMNS} from events
      where a.object_id is null and a.type is null and ${OWN}
      order by id desc limit a."limit")
  ) e
  order by a.position, e.id desc`,
);

export const INSERT_EVENTS = `insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
  select id, merchant_id, environment, type, object_id, sequence, body, created_at
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, type text,
    object_id uuid, sequence int, body text, created_at timestamptz)`;

/**
 * Writes events into the outbox that nobody is told of by it, in the transaction that makes them true; who is to be told of
 * them comes with `publishEvents`.
 */
export const insertEvents = setStatement<OutboxEvent>('insert_events', INSERT_EVENTS);

/** Whose events. Null: of every merchant, of every type. */
export type FollowFilter = { merchant_id: string | null; environment: Environment; types: string[] | null };

type Unseen = { from_id: string; seen_ids: readonly string[]; limit: number };

const FOLLOWED = 'e.id, e.merchant_id, e.environment, e.type, e.object_id, e.sequence, e.body, e.created_at';
const FILTER = `e.environment = $environment and ($merchant_id::uuid is null or e.merchant_id = $merchant_id)
    and ($types::text[] is null or e.type = any ($types))`;

const selectUnseen = statement<FollowFilter & Unseen, OutboxEvent>(
  'follow_events',
  `select ${FOLLOWED} from events e
    where ${FILTER} and e.id >= $from_id
      and not exists (select from unnest($seen_ids::uuid[]) s (id) where s.id = e.id)
    order by e.id limit $limit`,
);

const selectNewest = statement<FollowFilter & { limit: number }, OutboxEvent>(
  'newest_events',
  `select ${FOLLOWED} from events e where ${FILTER} order by e.id desc limit $limit`,
);

const selectIds = statement<FollowFilter & { from_id: string }, { id: string }>(
  'event_ids_from',
  `select e.id from events e where ${FILTER} and e.id >= $from_id`,
);

/** Events with an id from `from_id` on that are not among `seen_ids`, in the order of their ids. */
export function unseenEvents(
  database: Database,
  filter: FollowFilter,
  asked: Unseen,
): Promise<OutboxEvent[]> {
  return selectUnseen(database, { ...filter, ...asked });
}

/** The newest events, newest first. */
export function newestEvents(
  database: Database,
  filter: FollowFilter,
  limit: number,
): Promise<OutboxEvent[]> {
  return selectNewest(database, { ...filter, limit });
}

/** The ids of the events from `from_id` on, in no order. */
export async function eventIdsFrom(
  database: Database,
  filter: FollowFilter,
  from_id: string,
): Promise<string[]> {
  const rows = await selectIds(database, { ...filter, from_id });
  return rows.map(({ id }) => id);
}

/** The events of these objects (sessions, transactions), oldest first within each. */
export const eventsOfObjects = idStatement<Pick<OutboxEvent, 'id' | 'type' | 'object_id' | 'sequence'>>(
  'events_of_objects',
  `select id, type, object_id, sequence from events where object_id = any ($1::uuid[])
    order by object_id, sequence`,
);
