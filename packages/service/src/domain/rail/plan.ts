import { isOpen, type RailName } from '../transaction/transaction.ts';
import type { RailAnswer } from './answer.ts';
import type { RailStep, RailWork } from './order.ts';
import { ENQUIRED_FOR_MS, enquiryDelay_ms, firstEnquiryAt, resendDelay_ms } from './schedule.ts';

/**
 * Rails on which asking the payer twice moves no money by itself. Only these send again what may already
 * have been heard; on the others a lost answer is looked for by enquiry and nothing is pushed a second time.
 */
const MAY_ASK_TWICE: Record<RailName, boolean> = {
  sandbox: true,
  'manual-sms': true,
  'airtel-open-api': false,
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
    return begun_at === null ? 'refund' : 'refund_unknown';
  }
  if (status === 'SUCCESS' || status === 'REFUNDED') return 'drop';
  const fresh = begun_at === null || MAY_ASK_TWICE[work.rail];
  if (step === 'initiate' && fresh) return isOpen(status) && now < work.expires_at ? 'initiate' : 'drop';
  if (now.getTime() - work.created_at.getTime() >= ENQUIRED_FOR_MS) return 'drop';
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
  if (answer.kind === 'failed') return 'done';
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
