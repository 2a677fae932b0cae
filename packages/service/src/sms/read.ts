import type { Figures } from '../domain/book/move.ts';
import type { Operator } from '../domain/operator.ts';
import { isNamed, isTakenBack, type Range, scanParty } from '../domain/text/party.ts';
import { type Lexed, lex } from '../domain/text/tokens.ts';
import { isTrustedSender, MAX_TEXT_LENGTH, USUAL_SENDERS } from './clean.ts';
import { isCashInId, timeOfId } from './fields/transaction-id.ts';
import { figuresOf, mayHideBalance } from './figures.ts';
import { tellsOfArrival } from './labels.ts';
import { type Filled, matchWording } from './match.ts';
import type { Doubt, NoticeKind, Reading, SmsReading } from './reading.ts';
import { TEMPLATES } from './templates/all.ts';
import { isMoney, MOVES, type Template } from './templates/template.ts';
import type { SlotName } from './wording.ts';

export interface Sms {
  readonly operator: Operator;
  readonly sender: string;
  readonly text: string;
  /** Sender ids the SIM accepts; without it, the operator's usual ones (`clean.ts`). An empty list trusts none. */
  readonly sender_allow_list?: readonly string[];
  /** In order of preference; without it, those that ship. Templates of other operators are passed over. */
  readonly templates?: readonly Template[];
}

/** An honest text has one reading, seldom two. */
const READINGS_MAX = 4;
/** The text's own time is when the message was written; the id's is when the payment was made. */
const MOST_MINUTES_APART = 10;

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
  const readings = readBy(lexed, own, trusted_sender);
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

/**
 * Every way in which a template takes a text. A payment whose balance nobody reads is on no path; where what is left for
 * advertising holds a number that may be the balance, its figures say more than such a reading.
 */
function matchesOf(lexed: Lexed, { kind, wordings }: Template): (readonly Filled[])[] {
  const all = wordings.flatMap((wording) => matchWording(lexed, wording, isMoney(kind)));
  if (!isMoney(kind)) return all;
  return all.filter((filled) => {
    const promo = slotOf(filled, 'promo');
    const is_whole = promo === undefined || slotOf(filled, 'balance') !== undefined;
    return is_whole || !mayHideBalance(lexed, promo.start, promo.end);
  });
}

/**
 * Readings that prove the same are one: the first stands. Where only their times differ none is used, for one of
 * them may be the payer's invention.
 */
function readBy(lexed: Lexed, templates: readonly Template[], trusted_sender: boolean): Reading[] {
  const kept: Reading[] = [];
  const keep = (template: Template, filled: readonly Filled[]) => {
    const proof = proofOf(template, filled);
    const at = kept.findIndex((one) => provesSame(one, proof));
    const known = kept[at];
    if (known === undefined) {
      if (kept.length < READINGS_MAX) kept.push(compose(lexed, template, filled, proof, trusted_sender));
    } else if (known.occurred_at !== proof.occurred.at && known.occurred_at !== undefined) {
      const { occurred_at: _at, ...rest } = known;
      kept[at] = { ...rest, doubts: ['two_times', ...rest.doubts.filter((one) => one !== 'two_times')] };
    }
  };
  for (const template of templates) {
    for (const filled of matchesOf(lexed, template)) keep(template, filled);
  }
  return kept;
}

/** What one way to lay a wording over the text would prove. */
interface Proof {
  readonly kind: NoticeKind;
  readonly amount: Filled['amount'];
  readonly fee: Filled['amount'];
  readonly balance: Filled['amount'];
  readonly id: string | undefined;
  readonly reversed: string | undefined;
  readonly occurred: { readonly at: string | undefined; readonly apart: boolean };
}

function proofOf(template: Template, filled: readonly Filled[]): Proof {
  const id = slotOf(filled, 'id')?.value;
  return {
    kind: isMoney(template.kind) && isCashInId(id ?? '') ? 'CASH_IN' : template.kind,
    amount: slotOf(filled, 'amount')?.amount,
    fee: slotOf(filled, 'fee')?.amount,
    balance: slotOf(filled, 'balance')?.amount,
    id,
    reversed: slotOf(filled, 'reversed')?.value,
    occurred: timeOf(id, slotOf(filled, 'time')?.value),
  };
}

const slotOf = (filled: readonly Filled[], name: SlotName): Filled | undefined =>
  filled.find(({ slot }) => slot === name);

function provesSame(reading: Reading, { kind, amount, fee, balance, id, reversed }: Proof): boolean {
  return (
    reading.kind === kind &&
    reading.amount_xaf === amount?.amount_xaf &&
    reading.balance_xaf === balance?.amount_xaf &&
    reading.fee_xaf === fee?.amount_xaf &&
    reading.operator_transaction_id === id &&
    reading.reversed_transaction_id === reversed
  );
}

