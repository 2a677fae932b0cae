import type { ShownDelivery } from '../../domain/delivery/delivery.ts';

const INSTANTS: ReadonlySet<string> = new Set(['created_at', 'finished_at', 'next_attempt_at', 'started_at']);

/** A delivery as it was kept beside an idempotency key, its instants Dates again. */
export function reviveDelivery(text: string): ShownDelivery {
  return JSON.parse(text, (name, value) =>
    INSTANTS.has(name) && typeof value === 'string' ? new Date(value) : value,
  ) as ShownDelivery;
}
