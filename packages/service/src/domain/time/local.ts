/** Chad keeps UTC+1 all year (Africa/Ndjamena, no daylight saving). Source: shared rails facts, section 1. */
const NDJAMENA_OFFSET_MS = 3_600_000;

/** `13:05` in N'Djamena for an instant. */
export function formatLocalTime(instant: Date): string {
  return new Date(instant.getTime() + NDJAMENA_OFFSET_MS).toISOString().slice(11, 16);
}

/** `2026-11-21` in N'Djamena: the day an operator's daily cap counts. */
export function localDay(instant: Date): string {
  return new Date(instant.getTime() + NDJAMENA_OFFSET_MS).toISOString().slice(0, 10);
}

/** `instant` and so many milliseconds. */
export function later(instant: Date, delay_ms: number): Date {
  return new Date(instant.getTime() + delay_ms);
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
