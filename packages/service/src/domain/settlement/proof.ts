import { type PayerPrint, printOf, samePhone } from '../msisdn.ts';
import { localDay } from '../time.ts';
import { sameAccount } from './payout-account.ts';
import type { SettlementState } from './transitions.ts';

/** Who says it: see migrations 0039, 0071, 0072 and 0082. */
export const PAID_SOURCES = ['step', 'statement_row', 'bank_row', 'sandbox'] as const;
export const UNPAID_SOURCES = ['book', 'statement', 'bank'] as const;
/** The rows by which a bank, or an operator, has sent back what its own row has proven paid. */
export const RETURN_SOURCES = ['bank_return', 'statement_return'] as const;
export type ProofSource =
  | (typeof PAID_SOURCES)[number]
  | (typeof UNPAID_SOURCES)[number]
  | (typeof RETURN_SOURCES)[number];

/** What somebody other than us says about a settlement. */
export type SettlementProof = {
  settlement_id: string;
  source: ProofSource;
  /** The step, the row, or what the bank calls it. */
  source_id: string;
  /** Of a row, or of the step: what was paid, or came back. */
  amount_xaf: number | null;
  /** Of a row: whom it names as the one who got it; null where it names nobody. */
  recipient?: PayerPrint | null;
  /** Of a bank's row: whose account it names, as it is written there. */
  account?: string | null;
  detail?: Record<string, unknown>;
  happened_at: Date;
};

export function saysPaid({ source }: Pick<SettlementProof, 'source'>): boolean {
  return (PAID_SOURCES as readonly string[]).includes(source);
}

export function saysReturned({ source }: Pick<SettlementProof, 'source'>): boolean {
  return (RETURN_SOURCES as readonly string[]).includes(source);
}

/** What a witness says of a settlement. */
export function sayingOf(proof: Pick<SettlementProof, 'source'>): 'paid' | 'unpaid' | 'returned' {
  if (saysReturned(proof)) return 'returned';
  return saysPaid(proof) ? 'paid' : 'unpaid';
}

export type ProofVerdict =
  /** It ends so. */
  | { kind: 'ends'; state: 'PAID' | 'FAILED' }
  /** It had not left, as everybody said, or was taken back, and was paid later: it is PAID after all, and its merchant has its sum twice. */
  | { kind: 'paid_after_all' }
  /** It stays PAID, and its sum is the merchant's again. */
  | { kind: 'returns' }
  | { kind: 'returned_before' }
  | { kind: 'no_settlement' }
  /** It has ended the same way: nothing new. */
  | { kind: 'already'; state: SettlementState }
  /** It was never sent, or has ended the other way: somebody must look. */
  | { kind: 'not_under_way'; state: SettlementState }
  | { kind: 'other_amount'; amount_xaf: number }
  /** It went to another phone, or to another bank account, than the payout account. */
  | { kind: 'other_recipient'; went_to: string; announced_to: string }
  /**
   * Whom the row names was typed in a way that can't be compared with the payout account: a digit is missing, or it is a
   * name. A bank's row names the account, or proves nothing: whoever took an order could have written another into it.
   */
  | { kind: 'recipient_unreadable' }
  /** It has proven another settlement, or this one in another way. */
  | { kind: 'spoken_before'; settlement_id: string }
  /** Such a witness doesn't see what it was sent from. */
  | { kind: 'other_source'; from_kind: string | null };

const SEES: Readonly<Record<ProofSource, (from_kind: string) => boolean>> = {
  step: (kind) => kind === 'FLOAT',
  book: (kind) => kind === 'FLOAT',
  statement_row: (kind) => kind.startsWith('WALLET_'),
  statement: (kind) => kind === 'FLOAT' || kind.startsWith('WALLET_'),
  bank_row: (kind) => kind === 'BANK',
  bank: (kind) => kind === 'BANK',
  bank_return: (kind) => kind === 'BANK',
  statement_return: (kind) => kind.startsWith('WALLET_'),
  sandbox: () => false,
};

/**
 * What a proof makes of a settlement. Exactly its amount, from exactly where it was sent, to whom it was sent where the
 * row names somebody, as a bank's has to; nothing is near enough.
 * @param spoken_of the settlement that the same witness has proven
 */
