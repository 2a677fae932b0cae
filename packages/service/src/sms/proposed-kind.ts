import { isCredit } from '../domain/movement/move.ts';
import { mayTellOfTakingBack } from '../domain/text/party.ts';
import { type Lexed, lex, type Token } from '../domain/text/tokens.ts';
import { phonesIn } from './figures.ts';
import { isReceipt, LABELS, labelBefore, namesBalance, tellsOfArrival, wordBefore } from './labels.ts';
import type { PrintedSum } from './sums.ts';
import type { TemplateKind } from './templates/template.ts';
import { labelOfMotif } from './wording/check-motif.ts';
import type { SlotName } from './wording/slots.ts';

/** What of a text becomes a slot of its wording: a range of tokens. */
export type Slotted = { readonly slot: SlotName; readonly start: number; readonly end: number };

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));
const REVERSALS = words(
  'annule annulee annules annulees annulation inverse inversee reversed reversal cancelled rembourse remboursee ' +
    'extourne extournee',
);
const SECRETS = words('otp verification');
/** Nobody can tell who paid by these alone; most are said of us. */
const PAID = words('paye payee paid');
const DEPOSITS = words('depot deposit');
const GREETINGS = words('cher chere dear bonjour');
/** Before whoever money goes to. */
const RECIPIENTS = words('a au aux vers chez to');
const SUMS: ReadonlySet<SlotName> = new Set<SlotName>(['amount', 'balance', 'fee', 'sum']);
const PARTIES: ReadonlySet<SlotName> = new Set<SlotName>(['payer', 'name', 'phone']);

/**
 * The kind of movement that a text tells of, as far as its words say. What its payer wrote counts for nothing, and
 * advertising only where nothing else says anything.
 * @param found the slots of it as a payment
 */
export function proposedKind(lexed: Lexed, found: readonly Slotted[]): TemplateKind {
  const motifs = found.filter(({ slot, start }) => slot === 'motif' && isSurelyMotif(lexed, start));
  const isWritten = (at: number) =>
    motifs.some(({ start, end }) => at >= labelOfMotif(lexed.tokens, start) && at < end);
  const whole = lexOnly(lexed, (at) => !isWritten(at));
  const isSaid = saidTokens(lexed, found);
  const said = lexOnly(lexed, (at) => !isWritten(at) && isSaid[at] === true);
  if (hasWord(whole, REVERSALS)) return 'REVERSAL';
  if (hasWord(said, SECRETS) && isReceipt(said, phonesIn(said)) !== true) return 'OTP';
  const kind = kindSaid(said, lexed, found);
  if (kind !== null) return kind;
  // A line of its own without a figure says it, or advertising does.
  const by_all = hasSlot(found, 'amount') ? kindSaid(whole, lexed, found) : null;
  if (by_all !== null) return by_all;
  if (hasSlot(found, 'fee')) return 'FEE';
  return namesBalance(whole) ? 'BALANCE' : 'CREDIT';
}

/** Whether the label before a motif is none of ids as well. */
export const isSurelyMotif = ({ tokens }: Lexed, at: number): boolean =>
  !LABELS.id.has(tokens[labelOfMotif(tokens, at)]?.text ?? '');

const hasWord = (lexed: Lexed, known: ReadonlySet<string>): boolean =>
  [...lexed.words].some((word) => known.has(word));

const hasSlot = (found: readonly Slotted[], slot: SlotName): boolean =>
  found.some((one) => one.slot === slot);

/** A reversal may call its payment received: so what left, or was taken back, comes first. */
function kindSaid(said: Lexed, lexed: Lexed, found: readonly Slotted[]): TemplateKind | null {
  const receipt = isReceipt(said, phonesIn(said));
  const has_amount = hasSlot(found, 'amount');
  if (receipt === false) {
    if (mayTellOfTakingBack(said.words)) return 'REVERSAL';
    return hasSlot(found, 'fee') && !has_amount ? 'FEE' : 'DEBIT';
  }
  const is_cash_in = namesAgent(lexed, found);
  const money = is_cash_in ? 'CASH_IN' : 'CREDIT';
  if (receipt === true) return money;
  if (hasWord(said, PAID)) return 'DEBIT';
  if (!has_amount) return null;
  if (goesToSomebody(lexed, found, is_cash_in)) return 'DEBIT';
  return is_cash_in || tellsOfArrival(said) ? money : null;
}

