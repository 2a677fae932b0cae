import type { PoolClient } from 'pg';
import type { CancelOutcome, CancelSession } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { recordCommands } from '../actions.ts';
import { keptWhole, keyed } from '../idempotency.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { moveSession, noOutcome, type Outcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';

const OPERATION = 'payment_sessions.cancel';
const KEPT = keptWhole<CancelOutcome>('cancelled', 'not_awaiting_payment');

/**
 * Cancels sessions that still await payment. No event is emitted: whoever asked has the answer. A second cancel of the
 * same session finds it CANCELLED and is refused like any other.
 * @returns an outcome for each command, in order
 */
export function cancelSessions(services: Services, commands: CancelSession[]): Promise<CancelOutcome[]> {
  return keyed(services, OPERATION, commands, {
    ...KEPT,
    run: (client, fresh) => cancel(services, client, fresh),
  });
}

async function cancel(
  services: Services,
  client: PoolClient,
  commands: CancelSession[],
): Promise<CancelOutcome[]> {
  const now = services.now();
  const session_ids = commands.map(({ session_id }) => session_id);
  const { sessions } = await lockSubjects(client, { session_ids });
  const outcome = noOutcome();
  const outcomes = commands.map((command) => decide(services, command, sessions, outcome, now));
  await writeOutcome(services, client, outcome, now);
  await recordCommands(services, client, { commands, outcomes }, (cancelled) => {
    if (cancelled.kind !== 'cancelled') return null;
    const { id, reference } = cancelled.session;
    return { action: 'payment.cancelled', subject_id: id, detail: { reference } };
  });
  return outcomes;
}

function decide(
  services: Services,
  command: CancelSession,
  sessions: Map<string, PaymentSession>,
  outcome: Outcome,
  now: Date,
): CancelOutcome {
  const session = sessions.get(command.session_id);
  if (
    session === undefined ||
    session.merchant_id !== command.merchant_id ||
    session.environment !== command.environment
  ) {
    return { kind: 'not_found' };
  }
  const cancelled = moveSession(services, outcome, session, 'cancel', null, now);
  if (cancelled === null) return { kind: 'not_awaiting_payment', status: session.status, replayed: false };
  sessions.set(session.id, cancelled);
  return { kind: 'cancelled', session: cancelled, replayed: false };
}
