import { keepCallbacks, type NewCallback } from '../../store/rails/callbacks.ts';
import type { Services } from '../services.ts';

/** A callback whose hash was right. */
export type GenuineCallback = Omit<NewCallback, 'id' | 'received_at' | 'rail'> & { rail: 'airtel-open-api' };

/**
 * Keeps callbacks, word for word, and lets the rail be asked about their transactions at once. What they say
 * decides nothing. One statement whatever their number.
 */
export async function receiveCallbacks(
  services: Services,
  callbacks: readonly GenuineCallback[],
): Promise<void> {
  const received_at = services.now();
  await keepCallbacks(
    services.pool,
    callbacks.map((callback) => ({ ...callback, id: services.newId(), received_at })),
  );
}