/** Which tokens are of the operator's own message: behind its first sum no sentence without a figure is. */
function saidTokens({ tokens }: Lexed, found: readonly Slotted[]): boolean[] {
  const first_sum = found.find(({ slot }) => SUMS.has(slot))?.start ?? tokens.length;
  const within = slotsByToken(tokens, found);
  const isSaid: boolean[] = [];
  let start = 0;
  for (let at = 1; at <= tokens.length; at += 1) {
    const is_end =
      tokens[at]?.newLine || (ENDS.has(tokens[at - 1]?.text ?? '') && within[at - 1] === undefined);
    if (at < tokens.length && !is_end) continue;
    const is_figure = within.slice(start, at).some((slot) => slot !== undefined && !VAGUE.has(slot));
    for (; start < at; start += 1) isSaid.push(is_figure || start < first_sum);
  }
  return isSaid;
}

const ENDS = new Set(['.', '!', '?']);
/** Advertising has numbers to dial, too; and `frais de retrait` are told of a payment. */
const VAGUE: ReadonlySet<SlotName> = new Set<SlotName>(['motif', 'code', 'fee']);

function slotsByToken(tokens: readonly Token[], found: readonly Slotted[]): (SlotName | undefined)[] {
  const within = new Array<SlotName | undefined>(tokens.length);
  for (const { slot, start, end } of found) within.fill(slot, start, end);
  return within;
}

/** The text with these tokens alone. */
function lexOnly({ text, tokens }: Lexed, isKept: (at: number) => boolean): Lexed {
  const kept = tokens.filter(({ kind }, at) => kind !== 'broken' && isKept(at));
  return lex(kept.map(({ start, end }) => text.slice(start, end)).join(' '));
}

/** Whether an agent brought the money: a word of it stands before the first sum, or beside a number. */
function namesAgent({ tokens }: Lexed, found: readonly Slotted[]): boolean {
  const first_sum = found.find(({ slot }) => SUMS.has(slot))?.start ?? tokens.length;
  const within = slotsByToken(tokens, found);
  const is_before = tokens.slice(0, first_sum).some(({ text }, at) => {
    if (within[at] !== undefined) return false;
    return DEPOSITS.has(text) || (text === 'agent' && !GREETINGS.has(wordBefore(tokens, at)));
  });
  if (is_before) return true;
  return found.some(({ slot, start, end }) => {
    if (!PARTIES.has(slot) && slot !== 'code') return false;
    return (
      isAgent(wordBefore(tokens, start)) || tokens.slice(start, end + 2).some(({ text }) => text === 'agent')
    );
  });
}

const isAgent = (word: string): boolean => word === 'agent' || DEPOSITS.has(word);

/** Whether the number, or what stands right behind the sum, is called that of whom the money goes to. */
function goesToSomebody({ tokens }: Lexed, found: readonly Slotted[], is_cash_in: boolean): boolean {
  const parties = found.filter(({ slot }) => PARTIES.has(slot));
  const before = parties.map(({ start }) => wordBefore(tokens, start));
  if (before.some((word) => LABELS.sender.has(word))) return false;
  if (before.some((word) => RECIPIENTS.has(word))) return true;
  const end = found.find(({ slot }) => slot === 'amount')?.end ?? tokens.length;
  const behind = tokens.slice(end + 1, end + 5).map(({ text }) => text);
  const is_ours = behind[0] === 'ete' || behind.includes('votre') || behind.includes('your');
  return (
    !is_cash_in && RECIPIENTS.has(tokens[end]?.text ?? '') && tokens[end + 1]?.kind === 'word' && !is_ours
  );
}

const NEW = words('nouveau new apres after');
const OTHER = words('ancien precedent precedente avant old previous before bonus');

/**
 * Where the balance after the movement begins, of several: the one that another and a sum make; else the one that
 * is called new; else the last that isn't called otherwise.
 */
export function balanceAfter(lexed: Lexed, kind: TemplateKind, sums: readonly PrintedSum[]): number {
  const balances = sums.filter(({ label }) => label === 'balance');
  const moved = sums.filter(({ label }) => label !== 'balance');
  const fits = ({ amount_xaf: after }: PrintedSum) =>
    balances.some(({ amount_xaf: before }) =>
      moved.some(
        ({ amount_xaf }) =>
          amount_xaf > 0 && after - before === (isCredit({ kind }) ? amount_xaf : -amount_xaf),
      ),
    );
  const calledBy = (known: ReadonlySet<string>) => (sum: PrintedSum) => isLabelledBy(lexed, sum, known);
  const isOther = calledBy(OTHER);
  const after =
    balances.find(fits) ??
    balances.findLast(calledBy(NEW)) ??
    balances.findLast((one) => !isOther(one)) ??
    balances.at(-1);
  return after?.start ?? -1;
}

/** Whether one of these words stands in the label of a balance, or right before it. */
function isLabelledBy(lexed: Lexed, { start }: PrintedSum, known: ReadonlySet<string>): boolean {
  let from = start;
  while (labelBefore(lexed, from) === 'balance') from -= 1;
  return lexed.tokens.slice(Math.max(0, from - 1), start).some(({ text }) => known.has(text));
}
