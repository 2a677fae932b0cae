import { readPayer } from '../domain/text/payer.ts';
import { type Lexed, lex, type Token } from '../domain/text/tokens.ts';
import { readTime } from './fields/time.ts';
import { readAirtelId, readId } from './fields/transaction-id.ts';
import { printedSums } from './figures.ts';
import { LABELS, wordBefore } from './labels.ts';
import { isMoney, type TemplateKind } from './templates/template.ts';
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

type Found = { slot: SlotName; start: number; end: number };

const KINDS: readonly (readonly [TemplateKind, string])[] = [
  ['REVERSAL', 'annule annulee annulation inverse reversed reversal cancelled rembourse extourne'],
  ['OTP', 'otp verification'],
  ['DEBIT', 'envoye paye retire retrait transfere debite sent paid withdrawn withdrawal debited'],
  ['CASH_IN', 'depot agent deposit'],
  ['CREDIT', 'recu recus recue received credite arrive arrivee vire virement transfert'],
  ['FEE', 'frais fee fees'],
  ['BALANCE', 'solde balance'],
];
/** Before the name of whoever money comes from or goes to. */
const BEFORE_NAMES = new Set([...LABELS.sender, 'of', 'a', 'au', 'vers', 'to']);
const NAME_WORDS_MAX = 8;

/**
 * Proposes a wording for a text that no template takes: sums, balances, fees, ids, times and numbers found by
 * their shape and by labels in French and English become slots, all else stays fixed. Pure; a person corrects it.
 */
export function proposeWording(text: string): ProposedWording {
  const lexed = lex(text);
  const kind =
    KINDS.find(([, words]) => words.split(' ').some((word) => lexed.words.has(word)))?.[0] ?? 'CREDIT';
  const found = findSlots(lexed, kind);
  const wording = writeWording(lexed, found);
  const slots = found.map(({ slot, start, end }) => ({ slot, printed: printed(lexed, start, end) }));
  return { kind, wording, slots, problem: problemOf(wording) };
}

function findSlots(lexed: Lexed, kind: TemplateKind): Found[] {
  const sums = new Map(printedSums(lexed).map((sum) => [sum.start, sum]));
  const found: Found[] = [];
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

  function add(next: Found): void {
    while (next.start < (found.at(-1)?.end ?? 0)) found.pop();
    found.push(next);
  }

  function slotAt(start: number): Found | null {
    const time = readTime(lexed, start);
    if (time !== null) return { slot: has('time') ? 'date' : 'time', start, end: time.end };
    const id = readAirtelId(lexed, start) ?? (isLabelled(lexed, start) ? readId(lexed, start) : null);
    if (id !== null) return { slot: idSlot(), start, end: id.end };
    const sum = sums.get(start);
    const isShare = sum !== undefined && lexed.tokens[sum.end]?.text === '%';
    if (sum !== undefined && !isShare && !LABELS.code.has(wordBefore(lexed.tokens, start)))
      return { slot: sumSlot(sum.label), start, end: sum.end };
    const phone = readPayer(lexed, start);
    if (phone !== null) return numberAt(start, phone.end);
    const motif = motifAt(lexed, start);
    if (motif !== null) return motif;
    const token = lexed.tokens[start] as Token;
    return token.kind === 'num' && token.text.length <= 12 ? { slot: 'code', start, end: start + 1 } : null;
  }

  /** A name that runs up to a sum has no end that anybody could find: so there the number stands by itself. */
  function numberAt(start: number, end: number): Found {
    const named = withName(lexed, kind, start, end);
    if (!sums.has(end)) return named;
    if (named.start < start) add({ slot: 'name', start: named.start, end: start });
    return { slot: 'phone', start, end };
  }

  function idSlot(): SlotName {
    return kind === 'REVERSAL' && !has('reversed') ? 'reversed' : 'id';
  }

  function sumSlot(label: 'balance' | 'fee' | 'amount' | null): SlotName {
    if (label === 'balance' || label === 'fee') return has(label) ? 'sum' : label;
    return has('amount') || kind === 'BALANCE' ? 'sum' : 'amount';
  }
}

const isLabelled = (lexed: Lexed, at: number): boolean => LABELS.id.has(wordBefore(lexed.tokens, at));

/** The number with the name beside it: `NOM PRENOM (94123456)`, `23592000000 - NOM PRENOM`. */
function withName(lexed: Lexed, kind: TemplateKind, start: number, end: number): Found {
  const { tokens } = lexed;
  let first = start;
  while (first > Math.max(0, start - NAME_WORDS_MAX) && isNamePart(tokens[first - 1])) first -= 1;
  const isBehindFrom = BEFORE_NAMES.has(tokens[first - 1]?.text ?? '');
  let last = end;
  if (tokens[last]?.text === ')') last += 1;
  if (tokens[last]?.text === '-') {
    while (last < end + NAME_WORDS_MAX && isNamePart(tokens[last])) last += 1;
  }
  const slot = kind === 'CASH_IN' ? 'agent' : isMoney(kind) ? 'payer' : 'name';
  return { slot, start: isBehindFrom ? first : start, end: last };
}

function isNamePart(token: Token | undefined): boolean {
  if (token === undefined || token.newLine) return false;
  if (token.kind === 'word') return !BEFORE_NAMES.has(token.text);
  return token.text === '(' || token.text === '-' || token.text === '+';
}

/** What stands behind `Motif:` up to the end of the sentence. */
function motifAt(lexed: Lexed, at: number): Found | null {
  const { tokens } = lexed;
  const isLabel = LABELS.motif.has(tokens[at - 2]?.text ?? '') && tokens[at - 1]?.text === ':';
  if (!isLabel) return null;
  let end = at;
  while (end < tokens.length && !tokens[end]?.newLine && tokens[end]?.text !== '.') end += 1;
  return end === at ? null : { slot: 'motif', start: at, end };
}

/** The text with slots in it, and without the marks that mean something in a wording. */
function writeWording(lexed: Lexed, found: readonly Found[]): string {
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
