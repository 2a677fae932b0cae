import type { Operator } from '../src/domain/operator.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';

/** One customer at one till: what the merchant asks for, and what the customer is going to do. */
export type Sale = {
  reference: string;
  merchant: number;
  operator: Operator;
  amount_xaf: number;
  /** 8 digits. */
  phone: string;
  declared: boolean;
  asked_ms: number;
  behaviour: 'pays' | 'pays_late' | 'pays_wrong_amount' | 'abandons';
};

export type Demand = {
  /** The sales of a stretch of virtual time, in order. */
  between: (from_ms: number, to_ms: number) => Sale[];
  /** Payments that customers have set out to make so far. */
  payments: () => number;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How busy each hour of N'Djamena's day is, midnight first; only the proportions matter. */
const BUSY = [1, 0, 0, 0, 1, 3, 8, 20, 40, 55, 60, 60, 50, 45, 50, 55, 60, 65, 60, 45, 30, 15, 6, 2];
const BUSY_HOURS = BUSY.reduce((sum, weight) => sum + weight, 0);

/** Prices people really ask; the small round ones are by far the most common. */
const PRICES_XAF = [500, 1000, 1500, 2000, 2500, 3000, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000];

/** Shops and customers of a country, until so many payments have been set out in so many days. */
export function createDemand(
  profile: Profile,
  chance: Chance,
  size: { payments: number; days: number; starts_ms: number },
): Demand {
  const a_day = size.payments / size.days;
  const customers = Array.from({ length: profile.customers }, (_, n) => customerOf(n));
  let payments = 0;
  let owed = 0;
  let serial = 0;

  const sale = (asked_ms: number): Sale => {
    serial += 1;
    const { operator, phone } = chance.pick(customers);
    const behaviour = behaviourOf(profile, chance);
    if (behaviour !== 'abandons') payments += 1;
    return {
      reference: `S${serial}`,
      merchant: chance.between(0, profile.merchants - 1),
      operator,
      amount_xaf: priceOf(chance),
      phone,
      declared: chance.happens(profile.declared_share),
      asked_ms,
      behaviour,
    };
  };

  return {
    payments: () => payments,
    between: (from_ms, to_ms) => {
      if (payments >= size.payments) return [];
      const hour = Math.floor(((from_ms + HOUR_MS) % DAY_MS) / HOUR_MS);
      const share = ((BUSY[hour] ?? 0) / BUSY_HOURS) * ((to_ms - from_ms) / HOUR_MS);
      owed += a_day * share * (1 + profile.abandoned_share);
      const count = Math.floor(owed);
      owed -= count;
      const moments = Array.from({ length: count }, () => from_ms + chance.next() * (to_ms - from_ms));
      return moments.sort((a, b) => a - b).map((at_ms) => sale(Math.floor(at_ms)));
    },
  };
}

function customerOf(n: number): { operator: Operator; phone: string } {
  const operator = n % 5 < 3 ? 'AIRTEL' : 'MOOV';
  return { operator, phone: `${operator === 'AIRTEL' ? '6' : '9'}${String(1_000_000 + n * 7).slice(-7)}` };
}

function behaviourOf(profile: Profile, chance: Chance): Sale['behaviour'] {
  if (chance.happens(profile.abandoned_share / (1 + profile.abandoned_share))) return 'abandons';
  if (chance.happens(profile.late_share)) return 'pays_late';
  return chance.happens(profile.wrong_amount_share) ? 'pays_wrong_amount' : 'pays';
}

function priceOf(chance: Chance): number {
  if (chance.happens(0.45)) return chance.pick(PRICES_XAF);
  // A basket: anything up to 60 000 in steps of 25 francs.
  return 25 * Math.max(4, Math.round(chance.skewed(160, 1)) % 2400);
}
