import type { Figures } from '../domain/book/move.ts';
import { type PayerPrint, samePhone } from '../domain/msisdn.ts';
import { type AmountRead, readAmount } from './fields/amount.ts';
import { readPayer } from './fields/payer.ts';
import { readTime } from './fields/time.ts';
import { readId } from './fields/transaction-id.ts';
import type { Lexed } from './tokens.ts';

/** Whoever judges by figures refuses a text with more than a few; these are only kept from growing. */
const FIGURES_MAX = 12;
/** Words between a label and its sum (`solde de votre compte Airtel Money est de`). */
const LABEL_REACH = 10;
const BALANCE_LABELS = new Set(['solde', 'balance']);
const SUM_LABELS = new Set(['montant', 'somme', 'amount', 'frais', 'fee', 'fees']);

export type Label = 'balance' | 'fee' | 'amount';

export type PrintedSum = AmountRead & {
  /** In whole francs. */
  readonly amount_xaf: number;
  readonly label: Label | null;
};

/**
 * Every figure that could be a sum of money: with a currency or behind a label; where a text has none of those
 * but the balance, every number that is no id, phone number or time.
 */
export function printedSums(lexed: Lexed): PrintedSum[] {
  const all: PrintedSum[] = [];
  for (let at = 0; at < lexed.tokens.length; at += 1) {
    lexed.tally.steps += 1;
    const read = readAmount(lexed, at);
    const other = otherEnd(lexed, at);
    if (read === null || (other !== null && !read.currency)) {
      at = Math.max(at, (other ?? 0) - 1);
      continue;
    }
    const label = labelBefore(lexed, at);
    if (read.amount !== null) all.push({ ...read, amount_xaf: read.amount.amount_xaf, label });
    at = read.end - 1;
  }
  const marked = all.filter((one) => one.currency || one.label !== null);
  return marked.some((one) => one.label !== 'balance') ? marked : all;
}

export function figuresOf(lexed: Lexed): Figures {
  const sums = printedSums(lexed);
  const labelled = sums.filter((one) => one.label === 'balance');
  const balances = labelled.length > 0 ? labelled : sums.filter((one) => one.currency);
  const moved = sums.filter((one) => one.label !== 'balance' && one.amount_xaf > 0);
  const [phone, ...others] = phonesOf(lexed);
  return {
    sums_xaf: francs(moved),
    balances_xaf: francs(balances),
    ...(labelled.length > 0 && { is_balance_named: true }),
    ...(phone !== undefined && others.every((one) => samePhone(one, phone) === 'same') && { phone }),
  };
}

/** The phones that a text prints, each once. A sum of eight figures is none. */
function phonesOf(lexed: Lexed): PayerPrint[] {
  const found = new Set<PayerPrint>();
  for (let at = 0; at < lexed.tokens.length; at += 1) {
    lexed.tally.steps += 1;
    const sum = readAmount(lexed, at);
    const is_sum = sum !== null && (sum.currency || labelBefore(lexed, at) !== null);
    const other_end = (readTime(lexed, at) ?? readId(lexed, at))?.end ?? null;
    const phone = is_sum || other_end !== null ? null : readPayer(lexed, at);
    if (phone !== null) found.add(phone.payer);
    at = Math.max(at, ((is_sum ? sum.end : null) ?? other_end ?? phone?.end ?? 0) - 1);
  }
  return [...found];
}

/** Where an id, a phone number or a time that begins here ends. */
function otherEnd(lexed: Lexed, at: number): number | null {
  return (readTime(lexed, at) ?? readId(lexed, at) ?? readPayer(lexed, at))?.end ?? null;
}

/** The label in whose reach the sum stands, with no other number and no end of a sentence between them. */
function labelBefore(lexed: Lexed, at: number): Label | null {
  for (let before = at - 1; before >= Math.max(0, at - LABEL_REACH); before -= 1) {
    const { kind, text } = lexed.tokens[before] as Lexed['tokens'][number];
    if (kind === 'num' || text === '.' || text === ',') return null;
    if (BALANCE_LABELS.has(text)) return 'balance';
    if (SUM_LABELS.has(text)) return text.startsWith('f') ? 'fee' : 'amount';
  }
  return null;
}

function francs(sums: readonly PrintedSum[]): number[] {
  return [...new Set(sums.map((one) => one.amount_xaf))].slice(0, FIGURES_MAX);
}
