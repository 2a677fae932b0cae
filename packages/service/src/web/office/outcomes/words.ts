import type { StaffRefusal } from '../../../engine/desk/allowed.ts';
import type { AnchorOutcome } from '../../../engine/desk/book/anchor.ts';
import type { SweepOutcome } from '../../../engine/desk/book/announce-sweep.ts';
import type { CloseAlertOutcome, CloseOutcome } from '../../../engine/desk/book/close.ts';
import type { AssignOutcome } from '../../../engine/desk/payments/assign-credit.ts';
import type { CapitalOutcome } from '../../../engine/desk/payments/capital-credit.ts';
import type { ConfirmLateOutcome } from '../../../engine/desk/payments/confirm-late.ts';
import type { ConfirmOutcome, RejectOutcome } from '../../../engine/desk/payments/decide-review.ts';
import type { RefundOutcome } from '../../../engine/desk/payments/refund-credit.ts';
import type { AskRefundOutcome } from '../../../engine/desk/payments/refund-transaction.ts';
import type { UnmarkOutcome } from '../../../engine/desk/payments/unmark-credit.ts';
import type { VoidOutcome } from '../../../engine/desk/payments/void-credit.ts';
import type { AgreedOutcome } from '../../../engine/desk/proposal.ts';
import type { ReadAccountOutcome } from '../../../engine/desk/settlements/read-account.ts';
import type { RefuseStatementOutcome } from '../../../engine/desk/statements/refuse-statement.ts';
import type { WithdrawOutcome } from '../../../engine/desk/withdraw.ts';

/** The figures of an outcome that are said behind its sentence. */
export const FIGURES = [
  'surplus_xaf',
  'best_xaf',
  'missing_xaf',
  'from_held_xaf',
  'to_held_xaf',
  'refunded_xaf',
  'left_before_xaf',
  'moved_xaf',
  'vouched_xaf',
  'unexplained_xaf',
  'waiting_xaf',
  'reversed_xaf',
  'proven',
] as const;

/** All that a decision on a page of the office can come to. */
export type DeskOutcome =
  | AgreedOutcome
  | AnchorOutcome
  | AskRefundOutcome
  | AssignOutcome
  | CapitalOutcome
  | CloseAlertOutcome
  | CloseOutcome
  | ConfirmLateOutcome
  | ConfirmOutcome
  | ReadAccountOutcome
  | RefundOutcome
  | RefuseStatementOutcome
  | RejectOutcome
  | SweepOutcome
  | UnmarkOutcome
  | VoidOutcome
  | WithdrawOutcome
  | { kind: StaffRefusal['kind'] | 'hours_unusable' };

/** What a decision has come to, in words of pages. An outcome without its sentence does not compile. */
export type OutcomeWords = {
  kinds: Readonly<Record<DeskOutcome['kind'], string>>;
  figures: Readonly<Record<(typeof FIGURES)[number], string>>;
  by: string;
  /** Where a reading found less than the book said. */
  short: string;
  /** Where an earlier reading did, or something was found false, and this one doesn't end it. */
  still_short: string;
  /** Where the sum of a sweep had left its SIM when it was agreed to. */
  swept_before: string;
  /** Where money that is marked as sent back had left its SIM since it was asked for. */
  left_already: string;
  /** Before when that was, in N'Djamena. */
  left_when: string;
  /** To the first of two people who say that they send money by hand. */
  not_yet: string;
  /** Before the SIM that was paid, where a message that waits there may tell of what is marked as sent back. */
  told_by: string;
  /** Before the phone to which money is marked as sent back. */
  sent_to: string;
  /** Before the SIM that has sent it, where that is not the one that was paid, or in words that nobody knows. */
  left_from: string;
  /** Where money was sent back by hand, and the operator has taken its payment back too. */
  taken_back: string;
  at_once_title: string;
  at_once: string;
  look_again: string;
};
