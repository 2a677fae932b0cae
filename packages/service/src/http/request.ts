import type { Operation } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { isUuid } from '../domain/keys.ts';
import type { Caller } from '../domain/session/commands.ts';
import { refuse, refuseBody, refuseFields } from './answer.ts';
import { type CheckedBody, checker, type Fields, type Refinements } from './body/check.ts';
import { readJson } from './body/read.ts';
import { type Guard, principalOf } from './guard.ts';
import { idempotencyProblem } from './idempotency.ts';

const NOT_AN_OBJECT =
  'The body is not a JSON object. Send the fields in one object, as in {"reference": "…"}.';
const NO_BODY = 'This request takes no body. Send none, or {}.';

export function callerOf(request: FastifyRequest): Caller {
  const { merchant_id, environment } = principalOf(request);
  return { merchant_id, environment };
}

/** The `:id` of the path in lower case, or null when it is no UUID and so no id of anything. */
export function idOf(request: FastifyRequest): string | null {
  const { id } = request.params as { id?: string };
  return id !== undefined && isUuid(id) ? id.toLowerCase() : null;
}

export type BodyReader<T> = (request: FastifyRequest, reply: FastifyReply) => T | null;

/**
 * Makes the reader of one operation's body. It gives the parsed body; or it answers, with everything that is
 * wrong at once, and gives null.
 */
export function bodyReader<Schema extends TObject>(
  schema: Schema,
  refinements?: Refinements,
): BodyReader<Static<Schema>> {
  const check = checker(schema, refinements);
  return (request, reply) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers;
    const read = readJson(request.body as Buffer | undefined, type, encoding);
    if (!read.ok) {
      refuseBody(reply, read.refusal);
      return null;
    }
    const checked: CheckedBody<Static<Schema>> = check(read.value);
    if (!checked.ok && checked.fields === null) {
      refuse(reply, 'VALIDATION_ERROR', { problem: NOT_AN_OBJECT });
      return null;
    }
    const fields = withHeader(request, checked.ok ? null : checked.fields);
    if (fields !== null) {
      refuseFields(reply, fields);
      return null;
    }
    return checked.ok ? checked.value : null;
  };
}

/** For operations without a body: an empty one or {} passes, since many clients send one or the other. */
export function readNoBody(request: FastifyRequest, reply: FastifyReply): boolean {
  const fields = withHeader(request, null);
  if (fields !== null) {
    refuseFields(reply, fields);
    return false;
  }
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return true;
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  const read = readJson(bytes, type, encoding);
  if (!read.ok) {
    refuseBody(reply, read.refusal);
    return false;
  }
  if (JSON.stringify(read.value) === '{}') return true;
  refuse(reply, 'VALIDATION_ERROR', { problem: NO_BODY });
  return false;
}

function withHeader(request: FastifyRequest, fields: Fields | null): Fields | null {
  const problem = idempotencyProblem(request);
  return problem === null ? fields : { ...fields, 'Idempotency-Key': problem };
}

/** The digits of a number that JavaScript holds exactly. */
const WHOLE_NUMBER = /^[0-9]{1,15}$/;
/** Of a limit any will do: what is more than the most is served as the most, however much more. */
const LIMIT = /^[0-9]{1,100}$/;

/** Digits as the number that they say, any other text as it came. */
export function numberSent(name: string, text: string): number | string {
  return (name === 'limit' ? LIMIT : WHOLE_NUMBER).test(text) ? Number(text) : text;
}

/**
 * Makes the reader of what stands behind the question mark of one operation. Every value is a text there, so
 * digits become numbers where the schema wants them. It gives the values; or it answers, with everything that
 * is wrong at once, and gives null.
 */
export function queryReader<Schema extends TObject>(
  schema: Schema,
  refinements?: Refinements,
): BodyReader<Static<Schema>> {
  const check = checker(schema, refinements);
  const properties = schema.properties as Record<string, TSchema & { type?: string }>;
  const sentValue = (name: string, text: unknown): unknown => {
    const is_number = Object.hasOwn(properties, name) && properties[name]?.type === 'integer';
    return is_number && typeof text === 'string' ? numberSent(name, text) : text;
  };
  return (request, reply) => {
    const sent = Object.entries(request.query as Record<string, unknown>);
    const checked: CheckedBody<Static<Schema>> = check(
      Object.fromEntries(sent.map(([name, text]) => [name, sentValue(name, text)])),
    );
    if (checked.ok) return checked.value;
    refuseFields(reply, checked.fields ?? {});
    return null;
  };
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Opens the route of one operation of the contract, behind the guard. */
export function operationRoutes(app: FastifyInstance, guard: Guard) {
  return (operation: Operation, handler: Handler): void => {
    const { method, path: url } = operation;
    app.route({ method, url, ...guard.forOperation(operation), handler });
  };
}
