import type { OutboxEvent } from '../../domain/event/body.ts';
import { setStatement } from '../statement.ts';

/** Writes events into the outbox, in the transaction that makes them true. */
export const insertEvents = setStatement<OutboxEvent>(
  'insert_events',
  `insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
  select id, merchant_id, environment, type, object_id, sequence, body, created_at
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, type text,
    object_id uuid, sequence int, body text, created_at timestamptz)`,
);
