import type { ByPerson } from '../account/actions.ts';
import { lookedSince } from '../movement/clocks.ts';
import {
  HIDDEN_DIGIT,
  type Msisdn,
  type PayerPrint,
  printOf,
  samePayer,
  samePhone,
  showsPhone,
  wholePhone,
} from '../msisdn.ts';
import type { Operator } from '../operator.ts';
import type { Caller, IdempotencyKey, KeyRefusal } from '../session/commands.ts';
import type { RailName } from '../transaction/transaction.ts';
import type { Refund } from './refund.ts';

/** A payment as it stands under lock, and what has been given back of it. */
export type Refundable = {
  environment: 'test' | 'live';
  merchant_id: string;
  kind: 'session' | 'transaction';
  /** As the API names it. */
  status: string;
  paid_xaf: number;
  /** What refunds that have not failed take of it already. */
  refunded_xaf: number;
  /** How many refunds of it have not ended. */
  open_refunds: number;
  /** The operator has called its credit undone. */
  is_reversed: boolean;
  /**
   * People have found that its credit was never paid, nobody has yet looked up a reading's doubt of it, or a refund of it that
   * was called failed may have left after all.
   */
  is_doubted: boolean;
  /** Staff send its money back, out of the API. */
  is_returned: boolean;
  rail: RailName | null;
};

/** Why nothing is given back. */
export type NotRefundable =
  | { kind: 'not_paid'; status: string }
  | { kind: 'payment_reversed' }
  | { kind: 'payment_doubted' }
  | { kind: 'returned_by_us' }
  | { kind: 'too_much'; left_xaf: number }
  | { kind: 'too_many_open'; open: number }
  | { kind: 'balance_short'; available_xaf: number };

/** So many refunds of one payment may be under way: people send each by hand, and one payment in parts of 1 XAF would bury the others. */
const OPEN_REFUNDS_MAX = 10;

/** What speaks against sending a payment back: the operator has done that already, or it may never have come or be gone already. */
export type SpeaksAgainst = 'taken_back' | 'in_doubt';

export function speaksAgainst(payment: Pick<Refundable, 'is_reversed' | 'is_doubted'>): SpeaksAgainst | null {
  if (payment.is_reversed) return 'taken_back';
  return payment.is_doubted ? 'in_doubt' : null;
}

/** A request whose shape the contract has already checked. */
export type CreateRefund = Caller &
  ByPerson & {
    /** A session or a transaction of that merchant. */
    payment: { kind: 'session' | 'transaction'; id: string };
    /** Null: all that is left of it. */
    amount_xaf: number | null;
    reason: string | null;
    /** Who asks, as the refund keeps it: a key's last characters, a member or staff. */
    asked_by: string;
    idempotency: IdempotencyKey | null;
  };

export type CreateRefundOutcome =
  | { kind: 'created'; refund: Refund; replayed: boolean }
  | { kind: 'payment_not_found' }
  /** Staff have frozen it: until they say otherwise it gives nothing back by itself, and they do so for it. */
  | { kind: 'merchant_frozen' }
  | NotRefundable
  | KeyRefusal;

/** Why nothing of a payment may go back, however little; null: nothing is known against it. */
export function stoppedBy(
  payment: Pick<Refundable, 'status' | 'is_reversed' | 'is_doubted' | 'is_returned'>,
): Exclude<NotRefundable, { kind: 'too_much' | 'too_many_open' | 'balance_short' }> | null {
  if (payment.status !== 'SUCCESS') return { kind: 'not_paid', status: payment.status };
  if (payment.is_reversed) return { kind: 'payment_reversed' };
  if (payment.is_doubted) return { kind: 'payment_doubted' };
  return payment.is_returned ? { kind: 'returned_by_us' } : null;
}

/**
 * Whether so much of a payment may go back. What the operator has taken back is not sent a second time, and what
 * somebody may have forged is nobody's to return. The whole of what is left, when no amount is named.
 * @param payable_xaf what the merchant has with us: money that it was paid out already can't be given back from there
 */
export function judgeRefund(
  payment: Refundable,
  asked_xaf: number | null,
  payable_xaf: number,
): { kind: 'refund'; amount_xaf: number } | NotRefundable {
  const left_xaf = payment.paid_xaf - payment.refunded_xaf;
  // A transaction that was given back whole is REFUNDED: nothing is left of it.
  if (payment.status === 'REFUNDED') return { kind: 'too_much', left_xaf: 0 };
  const stopped = stoppedBy(payment);
  if (stopped !== null) return stopped;
  const amount_xaf = asked_xaf ?? left_xaf;
  if (amount_xaf < 1 || amount_xaf > left_xaf) return { kind: 'too_much', left_xaf };
  if (payment.open_refunds >= OPEN_REFUNDS_MAX) return { kind: 'too_many_open', open: payment.open_refunds };
  if (amount_xaf > payable_xaf) return { kind: 'balance_short', available_xaf: Math.max(0, payable_xaf) };
  return { kind: 'refund', amount_xaf };
}

/**
 * By which way it goes back: the operator's API sends back whole payments alone, so a part of one is sent by a person,
 * from a SIM; and so is the whole of what came by an API that serves us no more.
 * @param live_rails those that serve live transactions now
 */
