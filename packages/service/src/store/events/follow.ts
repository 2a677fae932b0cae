import type { OutboxEvent } from '../../domain/event/body.ts';
import type { Environment } from '../../domain/session/session.ts';
import { type Database, idStatement, statement } from '../statement.ts';

/** Whose events. Null: of every merchant, of every type. */
export type FollowFilter = { merchant_id: string | null; environment: Environment; types: string[] | null };

const COLUMNS = 'e.id, e.merchant_id, e.environment, e.type, e.object_id, e.sequence, e.body, e.created_at';
const FILTER = `e.environment = $1 and ($2::uuid is null or e.merchant_id = $2)
    and ($3::text[] is null or e.type = any ($3))`;

const selectUnseen = statement<OutboxEvent>(
  'follow_events',
  `select ${COLUMNS} from events e
    where ${FILTER} and e.id >= $4
      and not exists (select from unnest($5::uuid[]) s (id) where s.id = e.id)
    order by e.id limit $6`,
);

const selectNewest = statement<OutboxEvent>(
  'newest_events',
  `select ${COLUMNS} from events e where ${FILTER} order by e.id desc limit $4`,
);

const selectIds = statement<{ id: string }>(
  'event_ids_from',
  `select e.id from events e where ${FILTER} and e.id >= $4`,
);

/** Events with an id from `from_id` on that are not among `seen_ids`, in the order of their ids. */
export function unseenEvents(
  database: Database,
  filter: FollowFilter,
  asked: { from_id: string; seen_ids: readonly string[]; limit: number },
): Promise<OutboxEvent[]> {
  const { from_id, seen_ids, limit } = asked;
  return selectUnseen(database, ...valuesOf(filter), from_id, seen_ids, limit);
}

/** The newest events, newest first. */
export function newestEvents(
  database: Database,
  filter: FollowFilter,
  limit: number,
): Promise<OutboxEvent[]> {
  return selectNewest(database, ...valuesOf(filter), limit);
}

/** The ids of the events from `from_id` on, in no order. */
export async function eventIdsFrom(
  database: Database,
  filter: FollowFilter,
  from_id: string,
): Promise<string[]> {
  const rows = await selectIds(database, ...valuesOf(filter), from_id);
  return rows.map(({ id }) => id);
}

function valuesOf({ environment, merchant_id, types }: FollowFilter): unknown[] {
  return [environment, merchant_id, types];
}

/** The events of these objects (sessions, transactions), oldest first within each. */
export const eventsOfObjects = idStatement<Pick<OutboxEvent, 'id' | 'type' | 'object_id' | 'sequence'>>(
  'events_of_objects',
  `select id, type, object_id, sequence from events where object_id = any ($1::uuid[])
    order by object_id, sequence`,
);
