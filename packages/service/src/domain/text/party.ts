import { isSamePrint, type PayerPrint } from '../msisdn.ts';
import { dateEnd, readDate } from './date.ts';
import { type PayerRead, readPayer } from './payer.ts';
import type { Lexed, Token } from './tokens.ts';

/** Whom a slot of a text, or a cell of a statement, names. */
export interface Party {
  /** His number, perhaps masked; null where there is none, or it isn't clear which of them is his. */
  readonly payer: PayerPrint | null;
  /** Every number in it, one that is printed in two forms once. */
  readonly numbers: readonly PayerPrint[];
  /** It holds digits that could be a number, and no one number comes out. */
  readonly is_unclear: boolean;
}

/** A range of tokens, its end not in it. */
export type Range = { readonly start: number; readonly end: number };

/** So many digits beside the numbers could be one more. */
const DIGITS_OF_A_NUMBER = 8;
const NUMBERS_MAX = 8;
const FIGURE = /\p{Nd}/gu;

/**
 * The number among the tokens of these ranges, to their ends: `NOM (94123456)`, `2359… - NOM`. There is none where two
 * differ, since one of them is then somebody's invention.
 */
export function scanParty(lexed: Lexed, ranges: readonly Range[]): Party {
  const numbers: PayerPrint[] = [];
  let rest = 0;
  for (const { start, end } of ranges) {
    let at = start;
    while (at < end) {
      const read = numberAt(lexed, at, end);
      const { payer: number, other } = read ?? {};
      if (number !== undefined && !numbers.some((one) => isSamePrint(one, number))) numbers.push(number);
      // The end of a mask is no other number by its print; but it is by where it begins.
      if (other !== undefined && !numbers.includes(other)) numbers.push(other);
      const other_end = read?.end ?? dayEnd(lexed, at);
      if (other_end === null) rest += lexed.tokens[at]?.text.match(FIGURE)?.length ?? 0;
      at = other_end ?? at + 1;
    }
  }
  const [only = null] = numbers;
  const payer = numbers.length === 1 && rest < DIGITS_OF_A_NUMBER ? only : null;
  const is_unclear = payer === null && (numbers.length > 0 || rest >= DIGITS_OF_A_NUMBER);
  return { payer, numbers: numbers.slice(0, NUMBERS_MAX), is_unclear };
}

function numberAt(lexed: Lexed, at: number, end: number): PayerRead | null {
  lexed.tally.steps += 1;
  const read = readPayer(lexed, at);
  return read !== null && read.end <= end ? read : null;
}

/** Where a day of the calendar that begins here ends: it is no number of anybody's. */
function dayEnd({ tokens }: Lexed, at: number): number | null {
  const { month = 0, day = 0 } = readDate(tokens, at) ?? {};
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? dateEnd(tokens, at) : null;
}

