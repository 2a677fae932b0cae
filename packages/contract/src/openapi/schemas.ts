import type { TObject, TSchema } from 'typebox';
import {
  ErrorBody,
  errorBody,
  exampleError,
  FlatErrorBody,
  isFlat,
  MERCHANT_ID_SENT,
  UNOFFERED_EXAMPLE,
} from '../error-body.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { ruleOf } from '../fields.ts';
import { errorsOf, type Operation } from '../operation.ts';
import { TRANSACTION_EXAMPLE } from '../transaction-operations.ts';

export type Json = Record<string, unknown>;

/** What the server says of a request without fields whose body is wrong. */
const TAKES_NO_BODY = 'This request takes no body. Send none, or {}.';
const CUT_SHORT = 'The request was cut short. Send all of it.';

const PREFIX = '#/components/schemas/';

/**
 * The schemas of the document, written so that other people's tools make good code of them: each schema with a title
 * once, under that title, and a reference wherever else it stands; enumerations and constants with their type; what
 * may be null as a union of types; free members as `additionalProperties`.
 */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** The schema as it stands in the document: a reference where it has a title. */
  of(schema: unknown): Json {
    const { title, ...rest } = schema as Json;
    if (title === undefined) return this.#written(rest);
    const name = String(title);
    const values = ['enum', 'const'].filter((word) => rest[word] !== undefined);
    const enumeration = values.length > 0;
    if (!this.#schemas.has(name)) {
      // Kept before its members are read, so that the order is that of the first mention.
      this.#schemas.set(name, {});
      // What is said of an enumeration differs from place to place, and stands there.
      const whole = enumeration ? Object.fromEntries(values.map((word) => [word, rest[word]])) : rest;
      this.#schemas.set(name, { title, ...this.#written(whole) });
    }
    const description = enumeration ? rest.description : undefined;
    return { $ref: `${PREFIX}${name}`, ...(description !== undefined && { description }) };
  }

  /** Every schema that was mentioned so far, by title. */
  all(): Json {
    return Object.fromEntries(this.#schemas);
  }

  #written(schema: Json): Json {
    const { anyOf, patternProperties, properties, items, ...rest } = schema;
    if (anyOf !== undefined) return { ...rest, ...this.#union(anyOf as Json[]) };
    const [free] = Object.values((patternProperties ?? {}) as Json);
    return {
      ...typeOf(schema),
      ...rest,
      ...(properties !== undefined && { properties: this.#members(properties as Json) }),
      ...(items !== undefined && { items: this.of(items) }),
      ...(free !== undefined && { additionalProperties: this.of(free) }),
    };
  }

  #members(properties: Json): Json {
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, this.of(member)]));
  }

  #union(choices: Json[]): Json {
    const values = choices.filter(({ type }) => type !== 'null').map((choice) => this.of(choice));
    const [only] = values;
    if (values.length === choices.length || only === undefined) return { oneOf: values };
    if (values.length === 1 && typeof only.type === 'string') {
      const { enum: names, ...plain } = only;
      const named = names === undefined ? {} : { enum: [...(names as unknown[]), null] };
      return { ...plain, type: [only.type, 'null'], ...named };
    }
    return { oneOf: [...values, { type: 'null' }] };
  }
}

/** A typeless enumeration or constant is of the type of its values; all of ours are texts. */
function typeOf({ type, enum: names, const: value }: Json): Json {
  return type === undefined && (names !== undefined || value !== undefined) ? { type: 'string' } : {};
}

/** The answers of an operation that say no, by status. */
export function errorResponses(operation: Operation, components: Components): Json {
  const by_status = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = ERRORS[code];
    by_status.set(status, [...(by_status.get(status) ?? []), code]);
  }
  const responses = [...by_status].map(([status, codes]) => [
    status,
    codes.length === 1 && codes.every((code) => ownExample(operation, code) === null)
      ? { $ref: `#/components/responses/${codes[0]}` }
      : errorResponse(status, codes, components, operation),
  ]);
  return {
    ...Object.fromEntries(responses),
    ...(operation.offers === true ? { 422: unoffered(components) } : {}),
  };
}

