import { confirmationTransfers } from '../../domain/ledger/staff.ts';
import { type Confirmation, chooseCredit } from '../../domain/review/judge.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { feesOf } from '../outcome/fees.ts';
import type { Services } from '../services.ts';
import { type Bench, openBench, type ReviewCommand } from './bench.ts';

export type ConfirmReview = ReviewCommand & {
  /** The credit that pays it; null: the only one of the case that covers the amount. */
  credit_id: string | null;
};

export type ConfirmOutcome =
  | { kind: 'confirmed'; session: PaymentSession; credit_id: string; surplus_xaf: number }
  | { kind: 'proposed' }
  | { kind: 'not_found' }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>
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
  const outcomes = await transaction(services.pool, async (client) => {
    const bench = await openBench(services, client, {
      decided: 'sessions',
      session_ids: commands.map(({ session_id }) => session_id),
    });
    const fees = await feesOf(services).get(bench.merchant_ids, services.now(), client);
    const outcomes = commands.map((command) => confirmOne(bench, command, fees));
    await bench.write();
    return outcomes;
  });
  if (outcomes.some((one) => one.kind === 'confirmed')) services.onEvents();
  return outcomes;
}

function confirmOne(bench: Bench, command: ConfirmReview, fees: Map<string, number>): ConfirmOutcome {
  const { session_id, actor, note } = command;
  const session = bench.sessions.get(session_id);
  if (session === undefined) return { kind: 'not_found' };
  const choice = chooseCredit({ ...session, credits: bench.creditsOf(session_id) }, command.credit_id);
  if (choice.kind !== 'credit') return choice;
  const { credit_id, surplus_xaf } = choice;
  const { amount_xaf } = session;
  const consent = bench.consents.ask({
    action: 'review.confirm',
    subject_id: session_id,
    terms: { credit_id },
    amount_xaf,
    actor,
    note,
  });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  const moved = bench.move(session, 'review_confirmed');
  bench.outcome.transfers.push(...confirmationTransfers(moved, fees.get(moved.merchant_id) ?? 0));
  bench.dispose(command, {
    credit_id,
    state: 'MATCHED',
    reason: 'staff_confirmed',
    matched_session_id: session_id,
    surplus_xaf,
  });
  bench.release(command, session_id, 'second_payment');
  bench.record({
    actor,
    action: 'review.confirm',
    subject_id: session_id,
    note,
    detail: { credit_id, surplus_xaf, proposed_by: consent.agreed?.proposed_by ?? null },
  });
  return { kind: 'confirmed', session: moved, credit_id, surplus_xaf };
}
