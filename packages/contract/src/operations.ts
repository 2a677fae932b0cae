import { BALANCE_OPERATIONS } from './balance.ts';
import type { Operation } from './operation.ts';
import {
  CREATE_PAYMENT_SESSION_EXAMPLE,
  CreatePaymentSession,
  PAYMENT_SESSION_EXAMPLE,
  PaymentSessionBody,
} from './payment-session.ts';
import { REFUND_OPERATIONS } from './refund-operations.ts';
import {
  INJECT_CREDIT_EXAMPLE,
  INJECT_SMS_EXAMPLE,
  InjectCredit,
  InjectSms,
  NOTICE_RECEIPT_EXAMPLE,
  NoticeReceipt,
  SCENARIO_NAMES,
  SIMULATION_EXAMPLE,
  SimulateScenario,
  SimulationBody,
} from './sandbox.ts';
import { SETTLEMENT_OPERATIONS } from './settlement-operations.ts';
import { TRANSACTION_OPERATIONS } from './transaction-operations.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

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
    errors: [
      'DUPLICATE_REFERENCE',
      'TOO_MANY_OPEN_SESSIONS',
      'COLLECTION_NUMBER_UNAVAILABLE',
      'PROVIDER_RAIL_NOT_READY',
    ],
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
  ...TRANSACTION_OPERATIONS,
  ...BALANCE_OPERATIONS,
  ...REFUND_OPERATIONS,
  ...SETTLEMENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
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
    description: `Drives the real pipeline to one of ${SCENARIO_NAMES.length} outcomes on a test session that is AWAITING_PAYMENT.`,
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
    invalid_state:
      'The payment session is SUCCESS. Only a session that is AWAITING_PAYMENT can be acted on by the sandbox.',
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
