import { transaction } from '../../store/connect/transaction.ts';
import { lockIdleSessions } from '../../store/sessions/load.ts';
import type { Services } from '../services.ts';
import { moveSession, noOutcome } from './outcome.ts';
import { writeOutcome } from './write.ts';

/**
 * Expires those of the sessions that still await payment; one whose payment was told of and never proven goes
 * to review instead. Whether they are due is the caller's finding: a due time never moves back.
 * @returns how many ended
 */
export async function lapseSessions(
  services: Services,
  due: readonly { session_id: string; is_unproven: boolean }[],
): Promise<number> {
  if (due.length === 0) return 0;
  const now = services.now();
  const ids = due.map(({ session_id }) => session_id);
  const unproven = new Set(due.flatMap((one) => (one.is_unproven ? [one.session_id] : [])));
  const expired = await transaction(services.pool, async (client) => {
    const outcome = noOutcome();
    for (const session of await lockIdleSessions(client, ids))
      if (unproven.has(session.id))
        moveSession(services, outcome, session, 'doubtful_credit', 'unproven', now);
      else moveSession(services, outcome, session, 'expiry', null, now);
    await writeOutcome(services, client, outcome, now);
    return outcome.sessions.length;
  });
  if (expired > 0) services.onEvents();
  return expired;
}
