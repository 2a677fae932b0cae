import type { PoolClient } from 'pg';
import type { CancelOutcome, CancelSession } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { recordCommands } from '../actions.ts';
import { beginKeyed, type KeyState, keepAnswers } from '../idempotency.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { moveSession, noOutcome, type Outcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';
import { reviveOutcome } from './retrieve.ts';

const OPERATION = 'payment_sessions.cancel';

/**
 * Cancels sessions that still await payment. No event is emitted: whoever asked has the answer. A second cancel of the
 * same session finds it CANCELLED and is refused like any other.
 * @returns an outcome for each command, in order
 */
export function cancelSessions(services: Services, commands: CancelSession[]): Promise<CancelOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const sessions = await lockThose(client, commands, states);
    const outcome = noOutcome();
    const outcomes = commands.map((command, i) =>
      decide(services, command, states[i] as KeyState, sessions, outcome, now),
    );
    await writeOutcome(services, client, outcome, now);
    await keepAnswers(client, OPERATION, { commands, states, outcomes }, keptAs, now);
    await recordCommands(services, client, { commands, outcomes }, (cancelled) => {
      if (cancelled.kind !== 'cancelled') return null;
      const { id, reference } = cancelled.session;
      return { action: 'payment.cancelled', subject_id: id, detail: { reference } };
    });
    return outcomes;
  });
}

async function lockThose(
  client: PoolClient,
  commands: CancelSession[],
  states: KeyState[],
): Promise<Map<string, PaymentSession>> {
  const wanted = commands.filter((_, i) => states[i]?.kind === 'fresh');
  const session_ids = wanted.map(({ session_id }) => session_id);
  return (await lockSubjects(client, { session_ids })).sessions;
}

function decide(
  services: Services,
  command: CancelSession,
  state: KeyState,
  sessions: Map<string, PaymentSession>,
  outcome: Outcome,
  now: Date,
): CancelOutcome {
  if (state.kind === 'in_use') return { kind: 'idempotency_key_in_use' };
  if (state.kind === 'reused') return { kind: 'idempotency_key_reused' };
  if (state.kind === 'replay')
    return { ...reviveOutcome<CancelOutcome>(state.outcome), replayed: true } as CancelOutcome;
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

function keptAs(outcome: CancelOutcome): string | null {
  return outcome.kind === 'cancelled' || outcome.kind === 'not_awaiting_payment'
    ? JSON.stringify(outcome)
    : null;
}
