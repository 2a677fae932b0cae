type Clocks = {
  /** The time by this machine's clock, in milliseconds since 1970. */
  nowMs: () => number;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
};

export type ServiceTime = {
  /** Milliseconds since 1970, whole ones. */
  nowMs: () => number;
  /**
   * Goes by what a look at the database's clock has found.
   * @param ahead_ms how far this machine's clock is ahead of that one
   * @param was_set whether this machine's clock was set since the look before
   */
  agree: (ahead_ms: number, was_set: boolean) => void;
};

/**
 * The time that a process works by: its database's, counted on from one look to the next, so that nothing moves
 * when somebody sets the clock of this machine. It never steps back by less than `step_ms`, it stands still
 * meanwhile: else who pays in those seconds, after another database has taken over whose clock is behind, would
 * have paid before his session was made. And where the database's clock leaps by more, away from a machine whose
 * own was not set, the database is wrong: the process goes on as it was.
 */
export function openServiceTime({ nowMs, elapsedMs }: Clocks, step_ms: number): ServiceTime {
  let base = { at_ms: elapsedMs(), told_ms: nowMs(), is_first: true };
  let last_ms = 0;
  const counted = () => base.told_ms + elapsedMs() - base.at_ms;
  return {
    nowMs: () => {
      const now_ms = Math.round(counted());
      if (now_ms >= last_ms || now_ms < last_ms - step_ms) last_ms = now_ms;
      return last_ms;
    },
    agree: (ahead_ms, was_set) => {
      const told_ms = nowMs() - ahead_ms;
      const leaps = Math.abs(told_ms - counted()) > step_ms && Math.abs(ahead_ms) > step_ms;
      if (leaps && !base.is_first && !was_set) return;
      base = { at_ms: elapsedMs(), told_ms, is_first: false };
    },
  };
}
