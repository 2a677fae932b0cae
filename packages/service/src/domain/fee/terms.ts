import { MINUTE_MS } from '../time.ts';

/** Which payments a fee is taken of. */
export const FEE_FLOWS = ['session', 'transaction'] as const;
export type FeeFlow = (typeof FEE_FLOWS)[number];

/**
 * Terms are set at least so long before they hold, since a process learns of them only some time after they are set: with
 * what it has read of them it goes on for a part of this.
 */
export const FEES_LEAD_MS = MINUTE_MS;

/** What we take of a payment, and the tax on it, which the merchant bears as well. */
export type FeeTerms = {
  /** Hundredths of a percent of the gross, 0 to 10,000. */
  basis_points: number;
  fixed_xaf: number;
  /** What it is at least, and at most; null: no bound. */
  min_xaf: number;
  max_xaf: number | null;
  /** Hundredths of a percent of the fee, 0 to 10,000. */
  tax_basis_points: number;
};

/** A payment costs nothing. */
export const NO_FEE: FeeTerms = {
  basis_points: 0,
  fixed_xaf: 0,
  min_xaf: 0,
  max_xaf: null,
  tax_basis_points: 0,
};

/** Terms that hold from a moment on, until others do. */
export type DatedTerms = FeeTerms & {
  id: number;
  flow: FeeFlow;
  valid_from: Date;
  /** Of all merchants with whom nothing else was agreed. */
  is_default: boolean;
};

/** All terms that ever held for a merchant, and those that will, in any order. */
export type FeeSchedule = readonly DatedTerms[];

/**
 * The terms of a payment: those that held when it was asked for, so that nobody's later word changes what it costs.
 * A merchant's own go before the default; of two from one moment the later written holds.
 * @returns null when none held: then it costs nothing
 */
export function termsAt(schedule: FeeSchedule, flow: FeeFlow, at: Date): DatedTerms | null {
  let found: DatedTerms | null = null;
  for (const terms of schedule) {
    if (terms.flow !== flow || terms.valid_from > at) continue;
    if (found === null || comesAfter(terms, found)) found = terms;
  }
  return found;
}

function comesAfter(terms: DatedTerms, other: DatedTerms): boolean {
  if (terms.is_default !== other.is_default) return other.is_default;
  return (
    terms.valid_from > other.valid_from || (+terms.valid_from === +other.valid_from && terms.id > other.id)
  );
}

/** What a payment costs its merchant. */
export type Charge = { fee_xaf: number; tax_xaf: number; fee_terms_id: number | null };

export const NO_CHARGE: Charge = { fee_xaf: 0, tax_xaf: 0, fee_terms_id: null };

const WHOLE_BASIS_POINTS = 10_000;

/** The fee on a gross amount and the tax on the fee, each rounded down to the franc; together never more than it. */
export function chargeOf(amount_xaf: number, terms: FeeTerms): { fee_xaf: number; tax_xaf: number } {
  const { basis_points, fixed_xaf, min_xaf, max_xaf, tax_basis_points } = terms;
  const asked_xaf = Math.floor((amount_xaf * basis_points) / WHOLE_BASIS_POINTS) + fixed_xaf;
  const bounded_xaf = Math.min(Math.max(asked_xaf, min_xaf), max_xaf ?? Number.MAX_SAFE_INTEGER);
  // The most that, with its own tax, is still less than a franc more than the payment.
  const most_xaf = Math.floor(
    ((amount_xaf + 1) * WHOLE_BASIS_POINTS - 1) / (WHOLE_BASIS_POINTS + tax_basis_points),
  );
  const fee_xaf = Math.min(bounded_xaf, most_xaf);
  return { fee_xaf, tax_xaf: Math.floor((fee_xaf * tax_basis_points) / WHOLE_BASIS_POINTS) };
}

/** What a payment of a flow, asked for at a moment, costs. */
export function chargeAt(
  schedule: FeeSchedule,
  flow: FeeFlow,
  { amount_xaf, created_at }: { amount_xaf: number; created_at: Date },
): Charge {
  const terms = termsAt(schedule, flow, created_at);
  return terms === null ? NO_CHARGE : { ...chargeOf(amount_xaf, terms), fee_terms_id: terms.id };
}
