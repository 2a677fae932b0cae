import { ADVERSARY_NAMES, type AdversaryName } from './adversaries/names.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How a simulated country behaves. Shares are of the payments that customers really make. */
export type Profile = {
  /** The time of N'Djamena's day at which the first shop opens. */
  opens_at_ms: number;
  /** So many countries like this one, joined: everybody in them, our SIMs and the adversaries are there as often. */
  countries: number;
  customers: number;
  merchants: number;
  /** SIMs of ours, for each operator. */
  numbers_per_operator: number;
  /** Sessions whose customer never pays, beside each payment. */
  abandoned_share: number;
  /** Customers whose merchant declares their phone at creation. */
  declared_share: number;
  /** Customers who write something into the payment, and of all customers those who write their ticket. */
  motif_share: number;
  ticket_share: number;
  /** Money so late that the session's expiry and grace have passed. */
  late_share: number;
  wrong_amount_share: number;
  /** Payments that the operator takes back, hours later. */
  reversed_share: number;
  duplicate_share: number;
  /** Messages of real money that never reach us; half of them (`in_inbox_share`) the phone still has. */
  lost_share: number;
  in_inbox_share: number;
  /** Messages that take minutes to hours. */
  delayed_share: number;
  delayed_mean_ms: number;
  /** Messages of real money in words that no template knows. */
  reworded_share: number;
  /** So long after the beginning AIRTEL signs its messages by another name, for good; null: never. */
  renamed_after_ms: number | null;
  /** How long a message is on its way: half within the median, some far longer. */
  delay_median_ms: number;
  delay_spread: number;
  /** Time from the session's creation to the payment. */
  hesitation_median_ms: number;
  hesitation_spread: number;
  /** A phone of ours falls silent this often, and keeps what arrives until it wakes. */
  silence_every_ms: number;
  silence_lasts_ms: number;
  /** Staff empty a SIM this often; so many of the SMS about it hide the operator's fee. */
  sweep_every_ms: number;
  /** From this time of N'Djamena's day on, within two hours. */
  sweep_from_ms: number;
  announced_share: number;
  hidden_fee_share: number;
  /** Agents pay into a SIM, and airtime is bought from it, this often. */
  cash_in_every_ms: number;
  airtime_every_ms: number;
  /** A worker dies between keeping a notice and settling it, this often among batches. */
  crash_share: number;
  /** A person looks at reviews, suspense and incidents this often. */
  staff_every_ms: number;
  /** From the moment a balance is asked for until it is read on the SIM: median, at least, at most. */
  anchor_median_ms: number;
  anchor_least_ms: number;
  anchor_most_ms: number;
  /** The same where a message waits and nobody is asked to pay: until somebody has the SIM in hand anyway. */
  anchor_unhurried_ms: number;
  /** One answer of the merchants' receivers in so many is a failure. */
  receiver_failure_share: number;
  adversaries: readonly AdversaryName[];
  /** How often an adversary strikes, as a multiple of what his file says. */
  adversary_pace: number;
  /** After so many strikes each adversary gives up; null: never. */
  adversary_strikes: number | null;
  /** What the loss to somebody who knows everything is bounded by; null: the service's own default. */
  unanchored_limit_xaf: number | null;
  anchor_above_xaf: number | null;
};

/** The hostile default world: what a stressed but ordinary network does, and everybody who would cheat it. */
export const DEFAULT_PROFILE: Profile = {
  opens_at_ms: 0,
  countries: 1,
  customers: 10_000,
  merchants: 20,
  numbers_per_operator: 80,
  abandoned_share: 0.05,
  declared_share: 0.6,
  motif_share: 0.4,
  ticket_share: 0.1,
  late_share: 0.02,
  wrong_amount_share: 0.01,
  reversed_share: 0.001,
  duplicate_share: 0.03,
  lost_share: 0.01,
  in_inbox_share: 0.5,
  delayed_share: 0.02,
  delayed_mean_ms: 40 * MINUTE_MS,
  reworded_share: 0.001,
  renamed_after_ms: null,
  delay_median_ms: 4 * SECOND_MS,
  delay_spread: 0.9,
  hesitation_median_ms: 75 * SECOND_MS,
  hesitation_spread: 0.6,
  silence_every_ms: 12 * DAY_MS,
  silence_lasts_ms: 40 * MINUTE_MS,
  sweep_every_ms: 2 * DAY_MS,
  sweep_from_ms: 18 * HOUR_MS,
  announced_share: 0.7,
  hidden_fee_share: 0.3,
  cash_in_every_ms: 10 * DAY_MS,
  airtime_every_ms: 5 * DAY_MS,
  crash_share: 0.01,
  staff_every_ms: 5 * MINUTE_MS,
  anchor_median_ms: 40 * MINUTE_MS,
  anchor_least_ms: 5 * MINUTE_MS,
  anchor_most_ms: 10 * HOUR_MS,
  anchor_unhurried_ms: 6 * HOUR_MS,
  receiver_failure_share: 0.02,
  adversaries: ADVERSARY_NAMES,
  adversary_pace: 1,
  adversary_strikes: null,
  unanchored_limit_xaf: null,
  anchor_above_xaf: null,
};

/** So many of these countries joined into one; how often each adversary strikes stays the same. */
export const joined = (profile: Profile, countries: number): Profile => ({
  ...profile,
  countries,
  customers: profile.customers * countries,
  merchants: profile.merchants * countries,
  numbers_per_operator: profile.numbers_per_operator * countries,
});