export function judgeProof(
  proof: SettlementProof,
  settlement: {
    state: SettlementState;
    amount_xaf: number;
    /** What it was sent from; of one that was taken back, what a file that had left the house would have it paid from. */
    from_kind: string | null;
    /** The number of its payout account. */
    msisdn?: string | null;
    /** Or its IBAN. */
    iban?: string | null;
    returned_at?: Date | null;
  } | null,
  spoken_of: string | null = null,
): ProofVerdict {
  if (settlement === null) return { kind: 'no_settlement' };
  const { state, amount_xaf, from_kind } = settlement;
  if (saysReturned(proof)) return judgeReturn(proof, settlement, spoken_of);
  const ends = saysPaid(proof) ? 'PAID' : 'FAILED';
  if (state === ends) return { kind: 'already', state };
  if (spoken_of !== null) return { kind: 'spoken_before', settlement_id: spoken_of };
  // What left a SIM after all is a step of its book, and two people say there what it was. Of what was taken back a row tells only
  // where somebody was handed it: nobody else could have paid it.
  const is_over = state === 'FAILED' || (state === 'CANCELLED' && from_kind !== null);
  const is_late = is_over && (proof.source === 'bank_row' || proof.source === 'statement_row');
  if (state !== 'SENDING' && state !== 'UNKNOWN' && !is_late) return { kind: 'not_under_way', state };
  if (from_kind === null || !SEES[proof.source](from_kind)) return { kind: 'other_source', from_kind };
  if (ends === 'PAID' && proof.amount_xaf !== amount_xaf) return { kind: 'other_amount', amount_xaf };
  const elsewhere = ends === 'PAID' ? wentElsewhere(proof, settlement) : null;
  if (elsewhere !== null) return elsewhere;
  return is_late ? { kind: 'paid_after_all' } : { kind: 'ends', state: ends };
}

/** Why a row, or a step, can't be of this settlement, by whom it names; null: nothing speaks against it. */
function wentElsewhere(
  { source, recipient = null, account }: SettlementProof,
  { msisdn = null, iban = null }: { msisdn?: string | null; iban?: string | null },
): ProofVerdict | null {
  if (source === 'bank_row' && iban !== null) {
    const went_to = account ?? '';
    const named = sameAccount(went_to, iban);
    if (named === 'unknown') return { kind: 'recipient_unreadable' };
    return named === 'same' ? null : { kind: 'other_recipient', went_to, announced_to: iban };
  }
  const announced_to = printOf(msisdn);
  return recipient !== null && announced_to !== null && samePhone(recipient, announced_to) === 'different'
    ? { kind: 'other_recipient', went_to: recipient, announced_to }
    : null;
}

/** What came back is the whole of what a bank or a wallet of ours has paid: what was kept of it isn't guessed. */
function judgeReturn(
  { source, amount_xaf: row_xaf }: SettlementProof,
  settlement: NonNullable<Parameters<typeof judgeProof>[1]>,
  spoken_of: string | null,
): ProofVerdict {
  const { state, amount_xaf, from_kind, returned_at = null } = settlement;
  if (returned_at !== null) return { kind: 'returned_before' };
  if (spoken_of !== null) return { kind: 'spoken_before', settlement_id: spoken_of };
  if (state !== 'PAID') return { kind: 'not_under_way', state };
  if (from_kind === null || !SEES[source](from_kind)) return { kind: 'other_source', from_kind };
  return row_xaf === amount_xaf ? { kind: 'returns' } : { kind: 'other_amount', amount_xaf };
}

/**
 * Whether what people have read is of a day on which it can tell of a settlement, in N'Djamena, and of none to come: a row of
 * one since it was drafted, a row by which it came back of one since it was sent. A list without it is of a day after that one: a bank makes on
 * the next day what it was told in the evening, and a list of the same day may be older than the sending.
 */
export function isOfItsDays(
  proof: Pick<SettlementProof, 'source' | 'happened_at'>,
  { created_at, sent_at }: { created_at: Date; sent_at: Date | null },
  now: Date,
): boolean {
  const says = sayingOf(proof);
  const since = localDay(says === 'paid' ? created_at : (sent_at ?? created_at));
  const day = localDay(proof.happened_at);
  return (says === 'unpaid' ? day > since : day >= since) && day <= localDay(now);
}
