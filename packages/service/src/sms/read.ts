import type { Figures } from '../domain/movement/move.ts';
import { isCredit } from '../domain/movement/move.ts';
import type { Operator } from '../domain/operator.ts';
import { isTakenBack, isUndone, saysUndone } from '../domain/text/party.ts';
import { type Lexed, lex } from '../domain/text/tokens.ts';
import { compose, mayBeAirtimes, partiesIn, slotOf } from './compose.ts';
import { figuresOf, mayHideBalance, tellsOfDebit, tellsOfPayment } from './figures.ts';
import { isMotifLabel, isRecipients, isUnit, namesBalance, tellsOfArrival } from './labels.ts';
import type { Reading, ReadingDoubt, SmsReading } from './reading.ts';
import { isTrustedSender, MAX_TEXT_LENGTH, USUAL_SENDERS } from './senders.ts';
import { TEMPLATES } from './templates/all.ts';
import { MOVES, type Template, type TemplateKind } from './templates/template.ts';
import { matchWording } from './wording/match.ts';
import type { Filled } from './wording/read-slot.ts';

export interface Sms {
  readonly operator: Operator;
  readonly sender: string;
  readonly text: string;
  /** Sender ids the SIM accepts; without it, the operator's usual ones (`senders.ts`). An empty list trusts none. */
  readonly sender_allow_list?: readonly string[];
  /** In order of preference; without it, those that ship. Templates of other operators are passed over. */
  readonly templates?: readonly Template[];
}

/** An honest text has one reading, seldom two. */
const READINGS_MAX = 4;

/**
 * Reads one operator SMS. Pure: the same text always gives the same readings. Never throws, and takes time that
 * is bounded by the text's length, which is limited; a longer text is not read.
 *
 * A template takes a text as a whole or not at all. Only a CREDIT or CASH_IN tells of money received, and only
 * from a trusted sender; whether it is true is for the book of the number to say.
 */
export function readSms(sms: Sms): SmsReading {
  return readCounting(sms).read;
}

/** The same, with the number of looks at tokens that it took: what the test of bounded work measures. */
export function readCounting(sms: Sms): { read: SmsReading; steps: number } {
  const trusted_sender = isTrustedSender(sms.sender, sms.sender_allow_list ?? USUAL_SENDERS[sms.operator]);
  const nothing = { trusted_sender, readings: [], figures: { sums_xaf: [], balances_xaf: [] } };
  if (sms.text.length > MAX_TEXT_LENGTH) return { read: nothing, steps: 0 };
  const lexed = lex(sms.text);
  const own = (sms.templates ?? TEMPLATES).filter(
    ({ operator }) => operator === sms.operator || operator === 'ANY',
  );
  const readings = besideAirtime(readBy(lexed, own, trusted_sender));
  const tells_movement = readings.some(({ kind }) => MOVES.has(kind));
  const figures = tells_movement ? nothing.figures : figuresOf(lexed, readings.length > 0);
  if (readings.length > 0) return { read: { ...nothing, readings, figures }, steps: lexed.tally.steps };
  const near = nearest(lexed, own, figures);
  const read = { ...nothing, figures, ...(near && { near_template: near.id }) };
  return { read, steps: lexed.tally.steps };
}

/** Whether the template takes the text. */
export function takes(template: Template, text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  return matchesOf(lex(text), template).length > 0;
}

/** Every way in which a template takes a text. */
function matchesOf(lexed: Lexed, { kind, wordings }: Template): (readonly Filled[])[] {
  const all = wordings.flatMap((wording) => matchWording(lexed, wording, isCredit({ kind })));
  return all.filter((filled) => mayBeAll(lexed, kind, filled));
}

/** Whether the last digits of a balance may count something else: `Solde: 2 410 150 SMS offerts`. */
function runsIntoCount({ tokens }: Lexed, { start, end }: Filled): boolean {
  const behind = tokens[end];
  return end - start > 1 && tokens[end - 1]?.kind === 'num' && behind?.newLine === false && isUnit(behind);
}

/** Kinds of messages that tell of no payment. */
const NO_PAYMENT: ReadonlySet<TemplateKind> = new Set(['BALANCE', 'AIRTIME', 'PROMO', 'OTP']);

/**
 * Whether the words around whoever is named, or behind all else, may say that the money went the other way:
 * it was taken back, or who should have paid got it. Then the figures say which way it went.
 */
function maySayOtherwise(lexed: Lexed, kind: TemplateKind, filled: readonly Filled[]): boolean {
  if (!isCredit({ kind }) && kind !== 'DEBIT') return false;
  const promo = slotOf(filled, 'promo');
  if (promo !== undefined && saysUndone(lexed, promo)) return true;
  const parties = partiesIn(lexed, filled);
  if (!isCredit({ kind })) return parties.some((named) => isUndone(lexed, named, isMotifLabel));
  return parties.some((named) => isTakenBack(lexed, named) || isRecipients(lexed, named.start));
}

/**
 * Whether the text may say nothing else than this. A movement whose balance nobody reads is on no path; where
 * what is left for advertising holds a number that may be the balance, its figures say more than such a
 * reading. So they do where that tells of a payment, and the rest of none.
 */
