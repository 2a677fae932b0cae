import type { ShownDelivery } from '../../domain/delivery/delivery.ts';
import type { OutboxEvent } from '../../domain/event/body.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { selectEvents } from '../../store/events/list.ts';
import { selectDeliveriesOfEvents } from '../../store/webhooks/deliveries.ts';
import { ATTEMPTS_SHOWN, withAttempts } from '../deliveries/attempts.ts';
import type { Services } from '../services.ts';

export type EventAsked = Caller & { event_id: string };

export type EventDetail = { event: OutboxEvent; deliveries: ShownDelivery[] };

/** The events asked for, with their deliveries; null where that merchant and environment has none such. */
export async function retrieveEvents(
  services: Pick<Services, 'pool'>,
  asked: readonly EventAsked[],
): Promise<(EventDetail | null)[]> {
  const ids = asked.map(({ event_id }) => event_id);
  const events = new Map((await selectEvents(services.pool, ids)).map((event) => [event.id, event]));
  const found = await selectDeliveriesOfEvents(services.pool, [...events.keys()]);
  const deliveries = await withAttempts(services.pool, found, ATTEMPTS_SHOWN.in_list);
  return asked.map(({ event_id, merchant_id, environment }) => {
    const event = events.get(event_id);
    if (event?.merchant_id !== merchant_id || event.environment !== environment) return null;
    return { event, deliveries: deliveries.filter((delivery) => delivery.event_id === event_id) };
  });
}
