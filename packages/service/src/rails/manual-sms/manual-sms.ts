import type { SendSms } from '../../domain/gateway/outgoing.ts';
import type { RailAnswer } from '../../domain/rail/answer.ts';
import type { RailOrder } from '../../domain/rail/order.ts';
import type { Rail } from '../rail.ts';
import { payerText } from './text.ts';

/** Statuses that say that the gateway takes nothing from us, whoever the payer is. */
const NOT_OURS: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Tells the payer by SMS what to pay, where and until when; the operator's credit notice proves the payment,
 * by the same matching as a session's. When an answer is lost the SMS is sent again with the same id: a payer
 * who is told twice is better than one who is never told, and paying is the payer's own act.
 */
export function manualSmsRail(send: SendSms): Rail {
  return {
    name: 'manual-sms',
    initiate: (order) => tell(send, order),
    enquire: async () => ({ kind: 'pending' }),
    refund: async () => ({
      kind: 'failed',
      reason: 'This rail sends no money: send it back by hand, then say so with --done.',
    }),
    readiness: async () => ({ ready: true, reason: 'It sends by the SMS gateways.' }),
    close: async () => undefined,
  };
}

async function tell(send: SendSms, order: RailOrder): Promise<RailAnswer> {
  const { collection_number, sender } = order;
  if (collection_number === null) return unsent('the transaction has no collection number', false);
  if (sender === null) return unsent('no SMS gateway can send', true);
  const { device_id, sim_slot, ...gateway } = sender;
  const outcome = await send({
    gateway,
    to: order.phone_number,
    text: payerText({ ...order, collection_number }),
    id: order.transaction_id,
    device_id,
    sim_slot,
  });
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'asked', waits_for: 'credit' };
    case 'unknown':
      return { kind: 'unknown', detail: outcome.detail, sent: true, fault: true };
    case 'refused':
      return unsent(outcome.reason, outcome.status === undefined || NOT_OURS.has(outcome.status));
  }
}

function unsent(detail: string, fault: boolean): RailAnswer {
  return { kind: 'unknown', detail, sent: false, fault };
}
