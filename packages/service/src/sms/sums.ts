import { isNumber } from '../domain/msisdn.ts';
import { dateEnd } from '../domain/text/date.ts';
import { type PayerRead, readPayer } from '../domain/text/payer.ts';
import { dialledEnd, type Lexed } from '../domain/text/tokens.ts';
import { type AmountRead, isNegative, readAmount } from './fields/amount.ts';
import { readTime } from './fields/time.ts';
import { readId } from './fields/transaction-id.ts';
import { isNoMoney, type Label, labelBefore } from './labels.ts';

export type PrintedSum = AmountRead & {
  /** In whole francs. */
  readonly amount_xaf: number;
  readonly label: Label | null;
};

type Found = { readonly all: PrintedSum[]; readonly is_balance_unread: boolean };

const found = new WeakMap<Lexed, Found>();

/** All that could be sums, with a currency, a label or neither. */
export const sumsIn = (lexed: Lexed): PrintedSum[] => foundIn(lexed).all;

/** Whether what is labelled a balance somewhere is none that can be read: its marks disagree, the text is cut there, or it is below zero. */
export const isBalanceUnread = (lexed: Lexed): boolean => foundIn(lexed).is_balance_unread;

function foundIn(lexed: Lexed): Found {
  const known = found.get(lexed) ?? findSums(lexed);
  found.set(lexed, known);
  return known;
}

function findSums(lexed: Lexed): Found {
  const all: PrintedSum[] = [];
  let is_balance_unread = false;
  for (let at = 0; at < lexed.tokens.length; at += 1) {
    lexed.tally.steps += 1;
    const read = readAmount(lexed, at);
    const label = labelBefore(lexed, at);
    const other = otherEnd(lexed, at, read, label);
    const before_sum = endBeforeSum(lexed, at, read, label);
    if (read === null || before_sum !== null || (other !== null && !read.currency)) {
      at = Math.max(at, (before_sum ?? other ?? 0) - 1);
      continue;
    }
    const is_money = read.currency || !isNoMoney(lexed, at, read.end);
    if (label === 'balance' && isUnreadSum(lexed, at, read)) is_balance_unread = true;
    else if (read.amount !== null && is_money)
      all.push({ ...read, amount_xaf: read.amount.amount_xaf, label });
    at = read.end - 1;
  }
  return { all, is_balance_unread };
}

/** Digits that make no sum are the number of an account, perhaps, unless a currency or the end of the text stands behind them. */
function isUnreadSum({ tokens, solid }: Lexed, at: number, read: AmountRead): boolean {
  const is_last = solid[read.end] === tokens.length;
  return (read.amount === null && (read.currency || is_last)) || isNegative(tokens, at);
}

/**
 * Where an id, a phone number, a code to dial, a date or a time that begins here ends. What is labelled a balance is a
 * phone number only where it begins like one of Chad.
 */
function otherEnd(lexed: Lexed, at: number, read: AmountRead | null, label: Label | null): number | null {
  const { tokens } = lexed;
  const dated = readTime(lexed, at)?.end ?? dateEnd(tokens, at);
  const other = dated ?? readId(lexed, at)?.end ?? dialledEnd(tokens, at);
  if (other !== null) return other;
  const phone = readPayer(lexed, at);
  const is_sum = label === 'balance' && read !== null && read.amount !== null && phone?.end === read.end;
  return phone === null || (is_sum && !LIKE_A_NUMBER.test(phone.payer)) ? null : phone.end;
}

/** How numbers of Chad begin: fixed lines by 2, the others from 6 on. */
const LIKE_A_NUMBER = /^0*(?:235)?[26-9]/;
const LIKE_A_MOBILE = /^0*(?:235)?[6-9]/;

/**
 * Where a phone or an id that begins here ends, if a sum of its own stands right behind it: of `66123456 5000 FCFA` the groups run
 * on, and of `66123456 XAF 5000` the currency could be that of either number. Null for what may be a sum itself.
 */
export function endBeforeSum(
  lexed: Lexed,
  at: number,
  read: AmountRead | null,
  label: Label | null,
): number | null {
  if (read === null || !read.currency) return null;
  const phone = surePhone(lexed, at);
  const end = readId(lexed, at)?.end ?? phone?.end ?? read.end;
  const behind = end < read.end ? readAmount(lexed, end) : null;
  if (behind === null || !behind.currency || behind.amount === null) return null;
  if (read.amount === null) return end;
  const is_one_mobile = phone?.end === at + 1 && LIKE_A_MOBILE.test(phone.payer) && label === null;
  return is_one_mobile && isBareSum(lexed, read.end) ? end : null;
}

/** A number of Chad that nobody can take for another one. */
function surePhone(lexed: Lexed, at: number): PayerRead | null {
  const phone = readPayer(lexed, at);
  if (phone === null || phone.other !== undefined) return null;
  return LIKE_A_NUMBER.test(phone.payer) && isNumber(phone.payer) ? phone : null;
}

/** Whether a number without a currency behind it stands here that is money, if a currency stands before it. */
function isBareSum(lexed: Lexed, at: number): boolean {
  const read = readAmount(lexed, at);
  if (read === null || read.currency || isNoMoney(lexed, at, read.end)) return false;
  return otherEnd(lexed, at, read, null) === null;
}
