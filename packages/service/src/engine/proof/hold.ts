import { localDay } from '../../domain/time.ts';
import { writeSnapshot } from '../../store/connect/atomically.ts';
import { sumHeldAndOwed } from '../../store/proof/days.ts';
import { holdAccounts, livePayables, lockHeld } from '../../store/proof/hold.ts';
import { listProofDays } from '../../store/proof/show.ts';
import type { Services } from '../services.ts';
import { lookAtAccounts } from './look.ts';

const SHORT = 'less is held than is owed to merchants and payers';

/**
 * Holds settlements of accounts whose last day that is over is closed and not proven, and of all merchants while less is held than is
 * owed; lets go of what has been proven since. The day is judged as it stands now, so that a reading frees it at once.
 * @returns how many accounts were let go
 */
export async function holdUnproven(services: Pick<Services, 'pool' | 'now'>): Promise<number> {
  // All of it is read at one moment, once the lock is there.
  return writeSnapshot(services.pool, async (client) => {
    await lockHeld(client);
    // Where a clock was ahead, days are closed that are still to come; nobody can read what an account holds at their end.
    const [last] = await listProofDays(client, { before: localDay(services.now()), limit: 1 });
    if (last === undefined) return 0;
    const accounts = await lookAtAccounts(client, last.day);
    const [sums] = await sumHeldAndOwed(client, { day: last.day });
    const is_short = sums !== undefined && sums.held_xaf < sums.owed_xaf;
    const held = [
      ...accounts
        .filter(({ state }) => state === 'not_proven')
        .map(({ account_id, reason }) => ({ account_id, reason: `${last.day} is not proven: ${reason}` })),
      ...(is_short
        ? (await livePayables(client)).map(({ account_id }) => ({ account_id, reason: SHORT }))
        : []),
    ];
    const [done] = await holdAccounts(client, { accounts: JSON.stringify(held), now: services.now() });
    return done?.released ?? 0;
  });
}
