import { lastDays, RATE_DAYS, type Summary, summarise } from '../../domain/payment/summary.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { snapshot } from '../../store/connect/atomically.ts';
import {
  type Attention,
  countStanding,
  loadAttention,
  medianConfirmation,
  readPaymentCounts,
  STANDING_COUNTED_MAX,
} from '../../store/payments/counts.ts';
import { listTakenBack, type TakenBack } from '../../store/payments/undone.ts';
import type { Services } from '../services.ts';

export { STANDING_COUNTED_MAX } from '../../store/payments/counts.ts';

export type Home = Summary & {
  /** Open at this moment; STANDING_COUNTED_MAX stands for that many and more. */
  waiting: number;
  in_review: number;
  /** Of the newest payments of the last days; null where none was confirmed. */
  median_ms: number | null;
  attention: Attention;
  /** What the operator took back lately, the latest first; `TAKEN_BACK_SHOWN`, and one more where there are more. */
  taken_back: TakenBack[];
};

export const TAKEN_BACK_SHOWN = 10;
const TAKEN_BACK_DAYS = 7;

/**
 * What the first page of the dashboard says of one merchant and environment, at one moment of the database;
 * null for a merchant that does not exist. Five statements, none of which counts more than counters or
 * `STANDING_COUNTED_MAX` entries.
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
    const [counts, [standing], [median], [attention], taken_back] = await Promise.all([
      readPaymentCounts(client, { ...own, first_day, last_day }),
      countStanding(client, own),
      medianConfirmation(client, { ...own, since: later(now, -RATE_DAYS * DAY_MS) }),
      loadAttention(client, own),
      listTakenBack(client, {
        ...own,
        since: later(now, -TAKEN_BACK_DAYS * DAY_MS),
        limit: TAKEN_BACK_SHOWN + 1,
      }),
    ]);
    if (attention === undefined) return null;
    return {
      ...summarise(counts, now),
      waiting: Math.min(standing?.waiting ?? 0, STANDING_COUNTED_MAX),
      in_review: Math.min(standing?.in_review ?? 0, STANDING_COUNTED_MAX),
      median_ms: median?.median_ms ?? null,
      attention,
      taken_back,
    };
  });
}
