import {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  type EventName,
  OPERATIONS,
  type WebhookEndpointBody,
} from '@chari/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { presentDelivery } from '../../domain/delivery/delivery.ts';
import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import { answer, answerNothing, refuse, refuseFields, refuseMissing } from '../answer.ts';
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

/** How a refusal calls what was asked for. */
export const ENDPOINT = 'webhook endpoint with this id';

const DISABLED =
  'The webhook endpoint is disabled, so nothing is sent to it. Enable it first: PATCH /v1/webhook-endpoints/:id with {"status": "enabled"} sends what was held.';

/** Says that nothing is sent to an endpoint while it is disabled. */
export function refuseDisabled(reply: FastifyReply): FastifyReply {
  return refuse(reply, 'INVALID_STATE', { problem: DISABLED });
}

const readCreate = bodyReader(CreateWebhookEndpoint, { url: isReceivingAddress });
/** A merchant has so few that they come all at once. Whoever asks for a page or for some of them must not take them for that. */
const readNoQuery = queryReader(Type.Object({}, { additionalProperties: false }));
const readChange = bodyReader(ChangeWebhookEndpoint, { url: isReceivingAddress });

export function webhookEndpointRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const open = operationRoutes(app, guard);
  const { list, retrieve, remove } = deps.verbs.webhook_endpoints;
  open(OPERATIONS.create_webhook_endpoint, create(deps));
  open(OPERATIONS.list_webhook_endpoints, async (request, reply) => {
    if (readNoQuery(request, reply) === null) return reply;
    const endpoints = await list(callerOf(request));
    return answer(reply, 200, { webhook_endpoints: endpoints.map(presentEndpoint) });
  });
  open(OPERATIONS.retrieve_webhook_endpoint, async (request, reply) => {
    const id = idOf(request);
    const endpoint = id === null ? null : await retrieve(callerOf(request), id);
    return endpoint === null ? refuseMissing(reply, ENDPOINT) : answer(reply, 200, presentEndpoint(endpoint));
  });
  open(OPERATIONS.change_webhook_endpoint, change(deps));
  open(OPERATIONS.delete_webhook_endpoint, async (request, reply) => {
    if (!readNoBody(request, reply)) return reply;
    const id = idOf(request);
    const removed = id !== null && (await remove(callerOf(request), id));
    return removed ? answerNothing(reply) : refuseMissing(reply, ENDPOINT);
  });
  open(OPERATIONS.rotate_webhook_secret, rotate(deps));
  open(OPERATIONS.test_webhook_endpoint, sendTest(deps));
}

/** The shape of a receiving address. Whether its host may be called is the policy of the engine. */
function isReceivingAddress(url: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  const named = username !== '' || password !== '';
  return (protocol === 'https:' || protocol === 'http:') && !named && !url.includes('#');
}

function create(deps: ServerDeps): Handler {
  return async (request, reply) => {
    const body = readCreate(request, reply);
    if (body === null) return reply;
    const asked = {
      ...callerOf(request),
      url: body.url,
      events: body.events ?? null,
      description: body.description ?? null,
    };
    const outcome = await underKey(request, reply, deps.verbs.webhook_endpoints.create, asked);
    if (outcome === null) return reply;
    switch (outcome.kind) {
      case 'created':
        return answer(reply, 201, { ...presentEndpoint(outcome.endpoint), secret: outcome.secret });
      case 'url_refused':
        return refuseFields(reply, { url: outcome.message });
      case 'too_many_endpoints':
        return refuse(reply, 'VALIDATION_ERROR', { problem: outcome.message });
    }
  };
}

function change(deps: ServerDeps): Handler {
  return async (request, reply) => {
    const body = readChange(request, reply);
    if (body === null) return reply;
    const endpoint_id = idOf(request);
    if (endpoint_id === null) return refuseMissing(reply, ENDPOINT);
    const asked = { ...callerOf(request), endpoint_id, change: body };
    const outcome = await underKey(request, reply, deps.verbs.webhook_endpoints.change, asked);
    if (outcome === null) return reply;
    switch (outcome.kind) {
      case 'changed':
        return answer(reply, 200, presentEndpoint(outcome.endpoint));
      case 'url_refused':
        return refuseFields(reply, { url: outcome.message });
      case 'not_found':
        return refuseMissing(reply, ENDPOINT);
    }
  };
}

function rotate(deps: ServerDeps): Handler {
  return async (request, reply) => {
    if (!readNoBody(request, reply)) return reply;
    const endpoint_id = idOf(request);
    if (endpoint_id === null) return refuseMissing(reply, ENDPOINT);
    const asked = { ...callerOf(request), endpoint_id };
    const outcome = await underKey(request, reply, deps.verbs.webhook_endpoints.rotate, asked);
    if (outcome === null) return reply;
    switch (outcome.kind) {
      case 'rotated': {
        const { endpoint, secret } = outcome;
        const previous_secret_until = outcome.previous_secret_until.toISOString();
        return answer(reply, 200, { ...presentEndpoint(endpoint), secret, previous_secret_until });
      }
      case 'not_found':
        return refuseMissing(reply, ENDPOINT);
    }
  };
}

function sendTest(deps: ServerDeps): Handler {
  return async (request, reply) => {
    if (!readNoBody(request, reply)) return reply;
    const endpoint_id = idOf(request);
    if (endpoint_id === null) return refuseMissing(reply, ENDPOINT);
    const asked = { ...callerOf(request), endpoint_id };
    const outcome = await underKey(request, reply, deps.verbs.webhook_endpoints.test, asked);
    if (outcome === null) return reply;
    switch (outcome.kind) {
      case 'sent':
        return answer(reply, 202, presentDelivery(outcome.delivery));
      case 'endpoint_disabled':
        return refuseDisabled(reply);
      case 'not_found':
        return refuseMissing(reply, ENDPOINT);
    }
  };
}

function presentEndpoint(endpoint: WebhookEndpoint): WebhookEndpointBody {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events as EventName[] | null,
    description: endpoint.description,
    status: endpoint.status,
    environment: endpoint.environment,
    disabled_reason: endpoint.disabled_reason,
    failing_since: endpoint.failing_since?.toISOString() ?? null,
    created_at: endpoint.created_at.toISOString(),
  };
}
