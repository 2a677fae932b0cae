import type { Lexed, Token } from '../tokens.ts';
import { type AmountRead, readAmount } from './amount.ts';
import { endsSentence } from './payer.ts';
import type { IdRead } from './transaction-id.ts';

const FILLERS = new Set([
  ':',
  '=',
  '-',
  '.',
  'est',
  'de',
  'disponible',
  'dispo',
  'actuel',
  'courant',
  'compte',
  'votre',
  'principal',
  'money',
  'moov',
  'airtel',
  'recu',
  'net',
  'la',
  'transaction',
  'du',
  'transfert',
  'maintenant',
]);
const MOST_FILLERS = 6;

/** The sums behind a label word (`Solde`, `Montant`), wherever it stands. The currency may be missing. */
export function findLabelledAmounts(lexed: Lexed, labels: ReadonlySet<string>): AmountRead[] {
  const found: AmountRead[] = [];
  for (const [at, token] of lexed.tokens.entries()) {
    lexed.tally.steps += 1;
    if (token.kind !== 'word' || !labels.has(token.text)) continue;
    let value = at + 1;
    while (value <= at + MOST_FILLERS && FILLERS.has(lexed.tokens[value]?.text ?? '')) value += 1;
    const negative = lexed.tokens[value - 1]?.text === '-' && lexed.tokens[value]?.glued === true;
    const read = readAmount(lexed, value);
    if (read !== null) found.push(negative ? { ...read, amount: null } : read);
  }
  return found;
}

export interface MotifRead {
  readonly start: number;
  readonly end: number;
  readonly motif: string | null;
}

const MOTIF_LABELS = new Set(['reference', 'motif', 'message', 'note', 'commentaire', 'objet', 'libelle']);
/** A label ends the payer's words, also right after a point (`NA.Solde: …`). */
const ENDS_MOTIF = new Set(['solde', 'ref', 'montant', 'frais', 'tid', 'trans', 'id', 'txn', 'date']);
const BEFORE_SOLDE = new Set(['nouveau', 'votre']);
const MOST_TOKENS = 60;
const NONE = new Set(['', 'na', 'n/a', 'n.a', 'neant', 'aucun', 'none', 'null', '-']);

/**
 * The payer's own words. `Reference:` counts unless a transaction id stands behind it. They end at the line,
 * the sentence or the next label.
 */
export function findMotif(lexed: Lexed, ids: readonly IdRead[]): MotifRead | null {
  const idStarts = new Set(ids.map((id) => id.start));
  for (const [at, token] of lexed.tokens.entries()) {
    if (token.kind !== 'word' || !MOTIF_LABELS.has(token.text)) continue;
    const start = skipToValue(lexed, at + 1);
    if (start === null || idStarts.has(start)) continue;
    const end = endOfMotif(lexed, start);
    const words = lexed.text.slice(lexed.tokens[start]?.start, lexed.tokens[end - 1]?.end).trim();
    const printed = end > start ? words : '';
    return { start, end, motif: NONE.has(printed.toLowerCase()) ? null : printed };
  }
  return null;
}

/** Index of the first token of the value; null when no colon or equals sign shows that this is a label. */
function skipToValue(lexed: Lexed, from: number): number | null {
  const words = new Set(['de', 'l', 'expediteur', 'du', 'client', 'payeur']);
  let at = from;
  while (at < from + 4 && words.has(lexed.tokens[at]?.text ?? '')) at += 1;
  const mark = lexed.tokens[at]?.text;
  return mark === ':' || mark === '=' ? at + 1 : null;
}

function endOfMotif(lexed: Lexed, start: number): number {
  let at = start;
  for (; at < Math.min(start + MOST_TOKENS, lexed.tokens.length); at += 1) {
    lexed.tally.steps += 1;
    const token = lexed.tokens[at] as Token;
    const next = lexed.tokens[at + 1];
    if (token.newLine) break;
    if (isLabel(token, next)) break;
    if (token.text === '.' && (endsSentence(lexed, at) || isLabel(next, lexed.tokens[at + 2]))) break;
  }
  return at;
}

function isLabel(token: Token | undefined, next: Token | undefined): boolean {
  if (token?.kind !== 'word') return false;
  if (BEFORE_SOLDE.has(token.text)) return next?.text === 'solde' || next?.text === 'nouveau';
  return ENDS_MOTIF.has(token.text) && (token.text === 'solde' || next?.text === ':' || next?.text === '.');
}
