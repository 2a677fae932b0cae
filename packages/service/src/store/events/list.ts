import type { OutboxEvent } from '../../domain/event/body.ts';
import { idStatement, setStatement } from '../statement.ts';

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
 * What was asked for, newest first. A branch for each index: by object, by type, by merchant. What a branch is
 * not for is said first, so that it is not begun; "offset 0" keeps the few events of an object from being
 * looked for among all of its merchant's, in their order.
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
