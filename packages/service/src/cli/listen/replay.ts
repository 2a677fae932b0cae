import type { Replay } from '../../engine/events/follow.ts';

const COUNT_MAX = 100_000;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * `--replay`: a whole number is a count of events, `15m`, `2h`, `3d` is how long ago, anything else a moment
 * in ISO 8601 with an offset or a UTC day. Null when it is none of these.
 */
export function parseReplay(text: string, now: Date): Replay | null {
  if (/^[0-9]{1,9}$/.test(text)) {
    const count = Number(text);
    return count >= 1 && count <= COUNT_MAX ? { kind: 'count', count } : null;
  }
  const unit_ms = UNITS_MS[text.at(-1) ?? ''];
  const amount = text.slice(0, -1);
  if (unit_ms !== undefined && /^[0-9]{1,6}$/.test(amount)) {
    return { kind: 'since', since: new Date(Math.max(0, now.getTime() - Number(amount) * unit_ms)) };
  }
  const is_moment =
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,12}(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/.test(text) &&
    !Number.isNaN(Date.parse(text));
  return is_moment ? { kind: 'since', since: new Date(text) } : null;
}