/**
 * One answer that may carry any of these codes, all of one status.
 * @param operation whose answer it is; left out: one of several operations
 */
export function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  components: Components,
  operation?: Operation,
): Json {
  const exampleOf = (code: ErrorCode): Json =>
    (operation && ownExample(operation, code)) ?? { $ref: `#/components/examples/${code}` };
  const bodies = [...new Set(codes.map((code) => (isFlat(code) ? FlatErrorBody : ErrorBody)))];
  const refs = bodies.map((body) => components.of(body));
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].when}`).join('\n\n'),
    headers: { ...headerRefs(['X-Request-Id']), ...waitHeader(status, codes) },
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

/** Retry-After goes with the envelope. The flat shape has none: when a number is free again nobody knows. */
function waitHeader(status: number, codes: readonly ErrorCode[]): Json {
  const enveloped = codes.filter((code) => !isFlat(code));
  if ((status !== 429 && status !== 503) || enveloped.length === 0) return {};
  const { 'Retry-After': ref } = headerRefs(['Retry-After']);
  if (enveloped.length === codes.length) return { 'Retry-After': ref };
  const description = `Seconds to wait; with ${enveloped.join(' and ')} alone.`;
  return { 'Retry-After': { ...(ref as Json), description } };
}

export function errorExample(code: ErrorCode, value = exampleError(code)): Json {
  return { summary: ERRORS[code].when, value };
}

/** The example of an error that names what this operation is about; null where that of all operations does. */
function ownExample(operation: Operation, code: ErrorCode): Json | null {
  const body = namingExample(operation, code);
  const is_that_of_all = body === null || JSON.stringify(body) === JSON.stringify(exampleError(code));
  return is_that_of_all ? null : errorExample(code, body);
}

function namingExample(operation: Operation, code: ErrorCode): ErrorBody | null {
  const { path, scope, invalid_state } = operation;
  if (code === 'VALIDATION_ERROR') return malformedExample(operation);
  if (code === 'API_KEY_PERMISSION_DENIED') {
    const { problem } = ERRORS[code].example;
    return errorBody(code, { problem: problem.replace('payment_sessions:write', scope) });
  }
  if (code === 'NOT_FOUND' && path.includes(':id')) {
    const { problem } = ERRORS[code].example;
    return errorBody(code, { problem: problem.replace('payment session', nounOf(path)) });
  }
  if (code === 'DUPLICATE_REFERENCE' && path === '/v1/transactions') {
    const { reference, id, environment } = TRANSACTION_EXAMPLE;
    return errorBody(code, { reference, environment }, { existing_transaction_id: id });
  }
  if (code === 'INVALID_STATE' && invalid_state !== undefined) {
    return errorBody(code, { problem: invalid_state });
  }
  return null;
}

/** What is wrong with a request: a field that it takes, and one that none does; without fields its body. */
function malformedExample({ body, query }: Operation): ErrorBody {
  const schema = body === null || body === 'none' ? query : body.schema;
  if (schema === undefined) {
    return errorBody('VALIDATION_ERROR', { problem: body === 'none' ? TAKES_NO_BODY : CUT_SHORT });
  }
  const properties = (schema as TObject).properties as Record<string, TSchema>;
  const names = Object.keys(properties);
  const shown = names.includes('amount') ? ['amount'] : names.slice(0, 1);
  const rules = Object.fromEntries(shown.map((name) => [name, ruleOf(properties[name] as TSchema)]));
  const fields = { ...rules, merchant_id: MERCHANT_ID_SENT };
  return errorBody('VALIDATION_ERROR', ERRORS.VALIDATION_ERROR.example, { fields });
}

/** What the id in a path names: `payment session`. */
export function nounOf(path: string): string {
  const segments = path.split('/');
  const nouns = (segments[segments.indexOf(':id') - 1] ?? '').replaceAll('-', ' ').replace('ies', 'y');
  return nouns.replace(/s$/, '');
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
