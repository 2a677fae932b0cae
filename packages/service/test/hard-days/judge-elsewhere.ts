import type { Days } from '../honest-days/days.ts';
import { moneyThatWaits } from '../honest-days/waiting.ts';
import type { Asked } from './paid.ts';

/**
 * The sessions of the other SIM. Nobody pays there but who does as he was told; and none ends unpaid beside money in suspense that its
 * customer has paid to this one, exactly, proven in time and by the phone that it has declared.
 */
export async function judgeElsewhere(days: Days, asked: readonly Asked[]): Promise<string[]> {
  const elsewhere = asked.filter(({ name, on_sim }) => !on_sim && !days.decided.has(name));
  // What people review with somebody who declared another payer is that one's case (docs/decisions/book.md).
  const waiting = new Set(await moneyThatWaits(days, ['SUSPENSE']));
  return elsewhere.flatMap((one) => {
    const { name, status, transaction } = one;
    if (status === 'SUCCESS' && transaction !== days.stage.messages.get(`${name}'s`)?.sms.id)
      return [`${name} is paid by ${transaction} on the other SIM`];
    return status === 'EXPIRED' && hasPaidHere(days, one, waiting)
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
      customer_phone !== null &&
      stage.messages.get(message)?.sms.text.includes(customer_phone.slice(-8)) === true,
  );
}
