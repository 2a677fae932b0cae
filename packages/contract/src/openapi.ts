import type { TSchema } from 'typebox';
import { ErrorBody, exampleError, FlatErrorBody, isFlat, UNOFFERED_EXAMPLE } from './error-body.ts';
import { ERROR_CODES, ERRORS, type ErrorCode } from './errors.ts';
import { EventBody, EventDetailBody, EventList } from './event-log.ts';
import {
  exampleEvent,
  exampleTransactionEvent,
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  PaymentSessionEventBody,
  TEST_EVENT,
  TEST_EVENT_EXAMPLE,
  TEST_EVENT_WHEN,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
  TransactionEventBody,
  WEBHOOK_HEADERS,
} from './events.ts';
import { LIMITS } from './limits.ts';
import { errorsOf, type Operation } from './operation.ts';
import { OPERATION_NAMES, OPERATIONS } from './operations.ts';
import { CreatePaymentSession, PaymentSessionBody } from './payment-session.ts';
import { InjectCredit, InjectSms, NoticeReceipt, SimulateScenario, SimulationBody } from './sandbox.ts';
import {
  CreatedTransactionBody,
  CreateTransaction,
  ListedTransactionBody,
  TransactionBody,
  TransactionListBody,
} from './transaction.ts';
import {
  ResendFailedDeliveries,
  ResentDeliveries,
  WebhookAttemptBody,
  WebhookDeliveryBody,
  WebhookDeliveryList,
} from './webhook-delivery.ts';
import {
  ChangeWebhookEndpoint,
  CreatedWebhookEndpointBody,
  CreateWebhookEndpoint,
  RotatedWebhookEndpointBody,
  WebhookEndpointBody,
  WebhookEndpointList,
} from './webhook-endpoint.ts';

type Json = Record<string, unknown>;

const SCHEMAS: readonly TSchema[] = [
  CreatePaymentSession,
  PaymentSessionBody,
  CreateTransaction,
  CreatedTransactionBody,
  TransactionBody,
  ListedTransactionBody,
  TransactionListBody,
  CreateWebhookEndpoint,
  WebhookEndpointBody,
  CreatedWebhookEndpointBody,
  WebhookEndpointList,
  ChangeWebhookEndpoint,
  RotatedWebhookEndpointBody,
  WebhookAttemptBody,
  WebhookDeliveryBody,
  WebhookDeliveryList,
  ResendFailedDeliveries,
  ResentDeliveries,
  EventBody,
  EventDetailBody,
  EventList,
  InjectSms,
  InjectCredit,
  NoticeReceipt,
  SimulateScenario,
  SimulationBody,
  PaymentSessionEventBody,
  TransactionEventBody,
  ErrorBody,
  FlatErrorBody,
];

const INTRODUCTION =
  'Collect Mobile Money payments of AIRTEL and MOOV in Chad. Create a payment session, show its number to the customer, and learn the outcome by webhook. The API key selects the environment: service_test_ for the sandbox, service_live_ for real payments.';

/**
 * The OpenAPI 3.1 document of the whole API.
 *
 * @param base_url where the service is reached, without a slash at the end
 */
export function openapiDocument(base_url: string): Json {
  return {
    openapi: '3.1.1',
    info: { title: 'Chari', version: '1', summary: 'Mobile Money collection', description: INTRODUCTION },
    servers: [{ url: base_url }],
    security: [{ ApiKey: [] }],
    tags: ['Payment sessions', 'Transactions', 'Webhook endpoints', 'Events', 'Sandbox'].map((name) => ({
      name,
    })),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      schemas: Object.fromEntries(SCHEMAS.map((schema) => [titleOf(schema), schema])),
      examples: Object.fromEntries(
        ERROR_CODES.map((code) => [code, { summary: ERRORS[code].when, value: exampleError(code) }]),
      ),
      responses: Object.fromEntries(
        ERROR_CODES.map((code) => [code, errorResponse(ERRORS[code].status, [code])]),
      ),
      headers: HEADERS,
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
  Allow: { description: 'The methods of this address.', schema: { type: 'string' } },
};

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `1 to ${LIMITS.idempotency_key_characters} visible ASCII characters. The same key and body within ${LIMITS.idempotency_hours} hours give the first answer again.`,
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

function paths(): Json {
  const result: Record<string, Json> = {};
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    const path = operation.path.replace(':id', '{id}');
    result[path] = { ...result[path], [operation.method.toLowerCase()]: operationObject(name, operation) };
  }
  return result;
}

