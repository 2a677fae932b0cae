import type { TSchema } from 'typebox';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type Operation, takesIdempotencyKey } from '../operation.ts';
import { OPERATION_NAMES, OPERATIONS } from '../operations.ts';
import { linksOf } from './links.ts';
import { samplesOf } from './samples.ts';
import {
  Components,
  errorExample,
  errorResponse,
  errorResponses,
  headerRefs,
  type Json,
  nounOf,
} from './schemas.ts';
import { webhooks } from './webhooks.ts';
import { INTRODUCTION, TAGS } from './words.ts';

/**
 * The OpenAPI 3.1 document of the whole API. Its components are those that something refers to, and no others.
 *
 * @param base_url where the service is reached, without a slash at the end
 */
export function openapiDocument(base_url: string): Json {
  const components = new Components();
  const parts = { paths: paths(components, base_url), webhooks: webhooks(components) };
  const responses = only(mentioned('responses', parts), (code) =>
    errorResponse(ERRORS[code as ErrorCode].status, [code as ErrorCode], components),
  );
  const all = { ...parts, responses };
  const examples = only(mentioned('examples', all), (code) => errorExample(code as ErrorCode));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Chari',
      version: '1',
      summary: 'Mobile Money collection',
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: base_url }],
    security: [{ ApiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ...parts,
    components: {
      schemas: components.all(),
      examples,
      responses,
      headers: only(mentioned('headers', all), (name) => HEADERS[name]),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A key made for one merchant and environment. Keep it on your server.',
        },
      },
    },
  };
}

const HEADERS: Json = {
  'X-Request-Id': {
    description: 'Names this request in our logs; every answer has it.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'Idempotent-Replayed': {
    description: 'Present when this is the first answer to the Idempotency-Key again.',
    schema: { type: 'string', const: 'true' },
  },
};

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `1 to ${LIMITS.idempotency_key_characters} visible ASCII characters. The same key and body within ${LIMITS.idempotency_hours} hours (a refund: ${LIMITS.idempotency_refund_days} days) give the first answer again.`,
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

function paths(components: Components, base_url: string): Json {
  const result: Record<string, Json> = {};
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    const path = operation.path.replace(':id', '{id}');
    const method = operation.method.toLowerCase();
    result[path] = {
      ...result[path],
      [method]: {
        ...operationObject(name, operation, components),
        'x-codeSamples': samplesOf(name, operation, base_url),
      },
    };
  }
  return result;
}

function operationObject(name: string, operation: Operation, components: Components): Json {
  const { answer, body, path, query } = operation;
  const parameters: Json[] = path.includes(':id') ? [idParameter(path)] : [];
  if (query !== undefined) parameters.push(...queryParameters(query.properties, components));
  const keyed = takesIdempotencyKey(operation);
  if (keyed) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  const content = (schema: TSchema, example: unknown) => ({
    'application/json': { schema: components.of(schema), example },
  });
  const links = linksOf(operation, OPERATIONS);
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} Needs the scope ${operation.scope}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null &&
      body !== 'none' && { requestBody: { required: true, content: content(body.schema, body.example) } }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: headerRefs(['X-Request-Id', ...(keyed ? ['Idempotent-Replayed'] : [])]),
        ...(answer.schema !== null && { content: content(answer.schema, answer.example) }),
        ...(Object.keys(links).length > 0 && { links }),
      },
      ...errorResponses(operation, components),
    },
  };
}

function idParameter(path: string): Json {
  const description = `The id of the ${nounOf(path)}.`;
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string', format: 'uuid' } };
}

function queryParameters(properties: unknown, components: Components): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description !== undefined && { description }),
    schema: components.of(schema),
  }));
}

/** The names of this section of the components to which something in these parts refers. */
function mentioned(section: string, parts: Json): ReadonlySet<string> {
  const references = JSON.stringify(parts).matchAll(new RegExp(`"#/components/${section}/([^"]+)"`, 'g'));
  return new Set([...references].map(([, name = '']) => name));
}

/** In the order of the list of errors, where there are such. */
function only(names: ReadonlySet<string>, make: (name: string) => unknown): Json {
  const rank = (name: string) => (ERROR_CODES as readonly string[]).indexOf(name);
  const sorted = [...names].sort((a, b) => rank(a) - rank(b));
  return Object.fromEntries(sorted.map((name) => [name, make(name)]));
}
