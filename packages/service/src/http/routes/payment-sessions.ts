import { Buffer } from 'node:buffer';
import { CreatePaymentSession, type FlatErrorCode, LIMITS, OPERATIONS } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CreateSession, FailedCheck } from '../../domain/session/commands.ts';
import { type PaymentSession, presentSession } from '../../domain/session/session.ts';
import { rateLimiter } from '../../engine/rates.ts';
import {
  answer,
  refuse,
  refuseClosedSession,
  refuseFlat,
  refuseMissing,
  refuseTooManyOpen,
} from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import type { Guard } from '../guard.ts';
import { underKey } from '../idempotency.ts';
import { refuseRate } from '../rate.ts';
import { bodyReader, callerOf, idOf, readNoBody } from '../request.ts';

const THING = 'payment session with this id';

const readCreate = bodyReader(CreatePaymentSession, {
  metadata: (metadata: object) => Buffer.byteLength(JSON.stringify(metadata)) <= LIMITS.metadata_bytes,
});

export function paymentSessionRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const { create_payment_session, retrieve_payment_session, cancel_payment_session } = OPERATIONS;
  app.route({
    method: create_payment_session.method,
    url: create_payment_session.path,
    ...guard.forOperation(create_payment_session),
    handler: (request, reply) => create(deps, request, reply),
  });
  const poll = pollLimiter(deps);
  app.route({
    method: retrieve_payment_session.method,
    url: retrieve_payment_session.path,
    ...guard.forOperation(retrieve_payment_session),
    handler: (request, reply) => retrieve(deps, poll, request, reply),
  });
  app.route({
    method: cancel_payment_session.method,
    url: cancel_payment_session.path,
    ...guard.forOperation(cancel_payment_session),
    handler: (request, reply) => cancel(deps, request, reply),
  });
}

type Asked = Omit<CreateSession, 'idempotency'>;

async function create(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = readCreate(request, reply);
  if (body === null) return reply;
  const asked: Asked = {
    ...callerOf(request),
    reference: body.reference,
    amount_xaf: body.amount,
    operator: body.operator,
    customer_phone: body.customer_phone ?? null,
    description: body.description ?? null,
    metadata: body.metadata === undefined ? null : JSON.stringify(body.metadata),
    ttl_minutes: body.ttl_minutes ?? LIMITS.ttl_minutes.default,
  };
  // Metadata is compared as an object: the same keys in another order are the same request.
  const same = { ...asked, metadata: body.metadata ?? null };
  const outcome = await underKey(request, reply, deps.verbs.payment_sessions.create, asked, same);
  if (outcome === null) return reply;
  switch (outcome.kind) {
    case 'created': {
      // As it was made, also where the first answer is given again.
      const { session } = outcome;
      return answerSession(deps, reply, 201, session, session.created_at);
    }
    case 'reference_already_used': {
      const { existing_payment_session_id } = outcome;
      const { reference, environment } = asked;
      return refuse(
        reply,
        'DUPLICATE_REFERENCE',
        { reference, environment },
        { existing_payment_session_id },
      );
    }
    case 'too_many_open_sessions':
      return refuseTooManyOpen(reply, asked.operator, outcome);
    case 'no_collection_number':
      return refuseCreation(reply, asked, 'COLLECTION_NUMBER_UNAVAILABLE', outcome.failed_checks);
    case 'rail_not_ready':
      return refuseCreation(reply, asked, 'PROVIDER_RAIL_NOT_READY', outcome.failed_checks);
    case 'link_refused':
      throw new Error('bug: an API request was taken for one of a payment link');
  }
}

function refuseCreation(
  reply: FastifyReply,
  { operator, environment }: Asked,
  code: FlatErrorCode,
  failed_checks: FailedCheck[],
): FastifyReply {
  return refuseFlat(reply, code, operator, environment, failed_checks);
}

type PollLimiter = (session: PaymentSession) => number;

/** A session that awaits payment may be asked for once every 5 seconds; in any other status, as often as one likes. */
function pollLimiter(deps: ServerDeps): PollLimiter {
  if (deps.rate_limit_per_second === 0) return () => 0;
  const { interval_seconds, burst } = LIMITS.polling;
  const takeFromSession = rateLimiter({ interval_ms: interval_seconds * 1_000, burst });
  return ({ id, status }) =>
    status === 'AWAITING_PAYMENT' ? takeFromSession(id, deps.services.now().getTime()) : 0;
}

async function retrieve(
  deps: ServerDeps,
  poll: PollLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session_id = idOf(request);
  if (session_id === null) return refuseMissing(reply, THING);
  const session = await deps.verbs.payment_sessions.retrieve({ ...callerOf(request), session_id });
  if (session === null) return refuseMissing(reply, THING);
  const wait_ms = poll(session);
  if (wait_ms === 0) return answerSession(deps, reply, 200, session);
  refuseRate(reply, 'This payment session is still AWAITING_PAYMENT and is polled too often.', wait_ms);
  return reply;
}

async function cancel(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!readNoBody(request, reply)) return reply;
  const session_id = idOf(request);
  if (session_id === null) return refuseMissing(reply, THING);
  const asked = { ...callerOf(request), session_id };
  const outcome = await underKey(request, reply, deps.verbs.payment_sessions.cancel, asked);
  if (outcome === null) return reply;
  switch (outcome.kind) {
    case 'cancelled':
      return answerSession(deps, reply, 200, outcome.session);
    case 'not_found':
      return refuseMissing(reply, THING);
    case 'not_awaiting_payment':
      return refuseClosedSession(reply, outcome.status, 'cancelled');
  }
}

function answerSession(
  deps: ServerDeps,
  reply: FastifyReply,
  status: 200 | 201,
  session: PaymentSession,
  at = deps.services.now(),
): FastifyReply {
  return answer(reply, status, presentSession(session, deps.services.policy.dashboard_url, at));
}
