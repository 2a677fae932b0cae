import type { EventBody } from '@chari/contract/event-log';
import type { OutboxEvent } from './body.ts';

/** The one wire shape of an event in the log. Its body is JSON that we wrote ourselves. */
export function presentEvent(event: OutboxEvent): EventBody {
  return {
    id: event.id,
    event: event.type as EventBody['event'],
    environment: event.environment,
    object_id: event.object_id,
    sequence: event.sequence,
    created_at: event.created_at.toISOString(),
    body: JSON.parse(event.body) as EventBody['body'],
  };
}
