import { isCredit } from '../domain/movement/move.ts';
import { HIDDEN_DIGIT, type PayerPrint } from '../domain/msisdn.ts';
import { readPayer } from '../domain/text/payer.ts';
import { type Lexed, lex, type Token } from '../domain/text/tokens.ts';
import { readAmount } from './fields/amount.ts';
import { readTime } from './fields/time.ts';
import { readAirtelId, readId } from './fields/transaction-id.ts';
import { printedSums } from './figures.ts';
import { isHotlines, isParty } from './hotlines.ts';
import { LABELS, labelBefore, wordBefore } from './labels.ts';
import { balanceAfter, isSurelyMotif, proposedKind, type Slotted } from './proposed-kind.ts';
import type { PrintedSum } from './sums.ts';
import type { TemplateKind } from './templates/template.ts';
import { labelOfMotif } from './wording/check-motif.ts';
import { compileWording } from './wording/compile.ts';
import type { WordingProblem } from './wording/problem.ts';
import { WordingError } from './wording/problem.ts';
import type { SlotName } from './wording/slots.ts';

/** A first draft of a wording for a text, to be corrected by a person. */
export interface ProposedWording {
  readonly kind: TemplateKind;
  readonly wording: string;
  /** What each slot would hold, in order. */
  readonly slots: readonly { readonly slot: SlotName; readonly printed: string }[];
  /** Why the draft can't be used as it is, if it can't. */
  readonly problem: WordingProblem | null;
}

/** Before the name of whoever money comes from or goes to. */
const BEFORE_NAMES = new Set([...LABELS.sender, 'of', 'a', 'au', 'vers', 'to']);
const NAME_WORDS_MAX = 8;
/** Before the word that names a balance. */
const BEFORE_BALANCE = new Set(['le', 'votre', 'nouveau', 'your', 'new']);

/**
 * Proposes a wording for a text that no template takes: sums, balances, fees, ids, times and numbers found by
 * their shape and by labels in French and English become slots, all else stays fixed. Pure; a person corrects it.
 */
export function proposeWording(text: string): ProposedWording {
  const lexed = lex(text);
  const sums = printedSums(lexed);
  const as_payment = findSlots(lexed, 'CREDIT', sums, -1);
  const kind = proposedKind(lexed, as_payment);
  const motifs = as_payment.filter(({ slot }) => slot === 'motif');
  const operators = sums.filter(({ start }) => !motifs.some((one) => start >= one.start && start < one.end));
  const found = findSlots(lexed, kind, sums, balanceAfter(lexed, kind, operators));
  const wording = writeWording(lexed, found);
  const slots = found.map(({ slot, start, end }) => ({ slot, printed: printed(lexed, start, end) }));
  return { kind, wording, slots, problem: problemOf(wording) };
}

