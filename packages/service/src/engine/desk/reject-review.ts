import type { SecondPerson } from '../../domain/review/second-person.ts';
import type { PaymentSession, SessionStatus } from '../../domain/session/session.ts';
import { transaction } from '../../store/connect/transaction.ts';
import type { Services } from '../services.ts';
import { type Bench, openBench, type ReviewCommand } from './bench.ts';

export type RejectOutcome =
  | { kind: 'rejected'; session: PaymentSession }
  | { kind: 'proposed' }
  | { kind: 'not_found' }
  | { kind: 'not_under_review'; status: SessionStatus }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

/**
 * Staff reject sessions under review: EXPIRED with its event. Money of the case that no other open case
 * holds waits in suspense, to be assigned or sent back.
 * @returns an outcome per command, in order
 */
export async function rejectReviews(
  services: Services,
  commands: readonly ReviewCommand[],
): Promise<RejectOutcome[]> {
  const outcomes = await transaction(services.pool, async (client) => {
    const bench = await openBench(services, client, {
      decided: 'sessions',
      session_ids: commands.map(({ session_id }) => session_id),
    });
    const outcomes = commands.map((command) => rejectOne(bench, command));
    await bench.write();
    return outcomes;
  });
  if (outcomes.some((one) => one.kind === 'rejected')) services.onEvents();
  return outcomes;
}

function rejectOne(bench: Bench, command: ReviewCommand): RejectOutcome {
  const { session_id, actor, note } = command;
  const session = bench.sessions.get(session_id);
  if (session === undefined) return { kind: 'not_found' };
  if (session.status !== 'UNDER_REVIEW') return { kind: 'not_under_review', status: session.status };
  const consent = bench.consents.ask({
    action: 'review.reject',
    subject_id: session_id,
    terms: {},
    amount_xaf: session.amount_xaf,
    actor,
    note,
  });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  const moved = bench.move(session, 'review_rejected');
  bench.release(command, session_id, 'review_rejected');
  bench.record({
    actor,
    action: 'review.reject',
    subject_id: session_id,
    note,
    detail: { proposed_by: consent.agreed?.proposed_by ?? null },
  });
  return { kind: 'rejected', session: moved };
}
