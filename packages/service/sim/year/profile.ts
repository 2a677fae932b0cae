import { DEFAULT_PROFILE, type Profile } from '../profile.ts';

/** How a year of the books goes: few payments a day, and everything that can go wrong with money. */
export type YearPlan = {
  seed: number;
  days: number;
  merchants: number;
  numbers_per_operator: number;
  /** Times of a day at which customers come, and how many at each. */
  rounds: number;
  sales: number;
  /** Of customers: those who pay nothing, another amount, too late, and strangers who were asked for nothing. */
  abandoned_share: number;
  other_amount_share: number;
  late_share: number;
  stranger_share: number;
  /** Of payments: those that the operator takes back within days. */
  reversed_share: number;
  /** A day on which somebody forges an SMS. */
  forged_share: number;
  /** Of payments: those that their merchant gives back, and of these the parts. */
  refunded_share: number;
  partial_share: number;
  /** Of the debits that staff send: those whose SMS never comes, and those that staff say they send and don't. */
  debit_lost_share: number;
  not_sent_share: number;
  /** A SIM that nobody reads on an evening. */
  unread_share: number;
  /** A statement that comes a day late. */
  statement_late_share: number;
  /** What staff get wrong: whose a credit is, and what a debit was. */
  mistaken_share: number;
  /** What somebody else than a payment has moved: airtime bought from a SIM. */
  airtime_share: number;
  /** The day on which fees change. */
  fees_change_on: number;
  /** What we put in ourselves before the first payment, on each SIM: operators' fees are paid of it until we have earned some. */
  capital_xaf: number;
};

export const YEAR: YearPlan = {
  seed: 1,
  days: 365,
  merchants: 4,
  numbers_per_operator: 2,
  rounds: 4,
  sales: 6,
  abandoned_share: 0.06,
  other_amount_share: 0.03,
  late_share: 0.02,
  stranger_share: 0.02,
  reversed_share: 0.006,
  forged_share: 0.15,
  refunded_share: 0.04,
  partial_share: 0.4,
  debit_lost_share: 0.15,
  not_sent_share: 0.06,
  unread_share: 0.08,
  statement_late_share: 0.15,
  mistaken_share: 0.1,
  airtime_share: 0.05,
  fees_change_on: 180,
  capital_xaf: 250_000,
};

/** The phones and the network of that year, as the other simulation knows them. */
export const networkOf = ({ merchants, numbers_per_operator }: YearPlan): Profile => ({
  ...DEFAULT_PROFILE,
  merchants,
  numbers_per_operator,
  lost_share: 0.03,
  delayed_share: 0.03,
  adversaries: [],
});
