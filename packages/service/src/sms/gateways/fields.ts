import { isUtf8 } from 'node:buffer';

const TEXT_CHARACTERS_MAX = 200;

/** The JSON object in a body, or null. Duplicate keys and deep nesting do no harm: few fields are looked at. */
export function jsonObject(body: Buffer): Record<string, unknown> | null {
  if (!isUtf8(body)) return null;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing but a sign of life, by whoever can't send another. */
export const isEmpty = (object: Record<string, unknown>): boolean => Object.keys(object).length === 0;

/** Own members only: a field named `constructor` is not what the sender sent. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A short text such as an id or a sender; numbers are written out, all else and the empty text is null. */
export function shortText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') return null;
  return storable(text.trim().slice(0, TEXT_CHARACTERS_MAX));
}

/** An SMS to the letter, but for what PostgreSQL's text can't hold: NUL and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** A SIM's number from 1: `1`, `"1"`, `"SIM1"`; null when it is not said. */
export function simSlot(value: unknown): number | null {
  const digits =
    typeof value === 'string'
      ? value
          .trim()
          .toUpperCase()
          .replace(/^SIM ?/, '')
      : value;
  const slot = typeof digits === 'string' && digits !== '' ? Number(digits) : digits;
  return typeof slot === 'number' && Number.isInteger(slot) && slot >= 1 && slot <= 8 ? slot : null;
}

const EARLIEST_MS = Date.UTC(2020, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);
const HAS_OFFSET = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/;

/** A moment written with its offset, or in Unix seconds or milliseconds; null when it says no moment. */
export function momentOf(value: unknown): Date | null {
  if (typeof value === 'string' && HAS_OFFSET.test(value)) return within(new Date(value).getTime());
  const number = typeof value === 'string' && /^[0-9]{9,14}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return null;
  return within(number < EARLIEST_MS ? number * 1_000 : number);
}

function within(time_ms: number): Date | null {
  return time_ms >= EARLIEST_MS && time_ms < LATEST_MS ? new Date(time_ms) : null;
}
