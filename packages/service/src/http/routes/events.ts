import { LIMITS, ListEvents, OPERATIONS } from '@chari/contract';
import type { FastifyInstance } from 'fastify';
import { presentDelivery } from '../../domain/delivery/delivery.ts';
import { presentEvent } from '../../domain/event/event.ts';
import { isUuid } from '../../domain/keys.ts';
import { answer, refuseMissing } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import type { Guard } from '../guard.ts';
import { callerOf, idOf, operationRoutes, queryReader } from '../request.ts';

const readQuery = queryReader(ListEvents, { cursor: isUuid, object_id: isUuid });

export function eventRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const open = operationRoutes(app, guard);
  const { list, retrieve } = deps.verbs.events;
  open(OPERATIONS.list_events, async (request, reply) => {
    const query = readQuery(request, reply);
    if (query === null) return reply;
    const { rows, next_cursor } = await list({
      ...callerOf(request),
      type: query.type ?? null,
      object_id: query.object_id ?? null,
      cursor: query.cursor ?? null,
      limit: Math.min(query.limit ?? LIMITS.page.default, LIMITS.page.max),
    });
    return answer(reply, 200, { events: rows.map(presentEvent), next_cursor });
  });
  open(OPERATIONS.retrieve_event, async (request, reply) => {
    const event_id = idOf(request);
    const found = event_id === null ? null : await retrieve({ ...callerOf(request), event_id });
    if (found === null) return refuseMissing(reply, 'event with this id');
    const { event, deliveries } = found;
    return answer(reply, 200, { ...presentEvent(event), deliveries: deliveries.map(presentDelivery) });
  });
}
