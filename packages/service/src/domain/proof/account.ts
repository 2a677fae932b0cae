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

/**
 * Whether an account's day is proven. The operator's own word must be the book's balance, to the franc; a sum that the
 * book can't place makes it unproven, and what is known and not decided yet leaves it open.
 */
export function judgeAccount(day: AccountDay): { state: ProofState; reason: string } {
  const { opening_xaf, in_xaf, out_xaf, closing_xaf, said_xaf, lines } = day;
  if (opening_xaf + in_xaf - out_xaf !== closing_xaf)
    return { state: 'not_proven', reason: 'opening, in and out do not make the closing balance' };
  if (day.is_suspected) return { state: 'not_proven', reason: 'a reading of the SIM was short' };
  if (said_xaf === null && !day.is_untouched)
    return {
      state: 'not_proven',
      reason: 'nobody has read the balance since, and no statement covers the day',
    };
  if (said_xaf !== null && said_xaf !== closing_xaf)
    return { state: 'not_proven', reason: 'the operator says another balance' };
  if (day.ledger_xaf !== closing_xaf)
    return { state: 'not_proven', reason: 'the ledger has booked another sum' };
  if (lines.some(({ kind }) => DOUBTFUL.has(kind)))
    return { state: 'not_proven', reason: 'messages or debits wait that the balance does not prove' };
  const is_open = lines.some(({ kind }) => !HARMLESS.has(kind));
  return is_open
    ? { state: 'open', reason: 'the balance is proven; the lines below are not decided yet' }
    : { state: 'proven', reason: 'the operator, the book and the ledger say the same' };
}

/** The worst of several. */
export function worstOf(states: readonly ProofState[]): ProofState {
  if (states.includes('not_proven')) return 'not_proven';
  return states.includes('open') ? 'open' : 'proven';
}
