import { type Figures, isOneGuess } from '../domain/movement/move.ts';
import { HIDDEN_DIGIT, NATIONAL_DIGITS, samePhone } from '../domain/msisdn.ts';
import type { Range } from '../domain/text/party.ts';
import { type PayerRead, readPayer } from '../domain/text/payer.ts';
import type { Lexed } from '../domain/text/tokens.ts';
import { readAmount } from './fields/amount.ts';
import { readTime } from './fields/time.ts';
import { readId } from './fields/transaction-id.ts';
import { isSenders } from './hotlines.ts';
import {
  hasArrival,
  hasDebit,
  isCalled,
  isOfAirtime,
  isReceipt,
  isSumOfAirtime,
  LABELS,
  labelBefore,
  motifLabels,
  tellsOfArrival,
} from './labels.ts';
import { endBeforeSum, isBalanceUnread, type PrintedSum, sumsIn } from './sums.ts';

/** Whoever judges by figures refuses a text with more than a few; these are only kept from growing. */
const FIGURES_MAX = 12;
/** A smaller number without a currency or a label is hardly ever what a SIM holds. */
const BALANCE_MIN_XAF = 100;
/** Nor is a smaller one in advertising. */
const ADVERTISED_MIN_XAF = 1000;
/** So far behind its label an id begins. */
const ID_REACH = 5;

/**
 * Every figure that could be a sum of money: with a currency or behind a label; where a text has none of those
 * but balances and fees, every number that is no id, phone number, date or time.
 */
export function printedSums(lexed: Lexed): PrintedSum[] {
  return markedOf(sumsIn(lexed));
}

function markedOf(all: PrintedSum[]): PrintedSum[] {
  const marked = all.filter((one) => one.currency || one.label !== null);
  return marked.some(({ label }) => label !== 'balance' && label !== 'fee') ? marked : all;
}

/**
 * The figures of a text. Where it names no balance, any sum with a currency may be one. Where no two have a currency, any
 * number may be, in a text that names a transaction or a person, since advertising seldom does. Where it prints too many to be
 * one guess, those before its motif may be all: else a payer who writes sums makes everybody wait.
 * @param is_known a template takes the text, as no movement: then a number without a currency or a label is no money
 */
export function figuresOf(lexed: Lexed, is_known: boolean): Figures {
  const all = sumsIn(lexed);
  const whole = figuresAmong(lexed, all, is_known);
  return isOneGuess(whole) ? whole : (figuresBeforeMotif(lexed, all, is_known) ?? whole);
}

/**
 * Null where they tell no movement with the one balance of the text. A payer may write a label of motifs too: so the first alone
 * counts, and where another balance stands on either side of it, nobody can tell which of them the payer made up.
 */
function figuresBeforeMotif(lexed: Lexed, all: PrintedSum[], is_known: boolean): Figures | null {
  const label = motifLabels(lexed).find((at) => !isLabelOfId(lexed, all, at));
  if (label === undefined || all.some((one) => one.label === 'balance' && one.start > label)) return null;
  const before = figuresAmong(
    lexed,
    all.filter(({ end }) => end <= label),
    is_known,
  );
  const { is_balance_named = false, balances_xaf, sums_xaf } = before;
  return is_balance_named && balances_xaf.length === 1 && sums_xaf.length > 0 ? before : null;
}

/**
 * Whether the label of a motif at this token is that of the operator's own id, which some call `Reference` too:
 * it stands right before one, in front of the balance. A payer may begin what he writes with an id. So it also
 * has to stand in front of all sums, or the balance has to be the next.
 */
function isLabelOfId(lexed: Lexed, all: readonly PrintedSum[], at: number): boolean {
  const { tokens } = lexed;
  if (!LABELS.id.has(tokens[at]?.text ?? '') || !isBeforeId(lexed, at)) return false;
  const before = all.filter(({ start }) => start < at);
  const next = all.find(({ start }) => start > at);
  return (
    before.length === 0 || (next?.label === 'balance' && before.every(({ label }) => label !== 'balance'))
  );
}

/** Whether an id stands behind this token, with marks and further labels of it between the two at most. */
function isBeforeId(lexed: Lexed, at: number): boolean {
  const behind = lexed.tokens.slice(at + 1, at + 1 + ID_REACH);
  const start = behind.findIndex(({ kind, text }) => kind !== 'mark' && !LABELS.id.has(text));
  return start !== -1 && readId(lexed, at + 1 + start) !== null;
}