function mayBeAll(lexed: Lexed, kind: TemplateKind, filled: readonly Filled[]): boolean {
  const balance = slotOf(filled, 'balance');
  if (MOVES.has(kind) && balance !== undefined && runsIntoCount(lexed, balance)) return false;
  if (maySayOtherwise(lexed, kind, filled)) return false;
  const promo = slotOf(filled, 'promo');
  if (promo === undefined) return true;
  if (balance === undefined && MOVES.has(kind) && mayHideBalance(lexed, promo, kind === 'AIRTIME'))
    return false;
  if (kind === 'BALANCE' && tellsOfDebit(lexed, promo.start, promo.end)) return false;
  return !NO_PAYMENT.has(kind) || !tellsOfPayment(lexed, promo.start, promo.end);
}

/** Readings that tell the same movement are one. */
function readBy(lexed: Lexed, templates: readonly Template[], trusted_sender: boolean): Reading[] {
  const kept: Reading[] = [];
  for (const template of templates) {
    for (const filled of matchesOf(lexed, template)) {
      const reading = compose(lexed, template, filled, trusted_sender);
      const at = kept.findIndex((one) => tellsSame(one, reading));
      const known = kept[at];
      if (known !== undefined) kept[at] = agreed(known, reading);
      else if (kept.length < READINGS_MAX) kept.push(reading);
    }
  }
  return kept;
}

/** Of money that may as well be airtime, by another wording with the same figures, the balance may be that of airtime. */
function besideAirtime(readings: readonly Reading[]): Reading[] {
  const airtime = readings.filter(({ kind }) => kind === 'AIRTIME');
  const isOfAirtime = ({ amount_xaf, balance_xaf }: Reading) =>
    mayBeAirtimes(amount_xaf, balance_xaf) &&
    airtime.some((one) => one.amount_xaf === amount_xaf && one.balance_xaf === balance_xaf);
  return readings.map((one) => (isCredit(one) && isOfAirtime(one) ? inDoubt(one, 'airtime_balance') : one));
}

const inDoubt = (reading: Reading, doubt: ReadingDoubt): Reading => ({
  ...reading,
  doubts: [...new Set([...reading.doubts, doubt])],
});

function tellsSame(one: Reading, other: Reading): boolean {
  return (
    one.kind === other.kind &&
    one.amount_xaf === other.amount_xaf &&
    one.balance_xaf === other.balance_xaf &&
    one.fee_xaf === other.fee_xaf &&
    one.reversed_transaction_id === other.reversed_transaction_id
  );
}

/**
 * The one whose wording people have confirmed; of two alike the first, without an id, a time or a payer on which the other
 * does not agree, since one of those may be the payer's invention. The movement is certain by its balance; an id that the
 * payer has chosen would take the place of another's payment, and hide a reversal of his own.
 */
function agreed(one: Reading, other: Reading): Reading {
  if (one.template_status !== other.template_status) return one.template_status === 'confirmed' ? one : other;
  const {
    occurred_at,
    operator_transaction_id,
    payer,
    may_be_payers: _numbers,
    stated_ids: _ids,
    ...rest
  } = one;
  const is_one_id = operator_transaction_id === other.operator_transaction_id;
  const is_one_time = occurred_at === undefined || occurred_at === other.occurred_at;
  const is_one_payer = payer === other.payer;
  const apart: ReadingDoubt[] = [];
  if (!is_one_id) apart.push('no_transaction_id');
  if (!is_one_time) apart.push('two_times');
  if (!is_one_payer) apart.push('payer_unclear');
  if (other.doubts.includes('airtime_balance')) apart.push('airtime_balance');
  const doubts = [...apart, ...one.doubts.filter((doubt) => !apart.includes(doubt))];
  const numbers = [one, other].flatMap((told) => [told.payer ?? [], told.may_be_payers ?? []].flat());
  const may_be_payers = is_one_payer ? numbers.filter((number) => number !== payer) : numbers;
  const stated_ids = is_one_id && operator_transaction_id !== undefined ? [] : idsIn([one, other]);
  return {
    ...rest,
    ...(stated_ids.length > 0 && { stated_ids }),
    ...(is_one_id && operator_transaction_id !== undefined && { operator_transaction_id }),
    ...(is_one_time && occurred_at !== undefined && { occurred_at }),
    ...(is_one_payer && payer !== undefined && { payer }),
    ...(may_be_payers.length > 0 && { may_be_payers: [...new Set(may_be_payers)] }),
    doubts,
  };
}

/** All that stands in the place of an id by one of these. */
const idsIn = (readings: readonly Reading[]): string[] => [
  ...new Set(
    readings.flatMap(({ operator_transaction_id: id, stated_ids = [] }) => [
      ...(id ? [id] : []),
      ...stated_ids,
    ]),
  ),
];

/** The money template that shares the most words with a text that prints a sum and tells of a movement. */
function nearest(lexed: Lexed, templates: readonly Template[], figures: Figures): Template | null {
  const tells = tellsOfArrival(lexed) || namesBalance(lexed);
  if (!tells || figures.sums_xaf.length === 0) return null;
  const money = templates.filter(({ kind }) => isCredit({ kind }));
  const shared = ({ wordings }: Template) =>
    Math.max(...wordings.map((one) => [...one.words].filter((word) => lexed.words.has(word)).length));
  return money.toSorted((a, b) => shared(b) - shared(a))[0] ?? null;
}