function findSlots(lexed: Lexed, kind: TemplateKind, all: readonly PrintedSum[], balance: number): Slotted[] {
  const sums = new Map(all.map((sum) => [sum.start, sum]));
  const found: Slotted[] = [];
  const figures_end = lastFigureEnd(lexed, all);
  const has = (slot: SlotName) => found.some((one) => one.slot === slot);
  let at = 0;
  while (at < lexed.tokens.length) {
    const next = slotAt(at);
    if (next === null) {
      at += 1;
      continue;
    }
    add(next);
    at = next.end;
  }
  return found;

  function add(next: Slotted): void {
    while (next.start < (found.at(-1)?.end ?? 0)) found.pop();
    found.push(next);
  }

  function slotAt(start: number): Slotted | null {
    const motif = motifAt(lexed, start, all);
    if (motif !== null && (isSurelyMotif(lexed, start) || isBehindPayer(kind, found))) return motif;
    const time = readTime(lexed, start);
    if (time !== null) return { slot: has('time') ? 'date' : 'time', start, end: time.end };
    const id = idAt(lexed, start);
    if (id !== null) return { slot: idSlot(lexed, kind, found, start), start, end: id.end };
    const sum = sums.get(start);
    const isShare = sum !== undefined && lexed.tokens[sum.end]?.text === '%';
    if (sum !== undefined && !isShare && !LABELS.code.has(wordBefore(lexed.tokens, start)))
      return { slot: sumSlot(sum), start, end: sum.end };
    const phone = readPayer(lexed, start);
    if (phone !== null && !(start >= figures_end && isHotline(lexed, kind, start, phone.payer)))
      return numberAt(start, phone.end);
    if (motif !== null) return motif;
    const token = lexed.tokens[start] as Token;
    return token.kind === 'num' && token.text.length <= 12 ? { slot: 'code', start, end: start + 1 } : null;
  }

  /** A name that runs up to a sum has no end that anybody could find: so there the number stands by itself. */
  function numberAt(start: number, end: number): Slotted {
    const named = withName(lexed, kind, start, end);
    if (!sums.has(end)) return named;
    if (named.start < start) add({ slot: 'name', start: named.start, end: start });
    return { slot: 'phone', start, end };
  }

  function sumSlot({ label, start }: PrintedSum): SlotName {
    if (label === 'balance') return start === balance ? 'balance' : 'sum';
    if (label === 'fee') return has('fee') ? 'sum' : 'fee';
    return has('amount') || kind === 'BALANCE' ? 'sum' : 'amount';
  }
}

/**
 * Whether a number behind all that is told of a movement is the operator's own, of which he hides no digit. Where
 * money left it has to be called so: a payee whom no slot names lets a debit pass for any announcement of its sum.
 */
function isHotline(lexed: Lexed, kind: TemplateKind, start: number, payer: PayerPrint): boolean {
  if (payer.includes(HIDDEN_DIGIT)) return false;
  return kind === 'DEBIT' || kind === 'REVERSAL' ? isHotlines(lexed, start) : !isParty(lexed, start);
}

/** Where the last sum or id of a text ends; its own end where it has none. */
function lastFigureEnd(lexed: Lexed, sums: readonly PrintedSum[]): number {
  const ids = lexed.tokens.flatMap((_, at) => idAt(lexed, at)?.end ?? []);
  const ends = [...sums.map(({ end }) => end), ...ids];
  return ends.length === 0 ? lexed.tokens.length : Math.max(...ends);
}

const PARTIES: ReadonlySet<SlotName> = new Set<SlotName>(['payer', 'agent', 'name', 'phone']);

/** What an id is, behind what was `found`: of two the one that whoever pays may have written is not the operator's. */
function idSlot(lexed: Lexed, kind: TemplateKind, found: Slotted[], at: number): SlotName {
  if (kind === 'REVERSAL' && !found.some(({ slot }) => slot === 'reversed')) return 'reversed';
  const before = found.findIndex(({ slot }) => slot === 'id');
  const first = found[before];
  if (first === undefined) return 'id';
  const is_behind_party = found.slice(0, before).some(({ slot }) => PARTIES.has(slot));
  if (!mayBeWritten(lexed, first.start, is_behind_party) || !isLabelled(lexed, at)) return 'ref';
  found[before] = { ...first, slot: 'ref' };
  return 'id';
}

/** Whether an id stands behind `Reference` and a party, or behind a label that nobody knows. */
function mayBeWritten(lexed: Lexed, at: number, is_behind_party: boolean): boolean {
  if (isLabelled(lexed, at)) return is_behind_party && LABELS.motif.has(wordBefore(lexed.tokens, at));
  return lexed.tokens[at - 1]?.text === ':';
}

const isLabelled = (lexed: Lexed, at: number): boolean => LABELS.id.has(wordBefore(lexed.tokens, at));

const idAt = (lexed: Lexed, at: number) =>
  readAirtelId(lexed, at) ?? (isLabelled(lexed, at) ? readId(lexed, at) : null);

