import { transaction } from '../../store/connect/transaction.ts';
import { lockIdleSessions } from '../../store/sessions/load.ts';
import { type Effects, moveSession, noEffects } from '../credits/effects.ts';
import { writeMoves } from '../credits/write.ts';
import type { Services } from '../services.ts';

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
  const unproven = new Set(due.filter((one) => one.is_unproven).map((one) => one.session_id));
  const expired = await transaction(services.pool, async (client) => {
    const effects: Effects = noEffects();
    for (const session of await lockIdleSessions(
      client,
      due.map(({ session_id }) => session_id),
    )) {
      if (unproven.has(session.id))
        moveSession(services, effects, session, 'doubtful_credit', 'unproven', now);
      else moveSession(services, effects, session, 'expiry', null, now);
    }
    await writeMoves(services, client, effects, now);
    return effects.moves.length;
  });
  if (expired > 0) services.onEvents();
  return expired;
}
