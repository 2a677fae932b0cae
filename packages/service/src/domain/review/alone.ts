import { AMOUNT_XAF_MAX } from '../money.ts';
import type { Environment } from '../operator.ts';

/** A sum of live money that a person decides alone, and the merchant who gets it, or out of whose balance it goes. */
export type AloneSum = { amount_xaf: number; merchant_id: string | null };

/** What a decision about money asks for: an amount to be held against the limit, and what of it adds up. Sandbox money does not. */
export function moneyOf(
  { environment, merchant_id }: { environment: Environment; merchant_id: string | null },
  amount_xaf: number,
  adds_xaf = amount_xaf,
): { amount_xaf: number; alone?: AloneSum } {
  if (environment !== 'live') return { amount_xaf };
  return { amount_xaf, alone: { amount_xaf: adds_xaf, merchant_id } };
}

/** What one person has decided alone in the 24 hours before, in francs: of each merchant's money, and altogether. */
export type AloneOfDay = { day_xaf: number; of_merchants_xaf: ReadonlyMap<string, number> };

export const NOTHING_ALONE: AloneOfDay = { day_xaf: 0, of_merchants_xaf: new Map() };

/** From which sums on a person may not decide alone; null: whatever the sum. */
type AloneLimits = { second_person_xaf: number | null; alone_day_xaf: number | null };

/**
 * The amount that is held against `second_person_xaf`. Money of one merchant counts together with what this person has
 * decided of it alone, since a sum in parts is as large as in one. What comes to `alone_day_xaf` with all that they have
 * decided alone needs a second person, however small it is itself: there are many merchants.
 */
export function weightOf(
  { amount_xaf, merchant_id }: AloneSum,
  { day_xaf, of_merchants_xaf }: AloneOfDay,
  { second_person_xaf, alone_day_xaf }: AloneLimits,
): number {
  const before_xaf = merchant_id === null ? 0 : (of_merchants_xaf.get(merchant_id) ?? 0);
  const is_over = alone_day_xaf !== null && day_xaf + amount_xaf >= alone_day_xaf;
  const weight_xaf = Math.max(amount_xaf + before_xaf, is_over ? (second_person_xaf ?? 0) : 0);
  return Math.min(weight_xaf, Math.max(AMOUNT_XAF_MAX, second_person_xaf ?? 0));
}

/** With one decision more. */
export function withOneMore(
  { day_xaf, of_merchants_xaf }: AloneOfDay,
  { amount_xaf, merchant_id }: AloneSum,
): AloneOfDay {
  const of_merchants = new Map(of_merchants_xaf);
  if (merchant_id !== null) of_merchants.set(merchant_id, (of_merchants.get(merchant_id) ?? 0) + amount_xaf);
  return { day_xaf: day_xaf + amount_xaf, of_merchants_xaf: of_merchants };
}
