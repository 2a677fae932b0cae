import type { Lexed, Token } from '../../domain/text/tokens.ts';
import { readAmount } from '../fields/amount.ts';
import { readTime } from '../fields/time.ts';
import { readAirtelId, readId } from '../fields/transaction-id.ts';
import { LABELS } from '../labels.ts';

/** Words that label evidence, or take back what was said: advertising has none of them. */
export const NO_ADVERTISING: ReadonlySet<string> = new Set(
  (
    'solde balance montant frais amount fee ref reference tid trans txn annule annulee annules annulees annulation ' +
    'rembourse remboursee echoue echouee echec attente refuse refusee rejete rejetee insuffisant expire expiree ' +
    'demande entrez saisissez confirmez cliquez repondez rappelez envoye retire debite reversal reversed cancelled failed pending'
  ).split(' '),
);

/** Behind these stand also phones to call, and what an operator counts. */
const MAYBE_IDS = new Set(['operation', 'no', 'numero', 'n']);
/** Words right before an id. Without one, ten letters and digits are as well a name with a year, or the end of an address. */
export const ID_LABELS: ReadonlySet<string> = new Set(
  [...LABELS.id].filter((label) => !MAYBE_IDS.has(label)),
);

const lastEvidences = new WeakMap<Lexed, number>();

/** Index of the last token that advertising can't hold; -1 without one. */
export function lastEvidence(lexed: Lexed): number {
  const known = lastEvidences.get(lexed);
  if (known !== undefined) return known;
  let at = lexed.tokens.length - 1;
  while (at >= 0 && !isEvidence(lexed, at)) at -= 1;
  lastEvidences.set(lexed, at);
  return at;
}

function isEvidence(lexed: Lexed, at: number): boolean {
  lexed.tally.steps += 1;
  const token = lexed.tokens[at] as Token;
  if (token.kind === 'mark' || token.kind === 'broken') return false;
  if (NO_ADVERTISING.has(token.text) || isId(lexed, at)) return true;
  if (token.kind === 'word') return isSum(lexed, at);
  const isLong = token.text.length >= 12;
  return isLong || isSum(lexed, at) || readTime(lexed, at) !== null;
}

/** The operator's ids of today tell themselves by their form; others by the label right before them. */
function isId(lexed: Lexed, at: number): boolean {
  if (readAirtelId(lexed, at) !== null) return true;
  let label = at - 1;
  while (label >= 0 && lexed.solid[label] === at) label -= 1;
  return ID_LABELS.has(lexed.tokens[label]?.text ?? '') && readId(lexed, at) !== null;
}

/** A sum with its currency. The letters of a ticket may begin like one: `F9CTJRFJ`. */
function isSum(lexed: Lexed, at: number): boolean {
  const read = readAmount(lexed, at);
  const behind = lexed.tokens[read?.end ?? at];
  return read?.currency === true && !(behind?.glued === true && behind.kind !== 'mark');
}
