import type { Days, Payment } from '../honest-days/days.ts';
import { moneyThatWaits } from '../honest-days/waiting.ts';
import type { Asked } from './paid.ts';

type Elsewhere = {
  asked: readonly Asked[];
  mayNotEnd: (one: Asked) => boolean;
  /** Payments to this SIM of which nobody has mistyped anything. */
  payments: readonly Payment[];
};

/**
 * Who was asked on the other SIM. Nobody pays there but who does as he was told; and nobody ends unpaid, who `mayNotEnd`, beside money
 * that people hold and that he has paid to this SIM, exactly, proven in time and by the phone that was declared for him, or with his ticket.
 */
export async function judgeElsewhere(
  days: Days,
  { asked, mayNotEnd, payments }: Elsewhere,
): Promise<string[]> {
  const elsewhere = asked.filter(({ name, on_sim }) => !on_sim && !days.decided.has(name));
  // Words that nobody knows name no payer: a person reads them first.
  const waiting = new Set(await moneyThatWaits(days, ['UNREAD']));
  const held = payments.filter(({ message }) => waiting.has(message));
  return elsewhere.flatMap((one) => {
    const { name, status, transaction } = one;
    if (status === 'SUCCESS' && transaction !== days.stage.messages.get(`${name}'s`)?.sms.id)
      return [`${name} is paid by ${transaction} on the other SIM`];
    return mayNotEnd(one) && held.some((payment) => isHis(days, one, payment))
      ? [`${name} has expired beside what was paid for it on another number`]
      : [];
  });
}

function isHis(
  { asked, sim, stage }: Days,
  { name, customer_phone }: Asked,
  { session, message, place, paid_ms, told_ms }: Payment,
): boolean {
  const { amount_xaf, expires_ms } = asked.get(name) ?? { amount_xaf: 0, expires_ms: 0 };
  const text = stage.messages.get(message)?.sms.text ?? '';
  const names = [customer_phone?.slice(-8), stage.sessions.get(name)?.ticket];
  return (
    session === name &&
    Math.max(paid_ms, told_ms) <= expires_ms &&
    sim.movements[place]?.delta_xaf === amount_xaf &&
    names.some((word) => word !== undefined && text.includes(word))
  );
}
