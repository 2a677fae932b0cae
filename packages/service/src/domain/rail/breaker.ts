import { SECOND_MS } from '../time.ts';

/** What is known of a rail's health; one row in the database, shared by all processes. */
export type Breaker =
  | { state: 'closed'; failures: number; openings: 0; until: null }
  /** Nothing is sent until then, and new transactions are refused. */
  | { state: 'open'; failures: 0; openings: number; until: Date }
  /** One call is let through; given up at `until`, when its process must have died. */
  | { state: 'half_open'; failures: 0; openings: number; until: Date };

export type BreakerEvent = 'success' | 'fault' | 'probe';

export const CLOSED: Breaker = { state: 'closed', failures: 0, openings: 0, until: null };

/** Faults in a row that open a breaker. */
export const FAULTS_MAX = 5;
/** Longer than any call to a rail, its token included. */
export const PROBE_MS = 60 * SECOND_MS;
const OPEN_FIRST_MS = 15 * SECOND_MS;
const OPEN_MAX_MS = 300 * SECOND_MS;

/** How long a breaker stays open: 15 s, doubled each time its probe fails, at most 5 minutes. */
export function openFor_ms(openings: number): number {
  return Math.min(OPEN_MAX_MS, OPEN_FIRST_MS * 2 ** Math.min(Math.max(openings, 1) - 1, 10));
}

type BreakerMove = (breaker: Breaker, now: Date) => Breaker;

const stay: BreakerMove = (breaker) => breaker;
const close: BreakerMove = () => CLOSED;
const open: BreakerMove = ({ openings }, now) => ({
  state: 'open',
  failures: 0,
  openings: openings + 1,
  until: new Date(now.getTime() + openFor_ms(openings + 1)),
});
const probe: BreakerMove = (breaker, now) =>
  breaker.until !== null && breaker.until > now
    ? breaker
    : {
        state: 'half_open',
        failures: 0,
        openings: breaker.openings,
        until: new Date(now.getTime() + PROBE_MS),
      };

/**
 * The breaker as a table. While it is open, answers of calls that began before still arrive: a success is no
 * proof of the present, and one more fault is nothing new.
 */
export const BREAKER_MOVES = {
  closed: {
    success: close,
    fault: (breaker, now) =>
      breaker.failures + 1 >= FAULTS_MAX
        ? open(breaker, now)
        : { state: 'closed', failures: breaker.failures + 1, openings: 0, until: null },
    probe: stay,
  },
  open: { success: stay, fault: stay, probe },
  half_open: { success: close, fault: open, probe },
} as const satisfies Record<Breaker['state'], Record<BreakerEvent, BreakerMove>>;

/** The breaker after an event. The same value when nothing changes. */
export function afterEvent(breaker: Breaker, event: BreakerEvent, now: Date): Breaker {
  return BREAKER_MOVES[breaker.state][event](breaker, now);
}

/** How many seconds a new transaction must wait, or null when it may come. */
export function retryAfter_s(breaker: Breaker, now: Date): number | null {
  if (breaker.state !== 'open') return null;
  const left_ms = breaker.until.getTime() - now.getTime();
  return left_ms > 0 ? Math.ceil(left_ms / SECOND_MS) : null;
}

/**
 * How many calls may begin: none while open, one as a probe when the time has come (ask for `probe` first),
 * else as many as there are places.
 */
export function mayBegin(breaker: Breaker, now: Date): 'all' | 'probe' | 'none' {
  if (breaker.state === 'closed') return 'all';
  return breaker.until <= now ? 'probe' : 'none';
}