function figuresAmong(lexed: Lexed, all: PrintedSum[], is_known: boolean): Figures {
  const marked = markedOf(all);
  const labelled = marked.filter((one) => one.label === 'balance');
  const withCurrency = marked.filter((one) => one.currency);
  const names_somebody = !is_known && namesSomebody(lexed);
  const is_named = labelled.length > 0 || isBalanceUnread(lexed);
  const is_open = names_somebody && !is_named && withCurrency.length < 2;
  const balances = is_named ? labelled : is_open ? all.filter(mayBeBalance) : withCurrency;
  const moved = (is_open ? all : marked).filter((one) => one.label !== 'balance' && one.amount_xaf > 0);
  const [fee_xaf, ...more] = francs(moved.filter((one) => one.label === 'fee'));
  const phones = phonesIn(lexed);
  const [phone, ...others] = new Set(phones.flatMap(({ payer, other }) => [payer, other ?? []].flat()));
  const is_receipt = isReceipt(lexed, phones);
  const is_airtime = moved.length > 0 && moved.every(({ start, end }) => isSumOfAirtime(lexed, start, end));
  return {
    sums_xaf: francs(moved),
    balances_xaf: francs(balances),
    ...(is_named && { is_balance_named: true }),
    ...(fee_xaf !== undefined && more.length === 0 && { fee_xaf }),
    ...(phone !== undefined && others.every((one) => samePhone(one, phone) === 'same') && { phone }),
    ...(is_airtime && { is_airtime }),
    ...(is_airtime && phones.some((one) => isSenders(lexed, one)) && { is_from_phone: true }),
    ...(names_somebody && tellsOfArrival(lexed) && { is_arrival: true }),
    ...(is_receipt !== undefined && { is_receipt }),
  };
}

/** The phones that a text prints, with where they stand. A sum of eight figures is none. */
export function phonesIn(lexed: Lexed): (PayerRead & Range)[] {
  const found: (PayerRead & Range)[] = [];
  for (let at = 0; at < lexed.tokens.length; at += 1) {
    lexed.tally.steps += 1;
    const sum = readAmount(lexed, at);
    const label = labelBefore(lexed, at);
    const is_whole = endBeforeSum(lexed, at, sum, label) === null;
    const is_sum = sum !== null && is_whole && (sum.currency || label !== null);
    const other_end = (readTime(lexed, at) ?? readId(lexed, at))?.end ?? null;
    const phone = is_sum || other_end !== null ? null : readPayer(lexed, at);
    if (phone !== null) found.push({ ...phone, start: at });
    at = Math.max(at, ((is_sum ? sum.end : null) ?? other_end ?? phone?.end ?? 0) - 1);
  }
  return found;
}

/**
 * Whether one of the sums between these tokens, which a wording takes for advertising, may be the balance.
 * @param is_named only one that is called so, and not that of airtime (`Credit disponible: 1500`)
 */
export function mayHideBalance(lexed: Lexed, { start, end }: Range, is_named: boolean): boolean {
  const within = sumsIn(lexed).filter((one) => one.start >= start && one.end <= end);
  const named = within.filter(({ label }) => label === 'balance');
  if (is_named) return named.some((one) => !isOfAirtime(lexed, one.start));
  return named.length > 0 || within.some(({ amount_xaf }) => amount_xaf >= ADVERTISED_MIN_XAF);
}

/**
 * Whether these tokens, which a wording takes for advertising, tell of a payment: of a sum that came from a phone, or under an id.
 * Operators ask for payments, and name their own phones, in advertising too.
 */
export function tellsOfPayment(lexed: Lexed, start: number, end: number): boolean {
  if (!hasArrival(lexed, start, end, false)) return false;
  return namesMovement(lexed, { start, end }, 'sender', hasArrival(lexed, start, end, true));
}

/** The same of a sum that left to a phone, or under an id. */
export const tellsOfDebit = (lexed: Lexed, start: number, end: number): boolean =>
  hasDebit(lexed, start, end) && namesMovement(lexed, { start, end }, 'recipient', true);

/** Whether these tokens print a sum beside whose phone it is, or beside an id where that is enough. */
function namesMovement(
  lexed: Lexed,
  { start, end }: Range,
  whose: 'sender' | 'recipient',
  is_id_enough: boolean,
): boolean {
  const sums = sumsIn(lexed).filter((one) => one.start >= start && one.end <= end);
  if (!sums.some(({ amount_xaf }) => amount_xaf > 0)) return false;
  return lexed.tokens.slice(start, end).some((_, index) => {
    const at = start + index;
    return (
      (is_id_enough && readId(lexed, at) !== null) || (isWholePhone(lexed, at) && isCalled(lexed, at, whose))
    );
  });
}

const mayBeBalance = ({ label, currency, amount_xaf }: PrintedSum): boolean =>
  label === null && (currency || amount_xaf >= BALANCE_MIN_XAF);

/**
 * Whether a text prints a transaction id or a phone number. A star before figures may be that of a code to dial
 * without its `#`.
 */
function namesSomebody(lexed: Lexed): boolean {
  return lexed.tokens.some((_, at) => readId(lexed, at) !== null || isWholePhone(lexed, at));
}

function isWholePhone(lexed: Lexed, at: number): boolean {
  const { payer = HIDDEN_DIGIT } = readPayer(lexed, at) ?? {};
  return payer.length >= NATIONAL_DIGITS && !payer.startsWith(HIDDEN_DIGIT);
}

function francs(sums: readonly PrintedSum[]): number[] {
  return [...new Set(sums.map((one) => one.amount_xaf))].slice(0, FIGURES_MAX);
}
