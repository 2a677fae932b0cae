import type { FeeSchedule } from '../../../domain/fee/terms.ts';
import { confirmationTransfers } from '../../../domain/ledger/staff.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import { type Confirmation, chooseCredit } from '../../../domain/review/judge.ts';
import type { PaymentSession, SessionStatus } from '../../../domain/session/session.ts';
import { feesOf } from '../../fees/schedules.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench, type ReviewCommand } from './bench.ts';

export type ConfirmReview = ReviewCommand & {
  /** The credit that pays it; null: the only one of the case that covers the amount. */
  credit_id: string | null;
};

export type ConfirmOutcome =
  | { kind: 'confirmed'; session: PaymentSession; credit_id: string; surplus_xaf: number }
  | { kind: 'not_found' }
  | NotAgreed
  | Exclude<Confirmation, { kind: 'credit' }>;

/**
 * Staff confirm sessions under review: SUCCESS, its event, the money out of suspense, all or nothing. The
 * other credits of the case go to suspense as second payments, unless another open case holds them.
 * @returns an outcome per command, in order
 */
export async function confirmReviews(
  services: Services,
  commands: readonly ConfirmReview[],
): Promise<ConfirmOutcome[]> {
  const session_ids = commands.map(({ session_id }) => session_id);
  const outcomes = await signed<Known, ConfirmOutcome>(services, {
    signers: commands,
    lock: async (client, now) => {
      const bench = await lockBench(services, client, { session_ids });
      return { bench, fees: await feesOf(services).get(bench.merchant_ids, now, client) };
    },
    subjects: () => session_ids,
    decide: (desk) => ({
      outcomes: commands.map((command) => confirmOne(desk, command)),
      write: desk.known.bench.write,
    }),
  });
  if (outcomes.some((one) => one.kind === 'confirmed')) services.onEvents();
  return outcomes;
}

type Known = { bench: Bench; fees: Map<string, FeeSchedule> };

function confirmOne({ known, agree, record }: Desk<Known>, command: ConfirmReview): ConfirmOutcome {
  const { bench, fees } = known;
  const { session_id } = command;
  const session = bench.sessions.get(session_id);
  if (session === undefined) return { kind: 'not_found' };
  const choice = chooseCredit({ ...session, credits: bench.creditsOf(session_id) }, command.credit_id);
  if (choice.kind !== 'credit') return choice;
  const { credit_id, surplus_xaf } = choice;
  const subject = { action: 'review.confirm', subject_id: session_id } as const;
  // All of the credit is given up: what it pays beyond the session goes to its payer alone.
  const money = moneyOf(session, session.amount_xaf + surplus_xaf);
  const consent = agree(command, { ...subject, terms: { credit_id }, ...money });
  if (consent.kind !== 'agreed') return consent;
  const moved = bench.move(session, 'review_confirmed');
  bench.outcome.transfers.push(...confirmationTransfers(moved, fees.get(moved.merchant_id) ?? []));
  bench.dispose(command, {
    credit_id,
    state: 'MATCHED',
    reason: 'staff_confirmed',
    matched_session_id: session_id,
    surplus_xaf,
  });
  bench.release(command, session_id, 'second_payment');
  record(command, { ...subject, detail: { credit_id, surplus_xaf, ...consent.on_record } });
  return { kind: 'confirmed', session: moved, credit_id, surplus_xaf };
}

export type RejectOutcome =
  | { kind: 'rejected'; session: PaymentSession }
  | { kind: 'not_found' }
  | { kind: 'not_under_review'; status: SessionStatus }
  | NotAgreed;

/**
 * Staff reject sessions under review: EXPIRED with its event. Money of the case that no other open case
 * holds waits in suspense, to be assigned or sent back. Both of two people know of all the money in the case: what
 * was said before more of it came counts no more.
 * @returns an outcome per command, in order
 */
export async function rejectReviews(
  services: Services,
  commands: readonly ReviewCommand[],
): Promise<RejectOutcome[]> {
  const session_ids = commands.map(({ session_id }) => session_id);
  const outcomes = await signed<Bench, RejectOutcome>(services, {
    lock: (client) => lockBench(services, client, { session_ids }),
    subjects: () => session_ids,
    decide: (desk) => ({
      outcomes: commands.map((command) => rejectOne(desk, command)),
      write: desk.known.write,
    }),
  });
  if (outcomes.some((one) => one.kind === 'rejected')) services.onEvents();
  return outcomes;
}

function rejectOne({ known: bench, agree, record }: Desk<Bench>, command: ReviewCommand): RejectOutcome {
  const { session_id } = command;
  const session = bench.sessions.get(session_id);
  if (session === undefined) return { kind: 'not_found' };
  if (session.status !== 'UNDER_REVIEW') return { kind: 'not_under_review', status: session.status };
  const subject = { action: 'review.reject', subject_id: session_id } as const;
  // What has come into a case stays in it, so their number says which of them somebody knew of.
  const terms = { payments: String(bench.creditsOf(session_id).length) };
  const consent = agree(command, { ...subject, terms, knows: 'payments', amount_xaf: session.amount_xaf });
  if (consent.kind !== 'agreed') return consent;
  const moved = bench.move(session, 'review_rejected');
  bench.release(command, session_id, 'review_rejected');
  record(command, { ...subject, detail: { proposed_by: consent.proposed_by } });
  return { kind: 'rejected', session: moved };
}
