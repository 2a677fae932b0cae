import { readDate } from '../../domain/text/date.ts';
import { type Lexed, once } from '../../domain/text/tokens.ts';
import { isoText, NDJAMENA_OFFSET_MS } from '../../domain/time.ts';

export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** A local time to the minute as ISO 8601 UTC; null for what no calendar or clock shows (30 February, 24:00). */
export function toUtc(local: LocalTime): string | null {
  const { year, month, day, hour, minute } = local;
  if (year < 2000 || year > 2099 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59)
    return null;
  if (day > daysIn(year, month)) return null;
  return isoText(new Date(Date.UTC(year, month - 1, day, hour, minute) - NDJAMENA_OFFSET_MS));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Between a date and its time stand at most this many tokens (`a`, `,`, `-`, `vers`). */
const MOST_BETWEEN = 3;

export interface TimeRead {
  readonly end: number;
  /** ISO 8601 UTC; null for what no calendar or clock shows. */
  readonly at: string | null;
}

/**
 * A date with a time at this token: `12/06/24 a 14:05`, `12-06-2024 14h05`, `2024-06-12 14:05:09`. Day before
 * month, as in French. A date without a time tells nothing to the minute and is none.
 */
export const readTime = once<TimeRead>('time', (lexed, at) => {
  const date = readDate(lexed.tokens, at);
  const clock = date === null ? null : readClock(lexed, at + 5);
  if (date === null || clock === null) return null;
  return { end: clock.end, at: toUtc({ ...date, ...clock.local }) };
});

function readClock(
  lexed: Lexed,
  from: number,
): { end: number; local: Pick<LocalTime, 'hour' | 'minute'> } | null {
  for (let at = from; at <= from + MOST_BETWEEN; at += 1) {
    lexed.tally.steps += 1;
    const [hour, mark, minute] = lexed.tokens.slice(at, at + 3);
    const isClock =
      hour?.kind === 'num' && minute?.kind === 'num' && (mark?.text === ':' || mark?.text === 'h');
    if (!isClock || hour.text.length > 2 || minute.text.length !== 2) continue;
    const seconds = lexed.tokens.slice(at + 3, at + 5);
    const hasSeconds = seconds[0]?.text === ':' && seconds[0].glued && seconds[1]?.kind === 'num';
    return {
      end: at + (hasSeconds ? 5 : 3),
      local: { hour: Number(hour.text), minute: Number(minute.text) },
    };
  }
  return null;
}
