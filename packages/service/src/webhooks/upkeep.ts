import type { Pool } from 'pg';
import { ATTEMPTS_KEPT_MS, HELD_MS } from '../domain/delivery/endpoint.ts';
import { deletePreviousSecrets } from '../store/webhooks/endpoints.ts';
import { deleteAttempts } from '../store/webhooks/finish-attempts.ts';
import { holdGivenUp } from '../store/webhooks/given-up.ts';
import { holdDeliveries, moveHeld } from '../store/webhooks/held.ts';
import { DELIVERY_LEASE_MS } from './claim.ts';
import type { RecorderLog } from './recorder.ts';

export type UpkeepDeps = { pool: Pool; now: () => Date; log: RecorderLog };

/** One portion of work at a time; `run` says how many rows it took, 0 when nothing was left. */
export type UpkeepStep = { name: string; run: () => Promise<number> };

/**
 * What the deliveries need besides being delivered: held while their endpoint is disabled, moved on
 * afterwards, their log and worn-out secrets removed. Any number of processes may run the steps at once.
 *
 * @param portion most rows of one step's run
 */
export function upkeepSteps({ pool, now, log }: UpkeepDeps, portion: number): UpkeepStep[] {
  const ago = (span_ms: number) => new Date(now().getTime() - span_ms);
  return [
    {
      name: 'hold_deliveries',
      // Twice a lease: what was in flight when the endpoint was disabled is recorded by then.
      run: () => holdDeliveries(pool, ago(2 * DELIVERY_LEASE_MS), portion),
    },
    {
      name: 'hold_given_up_deliveries',
      run: () =>
        holdGivenUp(pool, {
          now: now(),
          disabled_before: ago(2 * DELIVERY_LEASE_MS),
          held_before: ago(HELD_MS),
          limit: portion,
        }),
    },
    {
      name: 'move_held_deliveries',
      run: async () => {
        const { released, ended } = await moveHeld(pool, ago(HELD_MS), now(), portion);
        if (ended > 0) {
          log.warn(
            { ended },
            'Held webhooks are dead: nobody enabled their endpoint in 30 days, or it was removed.',
          );
        }
        return released + ended;
      },
    },
    {
      name: 'forget_attempts',
      run: () => deleted(deleteAttempts(pool, { before: ago(ATTEMPTS_KEPT_MS), portion })),
    },
    { name: 'forget_secrets', run: () => deleted(deletePreviousSecrets(pool, { now: now(), portion })) },
  ];
}

async function deleted(rows: Promise<{ deleted: number }[]>): Promise<number> {
  return (await rows)[0]?.deleted ?? 0;
}
