import { NEAR_LOW_XAF } from '../domain/doubt/guesses.ts';
import { isCredit } from '../domain/movement/move.ts';
import { isAirtimeFrom, isNamed, mayStandBehind, type Range, scanParty } from '../domain/text/party.ts';
import { readPayer } from '../domain/text/payer.ts';
import type { Lexed } from '../domain/text/tokens.ts';
import { isCashInId, readAirtelId, readId, timeOfId } from './fields/transaction-id.ts';
import { LABELS, wordBefore } from './labels.ts';
import type { NoticeKind, Reading, ReadingDoubt } from './reading.ts';
import { MOVES, type Template } from './templates/template.ts';
import type { Filled } from './wording/read-slot.ts';
import { isOpaque, type SlotName } from './wording/slots.ts';

/** The text's own time is when the message was written; the id's is when the payment was made. */
const MOST_MINUTES_APART = 10;

/** What a text says where a wording of this template is laid over it so. */
export function compose(
  lexed: Lexed,
  template: Template,
  filled: readonly Filled[],
  trusted_sender: boolean,
): Reading {
  const amount = slotOf(filled, 'amount')?.amount;
  const fee = slotOf(filled, 'fee')?.amount;
  const balance = slotOf(filled, 'balance')?.amount;
  const id = slotOf(filled, 'id')?.value;
  const reversed = slotOf(filled, 'reversed')?.value;
  const kind = isCredit(template) && isCashInId(id ?? '') ? 'CASH_IN' : template.kind;
  const { payer, may_be_payers, is_unclear } = payerOf(lexed, kind, filled);
  const recipient = kind === 'DEBIT' ? partyOf(lexed, filled).payer : null;
  const motif = motifOf(lexed, slotOf(filled, 'motif'));
  const occurred = timeOf(id, slotOf(filled, 'time')?.value);
  const stated_ids = isCredit({ kind }) && id === undefined ? idsPrinted(lexed, payer, filled) : [];
  const doubts: ReadingDoubt[] = [];
  if (MOVES.has(kind) && id === undefined && reversed === undefined) doubts.push('no_transaction_id');
  if (amount?.exact === false) doubts.push('fraction');
  if (occurred.apart) doubts.push('two_times');
  if (is_unclear) doubts.push('payer_unclear');
  if (mayTellOfAirtime(lexed, kind, filled)) doubts.push('airtime_balance');
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
    ...(stated_ids.length > 0 && { stated_ids }),
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

export const slotOf = (filled: readonly Filled[], name: SlotName): Filled | undefined =>
  filled.find(({ slot }) => slot === name);

/** Who paid. Where a slot should name him and it isn't clear which number is his, nobody is named and people look. */
function payerOf(lexed: Lexed, kind: NoticeKind, filled: readonly Filled[]) {
  if (!isCredit({ kind }) && kind !== 'REVERSAL')
    return { payer: null, may_be_payers: [], is_unclear: false };
  const { payer, numbers, is_unclear } = partyOf(lexed, filled);
  // A mere {name} is no payer; but a number in it that is another's speaks against that one.
  const named = namedIn(lexed, filled);
  const is_payment = kind === 'CREDIT';
  // An agent may be named without a number.
  const is_unsaid = is_payment && named !== null && !isNamed(lexed, named);
  const is_clear = named !== null && !is_unsaid && payer !== null;
  return {
    payer: is_clear ? payer : null,
    may_be_payers: is_payment && !is_clear ? numbers : [],
    is_unclear: is_unsaid || (is_payment && is_unclear),
  };
}

/** Whether the text may tell of airtime that somebody has sent: then so may its balance, since no money of ours has moved. */
function mayTellOfAirtime(lexed: Lexed, kind: NoticeKind, filled: readonly Filled[]): boolean {
  if (kind === 'AIRTIME') return slotOf(filled, 'phone') !== undefined;
  const named = isCredit({ kind }) ? namedIn(lexed, filled) : null;
  const francs = (name: SlotName) => slotOf(filled, name)?.amount?.amount_xaf;
  return named !== null && mayBeAirtimes(francs('amount'), francs('balance')) && isAirtimeFrom(lexed, named);
}

/**
 * Whether the balance of a text that may tell of money or of airtime may be the airtime's: no phone has much of
 * that. Where it held more before, a payer with such a registered name would else hold up whoever pays behind him.
 */
export const mayBeAirtimes = (amount_xaf: number | undefined, balance_xaf: number | undefined): boolean =>
  amount_xaf === undefined || balance_xaf === undefined || balance_xaf - amount_xaf < NEAR_LOW_XAF;

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

/** Where somebody is named, whoever he is. */
export function partiesIn(lexed: Lexed, filled: readonly Filled[]): Range[] {
  const named = namedIn(lexed, filled);
  return [...(named === null ? [] : [named]), ...filled.filter(({ slot }) => slot === 'name')];
}

const PARTIES: ReadonlySet<SlotName> = new Set<SlotName>(['phone', 'payer', 'agent', 'name']);

/** Operators write a number beside a name: `NOM BOUTIQUE (96888888)`. */
const partyOf = (lexed: Lexed, filled: readonly Filled[]) =>
  scanParty(lexed, [...filled.filter(({ slot }) => PARTIES.has(slot)), ...numberBehindName(lexed, filled)]);

/**
 * Of `ALI 66999999 Motif 66123456` the second number may be the payer's, and all before it his registered name, since no mark
 * ends the name. A wording that begins with an id has both readings; where a number must end the payer's name, this tells it.
 */
function numberBehindName(lexed: Lexed, filled: readonly Filled[]): Range[] {
  const [phone, motif] = [slotOf(filled, 'phone'), slotOf(filled, 'motif')];
  if (phone === undefined || motif === undefined) return [];
  const read = readPayer(lexed, lexed.solid[motif.start] as number);
  const is_all = read !== null && read.end <= motif.end && (lexed.solid[read.end] as number) >= motif.end;
  const is_near = is_all && mayStandBehind(lexed, { start: phone.end, end: read.end });
  return is_near && motif.start > phone.end ? [{ start: motif.start, end: read.end }] : [];
}

/** Where others than the operator choose the words, or his advertising stands. */
const isOthers = (slot: SlotName): boolean => PARTIES.has(slot) || isOpaque(slot);

/**
 * All that may be the operator's id in a text of which none is: its payer may have written some, and the
 * operator's own is among them. In advertising, a name or a motif a word with a figure in it (`AIRTEL2026`,
 * `BOUTIQUE24`) stands in the texts of many payments, so there an opaque one needs its label; nobody has a
 * word like Airtel's. A phone may have the length of one.
 */
function idsPrinted(lexed: Lexed, payer: string | null, filled: readonly Filled[]): string[] {
  const others = filled.filter(({ slot }) => isOthers(slot));
  const mayBeOperators = (at: number): boolean =>
    !others.some(({ start, end }) => at >= start && at < end) ||
    readAirtelId(lexed, at) !== null ||
    LABELS.id.has(wordBefore(lexed.tokens, at));
  const ids = new Set<string>();
  for (let at = 0; at < lexed.tokens.length; ) {
    const is_whole = lexed.tokens[at]?.glued !== true || lexed.tokens[at - 1]?.kind === 'mark';
    const read = is_whole ? readId(lexed, at) : null;
    const is_own = read !== null && (payer === null || !read.id.endsWith(payer)) && mayBeOperators(at);
    if (is_own) ids.add(read.id);
    at = read?.end ?? at + 1;
  }
  return [...ids];
}

const NO_MOTIF = new Set(['', 'na', 'n/a', 'n.a', 'neant', 'aucun', 'none', 'null', '-']);
const EDGES = /^[\s:=.]+|[\s.]+$/g;

function motifOf(lexed: Lexed, slot: Filled | undefined): string | undefined {
  if (slot === undefined || slot.end === slot.start) return undefined;
  const start = lexed.tokens[slot.start]?.start;
  const motif = lexed.text.slice(start, lexed.tokens[slot.end - 1]?.end).replace(EDGES, '');
  return NO_MOTIF.has(motif.toLowerCase()) ? undefined : motif;
}

/** The operator's own time: the id's before the text's. Times that disagree are a doubt. */
function timeOf(
  id: string | undefined,
  printed: string | undefined,
): { at: string | undefined; apart: boolean } {
  const own = id === undefined ? null : timeOfId(id);
  if (own === null || printed === undefined) return { at: own ?? printed, apart: false };
  return { at: own, apart: Math.abs(Date.parse(own) - Date.parse(printed)) > MOST_MINUTES_APART * 60_000 };
}
