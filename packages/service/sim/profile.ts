const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How a simulated country behaves. Shares are of the payments that customers really make. */
export type Profile = {
  customers: number;
  merchants: number;
  /** SIMs of ours, for each operator. */
  numbers_per_operator: number;
  /** Sessions whose customer never pays, beside each payment. */
  abandoned_share: number;
  /** Customers whose merchant declares their phone at creation. */
  declared_share: number;
  /** Money or message so late that the session's expiry and grace have passed. */
  late_share: number;
  wrong_amount_share: number;
  /** Messages that a stranger writes to look like the operator's, for a session that is open. */
  forged_share: number;
  duplicate_share: number;
  /** Messages of real money that never reach us. */
  lost_share: number;
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
  /** A worker dies between keeping a notice and settling it, this often among batches. */
  crash_share: number;
  /** A person looks at reviews, suspense and incidents this often. */
  staff_every_ms: number;
  /** One answer of the merchants' receivers in so many is a failure. */
  receiver_failure_share: number;
};

/** The default world of the project's numbers: what a stressed but ordinary network does. */
export const DEFAULT_PROFILE: Profile = {
  customers: 10_000,
  merchants: 20,
  numbers_per_operator: 80,
  abandoned_share: 0.05,
  declared_share: 0.6,
  late_share: 0.02,
  wrong_amount_share: 0.01,
  forged_share: 0.005,
  duplicate_share: 0.03,
  lost_share: 0.01,
  reworded_share: 0.001,
  renamed_after_ms: null,
  delay_median_ms: 4 * SECOND_MS,
  delay_spread: 0.9,
  hesitation_median_ms: 75 * SECOND_MS,
  hesitation_spread: 0.6,
  silence_every_ms: 12 * 24 * HOUR_MS,
  silence_lasts_ms: 40 * MINUTE_MS,
  crash_share: 0.01,
  staff_every_ms: 30 * MINUTE_MS,
  receiver_failure_share: 0.02,
};
