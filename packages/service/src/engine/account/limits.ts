import { hash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import { dropOldChallenges } from '../../store/accounts/factors.ts';
import { dropFreeTries, takeTries } from '../../store/accounts/limits.ts';
import { householdOf } from '../rates.ts';
import type { Services } from '../services.ts';

/** One call in so many also forgets what is long over. */
const CLEANS_ONE_IN = 200;

/**
 * How often what may be tried: `burst` at once, and then one in each interval. An address is shared by thousands of an
 * operator's phones, so it may try a lot; an account is one person's.
 */
const LIMITS = {
  sign_in_address: { interval_ms: 2_000, burst: 100 },
  // Strangers together; a browser that has signed in before has its own, so that they shut nobody out of it.
  sign_in_account: { interval_ms: 3 * MINUTE_MS, burst: 20 },
  sign_in_device: { interval_ms: MINUTE_MS, burst: 10 },
  // Of an account's known browsers together, those that come ahead of strangers; more of them wait their turn, and none is refused.
  sign_in_ahead: { interval_ms: MINUTE_MS, burst: 20 },
  // Six digits: at this pace a guess comes true in two years.
  second_factor: { interval_ms: 3 * MINUTE_MS, burst: 6 },
  recovery_code: { interval_ms: 3 * MINUTE_MS, burst: 10 },
  confirm: { interval_ms: MINUTE_MS, burst: 10 },
  mail_address: { interval_ms: 30_000, burst: 30 },
  mail_to: { interval_ms: 10 * MINUTE_MS, burst: 4 },
  invite: { interval_ms: MINUTE_MS, burst: 30 },
  // One of each merchant: else whoever keeps inviting somebody keeps all others from it.
  invite_to: { interval_ms: DAY_MS, burst: 1 },
  // Those of one merchant and environment together: a sum above an operator's limit is asked for in several parts.
  settlement: { interval_ms: 6 * MINUTE_MS, burst: 10 },
  // Each makes an event that is delivered, and rows that stay: enough for whoever tests by hand and by machine.
  test_settlement: { interval_ms: MINUTE_MS, burst: 30 },
  passkey_address: { interval_ms: 1_000, burst: 100 },
} as const;

export type Tried = readonly [limit: keyof typeof LIMITS, of: string];

/** Takes a try of each; false when one of them has none left. One statement, for all processes together. */
export async function mayTry(
  services: Pick<Services, 'pool' | 'now' | 'random'>,
  tries: readonly Tried[],
): Promise<boolean> {
  const asked_at = services.now();
  const rows = tries.map(([limit, of]) => ({ bucket: bucketOf(limit, of), ...LIMITS[limit], asked_at }));
  const taken = await takeTries(services.pool, rows);
  if (services.random() * CLEANS_ONE_IN < 1) {
    await dropFreeTries(services.pool, { free_before: new Date(asked_at.getTime() - MINUTE_MS) });
    await dropOldChallenges(services.pool, { now: asked_at });
  }
  return taken.length === rows.length;
}

/** A bucket's name tells nobody whose it is. */
function bucketOf(limit: keyof typeof LIMITS, of: string): string {
  // One subscriber has more addresses of IPv6 than there are tries.
  const counted = limit.endsWith('_address') ? householdOf(of) : of;
  return `${limit} ${hash('sha256', counted, 'base64url')}`;
}
