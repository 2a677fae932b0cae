import { transaction } from '../../store/connect/transaction.ts';
import { lockIdleSessions } from '../../store/sessions/load.ts';
import { moveSession, noOutcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';

/**
 * Expires those of the sessions that still await payment. Whether they are due is the caller's finding: a
 * due time never moves back.
 * @returns how many expired
 */
export async function lapseSessions(services: Services, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const now = services.now();
  const expired = await transaction(services.pool, async (client) => {
    const outcome = noOutcome();
    for (const session of await lockIdleSessions(client, ids))
      moveSession(services, outcome, session, 'expiry', null, now);
    await writeOutcome(services, client, outcome, now);
    return outcome.sessions.length;
  });
  if (expired > 0) services.onEvents();
  return expired;
}