function firstNumber(lexed: Lexed, { start, end }: Range): (PayerRead & Range) | null {
  for (let at = start; at < end; at += 1) {
    const read = numberAt(lexed, at, end);
    if (read !== null) return { ...read, start: at };
  }
  return null;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/**
 * What may be said of money once it was taken back. One of these words alone may be a name: ANNULE ABDOU. Whoever looks
 * for words of money that left (`mayTellOfTakingBack`) takes them from here, so that none is known in one place alone.
 */
const SAID_UNDONE = wordsOf(
  'annule annulee rembourse remboursee rejete rejetee echoue echouee extourne extournee inverse inversee ' +
    'renverse renversee reverse reversee reversed refunded cancelled canceled failed retourne retournee returned ' +
    'restitue restituee recredite recreditee expire expiree refuse refusee declined rejected reverted voided ' +
    'renvoye renvoyee rendu rendue repris reprise recupere recuperee recovered contrepasse contrepassee corrige ' +
    'corrigee corrected rectifie rectifiee undone الغي الغيت اعيد اعيدت استرجع استرد ارجع',
);
/**
 * Words by which money is taken back, and those that are said of other things too (`il est rappele que`). These may be
 * names: ECHEC JEAN.
 */
const TAKEN_BACK: ReadonlySet<string> = new Set([
  ...SAID_UNDONE,
  ...wordsOf(
    'annulation remboursement rejet echec reversal refund retour restitution expiration contrepassation rappele rappelee',
  ),
]);
const NOT = wordsOf('non pas not');
/** Behind one of those: `n’a pas abouti`, `n’a pas pu aboutir`. */
const SUCCEEDED = wordsOf('abouti aboutie aboutir');
/** Such a word may be said of several: `ont ete rembourses`. */
const hasIn = (known: ReadonlySet<string>, word: string): boolean =>
  known.has(word) || known.has(word.replace(/s$/, ''));
/** Without those that may say why we sent money: `vers 66… - REMBOURSEMENT`. */
const UNDONE_OF_OURS: ReadonlySet<string> = new Set(
  [...TAKEN_BACK].filter((word) => !['remboursement', 'retour', 'restitution', 'refund'].includes(word)),
);
/** Behind these it is said of something: `a ete annule`, `vient d’etre annule`, `has been reversed`, `statut: annule`. */
const AUXILIARIES = wordsOf('ete est etait sont etre been was were is statut status');
/** So many words from there on it may still be: `a ete automatiquement annule`. */
const SAID_WITHIN = 3;
/** Whether one of these words may say that money is taken back. */
export const mayTellOfTakingBack = (words: ReadonlySet<string>): boolean => {
  const has = (known: ReadonlySet<string>) => [...words].some((word) => hasIn(known, word));
  return has(TAKEN_BACK) || (has(SUCCEEDED) && has(NOT));
};

const MOVEMENTS = wordsOf(
  'transfert transaction paiement operation virement versement depot retrait envoi achat fonds argent transfer payment',
);
/** Where one of these stands the message tells of us, not of a movement: `Vous avez recu un virement de …`. */
const OURS = wordsOf('vous you compte account');
/** Words that make no name. */
const PARTICLES = wordsOf(
  'a apres d de des du en l la le les par pour suite client expediteur operateur systeme partiel partielle',
);

/** What phones are charged with, and what may be sent from one to another: it is no money. */
export const AIRTIME_WORDS = wordsOf(
  'credit credits unite unites airtime bonus recharge recharges forfait forfaits communication communications appel appels ' +
    'antenne minute minutes data internet mega megas megaoctets mo go sms',
);
/** Before whom it came from. */
const SENT_BY = wordsOf('de du d par depuis via from by');
/** Between that and his phone. */
const BESIDE_SENDERS = wordsOf(
  'la le l les part phone telephonique telephoniques offert offerte offerts offertes envoye envoyee envoyes ' +
    'transfere transferee transferes partage partagee partages gratuit gratuits airtel moov tchad money ' +
    'client cliente abonne abonnee correspondant correspondante ami amie proche parent votre notre un une ' +
    'ligne sim compte utilisateur titulaire personne expediteur',
);
/** Before such a word, where it says of what a sum was: `500 FCFA en credit`. */
export const OF_WHAT = wordsOf('de d en');

/**
 * Whether the operator may tell here of airtime from a phone: `credit Airtel du 66…`, `66… en credit`. A payer
 * whose name has such a word (CREDIT MUTUEL, CREDIT DU SAHEL) has no `du` right before his number.
 */
export function isAirtimeFrom(lexed: Lexed, range: Range): boolean {
  const first = firstNumber(lexed, range);
  if (first === null) return false;
  const before = wordsIn(lexed, { start: range.start, end: first.start });
  const by = before.findLastIndex((word) => SENT_BY.has(word));
  const is_beside = (word: string) => BESIDE_SENDERS.has(word) || NUMBER_LABELS.has(word);
  const is_before = by !== -1 && before.slice(0, by).some((word) => AIRTIME_WORDS.has(word));
  return (is_before && before.slice(by + 1).every(is_beside)) || isAirtimeBehind(lexed, range);
}

/** Whether it is said right behind the first phone: `en credit`, `credit d’appel`. A name may be one such word. */
export function isAirtimeBehind(lexed: Lexed, range: Range): boolean {
  const phone = firstNumber(lexed, range);
  if (phone === null) return false;
  const [first = '', second = '', third = ''] = wordsIn(lexed, { start: phone.end, end: range.end });
  if (OF_WHAT.has(first)) return AIRTIME_WORDS.has(second);
  return AIRTIME_WORDS.has(first) && OF_WHAT.has(second) && AIRTIME_WORDS.has(third);
}

/** Whether there is a number, with no sentence or comma before it: what follows those may be somebody's own words. */
export function isNamed(lexed: Lexed, range: Range): boolean {
  const first = firstNumber(lexed, range);
  return first !== null && !isBroken(lexed, { start: range.start, end: first.start }, 'before');
}

const wordsIn = ({ tokens }: Lexed, { start, end }: Range): string[] =>
  tokens.slice(start, end).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));

/** Whether the words where somebody is named say that a movement is taken back. */
export function isTakenBack(lexed: Lexed, range: Range): boolean {
  const words = wordsIn(lexed, range);
  const has = (known: ReadonlySet<string>) => words.some((word) => hasIn(known, word));
  return (has(TAKEN_BACK) && has(MOVEMENTS)) || isUndoneWhere(lexed, range, TAKEN_BACK);
}

/**
 * The same of money that left to somebody. The name of a shop may hold any such words; and what our own people wrote
 * of a refund says why it was sent: it runs to the end of its sentence, and what the operator says stands around it.
 * @param isLabel whether the label of such a note stands at a token
 */
export function isUndone(
  lexed: Lexed,
  range: Range,
  isLabel: (tokens: readonly Token[], at: number) => boolean,
): boolean {
  const { tokens } = lexed;
  const start = firstNumber(lexed, range)?.end ?? range.start + 1;
  const find = (from: number, isSought: (at: number) => boolean): number => {
    const at = tokens.slice(from, range.end).findIndex((_, index) => isSought(from + index));
    return at === -1 ? range.end : from + at;
  };
  const motif = find(start, (at) => isLabel(tokens, at));
  const end = find(motif, (at) => tokens[at]?.text === '.');
  const before = { start: range.start, end: motif };
  return isUndoneWhere(lexed, before, UNDONE_OF_OURS) || saysUndone(lexed, { start: end, end: range.end });
}

