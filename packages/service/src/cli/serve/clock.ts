import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Pool } from '../../store/connect/connect.ts';
import { readClock } from '../../store/health.ts';
import { openServiceTime } from './service-time.ts';

/** What works on one database may differ by so much: leases, freezes and answers that are kept end by the clock of whoever looks. */
const CLOCK_OFF_MAX_MS = 60_000;
const LOOK_EVERY_MS = 60_000;
const LOOK_WHILE_OFF_MS = 5_000;
/** A clock that moved by more than this against the time that passed was set. */
const SET_MS = 1_000;

export type ClockDeps = {
  /** The time by the database's clock. */
  ask: () => Promise<Date>;
  /** The time by this machine's clock. */
  nowMs: () => number;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
};

/** This machine's clock beside that of its database, which may run on another machine. */
export function clockBeside(pool: Pool): ClockDeps {
  const ask = async (): Promise<Date> => {
    const [answer] = await readClock(pool);
    if (answer === undefined) throw new Error('bug: a question for the time has one answer');
    return answer.at;
  };
  return { ask, nowMs: () => Date.now(), elapsedMs: () => performance.now() };
}

/** How far this machine's clock is ahead of the database's, at least: the way of the question leaves a part of it open. */
export async function clockAhead_ms({ ask, nowMs, elapsedMs }: ClockDeps): Promise<number> {
  const [began_at_ms, began_ms] = [nowMs(), elapsedMs()];
  const answer = await ask();
  const half_ms = (elapsedMs() - began_ms) / 2;
  const ahead_ms = began_at_ms + half_ms - answer.getTime();
  return Math.sign(ahead_ms) * Math.max(0, Math.abs(ahead_ms) - half_ms);
}

/** What a clock that is off means, for whoever can set it; null where it agrees. */
export function clockProblem(ahead_ms: number): string | null {
  if (Math.abs(ahead_ms) <= CLOCK_OFF_MAX_MS) return null;
  const direction = ahead_ms > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${Math.round(Math.abs(ahead_ms) / 1_000)} s ${direction} the database's: nothing is swept, sent or delivered here until they agree. Set it by NTP.`;
}

export type Clock = {
  /**
   * Milliseconds since 1970, by the database's clock (`openServiceTime`): whoever works on one database tells
   * the time alike. A payment that one machine hears of, for a session that another made, came before it by
   * their own clocks, and would be nobody's.
   */
  nowMs: () => number;
  /**
   * Whether what a process does unasked may begin a round: one whose clock is days off isn't trusted to forget first answers or to free
   * what is frozen. Looks again once a minute, and at once when the clock was set. Rejects where the database is away.
   */
  mayBegin: () => Promise<boolean>;
  /** Looks now, and from then on also while nobody asks, until it is closed. */
  keepLooking: () => Promise<void>;
  close: () => void;
};

/** Holds the clock of this machine against that of its database. */
export function openClock(deps: ClockDeps, registry: Registry, log: Pick<Logger, 'error' | 'info'>): Clock {
  const { nowMs, elapsedMs } = deps;
  const time = openServiceTime(deps, CLOCK_OFF_MAX_MS);
  let looked = { at_ms: Number.NEGATIVE_INFINITY, offset_ms: 0, ahead_ms: 0 };
  let looking: Promise<boolean> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let is_closed = false;
  const isRight = () => clockProblem(looked.ahead_ms) === null;
  new Gauge({
    name: 'chari_clock_ahead_seconds',
    help: "How far the clock of this machine is ahead of the database's, as it was last looked at.",
    registers: [registry],
    // The processes of a fleet share one machine.
    aggregator: 'first',
    collect() {
      this.set(looked.ahead_ms / 1_000);
    },
  });

  const look = async (): Promise<boolean> => {
    const at_ms = elapsedMs();
    const offset_ms = nowMs() - at_ms;
    const ahead_ms = await clockAhead_ms(deps);
    const was_right = isRight();
    time.agree(ahead_ms, Math.abs(offset_ms - looked.offset_ms) > SET_MS);
    looked = { at_ms, offset_ms, ahead_ms };
    const problem = clockProblem(ahead_ms);
    if (was_right && problem !== null) log.error({ ahead_ms }, problem);
    if (!was_right && problem === null)
      log.info({ ahead_ms }, "The clock of this machine agrees with the database's.");
    return isRight();
  };
  const isFresh = (): boolean => {
    const past_ms = elapsedMs() - looked.at_ms;
    const was_set = Math.abs(nowMs() - elapsedMs() - looked.offset_ms) > SET_MS;
    return past_ms < (isRight() ? LOOK_EVERY_MS : LOOK_WHILE_OFF_MS) && !was_set;
  };
  const mayBegin = async (): Promise<boolean> => {
    if (looking === null && isFresh()) return isRight();
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const lookIfDue = async (): Promise<void> => {
    await mayBegin().catch(() => false);
  };
  return {
    nowMs: time.nowMs,
    mayBegin,
    keepLooking: async () => {
      await lookIfDue();
      if (!is_closed) timer = setInterval(lookIfDue, LOOK_WHILE_OFF_MS).unref();
    },
    close: () => {
      is_closed = true;
      clearInterval(timer);
    },
  };
}
