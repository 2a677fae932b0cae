import {
  AIRTIME_WORDS,
  isAirtimeBehind,
  mayTellOfTakingBack,
  OF_WHAT,
  type Range,
} from '../domain/text/party.ts';
import type { Lexed, Token } from '../domain/text/tokens.ts';

export type Label = 'balance' | 'fee' | 'amount';

export const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));

/** What operators print before something that is no sum. Whoever reads a text, and whoever drafts a wording for it, knows the same. */
export const LABELS = {
  /** Before what a payer wrote. */
  motif: words('motif objet message reference libelle note commentaire reason raison'),
  /** Before the id of a transaction. */
  id: words('ref reference tid id trans transaction txn txnid transid operation no numero n'),
  /** Before a number that is neither a sum nor an id. */
  code: words('code agent otp pin'),
  /** Before whoever sent money. */
  sender: words('de du par depuis from by expediteur sender payeur envoyeur emetteur depositaire debiteur'),
  /** Before whoever money was sent to. */
  recipient: words(
    'a au aux pour vers chez to beneficiaire destinataire destination receveur recipient receiver crediteur',
  ),
} as const;

/** Words between a label and its sum (`solde de votre compte Airtel Money est de`). */
const REACH = 10;
const BALANCES = new Set(['solde', 'balance', 'rasid']);
/** The Arabic word for a balance, which is written together with `the`, `and` or `your`. */
const ARABIC_BALANCE = 'رصيد';
/**
 * Words that name a balance where they stand before a sum, and say other things elsewhere (`merci d'avoir recu 5000`, `le reste
 * a payer`): so only these may stand between.
 */
const MAYBE_BALANCES = new Set(['disponible', 'dispo', 'available', 'avoir', 'reste']);
const BETWEEN = new Set(
  'a actuel actuelle airtel at au compte de disponible du en est is le maintenant money moov nouveau now sur votre'.split(
    ' ',
  ),
);
const SUMS = new Set(['montant', 'somme', 'amount', 'frais', 'fee', 'fees']);

/** No label says anything of a sum beyond a number and the end of a sentence. */
const endsReach = ({ kind, text }: Token): boolean => kind === 'num' || text === '.' || text === ',';

/** The label in whose reach the sum stands, with no other number and no end of a sentence between them. */
export function labelBefore(lexed: Lexed, at: number): Label | null {
  let is_near = true;
  for (let before = at - 1; before >= Math.max(0, at - REACH); before -= 1) {
    const token = lexed.tokens[before] as Token;
    const { kind, text } = token;
    if (endsReach(token)) return null;
    if (isBalance(text) || (is_near && MAYBE_BALANCES.has(text))) return 'balance';
    if (SUMS.has(text)) return text.startsWith('f') ? 'fee' : 'amount';
    is_near &&= kind === 'mark' || BETWEEN.has(text);
  }
  return null;
}

const AIRTIME = words('credit credits bonus unites airtime recharge forfait communication appel appels');

/** Whether the balance that is labelled before this token is one of airtime: `Credit disponible: 1500`. */
export function isOfAirtime({ tokens }: Lexed, at: number): boolean {
  const before = tokens.slice(Math.max(0, at - REACH), at);
  const from = before.findLastIndex(endsReach) + 1;
  return before.slice(from).some(({ text }) => AIRTIME.has(text));
}

const isBalance = (word: string): boolean => BALANCES.has(word) || word.includes(ARABIC_BALANCE);

/** Whether a text names a balance anywhere. */
export const namesBalance = ({ words }: Lexed): boolean => [...words].some(isBalance);

/** Whether the label of a motif stands at this token. One of them says why elsewhere: `en raison d'une erreur`. */
export function isMotifLabel(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at] as Token;
  return LABELS.motif.has(text) && (text !== 'raison' || tokens[at + 1]?.text === ':');
}

/** Where the labels of motifs stand. */
export const motifLabels = ({ tokens }: Lexed): number[] =>
  tokens.flatMap((_, at) => (isMotifLabel(tokens, at) ? [at] : []));

/** Words that tell that money came. */
const ARRIVALS = new Set(
  (
    'recu recus recue reception received got credite transfert depot versement vire virement argent encaisse ' +
    'encaissee encaissement paiement payment استلمت استلام تلقيت وصلك تحويل'
  ).split(' '),
);

