import type { CreateOutcome } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { Services } from '../../src/engine/services.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';

/** The sessions that were made. */
export const made = (outcomes: readonly CreateOutcome[]): PaymentSession[] =>
  outcomes.flatMap((one) => (one.kind === 'created' ? [one.session] : []));

/** Their merchants cancel them, without a key. */
export const cancelMade = (services: Services, sessions: readonly PaymentSession[]) =>
  cancelSessions(
    services,
    sessions.map((one) => ({ ...one, session_id: one.id, idempotency: null })),
  );
