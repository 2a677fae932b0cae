import type { Days } from '../honest-days/days.ts';
import { moneyThatWaits } from '../honest-days/waiting.ts';
import type { Asked } from './paid.ts';

/**
 * Who was asked on the other SIM. Nobody pays there but who does as he was told; and nobody ends unpaid, who `mayNotEnd`, beside money
 * that people hold and that he has paid to this SIM, exactly, proven in time and by the phone that was declared for him, or with his ticket.
 */
export async function judgeElsewhere(
  days: Days,
  asked: readonly Asked[],
  mayNotEnd: (one: Asked) => boolean,
): Promise<string[]> {
  const elsewhere = asked.filter(({ name, on_sim }) => !on_sim && !days.decided.has(name));
  // Words that nobody knows name no payer: a person reads them first.
  const waiting = new Set(await moneyThatWaits(days, ['UNREAD']));
  return elsewhere.flatMap((one) => {
    const { name, status, transaction } = one;
    if (status === 'SUCCESS' && transaction !== days.stage.messages.get(`${name}'s`)?.sms.id)
      return [`${name} is paid by ${transaction} on the other SIM`];
    return mayNotEnd(one) && hasPaidHere(days, one, waiting)
      ? [`${name} has expired beside what was paid for it on another number`]
      : [];
  });
}

function hasPaidHere(
  { asked, payments, sim, stage }: Days,
  { name, customer_phone }: Asked,
  waiting: ReadonlySet<string>,
): boolean {
  const { amount_xaf, expires_ms } = asked.get(name) ?? { amount_xaf: 0, expires_ms: 0 };
  return payments.some(
    ({ session, message, place, paid_ms, told_ms }) =>
      session === name &&
      waiting.has(message) &&
      Math.max(paid_ms, told_ms) <= expires_ms &&
      sim.movements[place]?.delta_xaf === amount_xaf &&
      [customer_phone?.slice(-8), stage.sessions.get(name)?.ticket].some(
        (word) => word !== undefined && stage.messages.get(message)?.sms.text.includes(word),
      ),
  );
}