/** Of those the words that say so by themselves; the others may as well be what customers are asked to do. */
export const RECEIVED = new Set(
  'recu recus recue received got credite vire encaisse encaissee استلمت تلقيت وصلك'.split(' '),
);

export const tellsOfArrival = ({ words }: Lexed): boolean => [...words].some((word) => ARRIVALS.has(word));

/** Whether one of these tokens tells that money came; `is_sure`: that it did, and not that it may. */
export const hasArrival = ({ tokens }: Lexed, start: number, end: number, is_sure: boolean): boolean =>
  tokens
    .slice(start, end)
    .some(
      ({ text }, at) =>
        (is_sure ? RECEIVED : ARRIVALS).has(text) || (!is_sure && isCreditOf(tokens, start + at)),
    );

/** `Credit: 5 000` and `credit de 5 000`; behind its sum the word is of airtime. */
function isCreditOf(tokens: readonly Token[], at: number): boolean {
  const behind = tokens.slice(at + 1).find(({ kind, text }) => kind !== 'mark' && text !== 'de');
  return tokens[at]?.text === 'credit' && behind?.kind === 'num';
}

/**
 * Words that tell that money left, or that something is put right; `mayTellOfTakingBack` knows those of what was
 * undone.
 */
const LEFT = new Set(
  (
    'envoye envoyee envoyes envoi transfere transferee debit debite debitee retire retiree retrait preleve prelevee prelevement ' +
    'deduit deduite sent transferred debited withdrawn withdrawal deducted ارسلت حولت دفعت سحب سحبت خصم ' +
    'recuperation correction rectification renvoi soustrait soustraite decaisse decaissee الغاء استرداد استرجاع ' +
    'ارجاع اعادة عكس رد'
  ).split(' '),
);

/** Words that tell that money did leave; others of these may as well be what customers are offered. */
export const DEBITED = words(
  'debit debite debitee preleve prelevee prelevement envoye envoyee transfere transferee retire retiree ' +
    'deduit deduite decaisse decaissee paye payee regle sent transferred debited withdrawn deducted paid',
);

/** Whether one of these tokens tells that money left. */
export const hasDebit = ({ tokens }: Lexed, start: number, end: number): boolean =>
  tokens.slice(start, end).some(({ text }) => DEBITED.has(text));

/** Said of money that came to us. The words alone may as well say that it left, or came to somebody else. */
const TO_US = new RegExp(
  [
    '\\bvous (?:a|ont) (?:ete )?(?:envoye|transfere|verse|vire|paye)e?s?\\b',
    '\\b(?:votre compte|your account)(?: (?:airtel|moov|money|a|ete|est|has|been|was|is))* (?:creditee?|credited)\\b',
    '\\b(?:sent|paid|transferred) you\\b',
  ].join('|'),
  'g',
);
const ADVERTISED = /\b(?:retrait|envoi)s? (?:est |sont )?gratuits?\b/g;
/** Right before whoever got the money, unless we did: `vous avez recu par`. */
const GOT_BY = '(?<!\\bavez |\\bavez bien )\\b(?:recue?s? par|received by)';
/** The same without us: who paid may be we, and who got the money may be a payer to whom it went back. */
const EITHER = new RegExp(
  `${GOT_BY}\\b|\\b(?:payee?s?|paid|viree?s?|creditee?s?|credited|a (?:bien )?recu|has received)\\b`,
);
const ENDS_IN_GOT_BY = new RegExp(`${GOT_BY}$`);
const CAME = new Set([...RECEIVED].filter((word) => !EITHER.test(word)));

/**
 * Whether a text says that money came. It doesn't where it has a word of what left or was taken back: a reversal
 * may call its payment received. Unset where it says neither; where it says that somebody paid or was paid, and
 * nothing of us; and where only what stands behind the label of a motif speaks against it, which may be the
 * operator's or the payer's. So it is where only the name beside a phone says so, since payers have theirs registered.
 * @param phones where those stand that it prints
 */
export function isReceipt({ tokens }: Lexed, phones: readonly Range[]): boolean | undefined {
  const said = receiptBy(tokens);
  const before = phones.flatMap((phone) => nameBefore(tokens, phone) ?? []);
  if (said === true)
    return (
      receiptBy(without(tokens, [...before, ...phones.map((one) => nameBehind(tokens, one))])) || undefined
    );
  if (said === undefined) return said;
  // Behind a phone the operator says what became of the money, as he does by such words alone before one.
  const named = before.filter((name) =>
    tokens.slice(name.start, name.end).some(({ kind, text }) => kind === 'word' && !tellsOfLeaving(text)),
  );
  return receiptBy(without(tokens, named)) === false ? false : undefined;
}

