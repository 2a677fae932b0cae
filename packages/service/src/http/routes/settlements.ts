import { LIMITS, ListSettlements, ListSettlementTransfers, OPERATIONS } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/keys.ts';
import { presentLine, presentSettlement } from '../../domain/settlement/settlement.ts';
import { answer, refuse, refuseMissing } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import { type Guard, principalOf } from '../guard.ts';
import { underKey } from '../idempotency.ts';
import { refuseRate } from '../rate.ts';
import { callerOf, idOf, operationRoutes, queryReader, readNoBody } from '../request.ts';

const THING = 'settlement with this id';
const readQuery = queryReader(ListSettlements, { cursor: isUuid });
const readLinesQuery = queryReader(ListSettlementTransfers);

export function settlementRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const open = operationRoutes(app, guard);
  const { list, retrieve, lines } = deps.verbs.settlements;
  open(OPERATIONS.list_settlements, async (request, reply) => {
    const query = readQuery(request, reply);
    if (query === null) return reply;
    const { rows, next_cursor } = await list({
      ...callerOf(request),
      cursor: query.cursor ?? null,
      limit: Math.min(query.limit ?? LIMITS.page.default, LIMITS.page.max),
    });
    return answer(reply, 200, { settlements: rows.map(presentSettlement), next_cursor });
  });
  open(OPERATIONS.retrieve_settlement, async (request, reply) => {
    const settlement_id = idOf(request);
    const found = settlement_id === null ? null : await retrieve({ ...callerOf(request), settlement_id });
    return found === null ? refuseMissing(reply, THING) : answer(reply, 200, presentSettlement(found));
  });
  open(OPERATIONS.list_settlement_transfers, async (request, reply) => {
    const query = readLinesQuery(request, reply);
    if (query === null) return reply;
    const settlement_id = idOf(request);
    const limit = Math.min(query.limit ?? LIMITS.page.default, LIMITS.page.max);
    const asked = { ...callerOf(request), after: Number(query.cursor ?? 0), limit };
    const page = settlement_id === null ? null : await lines({ ...asked, settlement_id });
    if (page === null) return refuseMissing(reply, THING);
    const next_cursor = page.next === null ? null : String(page.next);
    return answer(reply, 200, { transfers: page.rows.map(presentLine), next_cursor });
  });
  open(OPERATIONS.settle_test_balance, (request, reply) => settleTest(deps, request, reply));
}

async function settleTest(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!readNoBody(request, reply)) return reply;
  const asked = { merchant_id: principalOf(request).merchant_id, environment: 'test' as const };
  const outcome = await underKey(request, reply, deps.verbs.settlements.settle_test, asked);
  if (outcome === null) return reply;
  switch (outcome.kind) {
    case 'drafted':
      return answer(reply, 201, presentSettlement(outcome.settlement));
    case 'no_draft':
      return refuse(reply, 'NOTHING_TO_SETTLE', { problem: problemOf(outcome) });
    case 'too_often':
      return refuseRate(reply, 'The test balance is settled too often.', outcome.retry_after_s * 1_000);
  }
}

function problemOf({ reason, due_xaf }: { reason: string; due_xaf: number }): string {
  if (reason === 'below_minimum')
    return `What is due of your test balance is ${due_xaf} XAF, less than the minimum that you have set. Play more payments, or lower it in the dashboard.`;
  if (reason === 'kept_in_reserve')
    return `What is due of your test balance is ${due_xaf} XAF. Once your reserve is kept, less than your minimum is left of it. Play more payments.`;
  return 'There is nothing to settle: nothing of your test balance is due. Play a payment first.';
}
