import { MINUTE_MS, SECOND_MS } from '../time.ts';
import { isOpenStatus, type RailName } from '../transaction/transaction.ts';
import type { RailAnswer, RailStep, RailWork } from './order.ts';

/**
 * Rails on which asking the payer twice moves no money by itself. Only these send again what may already
 * have been heard; on the others a lost answer is looked for by enquiry and nothing is pushed a second time.
 */
const MAY_ASK_TWICE: Record<RailName, boolean> = {
  sandbox: true,
  'manual-sms': true,
  'airtel-open-api': false,
};

/** Whether a rail knows itself what becomes of a payment, and can be asked. On the others a SIM tells of it, or a script. */
export const KNOWS_LATER: Record<RailName, boolean> = {
  sandbox: false,
  'manual-sms': false,
  'airtel-open-api': true,
};

/**
 * `drop`: nothing is left to do. `wait`: the answer to the push was lost, and it is too early to ask what
 * became of it. `refund_unknown`: a refund was sent and its answer lost.
 */
export type RailPlan = RailStep | 'drop' | 'wait' | 'refund_unknown';

/** What to do with claimed work. Nobody is asked to pay for a transaction that has expired or ended. */
export function planOf(work: RailWork, now: Date): RailPlan {
  const { step, status, begun_at } = work;
  if (step === 'refund') {
    if (status !== 'SUCCESS') return 'drop';
    // As with staff's refunds, what its merchant gives back is not sent back beside it.
    if (work.refund_asked_at === null && work.is_given_back) return 'drop';
    return begun_at === null ? 'refund' : 'refund_unknown';
  }
  if (status === 'SUCCESS' || status === 'REFUNDED') return 'drop';
  const fresh = begun_at === null || MAY_ASK_TWICE[work.rail];
  if (step === 'initiate' && fresh)
    return isOpenStatus(status) && now < work.expires_at ? 'initiate' : 'drop';
  if (!isWithinADay(work.callback_taken_at ?? work.created_at, now)) return 'drop';
  const lost = step === 'initiate' && begun_at !== null && !work.called_back;
  return lost && now < firstEnquiryAt(begun_at) ? 'wait' : 'enquire';
}

/**
 * What becomes of the row of work. `done`: it is removed. `begun`: whether it stays written that the
 * operator may have heard us.
 */
export type RailFollowUp = 'done' | { step: RailStep; due_at: Date; begun: boolean; enquired: boolean };

/** What follows from the answer to a step. The conclusion itself is not its business. */
export function followUp(work: RailWork, asked: RailStep, answer: RailAnswer, now: Date): RailFollowUp {
  const after = (delay_ms: number): Date => new Date(now.getTime() + delay_ms);
  if (answer.kind === 'failed') {
    const due_at = asked === 'enquire' ? lookAgainAt(work, now) : null;
    return due_at === null ? 'done' : { step: 'enquire', due_at, begun: true, enquired: true };
  }
  if (answer.kind === 'success') {
    if (answer.refund_after_ms === undefined || asked === 'refund') return 'done';
    return { step: 'refund', due_at: after(answer.refund_after_ms), begun: false, enquired: false };
  }
  if (answer.kind === 'asked' && answer.waits_for === 'credit' && answer.ask_again_ms === undefined) {
    return 'done';
  }
  if (answer.kind === 'unknown' && !answer.sent && asked !== 'enquire') {
    const delay_ms = answer.ask_again_ms ?? resendDelay_ms(work.attempt);
    return { step: asked, due_at: after(delay_ms), begun: false, enquired: false };
  }
  // Whether the money went back is not for us to guess.
  if (asked === 'refund') return 'done';
  if (
    answer.kind === 'unknown' &&
    asked === 'initiate' &&
    MAY_ASK_TWICE[work.rail] &&
    answer.ask_again_ms === undefined
  ) {
    return { step: 'initiate', due_at: after(resendDelay_ms(work.attempt)), begun: true, enquired: false };
  }
  const enquired = asked === 'enquire';
  const delay_ms = answer.ask_again_ms ?? enquiryDelay_ms(work.enquiries + (enquired ? 1 : 0));
  return { step: 'enquire', due_at: after(delay_ms), begun: true, enquired };
}

/** So long after a callback about a transaction that had ended it is asked about again while the operator says that it failed. */
const LOOK_AGAIN_S = [30, 90, 3_600, 21_600] as const;

/**
 * When to ask again about a transaction that had ended and of which a callback, or a person, has told since: the operator may have
 * settled it after all. That it failed is no last word at once, since another machine of the operator's may not know yet; but most such
 * callbacks tell of a failure, and enquiries share the rail with payers who wait.
 */
function lookAgainAt({ status, callback_taken_at }: RailWork, now: Date): Date | null {
  if (isOpenStatus(status) || callback_taken_at === null) return null;
  const points = LOOK_AGAIN_S.map((seconds) => new Date(callback_taken_at.getTime() + seconds * SECOND_MS));
  return points.find((point) => point > now) ?? null;
}

/** Operators forbid an earlier question after a push when no callback came (Airtel: 3 minutes). */
const FIRST_ENQUIRY_MS = 3 * MINUTE_MS;

/**
 * After each enquiry that decided nothing, the wait before the next: close together until the transaction
 * times out 12 minutes after its creation, then ever rarer, since a late proof only opens a review.
 */
const NEXT_ENQUIRY_S = [30, 30, 60, 60, 120, 120, 120, 300, 600, 1_200, 1_800] as const;
const ENQUIRY_EVERY_S = 3_600;

/** After a day the rail is asked no more, until a callback comes: what was ambiguous may be settled days later. */
export const ENQUIRED_FOR_MS = 24 * 60 * MINUTE_MS;

const isWithinADay = (since: Date, now: Date): boolean => now.getTime() - since.getTime() < ENQUIRED_FOR_MS;

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