function operationObject(name: string, operation: Operation): Json {
  const parameters: Json[] = [];
  if (operation.path.includes(':id')) {
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
  }
  parameters.push(...queryParameters(operation));
  if (operation.method === 'POST') parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  const replayed = operation.method === 'POST' ? ['Idempotent-Replayed'] : [];
  const { answer, body } = operation;
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} Needs the scope ${operation.scope}.`,
    parameters,
    ...(body !== null &&
      body !== 'none' && { requestBody: { required: true, content: json(body.schema, body.example) } }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: headerRefs(['X-Request-Id', ...replayed]),
        ...(answer.schema !== null && { content: json(answer.schema, answer.example) }),
      },
      ...errorResponses(operation),
    },
  };
}

function queryParameters({ query }: Operation): Json[] {
  const properties = Object.entries((query?.properties ?? {}) as Record<string, TSchema>);
  return properties.map(([name, schema]) => {
    const { description, ...rest } = schema as Json;
    return { name, in: 'query', required: false, description, schema: rest };
  });
}

function errorResponses(operation: Operation): Json {
  const by_status = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = ERRORS[code];
    by_status.set(status, [...(by_status.get(status) ?? []), code]);
  }
  const responses = [...by_status].map(([status, codes]) => [status, responseFor(status, codes)]);
  return { ...Object.fromEntries(responses), ...(operation.offers === true ? { 422: unoffered() } : {}) };
}

/** The two 422s of an operation with values that may lie outside what is offered. */
function unoffered(): Json {
  const { description, content, ...rest } = errorResponse(422, ['IDEMPOTENCY_KEY_REUSED']);
  const { schema, examples } = (content as Record<string, Json>)['application/json'] as Json;
  const value = { VALIDATION_ERROR: { value: UNOFFERED_EXAMPLE }, ...(examples as Json) };
  return {
    ...rest,
    description: `VALIDATION_ERROR: a value is well-formed, but outside what is offered; fields names each one.\n\n${description}`,
    content: { 'application/json': { schema, examples: value } },
  };
}

function responseFor(status: number, codes: ErrorCode[]): Json {
  return codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : errorResponse(status, codes);
}

function errorResponse(status: number, codes: ErrorCode[]): Json {
  const titles = [...new Set(codes.map((code) => titleOf(isFlat(code) ? FlatErrorBody : ErrorBody)))];
  const refs = titles.map((title) => ({ $ref: `#/components/schemas/${title}` }));
  const waits = status === 429 || status === 503 ? ['Retry-After'] : [];
  const allows = status === 405 ? ['Allow'] : [];
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].when}`).join('\n\n'),
    headers: headerRefs(['X-Request-Id', ...waits, ...allows]),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function webhooks(): Json {
  const sessions = PAYMENT_SESSION_EVENT_NAMES.map((event) => {
    const content = json(PaymentSessionEventBody, exampleEvent(event));
    return [event, { post: webhook(event, PAYMENT_SESSION_EVENTS[event].when, content) }];
  });
  const transactions = TRANSACTION_OUTCOME_NAMES.map((event) => {
    const content = json(TransactionEventBody, exampleTransactionEvent(event));
    return [event, { post: webhook(event, TRANSACTION_OUTCOMES[event].when, content) }];
  });
  const test = webhook(TEST_EVENT, TEST_EVENT_WHEN, json(TransactionEventBody, TEST_EVENT_EXAMPLE));
  return Object.fromEntries([...sessions, ...transactions, [TEST_EVENT, { post: test }]]);
}

const SOMETIMES_ABSENT = ['X-Service-Test', 'X-Service-Signature-Previous'];

function webhook(event: string, summary: string, content: Json): Json {
  return {
    operationId: event,
    summary,
    description: `Answer 2xx within ${LIMITS.webhook_response_seconds} seconds, before you do the work. Anything else is retried with backoff. Verify X-Service-Signature over the raw body first.`,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: !SOMETIMES_ABSENT.includes(name),
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content },
    responses: { '2XX': { description: 'Received.' } },
  };
}

function json(schema: TSchema, example: unknown): Json {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${titleOf(schema)}` }, example } };
}

function headerRefs(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function titleOf(schema: TSchema): string {
  return String((schema as Json).title);
}