function compose(
  lexed: Lexed,
  template: Template,
  filled: readonly Filled[],
  { kind, amount, fee, balance, id, reversed, occurred }: Proof,
  trusted_sender: boolean,
): Reading {
  const { payer, may_be_payers, is_unclear } = payerOf(lexed, kind, filled);
  const recipient = kind === 'DEBIT' ? partyOf(lexed, filled).payer : null;
  const motif = motifOf(lexed, slotOf(filled, 'motif'));
  const doubts: Doubt[] = [];
  if (MOVES.has(kind) && id === undefined && reversed === undefined) doubts.push('no_transaction_id');
  if (amount?.exact === false) doubts.push('fraction');
  if (occurred.apart) doubts.push('two_times');
  if (is_unclear) doubts.push('payer_unclear');
  if (template.status === 'unconfirmed') doubts.push('unconfirmed_template');
  return {
    kind,
    template_id: template.id,
    template_version: template.version,
    template_status: template.status,
    trusted_sender,
    ...(amount && { amount_xaf: amount.amount_xaf }),
    ...(fee && { fee_xaf: fee.amount_xaf }),
    ...(id !== undefined && { operator_transaction_id: id }),
    ...(payer !== null && { payer }),
    ...(may_be_payers.length > 0 && { may_be_payers }),
    ...(recipient !== null && { recipient }),
    payer_is_agent: kind === 'CASH_IN',
    ...(balance && { balance_xaf: balance.amount_xaf }),
    ...(motif !== undefined && { motif }),
    ...(occurred.at !== undefined && { occurred_at: occurred.at }),
    occurred_precision: 'minute',
    ...(reversed !== undefined && { reversed_transaction_id: reversed }),
    doubts,
  };
}

/** Who paid. Where a slot should name him and it isn't clear which number is his, nobody is named and people look. */
function payerOf(lexed: Lexed, kind: NoticeKind, filled: readonly Filled[]) {
  if (!isMoney(kind) && kind !== 'REVERSAL') return { payer: null, may_be_payers: [], is_unclear: false };
  const { payer, numbers, is_unclear } = partyOf(lexed, filled);
  // A mere {name} is no payer; but a number in it that is another's speaks against that one.
  const named = namedIn(lexed, filled);
  const is_payment = kind === 'CREDIT';
  // An agent may be named without a number, and by words that no payer is named by.
  const is_unsaid = is_payment && named !== null && !isNamed(lexed, named);
  const is_odd = is_unsaid || (isMoney(kind) && named !== null && isTakenBack(lexed, named));
  const is_clear = named !== null && !is_odd && payer !== null;
  return {
    payer: is_clear ? payer : null,
    may_be_payers: is_payment && !is_clear ? numbers : [],
    is_unclear: is_odd || (is_payment && is_unclear),
  };
}

/** Where the payer is named: his slot, or his number with the names that touch it. */
function namedIn(lexed: Lexed, filled: readonly Filled[]): Range | null {
  const slot = filled.find((one) => one.slot === 'payer' || one.slot === 'agent');
  const phone = slotOf(filled, 'phone');
  if (slot !== undefined || phone === undefined) return slot ?? null;
  const names = filled.filter((one) => one.slot === 'name');
  const before = names.find(({ end }) => lexed.solid[end] === phone.start);
  const behind = names.find(({ start }) => start === phone.end);
  return { start: before?.start ?? phone.start, end: behind?.end ?? phone.end };
}

const PARTIES: ReadonlySet<SlotName> = new Set<SlotName>(['phone', 'payer', 'agent', 'name']);

/** Operators write a number beside a name: `NOM BOUTIQUE (96888888)`. */
const partyOf = (lexed: Lexed, filled: readonly Filled[]) =>
  scanParty(
    lexed,
    filled.filter(({ slot }) => PARTIES.has(slot)),
  );

const NO_MOTIF = new Set(['', 'na', 'n/a', 'n.a', 'neant', 'aucun', 'none', 'null', '-']);
const EDGES = /^[\s:=.]+|[\s.]+$/g;

function motifOf(lexed: Lexed, slot: Filled | undefined): string | undefined {
  if (slot === undefined || slot.end === slot.start) return undefined;
  const start = lexed.tokens[slot.start]?.start;
  const motif = lexed.text.slice(start, lexed.tokens[slot.end - 1]?.end).replace(EDGES, '');
  return NO_MOTIF.has(motif.toLowerCase()) ? undefined : motif;
}

/** The operator's own time: the id's before the text's. Times that disagree are a doubt. */
function timeOf(id: string | undefined, printed: string | undefined): Proof['occurred'] {
  const own = id === undefined ? null : timeOfId(id);
  if (own === null || printed === undefined) return { at: own ?? printed, apart: false };
  return { at: own, apart: Math.abs(Date.parse(own) - Date.parse(printed)) > MOST_MINUTES_APART * 60_000 };
}

/** The money template that shares the most words with a text that prints a sum and tells of a movement. */
function nearest(lexed: Lexed, templates: readonly Template[], figures: Figures): Template | null {
  const tells = tellsOfArrival(lexed) || lexed.words.has('solde') || lexed.words.has('balance');
  if (!tells || figures.sums_xaf.length === 0) return null;
  const money = templates.filter(({ kind }) => isMoney(kind));
  const shared = ({ wordings }: Template) =>
    Math.max(...wordings.map((one) => [...one.words].filter((word) => lexed.words.has(word)).length));
  return money.toSorted((a, b) => shared(b) - shared(a))[0] ?? null;
}
