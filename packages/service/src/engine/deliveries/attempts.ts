import type { ShownDelivery, WebhookDelivery } from '../../domain/delivery/delivery.ts';
import type { Database } from '../../store/statement.ts';
import { latestAttempts } from '../../store/webhooks/attempts.ts';

/** How many attempts are shown of a delivery: by itself, and in a list. */
export const ATTEMPTS_SHOWN = { alone: 100, in_list: 20 } as const;

/** The deliveries with their latest attempts, in their order; one statement. */
export async function withAttempts(
  database: Database,
  deliveries: readonly WebhookDelivery[],
  limit: number,
): Promise<ShownDelivery[]> {
  const shown = deliveries.map((delivery): ShownDelivery => ({ ...delivery, attempts: [] }));
  const by_id = new Map(shown.map((delivery) => [delivery.id, delivery]));
  const ids = [...by_id.keys()];
  for (const { delivery_id, ...attempt } of await latestAttempts(database, ids, limit)) {
    by_id.get(delivery_id)?.attempts.push(attempt);
  }
  return shown;
}
