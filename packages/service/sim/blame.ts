import type { History } from './history.ts';
import type { Ending, Suspicion } from './judge.ts';
import type { HonestSession, Payment, Truth } from './truth.ts';

const MINUTE_MS = 60_000;
export const TWO_MINUTES_MS = 2 * MINUTE_MS;
/** What was done to a SIM so long before a session was opened may still be felt by it. */
const BEFORE_MS = 3_600_000;

export const FAULT = 'a message that was missing on that SIM';
export const OTHERS = 'nobody but the service';
export const HONEST = 'another honest order that could be meant';
/** Sent of that sum to that SIM by a customer whom the session did not declare, most often by a slip. */
export const STRAY = "another customer's money";
export const isHostile = (cause: string): boolean => ![FAULT, OTHERS, HONEST, STRAY].includes(cause);
export const isOpen = ({ status }: Ending): boolean =>
  status === 'AWAITING_PAYMENT' || status === 'UNDER_REVIEW';

/** What brought a session under review, where money or another session did: whoever is behind it. `own`: its own payment. */
export function suspectOf(truth: Truth, suspicions: readonly Suspicion[], own: Payment): string | null {
  const hostile = suspicions.flatMap(({ operator_transaction_id, other_id }) => [
    truth.behindMoney(operator_transaction_id ?? ''),
    truth.behindSession(other_id ?? ''),
  ]);
  const by = hostile.find((one) => one !== null);
  if (by !== undefined) return by;
  if (suspicions.some(({ other_id }) => other_id !== null)) return HONEST;
  const isStray = ({ operator_transaction_id: id }: Suspicion) =>
    id !== null && id !== own.operator_transaction_id && truth.paymentOf(id) !== undefined;
  return suspicions.some(isStray) ? STRAY : null;
}

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

/** What a customer waited for whose session was confirmed more than a minute after the payment. */
export function whyWaited(
  history: History,
  { succeeded_at }: Ending,
  { msisdn }: HonestSession,
  { at_ms, heard_ms, fate }: Payment,
): string {
  if (fate === 'delayed') return 'its own message was late';
  if (fate === 'in_inbox') return 'its own message was in its phone';
  const came_ms = heard_ms ?? at_ms;
  if (came_ms - at_ms > MINUTE_MS) return 'the phone was silent';
  const kind = history.missingAt(msisdn, at_ms);
  if (kind !== null) return `a message before it was ${kind}`;
  const by = history.lastTouch(msisdn, came_ms - BEFORE_MS, succeeded_at?.getTime() ?? came_ms);
  if (by !== null) return `its SIM was touched by ${by}`;
  return OTHERS;
}