/** The number with the name beside it: `NOM PRENOM (94123456)`, `23592000000 - NOM PRENOM`. */
function withName(lexed: Lexed, kind: TemplateKind, start: number, end: number): Slotted {
  const { tokens } = lexed;
  let first = start;
  while (first > Math.max(0, start - NAME_WORDS_MAX) && isNamePart(tokens[first - 1])) first -= 1;
  const isBehindFrom = BEFORE_NAMES.has(tokens[first - 1]?.text ?? '');
  let last = end;
  if (tokens[last]?.text === ')') last += 1;
  if (tokens[last]?.text === '-') {
    while (last < end + NAME_WORDS_MAX && isNamePart(tokens[last])) last += 1;
  }
  const slot = kind === 'CASH_IN' ? 'agent' : isCredit({ kind }) ? 'payer' : 'name';
  return { slot, start: isBehindFrom ? first : start, end: last };
}

function isNamePart(token: Token | undefined): boolean {
  if (token === undefined || token.newLine) return false;
  if (token.kind === 'word') return !BEFORE_NAMES.has(token.text);
  return token.text === '(' || token.text === '-' || token.text === '+';
}

/** There `Reference` is the label of what he wrote; in front of him, and of what we sent, it is one of ids. */
const isBehindPayer = (kind: TemplateKind, found: readonly Slotted[]): boolean =>
  isCredit({ kind }) && found.some(({ slot }) => slot === 'payer' || slot === 'agent' || slot === 'phone');

/** What stands behind `Motif:` up to the end of the sentence, or to the balance where that stands in it. */
function motifAt(lexed: Lexed, at: number, sums: readonly PrintedSum[]): Slotted | null {
  const { tokens } = lexed;
  if (labelOfMotif(tokens, at) === -1) return null;
  let end = sentenceEnd(lexed, at);
  const balances = sums.filter(({ label }) => label === 'balance');
  const last = balances.at(-1);
  if (last !== undefined && balances.every(({ start }) => start >= at && start < end)) {
    end = last.start;
    while (labelBefore(lexed, end) === 'balance') end -= 1;
    while (BEFORE_BALANCE.has(tokens[end - 1]?.text ?? '')) end -= 1;
  }
  return end <= at ? null : { slot: 'motif', start: at, end };
}

/** A point within an id, a time, a sum or `Trans.ID` ends no sentence. */
function sentenceEnd(lexed: Lexed, at: number): number {
  const { tokens } = lexed;
  const isPoint = (end: number) =>
    tokens[end]?.text === '.' && !(LABELS.id.has(tokens[end - 1]?.text ?? '') && tokens[end + 1]?.glued);
  let end = at;
  while (end < tokens.length && !tokens[end]?.newLine && !isPoint(end)) {
    const value = readTime(lexed, end) ?? readId(lexed, end) ?? readAmount(lexed, end);
    end = value?.end ?? end + 1;
  }
  return end;
}

/** The text with slots in it, and without the marks that mean something in a wording. */
function writeWording(lexed: Lexed, found: readonly Slotted[]): string {
  let at = 0;
  let wording = '';
  for (const { slot, start, end } of found) {
    wording += `${plain(lexed.text.slice(at, lexed.tokens[start]?.start))}{${slot}}`;
    at = lexed.tokens[end - 1]?.end ?? at;
  }
  return `${wording}${plain(lexed.text.slice(at))}`.replace(/\s+/g, ' ').trim();
}

const plain = (text: string): string => text.replace(/[[\]{}<>|]/g, ' ');
const printed = (lexed: Lexed, start: number, end: number): string =>
  lexed.text.slice(lexed.tokens[start]?.start, lexed.tokens[end - 1]?.end);

function problemOf(wording: string): WordingProblem | null {
  try {
    compileWording(wording);
    return null;
  } catch (error) {
    if (error instanceof WordingError) return error.problem;
    throw error;
  }
}
