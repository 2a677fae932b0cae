import type { PaymentSession, SessionStatus } from '../../domain/session/session.ts';
import type { Services } from '../services.ts';
import { type Bench, lockBench, type ReviewCommand } from './bench.ts';
import { type Desk, type NotAgreed, signed } from './signed.ts';

export type RejectOutcome =
  | { kind: 'rejected'; session: PaymentSession }
  | { kind: 'not_found' }
  | { kind: 'not_under_review'; status: SessionStatus }
  | NotAgreed;

/**
 * Staff reject sessions under review: EXPIRED with its event. Money of the case that no other open case
 * holds waits in suspense, to be assigned or sent back.
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
  const subject = { action: 'review.reject', subject_id: session_id };
  const consent = agree(command, { ...subject, terms: {}, amount_xaf: session.amount_xaf });
  if (consent.kind !== 'agreed') return consent;
  const moved = bench.move(session, 'review_rejected');
  bench.release(command, session_id, 'review_rejected');
  record(command, { ...subject, detail: { proposed_by: consent.proposed_by } });
  return { kind: 'rejected', session: moved };
}
