import { stepOf } from './edge.ts';

/** What a message prints that proves nothing, since nobody knows its sender or its wording. */
export type Printed = {
  /** As read, or UNKNOWN. */
  kind: string;
  amount_xaf: number | null;
  balance_xaf: number | null;
  /** For UNKNOWN: every sum and every balance in the text. */
  sums_xaf: readonly number[];
  balances_xaf: readonly number[];
};

/**
 * The balance after a message that goes on from the trusted one by the sum that it prints, or null. A stranger
 * doesn't know that balance: the message is the operator's own, and money has moved that the service can't take
 * as seen. A balance without a movement says nothing, anybody's screen may have shown it.
 */
export function goesOnFrom(tip_xaf: number, printed: Printed): number | null {
  if (printed.kind !== 'UNKNOWN') {
    const step = stepOf(printed);
    return step !== null && step.before_xaf === tip_xaf && step.after_xaf !== tip_xaf ? step.after_xaf : null;
  }
  const moved = new Set(printed.sums_xaf.filter((sum_xaf) => sum_xaf > 0));
  return printed.balances_xaf.find((after_xaf) => moved.has(Math.abs(after_xaf - tip_xaf))) ?? null;
}