export function wayBack(
  { environment, rail, paid_xaf }: Refundable,
  amount_xaf: number,
  live_rails: readonly RailName[],
) {
  if (environment === 'test') return 'sandbox';
  const is_of_a_rail =
    rail !== null && rail !== 'manual-sms' && rail !== 'sandbox' && live_rails.includes(rail);
  return is_of_a_rail && amount_xaf === paid_xaf ? 'rail' : 'sim';
}

/**
 * Who gets it back, as the operator's text printed the payer. Where that hides digits nobody can send to it: then it is the phone that was
 * declared, if all that is shown is the same.
 */
export function payeeOf(printed: PayerPrint | null, declared: Msisdn | null): PayerPrint | null {
  if (printed === null) return declared;
  const is_masked = printed.includes(HIDDEN_DIGIT);
  return is_masked && declared !== null && samePayer(printed, declared) === 'same' ? declared : printed;
}

/**
 * Who gets it back by what the words of its payment say now.
 * @param payer as they name him; null where they name nobody
 */
export function payeeAnew(
  paid: { kind: 'session' | 'transaction'; declared_phone: Msisdn | null; asked_phone: string | null },
  payer: string | null,
): string | null {
  if (paid.kind === 'session') return payeeOf(payer as PayerPrint | null, paid.declared_phone);
  return payer !== null && /^[0-9]{8,}$/.test(payer) ? payer : paid.asked_phone;
}

/** By whose networks a payment came and was asked for; null where nothing tells. */
export type Networks = { came_by: Operator | null; asked_by: Operator | null };

/**
 * Whether a SIM of that operator may reach whoever gets a payment back, since money reaches a number of its own operator only. Who is named
 * where the money came is of that network; the phone that was declared, or one that its sender says, may also be of the one that was asked
 * for.
 * @param payer to whom it goes back; null where nobody is named
 */
export function mayReach(
  operator: Operator,
  payer: string | null,
  declared: string | null,
  { came_by, asked_by }: Networks,
): boolean {
  if (came_by === null || operator === came_by) return true;
  return operator === asked_by && (payer === null || payer === declared);
}

/** To whom money goes back. `said`: the phone that its sender has said, where its payer is not shown whole. */
type PayeeSaid =
  | { kind: 'goes_to'; to_phone: string; said: PayerPrint | null }
  /** Nothing shows whose phone paid, and nobody has said one, or not as many digits as a phone has. */
  | { kind: 'payer_unknown' }
  /** Another phone was said than the one that paid. */
  | { kind: 'other_payer' };

/**
 * To whom money goes back: to the phone that paid, and where nothing shows that, to the one that its sender says. Else
 * whoever holds the SIM could send it to his own phone, and nothing would tell that from sending it back.
 * @param payer who paid, in any writing; null where nobody is named
 * @param to the phone that was said; none, or nothing, where nobody has said one
 */
export function payeeSaid(payer: string | null, to = ''): PayeeSaid {
  const print = printOf(payer);
  const shown = print !== null && showsPhone(print) ? print : null;
  if (to.trim() === '')
    return payer === null || shown === null
      ? { kind: 'payer_unknown' }
      : { kind: 'goes_to', to_phone: payer, said: null };
  const is_whole = shown !== null && !shown.includes(HIDDEN_DIGIT);
  // A foreign number that is copied from where it is shown has no `+` there.
  const typed = wholePhone(to) ?? (is_whole && printOf(to) === shown ? shown : null);
  if (typed === null) return { kind: 'payer_unknown' };
  if (samePhone(print, typed) === 'different') return { kind: 'other_payer' };
  return is_whole && payer !== null
    ? { kind: 'goes_to', to_phone: payer, said: null }
    : { kind: 'goes_to', to_phone: typed, said: typed };
}

/** Whether a proposal names no phone though one is said now: its author was not asked for one, or knew less. */
export const namesNoPayee = (
  { said }: { said: PayerPrint | null },
  { to = null }: { to?: string | null },
): boolean => said !== null && to === null;

/** What the book of the SIM from which a refund was sent says since then. */
export type SentFrom = {
  /** When somebody last said what the SIM holds. */
  read_at: Date | null;
  is_suspected: boolean;
  unexplained_out_xaf: readonly number[];
  /** A reading found another balance than the book, and nobody has said why: much may have come and gone within it. */
  is_gap_open: boolean;
  /** A message that has no place in the book may tell of it. */
  is_told: boolean;
  /** The book has met it with a debit already, whether or not that is written on the refund. */
  is_met: boolean;
};

/**
 * Whether the book of the SIM says that a debit has not left it: it has met none and no message tells of one, somebody
 * has looked at the SIM since, nothing false is left in the book, and nothing that nobody has explained may hold it.
 */
export function certainlyNotSent(sent_at: Date, book: SentFrom, amount_xaf: number): boolean {
  if (book.is_met || book.is_told || book.is_gap_open || book.is_suspected) return false;
  // A balance may be said a while after the look at the SIM: that look has to come after the money could leave.
  if (!lookedSince(book.read_at, sent_at)) return false;
  return book.unexplained_out_xaf.every((out_xaf) => out_xaf < amount_xaf);
}
