import { setStatement } from '../statement.ts';

type Addressed = { id: string; event_id: string; endpoint_id: string; created_at: Date };

/**
 * Writes deliveries of events to one endpoint each, whatever events it receives, due at once. Call it in the
 * transaction that writes the events and holds the endpoints' rows, after the events.
 */
export const addressEvents = setStatement<Addressed>(
  'address_events',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, event_id uuid, endpoint_id uuid, created_at timestamptz)
  ),
  written as (
    insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
    select id, event_id, endpoint_id, 'PENDING', created_at from input order by id
  )
  insert into webhook_due (delivery_id, endpoint_id, event_id, due_at)
  select id, endpoint_id, event_id, created_at from input order by id`,
);