/** Right before the name of whoever sends or gets money. */
export const NAMED_BY = new Set([...LABELS.sender, ...words('client cliente a chez au vers to of nom')]);
/** What the operator says right behind a phone, or behind a name there. */
const NO_NAMES = words(
  'a as au avez est et etre ete have has is lui ont sont sent paid par transferred vers vous votre was you your',
);

function nameBefore(tokens: readonly Token[], { start: end }: Range): Range | null {
  let start = end;
  while (isInName(tokens[start - 1]) && !NAMED_BY.has(tokens[start - 1]?.text ?? '')) start -= 1;
  // Of `a ete annule` the first word opens no name: what has become of the money the operator says.
  if (/^a (?:bien )?ete\b/.test(textOf(tokens.slice(start - 1, start + 2)))) return null;
  return NAMED_BY.has(tokens[start - 1]?.text ?? '') ? { start, end } : null;
}

export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ');

export function nameBehind(tokens: readonly Token[], { end: start }: Range): Range {
  let end = start;
  while (isInName(tokens[end]) && !NO_NAMES.has(tokens[end]?.text ?? '')) end += 1;
  return isBareArrival(tokens.slice(start, end)) ? { start, end: start } : { start, end };
}

/**
 * Whether that is just one word of money that came, which the operator says: `3000 FCFA du client 66… recus`. Where
 * a mark stands before it, as in `66… - RECU`, it is a name.
 */
function isBareArrival([first, ...more]: readonly Token[]): boolean {
  return first !== undefined && hasWord(first.text, CAME) && more.every(({ kind }) => kind === 'mark');
}

const isInName = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'word' || BESIDE_NAMES.has(token.text));

const without = (tokens: readonly Token[], names: readonly Range[]): Token[] =>
  tokens.filter((_, at) => !names.some(({ start, end }) => at >= start && at < end));

function receiptBy(tokens: readonly Token[]): boolean | undefined {
  const motif = tokens.findIndex((_, at) => isMotifLabel(tokens, at));
  const all = saidIn(tokens);
  const before = motif === -1 ? all : saidIn(tokens.slice(0, motif));
  const has_come = hasWord(before, CAME);
  if (tellsOfLeaving(has_come ? before : all)) return false;
  return has_come && !tellsOfLeaving(all) && !EITHER.test(all) ? true : undefined;
}

const saidIn = (tokens: readonly Token[]): string =>
  tokens
    .flatMap(({ kind, text }) => (kind === 'broken' ? [] : text))
    .join(' ')
    .replaceAll(TO_US, 'got')
    .replaceAll(ADVERTISED, '');

/** The lists have few plurals, and grammar puts these words in them: `les 3000 FCFA recus ont ete rembourses`. */
const singulars = (said: string): ReadonlySet<string> =>
  new Set(said.split(' ').flatMap((word) => [word, word.replace(/s$/, '')]));

const hasWord = (said: string, known: ReadonlySet<string>): boolean =>
  [...singulars(said)].some((word) => known.has(word));

const tellsOfLeaving = (said: string): boolean => hasWord(said, LEFT) || mayTellOfTakingBack(singulars(said));

/** Before a word for airtime that is no name. */
const ARTICLES = words('d de du en l la le les un une votre');
/** Between such a word and its sum: `Votre credit a ete recharge de`, `Transfert de credit recu:`. */
const BESIDE_AIRTIME = words(
  'a airtel avec bien d de du effectue effectuee electronique envoye est ete ont l la le montant moov mobile ' +
    'offert partage pour prepaye principal recu recue recues recus reussi reussie sim somme succes tchad ' +
    'telephonique transfere valeur voix : -',
);

/**
 * Whether what stands between these tokens is a sum of airtime: `500 FCFA de credit`, `un credit de 500 FCFA`,
 * `500 FCFA du 66… en credit`.
 */
