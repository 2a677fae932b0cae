import { lastDays, RATE_DAYS, type Summary, summarise } from '../../domain/payment/summary.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { snapshot } from '../../store/connect/atomically.ts';
import {
  type Attention,
  COUNTED_MAX,
  countStanding,
  loadAttention,
  medianConfirmation,
  readPaymentCounts,
} from '../../store/payments/counts.ts';
import type { Services } from '../services.ts';

export { COUNTED_MAX } from '../../store/payments/counts.ts';

export type Home = Summary & {
  /** Open at this moment; COUNTED_MAX stands for that many and more. */
  waiting: number;
  in_review: number;
  /** Of the newest payments of the last days; null where none was confirmed. */
  median_ms: number | null;
  attention: Attention;
};

/**
 * What the first page of the dashboard says of one merchant and environment, at one moment of the database; null for a
 * merchant that does not exist. Four statements, none of which counts more than counters or `COUNTED_MAX` entries.
 */
export async function lookAtHome(
  services: Services,
  { merchant_id, environment }: Caller,
): Promise<Home | null> {
  const now = services.now();
  const [first_day = ''] = lastDays(now, RATE_DAYS);
  const [last_day = ''] = lastDays(now, 1);
  const own = { merchant_id, environment };
  return snapshot(services.pool, async (client) => {
    const [counts, [standing], [median], [attention]] = await Promise.all([
      readPaymentCounts(client, { ...own, first_day, last_day }),
      countStanding(client, own),
      medianConfirmation(client, { ...own, since: later(now, -RATE_DAYS * DAY_MS) }),
      loadAttention(client, own),
    ]);
    if (attention === undefined) return null;
    return {
      ...summarise(counts, now),
      waiting: Math.min(standing?.waiting ?? 0, COUNTED_MAX),
      in_review: Math.min(standing?.in_review ?? 0, COUNTED_MAX),
      median_ms: median?.median_ms ?? null,
      attention,
    };
  });
}
