import type { TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import {
  CREATE_PAYMENT_SESSION_EXAMPLE,
  CreatePaymentSession,
  PAYMENT_SESSION_EXAMPLE,
  PaymentSessionBody,
} from './payment-session.ts';
import {
  INJECT_CREDIT_EXAMPLE,
  INJECT_SMS_EXAMPLE,
  InjectCredit,
  InjectSms,
  NOTICE_RECEIPT_EXAMPLE,
  NoticeReceipt,
  SIMULATION_EXAMPLE,
  SimulateScenario,
  SimulationBody,
} from './sandbox.ts';
import type { Scope } from './scopes.ts';
import {
  CREATED_WEBHOOK_ENDPOINT_EXAMPLE,
  CreatedWebhookEndpointBody,
  CreateWebhookEndpoint,
  WEBHOOK_ENDPOINT_EXAMPLE,
  WebhookEndpointBody,
  WebhookEndpointList,
} from './webhook-endpoint.ts';

/** One operation of the API: the server, the OpenAPI document and the reference page are made from it. */
export type Operation = {
  tag: 'Payment sessions' | 'Webhook endpoints' | 'Sandbox';
  summary: string;
  description: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` for a path parameter. */
  path: string;
  scope: Scope;
  /** Writes are refused with KYC_REQUIRED in live until the merchant is approved. */
  writes: boolean;
  /** `none`: an empty body or {} is accepted, anything else refused. */
  body: { schema: TSchema; example: unknown } | 'none' | null;
  answer: { status: 200 | 201 | 202 | 204; schema: TSchema | null; example: unknown; description: string };
  /** Besides COMMON_ERRORS and those that follow from the operation's nature (see `errorsOf`). */
  errors: readonly ErrorCode[];
};

/** What any operation can answer. METHOD_NOT_ALLOWED and NOT_FOUND speak of addresses too. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'API_KEY_PERMISSION_DENIED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const SESSION = { schema: PaymentSessionBody, example: PAYMENT_SESSION_EXAMPLE };

export const OPERATIONS = {
  create_payment_session: {
    tag: 'Payment sessions',
    summary: 'Create a payment session',
    description:
      'Reserves a collection number and returns it with the amount, the ticket and the expiry to show to the customer. Confirmation is asynchronous: follow it by webhook, or by retrieving the session.',
    method: 'POST',
    path: '/v1/payment-sessions',
    scope: 'payment_sessions:write',
    writes: true,
    body: { schema: CreatePaymentSession, example: CREATE_PAYMENT_SESSION_EXAMPLE },
    answer: { status: 201, ...SESSION, description: 'The session, AWAITING_PAYMENT.' },
    errors: ['DUPLICATE_REFERENCE', 'COLLECTION_NUMBER_UNAVAILABLE', 'PROVIDER_RAIL_NOT_READY'],
  },
  retrieve_payment_session: {
    tag: 'Payment sessions',
    summary: 'Retrieve a payment session',
    description:
      'Poll at most once every 5 seconds while the status is AWAITING_PAYMENT, and stop at any other status.',
    method: 'GET',
    path: '/v1/payment-sessions/:id',
    scope: 'payment_sessions:read',
    writes: false,
    body: null,
    answer: { status: 200, ...SESSION, description: 'The session.' },
    errors: ['NOT_FOUND'],
  },
  cancel_payment_session: {
    tag: 'Payment sessions',
    summary: 'Cancel a payment session',
    description:
      'Possible only while the status is AWAITING_PAYMENT. No webhook is sent, and a payment that arrives afterwards is never confirmed automatically.',
    method: 'POST',
    path: '/v1/payment-sessions/:id/cancel',
    scope: 'payment_sessions:write',
    writes: true,
    body: 'none',
    answer: {
      status: 200,
      schema: PaymentSessionBody,
      example: { ...PAYMENT_SESSION_EXAMPLE, status: 'CANCELLED' },
      description: 'The session, CANCELLED.',
    },
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  create_webhook_endpoint: {
    tag: 'Webhook endpoints',
    summary: 'Create a webhook endpoint',
    description: 'Registers an address of yours and returns its signing secret, this once.',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    scope: 'webhook_endpoints:write',
    writes: true,
    body: {
      schema: CreateWebhookEndpoint,
      example: { url: 'https://shop.example.com/webhooks/chari', events: ['payment_session.succeeded'] },
    },
    answer: {
      status: 201,
      schema: CreatedWebhookEndpointBody,
      example: CREATED_WEBHOOK_ENDPOINT_EXAMPLE,
      description: 'The endpoint with its secret.',
    },
    errors: [],
  },
  list_webhook_endpoints: {
    tag: 'Webhook endpoints',
    summary: 'List webhook endpoints',
    description: 'Those of this merchant and environment, without their secrets.',
    method: 'GET',
    path: '/v1/webhook-endpoints',
    scope: 'webhook_endpoints:read',
    writes: false,
    body: null,
    answer: {
      status: 200,
      schema: WebhookEndpointList,
      example: { webhook_endpoints: [WEBHOOK_ENDPOINT_EXAMPLE] },
      description: 'The endpoints.',
    },
    errors: [],
  },
  retrieve_webhook_endpoint: {
    tag: 'Webhook endpoints',
    summary: 'Retrieve a webhook endpoint',
    description: 'Without its secret.',
    method: 'GET',
    path: '/v1/webhook-endpoints/:id',
    scope: 'webhook_endpoints:read',
    writes: false,
    body: null,
    answer: {
      status: 200,
      schema: WebhookEndpointBody,
      example: WEBHOOK_ENDPOINT_EXAMPLE,
      description: 'The endpoint.',
    },
    errors: ['NOT_FOUND'],
  },
  delete_webhook_endpoint: {
    tag: 'Webhook endpoints',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it.',
    method: 'DELETE',
    path: '/v1/webhook-endpoints/:id',
    scope: 'webhook_endpoints:write',
    writes: true,
    body: 'none',
    answer: { status: 204, schema: null, example: null, description: 'It is deleted.' },
    errors: ['NOT_FOUND'],
  },
  inject_sms: {
    tag: 'Sandbox',
    summary: 'Inject an SMS',
    description:
      'Feeds the text of an operator’s SMS to the pipeline that live messages go through. Answers once it is decided.',
    method: 'POST',
    path: '/v1/sandbox/sms',
    scope: 'sandbox:write',
    writes: true,
    body: { schema: InjectSms, example: INJECT_SMS_EXAMPLE },
    answer: {
      status: 202,
      schema: NoticeReceipt,
      example: NOTICE_RECEIPT_EXAMPLE,
      description: 'What became of it.',
    },
    errors: [],
  },
  inject_credit: {
    tag: 'Sandbox',
    summary: 'Inject a credit',
    description: 'Feeds a credit that is already read, when the wording of an SMS is not what you test.',
    method: 'POST',
    path: '/v1/sandbox/credits',
    scope: 'sandbox:write',
    writes: true,
    body: { schema: InjectCredit, example: INJECT_CREDIT_EXAMPLE },
    answer: {
      status: 202,
      schema: NoticeReceipt,
      example: NOTICE_RECEIPT_EXAMPLE,
      description: 'What became of it.',
    },
    errors: [],
  },
  simulate_payment_session: {
    tag: 'Sandbox',
    summary: 'Act out a scenario',
    description:
      'Drives the real pipeline to one of eight outcomes on a test session that is AWAITING_PAYMENT.',
    method: 'POST',
    path: '/v1/sandbox/payment-sessions/:id/simulate',
    scope: 'sandbox:write',
    writes: true,
    body: { schema: SimulateScenario, example: { scenario: 'paid' } },
    answer: {
      status: 200,
      schema: SimulationBody,
      example: SIMULATION_EXAMPLE,
      description: 'The notices that were injected, and the session as it is now.',
    },
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Every error this operation can answer, in the order of the list of errors' statuses. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...COMMON_ERRORS, ...operation.errors]);
  if (operation.writes && operation.scope !== 'sandbox:write') codes.add('KYC_REQUIRED');
  if (operation.method === 'POST') codes.add('IDEMPOTENCY_KEY_IN_USE').add('IDEMPOTENCY_KEY_REUSED');
  if (operation.body !== null) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  return [...codes];
}
