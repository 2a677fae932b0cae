import { LIMITS } from './limits.ts';
import type { Operation } from './operation.ts';
import {
  CREATE_REFUND_EXAMPLE,
  CreateRefund,
  ListRefunds,
  REFUND_EXAMPLE,
  RefundBody,
  RefundList,
} from './refund.ts';

const REFUND = { schema: RefundBody, example: REFUND_EXAMPLE };

export const REFUND_OPERATIONS = {
  create_refund: {
    tag: 'Refunds',
    summary: 'Give a payment back',
    description: `Sets the amount aside from your balance at once and sends it to whoever paid: the whole payment, or a part of it, in several refunds if you like. It succeeds when the operator’s own record proves it: follow it by webhook, or by retrieving it. The fee of the payment is not given back. Send an Idempotency-Key: a refund has no reference of its own, so without a key a request that is sent twice gives back twice. Its key is kept for ${LIMITS.idempotency_refund_days} days. After that list the refunds of the payment before you ask again: under a key that is forgotten, the same request is another refund.`,
    method: 'POST',
    path: '/v1/refunds',
    scope: 'refunds:write',
    writes: true,
    body: { schema: CreateRefund, example: CREATE_REFUND_EXAMPLE },
    answer: { status: 201, ...REFUND, description: 'The refund, PENDING.' },
    errors: ['NOT_FOUND', 'INVALID_STATE', 'REFUND_TOO_LARGE', 'INSUFFICIENT_BALANCE'],
    invalid_state: 'The payment is EXPIRED. Only one that is SUCCESS can be given back.',
  },
  list_refunds: {
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'Newest first, of all payments or of one: name its session or its transaction, not both.',
    method: 'GET',
    path: '/v1/refunds',
    scope: 'refunds:read',
    writes: false,
    query: ListRefunds,
    body: null,
    answer: {
      status: 200,
      schema: RefundList,
      example: { refunds: [REFUND_EXAMPLE], next_cursor: null },
      description: 'A page of the list.',
    },
    errors: [],
  },
  retrieve_refund: {
    tag: 'Refunds',
    summary: 'Retrieve a refund',
    description: 'The refund as it is at this moment.',
    method: 'GET',
    path: '/v1/refunds/:id',
    scope: 'refunds:read',
    writes: false,
    body: null,
    answer: { status: 200, ...REFUND, description: 'The refund.' },
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
