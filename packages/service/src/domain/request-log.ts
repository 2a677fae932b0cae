import type { Environment } from './operator.ts';
import { DAY_MS, later } from './time.ts';

/** What a merchant's request to /v1 was answered: no body, no address, no secret. */
export type AnsweredRequest = {
  /** A UUIDv7; the answer's X-Request-Id. */
  id: string;
  merchant_id: string;
  environment: Environment;
  key_id: string;
  method: string;
  /** As the router has it, /v1/transactions/:id; `unmatched` where there is no such address. */
  route: string;
  status: number;
  error_code: string | null;
  duration_us: number;
  at: Date;
};

export const REQUESTS_KEPT_DAYS = 14;
const SLOTS = 16;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);

/** The part of the log that a moment's day belongs to: its turn comes every 16 days. */
export function daySlot(at: Date): number {
  return Math.floor((at.getTime() - FIRST_DAY_MS) / DAY_MS) % SLOTS;
}

/** The days whose parts must hold nothing older: today, and tomorrow before it begins. As `2026-11-21`. */
export function daysToEmpty(now: Date): string[] {
  return [now, later(now, DAY_MS)].map((at) => at.toISOString().slice(0, 'YYYY-MM-DD'.length));
}
