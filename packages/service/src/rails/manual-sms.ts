import type { SendSms } from '../domain/gateway/gateway.ts';
import { OPERATOR_NAMES } from '../domain/operator.ts';
import type { RailAnswer, RailOrder } from '../domain/rail/order.ts';
import { formatLocalTime } from '../domain/time.ts';
import type { Rail } from './rail.ts';

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
    // A person is to send it, or has: until they say how it ended nobody else gives it back.
    refund: async () => ({
      kind: 'unknown',
      detail:
        'This rail sends no money: send it back by hand, then say so with --done; if nobody sends it, say --refused.',
      sent: true,
      fault: false,
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
    expires_at: order.expires_at,
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

type ToldOrder = Pick<RailOrder, 'operator' | 'amount_xaf' | 'internal_ref' | 'expires_at'> & {
  collection_number: string;
};

/**
 * What a payer is told, in French and within one SMS: plain spaces and no accent outside GSM 7-bit, since one
 * such character more than halves what fits into a message.
 */
export function payerText({
  operator,
  amount_xaf,
  collection_number,
  expires_at,
  internal_ref,
}: ToldOrder): string {
  const amount = grouped(amount_xaf);
  const number = spaced(collection_number);
  return (
    `Envoyez exactement ${amount} FCFA par ${OPERATOR_NAMES[operator]} au ${number} ` +
    `avant ${formatLocalTime(expires_at)}. Ref ${internal_ref}. Si vous n'avez rien demande, ignorez ce message.`
  );
}

/** `5000` as `5 000`. */
function grouped(amount_xaf: number): string {
  const digits = String(amount_xaf);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(' ');
}

/** `+23566123456` as `66 12 34 56`: the payer is in Chad, and pays from a menu that wants 8 digits. */
function spaced(msisdn: string): string {
  const national = msisdn.slice('+235'.length);
  return [national.slice(0, 2), national.slice(2, 4), national.slice(4, 6), national.slice(6)].join(' ');
}
