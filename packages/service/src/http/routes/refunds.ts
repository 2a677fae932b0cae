import { CreateRefund, LIMITS, ListRefunds, OPERATIONS } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/keys.ts';
import type { NotRefundable } from '../../domain/refund/judge.ts';
import { presentRefund } from '../../domain/refund/refund.ts';
import { answer, refuse, refuseFields, refuseMissing } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import { type Guard, principalOf, refuseFrozen } from '../guard.ts';
import { underKey } from '../idempotency.ts';
import { bodyReader, callerOf, idOf, operationRoutes, queryReader } from '../request.ts';

const ID_RULE = 'Must be the id of a payment session of yours.';
const readCreate = bodyReader(CreateRefund, { payment_session_id: isUuid, transaction_id: isUuid });
const readQuery = queryReader(ListRefunds, {
  cursor: isUuid,
  payment_session_id: isUuid,
  transaction_id: isUuid,
});

export function refundRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const open = operationRoutes(app, guard);
  const { list, retrieve } = deps.verbs.refunds;
  open(OPERATIONS.create_refund, (request, reply) => create(deps, request, reply));
  open(OPERATIONS.list_refunds, async (request, reply) => {
    const query = readQuery(request, reply);
    if (query === null) return reply;
    if (query.payment_session_id !== undefined && query.transaction_id !== undefined)
      return refuseFields(reply, {
        transaction_id: 'Name one payment: this, or payment_session_id, or neither for all.',
      });
    const { rows, next_cursor } = await list({
      ...callerOf(request),
      payment_id: query.payment_session_id ?? query.transaction_id ?? null,
      cursor: query.cursor ?? null,
      limit: Math.min(query.limit ?? LIMITS.page.default, LIMITS.page.max),
    });
    return answer(reply, 200, { refunds: rows.map(presentRefund), next_cursor });
  });
  open(OPERATIONS.retrieve_refund, async (request, reply) => {
    const refund_id = idOf(request);
    const found = refund_id === null ? null : await retrieve({ ...callerOf(request), refund_id });
    if (found === null) return refuseMissing(reply, 'refund with this id');
    return answer(reply, 200, presentRefund(found));
  });
}

async function create(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = readCreate(request, reply);
  if (body === null) return reply;
  const payment = paymentOf(body);
  if (payment === null)
    return refuseFields(reply, {
      payment_session_id: `${ID_RULE} Name one payment: this, or transaction_id.`,
    });
  const asked = {
    ...callerOf(request),
    payment,
    amount_xaf: body.amount ?? null,
    reason: body.reason ?? null,
  };
  const asked_by = `key …${principalOf(request).last4}`;
  const outcome = await underKey(request, reply, deps.verbs.refunds.create, { ...asked, asked_by }, asked);
  if (outcome === null) return reply;
  switch (outcome.kind) {
    case 'created':
      return answer(reply, 201, presentRefund(outcome.refund));
    case 'payment_not_found':
      return refuseMissing(
        reply,
        `${payment.kind === 'session' ? 'payment session' : 'transaction'} with this id`,
      );
    case 'merchant_frozen':
      return refuseFrozen(reply, asked);
    default:
      return refuseRefund(reply, outcome);
  }
}

/** The payment that is named: exactly one. */
function paymentOf({ payment_session_id, transaction_id }: CreateRefund) {
  if ((payment_session_id === undefined) === (transaction_id === undefined)) return null;
  return payment_session_id !== undefined
    ? ({ kind: 'session', id: payment_session_id.toLowerCase() } as const)
    : ({ kind: 'transaction', id: (transaction_id as string).toLowerCase() } as const);
}

const PROBLEMS = {
  payment_reversed: 'The operator has taken this payment back from us, so it can’t be given back again.',
  payment_doubted:
    'This payment, or an earlier refund of it, is being looked into. Try again when that has ended.',
  returned_by_us: 'This payment is being given back already.',
} as const;

function refuseRefund(reply: FastifyReply, outcome: NotRefundable): FastifyReply {
  switch (outcome.kind) {
    case 'too_much':
      return refuse(reply, 'REFUND_TOO_LARGE', { left: String(outcome.left_xaf) });
    case 'balance_short':
      return refuse(reply, 'INSUFFICIENT_BALANCE', { available: String(outcome.available_xaf) });
    case 'not_paid':
      return refuse(reply, 'INVALID_STATE', {
        problem: `The payment is ${outcome.status}. Only one that is SUCCESS can be given back.`,
      });
    case 'too_many_open':
      return refuse(reply, 'INVALID_STATE', {
        problem: `${outcome.open} refunds of this payment are under way, and no more may be. Wait until one has ended, or give back more at once.`,
      });
    default:
      return refuse(reply, 'INVALID_STATE', { problem: PROBLEMS[outcome.kind] });
  }
}
