import { DAY_MS, later, localDay } from '../time.ts';

/** What is known of a franc that is not where it should be. */
export const LINE_KINDS = [
  'unexplained',
  'pending',
  'claim',
  'announced',
  'contested',
  'suspense',
  'statement',
  'no_statement',
  'other_day',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One difference: how much, of what, since when, and who is to find out. */
export type Line = {
  kind: LineKind;
  /** A step, a message, a credit or a day. */
  subject: string;
  /** Below zero where money is missing. */
  amount_xaf: number;
  since: Date;
  owner: 'staff' | 'operator' | 'payer';
};

export type ProofState = 'proven' | 'open' | 'not_proven';

/** One account on one day, as the book and the ledger have it. */
export type AccountDay = {
  account_id: number;
  kind: string;
  /** What people call it: a number, an operator's wallet, a bank account. */
  name: string;
  opening_xaf: number;
  in_xaf: number;
  out_xaf: number;
  closing_xaf: number;
  said_xaf: number | null;
  said_by: 'statement' | 'reading' | null;
  /** When it was read, where a reading says it: of a number on which nothing moves it may be long ago. */
  read_at: Date | null;
  /** What the ledger has booked to the end of the day, from the same opening. */
  ledger_xaf: number;
  /** The last step of the day; null where there is no book. */
  closing_ordinal: number | null;
  /** A reading was short, and nobody has closed that yet. */
  is_suspected: boolean;
  /** Nothing has ever moved on it. */
  is_untouched: boolean;
  lines: Line[];
};

/**
 * What is known of an account and no difference: that something was booked on this day that moved before.
 */
const HARMLESS: ReadonlySet<LineKind> = new Set<LineKind>(['other_day']);
/**
 * What waits for a message to be proven is money that may be there, and what somebody has said to send since the last
 * reading may be gone: until then nobody knows the balance.
 */
const DOUBTFUL: ReadonlySet<LineKind> = new Set<LineKind>(['claim', 'announced', 'statement']);

/** Why an account's day is what it is. They stand in days that are closed: a sentence is never changed, only added. */
export const PROOF_REASONS = {
  sums: 'opening, in and out do not make the closing balance',
  short_reading: 'a reading of the SIM was short',
  unread: 'nobody has read the balance since, and no statement covers the day',
  other_balance: 'the operator says another balance',
  other_ledger: 'the ledger has booked another sum',
  doubtful: 'messages or debits wait that the balance does not prove',
  open: 'the balance is proven; the lines below are not decided yet',
  proven: 'the operator, the book and the ledger say the same',
} as const;
export type ProofReason = keyof typeof PROOF_REASONS;

/**
 * Whether an account's day is proven. The operator's own word must be the book's balance, to the franc; a sum that the
 * book can't place makes it unproven, and what is known and not decided yet leaves it open.
 */
export function judgeAccount(day: AccountDay): { state: ProofState; reason: string } {
  const { opening_xaf, in_xaf, out_xaf, closing_xaf, said_xaf, lines } = day;
  if (opening_xaf + in_xaf - out_xaf !== closing_xaf) return judged('not_proven', 'sums');
  if (day.is_suspected) return judged('not_proven', 'short_reading');
  if (said_xaf === null && !day.is_untouched) return judged('not_proven', 'unread');
  if (said_xaf !== null && said_xaf !== closing_xaf) return judged('not_proven', 'other_balance');
  if (day.ledger_xaf !== closing_xaf) return judged('not_proven', 'other_ledger');
  if (lines.some(({ kind }) => DOUBTFUL.has(kind))) return judged('not_proven', 'doubtful');
  return lines.some(({ kind }) => !HARMLESS.has(kind)) ? judged('open', 'open') : judged('proven', 'proven');
}

const judged = (state: ProofState, reason: ProofReason) => ({ state, reason: PROOF_REASONS[reason] });

/** Which of the reasons a sentence is; null for one that nobody says any more. */
export function reasonOf(sentence: string): ProofReason | null {
  const found = Object.entries(PROOF_REASONS).find(([, said]) => said === sentence);
  return (found?.[0] as ProofReason | undefined) ?? null;
}

/**
 * Whether what was done since is likely to be missing: each night a day is closed, so the last is yesterday, or the day before that
 * until it is. A database that is restored from a copy closes the days since only once it is served.
 */
export function isOldCopy(last_day: string, now: Date): boolean {
  return last_day < localDay(later(now, -2 * DAY_MS));
}

/** The worst of several. */
export function worstOf(states: readonly ProofState[]): ProofState {
  if (states.includes('not_proven')) return 'not_proven';
  return states.includes('open') ? 'open' : 'proven';
}
