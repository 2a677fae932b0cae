import { MINUTE_MS, SECOND_MS } from '../time/local.ts';

/** Operators forbid an earlier question after a push when no callback came (Airtel: 3 minutes). */
const FIRST_ENQUIRY_MS = 3 * MINUTE_MS;

/**
 * After each enquiry that decided nothing, the wait before the next: close together until the transaction
 * times out 12 minutes after its creation, then ever rarer, since a late proof only opens a review.
 */
const NEXT_ENQUIRY_S = [30, 30, 60, 60, 120, 120, 120, 300, 600, 1_200, 1_800] as const;
const ENQUIRY_EVERY_S = 3_600;

/** After a day the rail is asked no more; `chari rails status` counts what ended so. */
export const ENQUIRED_FOR_MS = 24 * 60 * MINUTE_MS;

/** The wait before the next enquiry when `enquiries` were made since the push. */
export function enquiryDelay_ms(enquiries: number): number {
  if (enquiries === 0) return FIRST_ENQUIRY_MS;
  return (NEXT_ENQUIRY_S[enquiries - 1] ?? ENQUIRY_EVERY_S) * SECOND_MS;
}

/** The wait before what was certainly not sent is sent again: 2 s, doubled, at most a minute. */
export function resendDelay_ms(attempt: number): number {
  return Math.min(60, 2 ** Math.min(Math.max(attempt, 1), 6)) * SECOND_MS;
}

/** When a push whose answer was lost may be asked about. */
export function firstEnquiryAt(begun_at: Date): Date {
  return new Date(begun_at.getTime() + FIRST_ENQUIRY_MS);
}
