import { LIMITS, ListWebhookDeliveries, OPERATIONS, ResendFailedDeliveries } from '@chari/contract';
import type { FastifyInstance } from 'fastify';
import { presentDelivery, STATE_OF_STATUS } from '../../domain/delivery/delivery.ts';
import { isUuid } from '../../domain/keys.ts';
import { answer, refuse, refuseMissing } from '../answer.ts';
import { isRealMoment } from '../body/check.ts';
import type { ServerDeps } from '../deps.ts';
import type { Guard } from '../guard.ts';
import { underKey } from '../idempotency.ts';
import {
  bodyReader,
  callerOf,
  type Handler,
  idOf,
  operationRoutes,
  queryReader,
  readNoBody,
} from '../request.ts';
import { ENDPOINT, refuseDisabled } from './webhook-endpoints.ts';

const THING = 'webhook delivery with this id';

const REMOVED =
  'The webhook endpoint of this delivery was deleted, so nothing can be sent to it. Read the event at GET /v1/events/:id, or have another endpoint sent what it missed: POST /v1/webhook-endpoints/:id/resend with {"status": "missed"}.';

const readQuery = queryReader(ListWebhookDeliveries, { cursor: isUuid });
const readResend = bodyReader(ResendFailedDeliveries, { since: isRealMoment, cursor: isUuid });

export function webhookDeliveryRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const open = operationRoutes(app, guard);
  open(OPERATIONS.list_webhook_deliveries, list(deps));
  open(OPERATIONS.retrieve_webhook_delivery, async (request, reply) => {
    const delivery_id = idOf(request);
    const { retrieve } = deps.verbs.webhook_deliveries;
    const found = delivery_id === null ? null : await retrieve({ ...callerOf(request), delivery_id });
    return found === null ? refuseMissing(reply, THING) : answer(reply, 200, presentDelivery(found));
  });
  open(OPERATIONS.resend_webhook_delivery, resend(deps));
  open(OPERATIONS.resend_failed_deliveries, resendFailed(deps));
}

function list(deps: ServerDeps): Handler {
  return async (request, reply) => {
    const query = readQuery(request, reply);
    if (query === null) return reply;
    const endpoint_id = idOf(request);
    if (endpoint_id === null) return refuseMissing(reply, ENDPOINT);
    const page = await deps.verbs.webhook_deliveries.list({
      ...callerOf(request),
      endpoint_id,
      state: query.status === undefined ? null : STATE_OF_STATUS[query.status],
      event: query.event ?? null,
      cursor: query.cursor ?? null,
      limit: Math.min(query.limit ?? LIMITS.page.default, LIMITS.page.max),
    });
    if (page === null) return refuseMissing(reply, ENDPOINT);
    const { rows, next_cursor } = page;
    return answer(reply, 200, { deliveries: rows.map(presentDelivery), next_cursor });
  };
}

function resend(deps: ServerDeps): Handler {
  return async (request, reply) => {
    if (!readNoBody(request, reply)) return reply;
    const delivery_id = idOf(request);
    if (delivery_id === null) return refuseMissing(reply, THING);
    const asked = { ...callerOf(request), delivery_id };
    const outcome = await underKey(request, reply, deps.verbs.webhook_deliveries.resend, asked);
    if (outcome === null) return reply;
    switch (outcome.kind) {
      case 'resent':
        return answer(reply, 202, presentDelivery(outcome.delivery));
      case 'endpoint_disabled':
        return refuseDisabled(reply);
      case 'endpoint_removed':
        return refuse(reply, 'INVALID_STATE', { problem: REMOVED });
      case 'not_found':
        return refuseMissing(reply, THING);
    }
  };
}

function resendFailed(deps: ServerDeps): Handler {
  return async (request, reply) => {
    const body = readResend(request, reply);
    if (body === null) return reply;
    const endpoint_id = idOf(request);
    if (endpoint_id === null) return refuseMissing(reply, ENDPOINT);
    const since = new Date(body.since);
    const what = body.status ?? 'failed';
    const asked = { ...callerOf(request), endpoint_id, what, since, cursor: body.cursor ?? null };
    const outcome = await underKey(request, reply, deps.verbs.webhook_deliveries.resend_failed, asked);
    if (outcome === null) return reply;
    switch (outcome.kind) {
      case 'resent': {
        const { resent, next_cursor } = outcome;
        return answer(reply, 202, { resent, next_cursor });
      }
      case 'endpoint_disabled':
        return refuseDisabled(reply);
      case 'not_found':
        return refuseMissing(reply, ENDPOINT);
    }
  };
}