export function isSumOfAirtime(lexed: Lexed, start: number, end: number): boolean {
  const { tokens } = lexed;
  const wordAt = (at: number): string => tokens[at]?.text ?? '';
  if (AIRTIME_WORDS.has(wordAt(OF_WHAT.has(wordAt(end)) ? end + 1 : end))) return true;
  for (let at = start - 1; at >= Math.max(0, start - REACH); at -= 1) {
    const is_airtime = AIRTIME_WORDS.has(wordAt(at));
    if (is_airtime && (ARTICLES.has(wordAt(at - 1)) || isRecharge(tokens, at))) return true;
    if (!is_airtime && !BESIDE_AIRTIME.has(wordAt(at))) break;
  }
  return isAirtimeBehind(lexed, { start: end, end: sentenceEnd(tokens, end) });
}

/**
 * These are airtime where they begin a sentence, or stand right before `de 5000`; `Credit de 5000` may be money that
 * came, and so may what an account `a ete recharge de`.
 */
const RECHARGES = words('recharge recharges forfait forfaits');
const WAS = words('ete est avez');

function isRecharge(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at];
  if (word === undefined || !RECHARGES.has(word.text)) return false;
  const is_first = word.newLine || tokens[at - 1] === undefined || tokens[at - 1]?.kind === 'mark';
  return is_first || (tokens[at + 1]?.text === 'de' && !WAS.has(tokens[at - 1]?.text ?? ''));
}

/** Where a sentence ends that goes on from this token, or is too long. */
function sentenceEnd(tokens: readonly Token[], start: number): number {
  const within = tokens.slice(start, start + 2 * REACH);
  const length = within.findIndex(({ text }) => text === '.' || text === ',');
  return start + (length === -1 ? within.length : length);
}

/** Whether who is named from this token on got the money: `Transfert de 5000 FCFA recu par 66123456`. */
export function isRecipients({ tokens }: Lexed, at: number): boolean {
  const before = tokens.slice(Math.max(0, at - REACH), at);
  return ENDS_IN_GOT_BY.test(before.flatMap(({ kind, text }) => (kind === 'mark' ? [] : [text])).join(' '));
}

const BESIDE_NAMES = new Set(['(', ':', '-', '+']);

/** What stands before a number and may be its owner's name or a label, the nearest first. */
export function beside(tokens: readonly Token[], at: number): string[] {
  const before = tokens.slice(Math.max(0, at - REACH), at).reverse();
  const end = before.findIndex((token) => !isInName(token));
  return before.slice(0, end === -1 ? before.length : end).map(({ text }) => text);
}

/**
 * Whether the number at this token is called that of who sent, or got it, with his name between the two at
 * most.
 */
export const isCalled = ({ tokens }: Lexed, at: number, whose: 'sender' | 'recipient'): boolean =>
  beside(tokens, at).some((word) => LABELS[whose].has(word));

/** What a number counts that no currency follows, when it is no money. */
const UNITS = new Set(
  (
    '% mo go ko mb gb sms min mn minute minutes heure heures h jour jours j mois ans point points pts unite unites appels fois ' +
    'essais tentatives transactions operations'
  ).split(' '),
);
/** Behind these stands a number that is no money. */
const NUMBERED = new Set([...LABELS.code, 'no', 'numero', 'facture']);
/** Marks that make a number a part of a code to dial (`*211#`), of a date or of a time (`14:05`). */
const JOINTS = new Set(['*', '#', '/', ':']);

/** Whether a number without a currency is something else than money by what stands beside it. */
export function isNoMoney({ tokens }: Lexed, start: number, end: number): boolean {
  if (isUnit(tokens[end]) || NUMBERED.has(wordBefore(tokens, start))) return true;
  return isJoint(tokens, start - 1, start - 2) || isJoint(tokens, end, end + 1);
}

export const isUnit = (token: Token | undefined): boolean => UNITS.has(token?.text ?? '');

/** Whether a mark joins a number to what stands beyond; a colon does so to another number alone, since it stands behind labels. */
function isJoint(tokens: readonly Token[], at: number, beyond: number): boolean {
  const mark = tokens[at];
  if (mark === undefined || !JOINTS.has(mark.text)) return false;
  const is_glued = tokens[at + 1]?.glued === true && mark.glued;
  return mark.text === ':' ? is_glued && tokens[beyond]?.kind === 'num' : mark.text !== '/' || is_glued;
}

/** The word before a token, with marks between them. */
export function wordBefore(tokens: readonly Token[], at: number): string {
  let before = at - 1;
  while (before > Math.max(0, at - 4) && tokens[before]?.kind === 'mark') before -= 1;
  return tokens[before]?.text ?? '';
}
