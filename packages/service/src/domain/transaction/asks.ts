import { MINUTE_MS } from '../time/local.ts';

/** How often one payer's phone may be asked for money, over all merchants; null: without a limit. */
export type AskLimits = { in_ten_minutes: number | null; in_a_day: number | null };

const TEN_MINUTES_MS = 10 * MINUTE_MS;
export const ASKS_WITHIN_MS = 24 * 60 * MINUTE_MS;

/**
 * How long a payer is to be left alone, in milliseconds.
 * @param asked_at_ms when it was asked in the last day, in any order; not what came before it last paid
 * @returns null when it may be asked now
 */
export function askWait_ms(asked_at_ms: readonly number[], now_ms: number, limits: AskLimits): number | null {
  const waits_ms = [
    windowWait_ms(asked_at_ms, now_ms, limits.in_ten_minutes, TEN_MINUTES_MS),
    windowWait_ms(asked_at_ms, now_ms, limits.in_a_day, ASKS_WITHIN_MS),
  ];
  const wait_ms = Math.max(...waits_ms);
  return wait_ms > 0 ? wait_ms : null;
}

/** Until so many have left the window that one more is within the limit; 0 when it is now. */
function windowWait_ms(
  asked_at_ms: readonly number[],
  now_ms: number,
  most: number | null,
  window_ms: number,
): number {
  if (most === null) return 0;
  const recent = asked_at_ms.filter((at_ms) => at_ms > now_ms - window_ms).toSorted((a, b) => a - b);
  if (recent.length < most) return 0;
  return (recent[recent.length - most] as number) + window_ms - now_ms;
}
