import type { Environment } from '../operator.ts';
import { DAY_MS, dayBegins, later, localDay } from '../time.ts';

export const CADENCES = ['daily', 'weekly', 'on_demand'] as const;
export type Cadence = (typeof CADENCES)[number];

/** How a merchant is settled in one environment. The merchant chooses when and from which sum on; staff the rest. */
export type SettlementTerms = {
  cadence: Cadence;
  /** Of a weekly one, from 1 (Monday) to 7. */
  weekday: number;
  /** Less than this waits for the next time. */
  minimum_xaf: number;
  /** How many days in N'Djamena a payment waits: 0 settles those of this moment, 1 those of yesterday and before. */
  hold_days: number;
  /** What stays with us against refunds and reversals. */
  reserve_xaf: number;
};

export const HOLD_DAYS_MAX = 30;

/** Of a merchant for whom nobody has set any. */
export function defaultTerms(environment: Environment): SettlementTerms {
  const terms = { cadence: 'on_demand', weekday: 1, reserve_xaf: 0 } as const;
  return environment === 'live'
    ? { ...terms, minimum_xaf: 1000, hold_days: 1 }
    : { ...terms, minimum_xaf: 1, hold_days: 0 };
}

/** What is settled occurred before this moment; without a hold also what occurs at this very one. */
export function cutoffOf({ hold_days }: Pick<SettlementTerms, 'hold_days'>, now: Date): Date {
  if (hold_days === 0) return later(now, 1);
  const today = dayBegins(localDay(now)) as Date;
  return later(today, -(hold_days - 1) * DAY_MS);
}

/** The first day after `day` on which it is drafted again; null: only when somebody asks. */
export function nextDay({ cadence, weekday }: SettlementTerms, day: string): string | null {
  if (cadence === 'on_demand') return null;
  const after = (days: number): string => localDay(later(dayBegins(day) as Date, days * DAY_MS));
  if (cadence === 'daily') return after(1);
  const today = new Date(`${day}T00:00:00.000Z`).getUTCDay() || 7;
  return after((weekday - today + 7) % 7 || 7);
}
