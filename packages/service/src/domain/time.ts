/** Chad keeps UTC+1 all year (Africa/Ndjamena, no daylight saving). */
export const NDJAMENA_OFFSET_MS = 3_600_000;

/** `13:05` in N'Djamena for an instant. */
export function formatLocalTime(instant: Date): string {
  return new Date(instant.getTime() + NDJAMENA_OFFSET_MS).toISOString().slice(11, 16);
}

/** `2026-11-21` in N'Djamena: the day an operator's daily cap counts. */
export function localDay(instant: Date): string {
  return new Date(instant.getTime() + NDJAMENA_OFFSET_MS).toISOString().slice(0, 10);
}

/**
 * When a day such as `2026-11-21` begins in N'Djamena; null for what is no day, as the 30th of February, or of no year
 * from 1000 to 9998: those around it are days too, here and in PostgreSQL.
 */
export function dayBegins(day: string): Date | null {
  if (!/^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(day) || day.startsWith('9999')) return null;
  const begins = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(begins.getTime()) || begins.toISOString().slice(0, 10) !== day) return null;
  return new Date(begins.getTime() - NDJAMENA_OFFSET_MS);
}

/** The middle of a day, for what is known by its day alone; null for what is no day. */
export function noonOf(day: string): Date | null {
  const begins = dayBegins(day);
  return begins === null ? null : later(begins, DAY_MS / 2);
}

/** The instant that a text names, of a day that there is; null for none: of the 31st of February a Date makes one in March. */
export function readInstant(text: string): Date | null {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) || dayBegins(text.slice(0, 10)) === null ? null : instant;
}

/** The same of a text that says its zone, as `2027-01-31T14:00:00+01:00`: without one it names another instant on each machine. */
export function readZoned(text: string): Date | null {
  return /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? readInstant(text) : null;
}

/** `instant` and so many milliseconds. */
export function later(instant: Date, delay_ms: number): Date {
  return new Date(instant.getTime() + delay_ms);
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const KEPT_MAX = 256;

/**
 * The same function of an instant, which writes its text once for each millisecond: the sessions of a batch
 * share the moment they begin, and few differ in the one they end. What is kept is bounded.
 */
export function perInstant(write: (instant: Date) => string): (instant: Date) => string {
  const texts = new Map<number, string>();
  return (instant) => {
    const ms = instant.getTime();
    const known = texts.get(ms);
    if (known !== undefined) return known;
    const text = write(instant);
    if (texts.size >= KEPT_MAX) texts.clear();
    texts.set(ms, text);
    return text;
  };
}

/** `2026-11-21T09:30:00.000Z`. Throws a RangeError for an invalid date. */
export const isoText = perInstant((instant) => instant.toISOString());
