import { afterEvent, type Breaker, type BreakerEvent, CLOSED } from '../../domain/rail/breaker.ts';
import type { SpeaksAgainst } from '../../domain/refund/judge.ts';
import type { RailName } from '../../domain/transaction/transaction.ts';
import type { RailReadiness, Rails } from '../../rails/rail.ts';
import { atomically } from '../../store/connect/atomically.ts';
import {
  countSendingGateways,
  lockBreakers,
  type RailSurvey,
  readBreakers,
  surveyRailWork,
  writeBreakers,
} from '../../store/rails/breakers.ts';
import { listOpenRailRefunds } from '../../store/rails/refunds.ts';
import type { RailBreakerRow, RailRefundRow } from '../../store/rows.generated.ts';
import { perOwner } from '../fresh.ts';
import { loadAgainst } from '../refunds/against.ts';
import type { Services } from '../services.ts';

const READ_EVERY_MS = 500;

type KeptBreakers = { read_at_ms: number; breakers: Promise<ReadonlyMap<string, Breaker>> };

const kept = perOwner((_services: Services): { last: KeptBreakers | null } => ({ last: null }));

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

export type RailHealth = { rail: RailName; event: BreakerEvent };

/**
 * Tells the breakers what happened, in order. While all is well nothing is written or locked: a success
 * changes nothing of a closed breaker without failures.
 */
export async function noteHealth(services: Services, noted: readonly RailHealth[]): Promise<void> {
  if (noted.length === 0) return;
  const now = services.now();
  const known = await breakersOf(services);
  // The sandbox has no breaker: its faults are acted.
  const rails = [...new Set(noted.map(({ rail }) => rail))].filter((rail) => {
    const events = noted.filter((one) => one.rail === rail).map(({ event }) => event);
    return rail !== 'sandbox' && fold(known.get(rail) ?? CLOSED, events, now) !== (known.get(rail) ?? CLOSED);
  });
  if (rails.length === 0) return;
  await atomically(services.pool, async (client) => {
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

const REFUNDS_SHOWN = 100;

export type RailState = RailReadiness & {
  rail: RailName;
  breaker: 'closed' | 'open' | 'half_open';
  /** Faults in a row while closed. */
  failures: number;
  until: Date | null;
  work: Omit<RailSurvey, 'rail'>[];
};

/** `against`: what speaks against sending it, if it has not gone yet. */
export type OpenRefund = RailRefundRow & { against: SpeaksAgainst | null };

/**
 * What staff look at: each rail of this process, what it still has to do, and refunds that are not settled, those that have
 * waited longest first: so many at most.
 */
export async function surveyRails(
  services: Services,
  rails: Rails,
  refunds_max: number = REFUNDS_SHOWN,
): Promise<{ rails: RailState[]; refunds: OpenRefund[] }> {
  const names = Object.keys(rails) as RailName[];
  const [breakers, work, refunds, ready] = await Promise.all([
    breakersOf(services),
    surveyRailWork(services.pool),
    listOpenRailRefunds(services.pool, { limit: refunds_max }),
    Promise.all(names.map((name) => (name === 'manual-sms' ? sending(services) : rails[name]?.readiness()))),
  ]);
  const states = names.map((rail, i): RailState => {
    const { state: breaker, failures, until } = breakers.get(rail) ?? CLOSED;
    const waiting = work.filter((row) => row.rail === rail);
    return {
      rail,
      ...(ready[i] ?? { ready: false, reason: 'It is not configured.' }),
      breaker,
      failures,
      until,
      work: waiting.map(({ step, waiting, oldest_due_at }) => ({ step, waiting, oldest_due_at })),
    };
  });
  const against = await loadAgainst(
    services.pool,
    refunds.map(({ transaction_id }) => transaction_id),
  );
  return {
    rails: states,
    refunds: refunds.map((one) => ({ ...one, against: against.get(one.transaction_id) ?? null })),
  };
}

/** What the rail itself can't know: the phones are in the database. */
async function sending({ pool }: Services): Promise<RailReadiness> {
  const [row] = await countSendingGateways(pool);
  const count = row?.count ?? 0;
  if (count > 0) return { ready: true, reason: `SMS gateways that can send: ${count}.` };
  return { ready: false, reason: 'No active SMS gateway can send: payers are not told what to pay.' };
}