const isUndoneWhere = (lexed: Lexed, range: Range, known: ReadonlySet<string>): boolean =>
  saysUndone(lexed, range) || isUndoneBehind(lexed, range, known);

/** Whether these words say of something that it was taken back. */
export function saysUndone(lexed: Lexed, range: Range): boolean {
  const words = wordsIn(lexed, range);
  return words.some((word, at) => {
    const before = words.slice(Math.max(0, at - SAID_WITHIN), at);
    const isBehind = (known: ReadonlySet<string>) => before.some((one) => known.has(one));
    return (hasIn(SAID_UNDONE, word) && isBehind(AUXILIARIES)) || (hasIn(SUCCEEDED, word) && isBehind(NOT));
  });
}

/**
 * Whether a word behind the number does. One is enough where a name stands before the number, since no
 * operator prints a name on both sides, where nothing behind the number is a name, and where the message
 * tells of a movement, of which it may be said.
 */
function isUndoneBehind(lexed: Lexed, range: Range, known: ReadonlySet<string>): boolean {
  const first = firstNumber(lexed, range);
  const behind = first === null ? [] : wordsIn(lexed, { start: first.end, end: range.end });
  if (first === null || !behind.some((word) => hasIn(known, word))) return false;
  const is_named = wordsIn(lexed, { start: range.start, end: first.start }).length > 0;
  const is_name = (word: string) => !hasIn(TAKEN_BACK, word) && !PARTICLES.has(word);
  return is_named || !behind.some(is_name) || tellsOfMovement(lexed, range.start);
}

/** Whether what stands before this token is of a movement alone: `Paiement de 5000 FCFA recu du`. */
function tellsOfMovement(lexed: Lexed, end: number): boolean {
  const words = wordsIn(lexed, { start: 0, end });
  return words.some((word) => MOVEMENTS.has(word)) && !words.some((word) => OURS.has(word));
}

/**
 * Whether a slot may end here: behind its number stands a name, perhaps in brackets, and no further sentence. That one would
 * be the operator's own, and say what he has done with the money.
 */
export function mayBeParty(lexed: Lexed, range: Range): boolean {
  const first = firstNumber(lexed, range);
  return first === null || !isBroken(lexed, { start: first.end, end: range.end }, 'behind');
}

/** Whether a name may stand right before a number: it holds no other one, and no sentence ends in it. */
export function mayStandBefore(lexed: Lexed, range: Range, number: PayerPrint): boolean {
  const { is_unclear, payer } = scanParty(lexed, [range]);
  const is_other = is_unclear || (payer !== null && !isSamePrint(payer, number));
  return !is_other && !isBroken(lexed, range, 'before');
}

/** A name right behind a number. */
export const mayStandBehind = (lexed: Lexed, range: Range): boolean => !isBroken(lexed, range, 'behind');

/** Short words whose point ends no sentence. */
const TITLES = new Set(
  'm mr mme mlle dr pr st ste ets soc cie no tel num jr el hadj elh hadja alh abd moh med'.split(' '),
);
const NUMBER_LABELS = new Set('tel telephone num numero no mobile gsm contact msisdn'.split(' '));
const ENDS = new Set([',', ';', '!', '?', '،', '؛', '؟']);

/**
 * Whether a sentence or a part of one ends between these tokens, so that something else follows. Behind a number a new line is
 * such an end too; marks in front are the operator's where the name stands before its number.
 */
function isBroken(lexed: Lexed, { start, end }: Range, where: 'before' | 'behind'): boolean {
  const { tokens, solid, tally } = lexed;
  let has_ended = false;
  let at = where === 'before' ? Math.min(solid[start] as number, end) : start;
  while (at < end) {
    tally.steps += 1;
    const token = tokens[at] as Token;
    const number_end = numberAt(lexed, at, end)?.end ?? dayEnd(lexed, at);
    const is_mark = token.kind === 'mark' && number_end === null;
    if (!is_mark && (has_ended || (where === 'behind' && token.newLine))) return true;
    if (is_mark && isEnd(tokens[at - 1], token, tokens[at + 1])) has_ended = true;
    at = number_end ?? at + 1;
  }
  return has_ended && where === 'before';
}

function isEnd(before: Token | undefined, { text }: Token, behind: Token | undefined): boolean {
  if (ENDS.has(text)) return true;
  const word = before?.kind === 'word' ? before.text : '';
  const is_clock =
    before?.kind === 'num' && before.text.length <= 2 && behind?.kind === 'num' && behind.glued;
  if (text === ':') return !is_clock && !NUMBER_LABELS.has(word);
  return text === '.' && word.length !== 1 && !TITLES.has(word);
}
