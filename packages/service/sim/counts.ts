/** What a run came to. Shares are of the payments that honest customers really made. */
export type Counts = {
  sessions: number;
  /** Honest sales that were refused, since no number was free. */
  refused: number;
  hostile_sessions: number;
  hostile_refused: number;
  payments: number;
  forged: number;
  hostile_payments: number;
  /** Sessions, messages and payments of each adversary. */
  acts: Record<string, number>;
  automatic: number;
  within_a_minute: number;
  /** Paid well and confirmed, and more than a minute after the payment; how long half of those took. */
  waited: number;
  median_wait_ms: number;
  /** Confirmed without a person, but more than a minute after the payment, by what they waited for. */
  late_by: Record<string, number>;
  /** By why: the customer's or the network's doing, and where the money was found. */
  by_person: Record<string, number>;
  /** By adversary; `customer` and `nobody` among them. */
  wrong: Record<string, number>;
  undecidable: number;
  /** Of insiders: how much one number gave between two anchors, at most; and all of it. */
  taken_most_xaf: number;
  taken_xaf: number;
  /** Forgeries that were written down as money, and confirmed nothing. */
  forged_booked: number;
  /** Honest sessions that went to review or expired though their customer did everything right, by cause. */
  harmed: Record<string, number>;
  delayed: number;
  digest: number;
};

export function count(kinds: Record<string, number>, kind: string): void {
  kinds[kind] = (kinds[kind] ?? 0) + 1;
}

export function emptyCounts(): Counts {
  return {
    sessions: 0,
    refused: 0,
    hostile_sessions: 0,
    hostile_refused: 0,
    payments: 0,
    forged: 0,
    hostile_payments: 0,
    acts: {},
    automatic: 0,
    within_a_minute: 0,
    waited: 0,
    median_wait_ms: 0,
    late_by: {},
    by_person: {},
    wrong: {},
    undecidable: 0,
    taken_most_xaf: 0,
    taken_xaf: 0,
    forged_booked: 0,
    harmed: {},
    delayed: 0,
    digest: 0,
  };
}

/** FNV-1a: two runs of a seed must end in the same number. */
export function mixed(digest: number, text: string): number {
  let hash = digest ^ 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}
