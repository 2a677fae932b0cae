import { scriptedAnswer } from '../../domain/rail/magic.ts';
import type { RailAnswer } from '../../domain/rail/order.ts';
import type { Rail } from '../rail.ts';

/** The imagined operator of the test environment: what it says depends on the payer's number and the time. */
export function sandboxRail(now: () => Date): Rail {
  return {
    name: 'sandbox',
    initiate: async (order) => asked(scriptedAnswer(order, now())),
    enquire: async (order) => scriptedAnswer(order, now()),
    refund: async ({ transaction_id }) => ({
      kind: 'success',
      rail_transaction_id: `SANDBOX-${transaction_id}`,
    }),
    readiness: async () => ({ ready: true, reason: 'It is part of the service.' }),
    close: async () => undefined,
  };
}

const asked = (answer: RailAnswer): RailAnswer =>
  answer.kind === 'pending' ? { ...answer, kind: 'asked', waits_for: 'rail' } : answer;
