import {
  type EnvelopeErrorCode,
  ERRORS,
  type ErrorExtras,
  errorBody,
  type FlatErrorBody,
  type FlatErrorCode,
  type MessageValues,
  messageOf,
  unofferedBody,
} from '@chari/contract';
import type { FastifyReply } from 'fastify';
import type { Environment, Operator } from '../domain/operator.ts';
import type { FailedCheck, HeldBack } from '../domain/session/commands.ts';
import type { SessionStatus } from '../domain/session/session.ts';
import type { BodyRefusal } from './body/read.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the error that was answered, for the request log. */
    error_code?: string;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * No cache on the way may keep an answer. A list has one address for all merchants and both environments: only the key tells
 * whose it is, and unlike Authorization, X-API-Key makes no cache careful. What anybody may read and keep, the reference
 * with its scripts, says so itself.
 */
export const UNKEPT = { name: 'cache-control', value: 'no-store' } as const;

/** Sends a body as JSON. The text is made here, so that Fastify has nothing left to guess or serialise. */
export function answer(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header(UNKEPT.name, UNKEPT.value)
    .send(JSON.stringify(body));
}

/** Says that it is done, where there is nothing more to tell. */
export function answerNothing(reply: FastifyReply): FastifyReply {
  return reply.code(204).header(UNKEPT.name, UNKEPT.value).send();
}

/** Answers with the envelope of a refusal. `retry_after` in the extras is sent as Retry-After too. */
export function refuse<Code extends EnvelopeErrorCode>(
  reply: FastifyReply,
  code: Code,
  values: MessageValues<Code>,
  extras: ErrorExtras = {},
): FastifyReply {
  if (extras.retry_after !== undefined) reply.header('retry-after', String(extras.retry_after));
  reply.error_code = code;
  return answer(reply, ERRORS[code].status, errorBody(code, values, extras));
}

/** Says that the merchant has as many live sessions open as it may, and when the next may be created. */
export function refuseTooManyOpen(
  reply: FastifyReply,
  operator: Operator,
  held_back: HeldBack,
): FastifyReply {
  const { open_count, allowance, retry_after_s: retry_after } = held_back;
  const values = { open_count: String(open_count), operator, allowance: String(allowance) };
  return refuse(
    reply,
    'TOO_MANY_OPEN_SESSIONS',
    { ...values, retry_after: String(retry_after) },
    { retry_after },
  );
}

/** Answers 400 with a message for each wrong field. */
export function refuseFields(reply: FastifyReply, fields: Record<string, string>): FastifyReply {
  const count = Object.keys(fields).length;
  const what = count === 1 ? 'the field' : `the ${count} fields`;
  const problem = `Correct ${what} listed in "fields" and send the request again.`;
  return refuse(reply, 'VALIDATION_ERROR', { problem }, { fields });
}

/** Answers 422: values that are well-formed and outside what is offered. */
export function refuseValues(reply: FastifyReply, fields: Record<string, string>): FastifyReply {
  const problem = 'Correct the field listed in "fields" and send the request again.';
  reply.error_code = 'VALIDATION_ERROR';
  return answer(reply, 422, unofferedBody(problem, fields));
}

/** Answers for a body that could not be read at all. */
export function refuseBody(reply: FastifyReply, refusal: BodyRefusal): FastifyReply {
  const { code, message } = refusal;
  const fields = 'fields' in refusal && refusal.fields !== undefined ? { fields: refusal.fields } : {};
  const { status } = ERRORS[code];
  reply.error_code = code;
  return answer(reply, status, { error: { code, message, status, ...fields } });
}

/** Answers 503 in the flat shape of session creation, with the checks that failed. */
export function refuseFlat(
  reply: FastifyReply,
  code: FlatErrorCode,
  operator: Operator,
  environment: Environment,
  failed_checks: FailedCheck[],
): FastifyReply {
  const values = { operator, environment };
  const body: FlatErrorBody = { error: messageOf(code, values), code, operator, environment, failed_checks };
  reply.error_code = code;
  return answer(reply, ERRORS[code].status, body);
}

/** Says that a session's status forbids what was asked. */
export function refuseClosedSession(
  reply: FastifyReply,
  status: SessionStatus,
  action: string,
): FastifyReply {
  const problem = `The payment session is ${status}. Only a session that is AWAITING_PAYMENT can be ${action}.`;
  return refuse(reply, 'INVALID_STATE', { problem });
}

/** Says that there is no such thing for this key: missing, of another merchant, or of another environment. */
export function refuseMissing(reply: FastifyReply, thing: string): FastifyReply {
  const problem = `There is no ${thing} for this API key. Check the id, and that the key is of the right environment.`;
  return refuse(reply, 'NOT_FOUND', { problem });
}
