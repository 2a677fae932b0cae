import type { Exchange } from '../src/domain/delivery/exchange.ts';
import type { Services } from '../src/engine/services.ts';
import { createEndpoints } from '../src/engine/webhook-endpoints/create.ts';
import type { EndpointServices } from '../src/engine/webhook-endpoints/services.ts';
import { type ClaimedAttempt, claimAttempts } from '../src/store/webhooks/claim.ts';
import { finished, recordFinished } from '../src/webhooks/record.ts';
import type { Chance } from './chance.ts';

/** Merchants' receivers: what they were told, by event id, and how often. */
export type Post = {
  open: (merchant_ids: readonly string[]) => Promise<void>;
  /** Delivers what is due by the virtual clock; the POST itself is simulated, claim and record are real. */
  deliver: () => Promise<void>;
  received: ReadonlyMap<string, number>;
};

const CLAIM_MAX = 2000;
const LEASE_MS = 30_000;
const OK: Exchange = { kind: 'answered', status_code: 200, retry_after: null, answer: '' };
const BROKEN: Exchange = { kind: 'answered', status_code: 503, retry_after: null, answer: 'try later' };

export function openPost(services: Services & EndpointServices, chance: Chance, failure_share: number): Post {
  const received = new Map<string, number>();

  const exchange = (attempt: ClaimedAttempt): Exchange => {
    if (chance.happens(failure_share)) return BROKEN;
    received.set(attempt.event_id, (received.get(attempt.event_id) ?? 0) + 1);
    // Answered too late to be counted: the merchant has it and will get it again.
    return chance.happens(failure_share / 10) ? { kind: 'timed_out' } : OK;
  };

  return {
    received,
    async open(merchant_ids) {
      await createEndpoints(
        services,
        merchant_ids.map((merchant_id, n) => ({
          merchant_id,
          environment: 'live',
          url: `https://shop-${n + 1}.example/webhooks`,
          events: null,
          description: null,
          idempotency: null,
        })),
      );
    },
    async deliver() {
      // Claim after claim on purpose, as the delivery loop does, until nothing is due.
      for (let claimed = CLAIM_MAX; claimed === CLAIM_MAX; ) {
        const now = services.now();
        const attempts = await claimAttempts(services.pool, {
          now,
          lease_until: new Date(now.getTime() + LEASE_MS),
          limit: CLAIM_MAX,
          endpoint_limit: CLAIM_MAX,
          held: [],
          after_endpoint_id: null,
        });
        claimed = attempts.length;
        const done = attempts.map((one) => finished(one, exchange(one), now, now, chance.next()));
        if (done.length > 0) await recordFinished(services.pool, done, now);
      }
    },
  };
}
