import type { Exchange } from '../src/domain/delivery/delivery.ts';
import type { Services } from '../src/engine/services.ts';
import { createEndpoints } from '../src/engine/webhook-endpoints/create.ts';
import type { EndpointServices } from '../src/engine/webhook-endpoints/secrets.ts';
import { type ClaimedAttempt, claimAttempts } from '../src/store/webhooks/claim-attempts.ts';
import { finished, recordFinished } from '../src/webhooks/recorder.ts';
import type { Chance } from './chance.ts';

/** Merchants' receivers, and what they were told. */
export type Post = {
  open: (merchant_ids: readonly string[]) => Promise<void>;
  /** Delivers what is due by the virtual clock; the POST itself is simulated, claim and record are real. */
  deliver: () => Promise<void>;
  /**
   * Holds what the service counts as delivered against what arrived, of events that are old enough by now;
   * with `is_end`, of all. What never arrived comes back as sentences.
   */
  close: (now_ms: number, is_end: boolean) => Promise<string[]>;
  told: () => { events: number; delivered: number };
};

const CLAIM_MAX = 2000;
const LEASE_MS = 30_000;
/** By then nearly every event has been delivered. */
const SETTLES_IN_MS = 30 * 3_600_000;
const PAGE = 20_000;

type Delivery = { id: string; event_id: string; state: string };
/** In the order in which the events came about. */
const DELIVERIES = `select id, event_id, state from webhook_deliveries
  where id > $1 and created_at < $2 order by id limit $3`;

const OK: Exchange = { kind: 'answered', status_code: 200, retry_after: null, answer: '' };
const BROKEN: Exchange = { kind: 'answered', status_code: 503, retry_after: null, answer: 'try later' };

export function openPost(services: Services & EndpointServices, chance: Chance, failure_share: number): Post {
  const received = new Set<string>();
  const { told, closeUntil } = createCheck(services, received);

  const exchange = (attempt: ClaimedAttempt): Exchange => {
    if (chance.happens(failure_share)) return BROKEN;
    received.add(attempt.event_id);
    // Answered too late to be counted: the merchant has it and will get it again.
    return chance.happens(failure_share / 10) ? { kind: 'timed_out' } : OK;
  };

  return {
    told,
    close: (now_ms, is_end) => closeUntil(is_end ? now_ms + 1 : now_ms - SETTLES_IN_MS),
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

/** Holds what the service counts as delivered against what the receivers have, each event once. */
function createCheck({ pool }: Services, received: Set<string>) {
  let after = '00000000-0000-0000-0000-000000000000';
  let events = 0;
  let delivered = 0;
  return {
    told: () => ({ events, delivered }),
    async closeUntil(before_ms: number): Promise<string[]> {
      const broken: string[] = [];
      // Page after page on purpose: a run has a million events.
      for (let rows: Delivery[] = [], is_first = true; is_first || rows.length === PAGE; is_first = false) {
        ({ rows } = await pool.query<Delivery>(DELIVERIES, [after, new Date(before_ms), PAGE]));
        after = rows.at(-1)?.id ?? after;
        events += rows.length;
        delivered += rows.filter(({ event_id }) => received.has(event_id)).length;
        const missing = rows.filter(
          ({ event_id, state }) => state === 'DELIVERED' && !received.has(event_id),
        );
        broken.push(
          ...missing.map(({ event_id }) => `event ${event_id} counts as delivered and never arrived`),
        );
        for (const { event_id } of rows) received.delete(event_id);
      }
      return broken;
    },
  };
}
