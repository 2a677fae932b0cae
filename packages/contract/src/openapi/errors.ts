import { ErrorBody, exampleError, FlatErrorBody, isFlat, UNOFFERED_EXAMPLE } from '../error-body.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { errorsOf, type Operation } from '../operation.ts';
import type { Components, Json } from './schemas.ts';

/** The answers of an operation that say no, by status. */
export function errorResponses(operation: Operation, components: Components): Json {
  const by_status = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = ERRORS[code];
    by_status.set(status, [...(by_status.get(status) ?? []), code]);
  }
  const responses = [...by_status].map(([status, codes]) => [
    status,
    codes.length === 1
      ? { $ref: `#/components/responses/${codes[0]}` }
      : errorResponse(status, codes, components),
  ]);
  return {
    ...Object.fromEntries(responses),
    ...(operation.offers === true ? { 422: unoffered(components) } : {}),
  };
}

/** One answer that may carry any of these codes, all of one status. */
export function errorResponse(status: number, codes: readonly ErrorCode[], components: Components): Json {
  const bodies = [...new Set(codes.map((code) => (isFlat(code) ? FlatErrorBody : ErrorBody)))];
  const refs = bodies.map((body) => components.of(body));
  const waits = status === 429 || status === 503 ? ['Retry-After'] : [];
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].when}`).join('\n\n'),
    headers: headerRefs(['X-Request-Id', ...waits]),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

export function errorExample(code: ErrorCode): Json {
  return { summary: ERRORS[code].when, value: exampleError(code) };
}

export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The two 422s of an operation with values that may lie outside what is offered. */
function unoffered(components: Components): Json {
  const { description, content, ...rest } = errorResponse(422, ['IDEMPOTENCY_KEY_REUSED'], components);
  const { schema, examples } = (content as Record<string, Json>)['application/json'] as Json;
  const value = { VALIDATION_ERROR: { value: UNOFFERED_EXAMPLE }, ...(examples as Json) };
  return {
    ...rest,
    description: `VALIDATION_ERROR: a value is well-formed, but outside what is offered; fields names each one.\n\n${description}`,
    content: { 'application/json': { schema, examples: value } },
  };
}
