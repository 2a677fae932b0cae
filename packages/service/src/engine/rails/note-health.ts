import { afterEvent, type Breaker, type BreakerEvent, CLOSED } from '../../domain/rail/breaker.ts';
import type { RailName } from '../../domain/transaction/transaction.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { lockBreakers, writeBreakers } from '../../store/rails/breakers.ts';
import type { RailBreakerRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';
import { breakerOf, breakersOf, forgetBreakers } from './breakers.ts';

export type RailHealth = { rail: RailName; event: BreakerEvent };

/**
 * Tells the breakers what happened, in order. While all is well nothing is written or locked: a success
 * changes nothing of a closed breaker without failures.
 */
export async function noteHealth(services: Services, noted: readonly RailHealth[]): Promise<void> {
  const now = services.now();
  const known = await breakersOf(services);
  // The sandbox has no breaker: its faults are acted.
  const rails = [...new Set(noted.map(({ rail }) => rail))].filter((rail) => {
    const events = noted.filter((one) => one.rail === rail).map(({ event }) => event);
    return rail !== 'sandbox' && fold(known.get(rail) ?? CLOSED, events, now) !== (known.get(rail) ?? CLOSED);
  });
  if (rails.length === 0) return;
  await transaction(services.pool, async (client) => {
    const rows = await lockBreakers(
      client,
      rails.toSorted().map((rail) => ({ rail, now })),
    );
    const changed = rows.flatMap((row): RailBreakerRow[] => {
      const before = breakerOf(row);
      const events = noted.filter(({ rail }) => rail === row.rail).map(({ event }) => event);
      const after = fold(before, events, now);
      return after === before ? [] : [{ rail: row.rail, ...after, changed_at: now }];
    });
    await writeBreakers(client, changed);
  });
  forgetBreakers(services);
}

function fold(breaker: Breaker, events: readonly BreakerEvent[], now: Date): Breaker {
  return events.reduce((before, event) => {
    const after = afterEvent(before, event, now);
    // A success of a closed breaker makes it what it was.
    return after.state === 'closed' && before.state === 'closed' && after.failures === before.failures
      ? before
      : after;
  }, breaker);
}
