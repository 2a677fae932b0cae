import { type BalanceBody, CURRENCY, OPERATIONS } from '@chari/contract';
import type { FastifyInstance } from 'fastify';
import type { Balance } from '../../engine/ledger/balances.ts';
import { answer } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import type { Guard } from '../guard.ts';
import { callerOf, operationRoutes } from '../request.ts';

export function balanceRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  operationRoutes(app, guard)(OPERATIONS.retrieve_balance, async (request, reply) =>
    answer(reply, 200, present(await deps.verbs.balance.retrieve(callerOf(request)))),
  );
}

/** Merchants read sums as `amount` is: whole XAF without the unit in the name. */
function present(balance: Balance): BalanceBody {
  return {
    environment: balance.environment,
    currency: CURRENCY,
    payable: balance.payable_xaf,
    on_hold: balance.on_hold_xaf,
    reserve: balance.reserve_xaf,
    in_flight: balance.in_flight_xaf,
    settled: balance.settled_xaf,
  };
}
