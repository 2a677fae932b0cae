import type { Breaker } from '../../domain/rail/breaker.ts';
import { readBreakers } from '../../store/rails/breakers.ts';
import type { RailBreakerRow } from '../../store/rows.generated.ts';
import { perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

const READ_EVERY_MS = 500;

type Kept = { read_at_ms: number; breakers: Promise<ReadonlyMap<string, Breaker>> };

const kept = perOwner((_services: Services): { last: Kept | null } => ({ last: null }));

/**
 * The breakers of all rails, by name, as this process knows them: read from the database at most every half
 * second. A rail that is missing has never failed.
 */
export function breakersOf(services: Services): Promise<ReadonlyMap<string, Breaker>> {
  const slot = kept(services);
  const now_ms = services.now().getTime();
  if (slot.last !== null && Math.abs(now_ms - slot.last.read_at_ms) < READ_EVERY_MS)
    return slot.last.breakers;
  const breakers = readBreakers(services.pool).then(
    (rows) => new Map(rows.map((row) => [row.rail, breakerOf(row)])),
  );
  slot.last = { read_at_ms: now_ms, breakers };
  // A failed read is not kept.
  breakers.catch(() => {
    slot.last = null;
  });
  return breakers;
}

/** Reads again at the next question: this process has just changed one. */
export function forgetBreakers(services: Services): void {
  kept(services).last = null;
}

/** Of a row; the combination of its columns is checked by the database. */
export function breakerOf({ state, failures, openings, until }: RailBreakerRow): Breaker {
  if (state === 'closed' || until === null) return { state: 'closed', failures, openings: 0, until: null };
  return { state, failures: 0, openings, until };
}
