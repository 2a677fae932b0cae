const none = (): Record<string, number> => ({});

export const sum = (kinds: Record<string, number>): number =>
  Object.values(kinds).reduce((all, n) => all + n, 0);

/** What a run came to, before it. Shares are of the payments that honest customers really made. */
export function emptyCounts() {
  return {
    sessions: 0,
    /** Honest sales that were refused, since no number was free. */
    refused: 0,
    hostile_sessions: 0,
    hostile_refused: 0,
    payments: 0,
    forged: 0,
    /** The same by who forged them. */
    forged_by: none(),
    hostile_payments: 0,
    /** Sessions, messages and payments of each adversary. */
    acts: none(),
    automatic: 0,
    within_a_minute: 0,
    /** Paid well and confirmed, and more than a minute after the payment; how long half of those took. */
    waited: 0,
    median_wait_ms: 0,
    /** Confirmed without a person, but more than a minute after the payment, by what they waited for. */
    late_by: none(),
    /** By why: the customer's or the network's doing, and where the money was found. */
    by_person: none(),
    /** By adversary; `customer` and `nobody` among them. */
    wrong: none(),
    undecidable: 0,
    /** Of insiders: how much one number gave between two anchors, at most; and all of it. */
    taken_most_xaf: 0,
    taken_xaf: 0,
    /** What their forgeries told of, on one number between two anchors, at most: so much they would have taken without a bound. */
    tried_most_xaf: 0,
    /** Forgeries that were written down as money, and confirmed nothing. */
    forged_booked: 0,
    /** Honest sessions that went to review or expired though their customer did everything right, by cause. */
    harmed: none(),
    delayed: 0,
    digest: 0,
  };
}

export type Counts = ReturnType<typeof emptyCounts>;

export function count(kinds: Record<string, number>, kind: string): void {
  kinds[kind] = (kinds[kind] ?? 0) + 1;
}

/** FNV-1a: two runs of a seed must end in the same number. */
export function mixed(digest: number, text: string): number {
  let hash = digest ^ 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}
