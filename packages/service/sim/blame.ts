import type { History } from './history.ts';
import type { Ending } from './judge.ts';
import type { HonestSession, Payment } from './truth.ts';

export const TWO_MINUTES_MS = 120_000;
/** What was done to a SIM so long before a session was opened may still be felt by it. */
const BEFORE_MS = 3_600_000;

export const FAULT = 'a message that was missing on that SIM';
export const OTHERS = 'nobody but the service';
export const isHostile = (cause: string): boolean => cause !== FAULT && cause !== OTHERS;
export const isOpen = ({ status }: Ending): boolean =>
  status === 'AWAITING_PAYMENT' || status === 'UNDER_REVIEW';

/** Why a customer who did everything right was made to wait: the network, whoever touched that SIM last, or nobody. */
export function causeOf(
  history: History,
  { succeeded_at }: Ending,
  honest: HonestSession,
  payment: Payment,
): string {
  const from_ms = honest.opened_ms - BEFORE_MS;
  const until_ms = succeeded_at?.getTime() ?? payment.at_ms + BEFORE_MS;
  if (
    payment.heard_ms === null ||
    payment.heard_ms - payment.at_ms > TWO_MINUTES_MS ||
    payment.reversed_ms !== null
  )
    return FAULT;
  if (history.isShadowed(honest.msisdn, payment.at_ms, until_ms)) return FAULT;
  return history.lastTouch(honest.msisdn, from_ms, until_ms) ?? OTHERS;
}

/** What was heard and settled in one step was settled at once; the step is only as fine as we look. */
export function settledAt({ succeeded_at }: Ending, { heard_ms }: Payment, tick_ms: number): number | null {
  if (succeeded_at === null) return null;
  const at_ms = succeeded_at.getTime();
  return heard_ms !== null && at_ms - heard_ms <= tick_ms ? heard_ms : at_ms;
}

export function whyPerson(
  payment: Payment,
  { behaviour }: HonestSession,
  credit: string | undefined,
): string {
  if (payment.fate === 'lost') return 'its message was lost by the network';
  if (payment.fate === 'reworded') return 'its message was in unknown words';
  if (behaviour === 'pays_late') return 'the customer paid late';
  if (behaviour === 'pays_wrong_amount') return 'the customer sent another amount';
  if (payment.fate === 'in_inbox') return 'the phone kept its message';
  if (payment.fate === 'delayed') return 'its message was late';
  return credit === undefined ? 'paid well, and no money was seen' : `paid well, but ${credit}`;
}
