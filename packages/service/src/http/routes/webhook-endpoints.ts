import { CreateWebhookEndpoint, type EventName, OPERATIONS, type WebhookEndpointBody } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import { answer, refuse, refuseFields, refuseMissing } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import type { Guard } from '../guard.ts';
import { idempotencyOf, markReplay, refuseIdempotency } from '../idempotency.ts';
import { bodyReader, callerOf, idOf, readNoBody } from '../request.ts';

const THING = 'webhook endpoint with this id';

const readCreate = bodyReader(CreateWebhookEndpoint, { url: isReceivingAddress });

export function webhookEndpointRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const { create_webhook_endpoint, list_webhook_endpoints } = OPERATIONS;
  const { retrieve_webhook_endpoint, delete_webhook_endpoint } = OPERATIONS;
  app.route({
    method: create_webhook_endpoint.method,
    url: create_webhook_endpoint.path,
    onRequest: guard.forOperation(create_webhook_endpoint),
    handler: (request, reply) => create(deps, request, reply),
  });
  app.route({
    method: list_webhook_endpoints.method,
    url: list_webhook_endpoints.path,
    onRequest: guard.forOperation(list_webhook_endpoints),
    handler: async (request, reply) => {
      const endpoints = await deps.verbs.webhook_endpoints.list(callerOf(request));
      return answer(reply, 200, { webhook_endpoints: endpoints.map(presentEndpoint) });
    },
  });
  app.route({
    method: retrieve_webhook_endpoint.method,
    url: retrieve_webhook_endpoint.path,
    onRequest: guard.forOperation(retrieve_webhook_endpoint),
    handler: async (request, reply) => {
      const id = idOf(request);
      const endpoint =
        id === null ? null : await deps.verbs.webhook_endpoints.retrieve(callerOf(request), id);
      return endpoint === null ? refuseMissing(reply, THING) : answer(reply, 200, presentEndpoint(endpoint));
    },
  });
  app.route({
    method: delete_webhook_endpoint.method,
    url: delete_webhook_endpoint.path,
    onRequest: guard.forOperation(delete_webhook_endpoint),
    handler: async (request, reply) => {
      if (!readNoBody(request, reply)) return reply;
      const id = idOf(request);
      const removed = id !== null && (await deps.verbs.webhook_endpoints.remove(callerOf(request), id));
      return removed ? reply.code(204).send() : refuseMissing(reply, THING);
    },
  });
}

/** The shape of a receiving address. Whether its host may be called is the policy of the engine. */
function isReceivingAddress(url: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  const named = username !== '' || password !== '';
  return (protocol === 'https:' || protocol === 'http:') && !named && !url.includes('#');
}

async function create(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = readCreate(request, reply);
  if (body === null) return reply;
  const asked = {
    ...callerOf(request),
    url: body.url,
    events: body.events ?? null,
    description: body.description ?? null,
  };
  const idempotency = idempotencyOf(request, asked);
  const outcome = await deps.verbs.webhook_endpoints.create({ ...asked, idempotency });
  switch (outcome.kind) {
    case 'created':
      markReplay(reply, outcome.replayed);
      return answer(reply, 201, { ...presentEndpoint(outcome.endpoint), secret: outcome.secret });
    case 'url_refused':
      return refuseFields(reply, { url: outcome.message });
    case 'too_many_endpoints':
      return refuse(reply, 'VALIDATION_ERROR', { problem: outcome.message });
    case 'idempotency_key_reused':
    case 'idempotency_key_in_use':
      return refuseIdempotency(reply, outcome.kind);
  }
}

function presentEndpoint(endpoint: WebhookEndpoint): WebhookEndpointBody {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events as EventName[] | null,
    description: endpoint.description,
    status: endpoint.status,
    environment: endpoint.environment,
    created_at: endpoint.created_at.toISOString(),
  };
}
