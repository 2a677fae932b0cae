/** What is known of how a live number is heard. Instants are milliseconds since the epoch. */
export type Hearing = {
  /** False: no gateway is routed to it. */
  is_routed: boolean;
  /** The last authenticated word of its gateway; null for never. */
  heard_at_ms: number | null;
  /** How far the gateway's clock is ahead of ours, where it said; null where it never said. */
  clock_ahead_ms: number | null;
  /** The latest messages that the gateway brought, the newest first. */
  messages: readonly { received_at_ms: number; arrived_at_ms: number }[];
  /** How many messages of its phone came lately by a SIM that nobody has routed, or that nobody can read. */
  unrouted: number;
};

/** What is wrong by a feed's own signals, with what was seen; null for what is well. */
export type Health = {
  silent: { reason: 'no_gateway' | 'never_heard' | 'not_heard'; heard_at_ms: number | null } | null;
  lagging: { delay_ms: number } | null;
  clock_skew: { ahead_ms: number } | null;
  unrouted: { unrouted: number } | null;
};

/**
 * Judges a number's feed by heartbeat, clock, delay, and what came by no SIM that is known. Balances are judged as messages
 * come. Pure.
 */
export function judgeHealth(heard: Hearing, policy: FeedPolicy, now_ms: number): Health {
  return {
    silent: silence(heard, policy, now_ms),
    lagging: lag(heard, policy, now_ms),
    clock_skew: skew(heard, policy, now_ms),
    unrouted: heard.unrouted > 0 ? { unrouted: heard.unrouted } : null,
  };
}

function silence({ is_routed, heard_at_ms }: Hearing, policy: FeedPolicy, now_ms: number): Health['silent'] {
  if (!is_routed) return { reason: 'no_gateway', heard_at_ms: null };
  if (heard_at_ms === null) return { reason: 'never_heard', heard_at_ms };
  return now_ms - heard_at_ms > policy.silent_ms ? { reason: 'not_heard', heard_at_ms } : null;
}

/** Several late ones in a row, the newest among them: one message may be late by itself. */
function lag(heard: Hearing, policy: FeedPolicy, now_ms: number): Health['lagging'] {
  const ahead_ms = heard.clock_ahead_ms ?? 0;
  const delays = heard.messages
    .filter(({ arrived_at_ms }) => now_ms - arrived_at_ms <= policy.lag_window_ms)
    .slice(0, policy.late_count)
    .map(({ received_at_ms, arrived_at_ms }) => arrived_at_ms + ahead_ms - received_at_ms);
  if (delays.length < policy.late_count) return null;
  const delay_ms = Math.min(...delays);
  return delay_ms > policy.lag_ms ? { delay_ms } : null;
}

/** By the clock that the gateway shows us; without one, by a message that it received after it arrived here. */
function skew(heard: Hearing, policy: FeedPolicy, now_ms: number): Health['clock_skew'] {
  const [newest] = heard.messages;
  const is_recent = newest !== undefined && now_ms - newest.arrived_at_ms <= policy.lag_window_ms;
  const shown_ms = is_recent ? newest.received_at_ms - newest.arrived_at_ms : 0;
  const ahead_ms = heard.clock_ahead_ms ?? Math.max(shown_ms, 0);
  return Math.abs(ahead_ms) > policy.skew_ms ? { ahead_ms } : null;
}

/** The numbers by which a feed is judged; milliseconds unless the name says otherwise. */
export type FeedPolicy = {
  /** A gateway not heard for so long is silent. */
  silent_ms: number;
  /** A message later than this is late; `late_count` in a row make a feed lag. */
  lag_ms: number;
  late_count: number;
  /** Only messages that arrived so recently tell how late a feed is now. */
  lag_window_ms: number;
  skew_ms: number;
};

export const DEFAULT_FEED_POLICY: FeedPolicy = {
  silent_ms: 15 * 60_000,
  lag_ms: 90_000,
  late_count: 3,
  lag_window_ms: 30 * 60_000,
  skew_ms: 120_000,
};
