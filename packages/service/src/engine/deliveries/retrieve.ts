import type { ShownDelivery } from '../../domain/delivery/delivery.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { type OwnedDelivery, selectDeliveries } from '../../store/webhooks/deliveries.ts';
import type { Services } from '../services.ts';
import { ATTEMPTS_SHOWN, withAttempts } from './attempts.ts';

export type DeliveryAsked = Caller & { delivery_id: string };

/** The deliveries asked for, with their attempts; null where that merchant and environment has none such. */
export async function retrieveDeliveries(
  services: Pick<Services, 'pool'>,
  asked: readonly DeliveryAsked[],
): Promise<(ShownDelivery | null)[]> {
  const found = await selectDeliveries(
    services.pool,
    asked.map(({ delivery_id }) => delivery_id),
  );
  const owners = new Map(found.map((delivery) => [delivery.id, delivery]));
  const shown = await withAttempts(services.pool, found, ATTEMPTS_SHOWN.alone);
  const by_id = new Map(shown.map((delivery) => [delivery.id, delivery]));
  return asked.map((one) =>
    isDeliveryOf(owners.get(one.delivery_id), one) ? (by_id.get(one.delivery_id) ?? null) : null,
  );
}

/** Whether a delivery is of this merchant and environment. */
export function isDeliveryOf(delivery: OwnedDelivery | undefined, caller: Caller): delivery is OwnedDelivery {
  return delivery?.merchant_id === caller.merchant_id && delivery.environment === caller.environment;
}
