import { withWesternDigits } from '../text/clean.ts';
import { readTicket } from './ticket.ts';

/** A text of ten parts is shorter; nothing behind it is looked at. */
const TEXT_LIMIT = 2000;
/** An ordinary text holds one by chance at most. Whoever writes more names nobody by them, and pays all the same. */
const TOLD_LIMIT = 64;
const TICKET_LENGTH = 8;
const HALF = 4;

/**
 * The tickets that stand anywhere in a text, however they are written: as one word or in groups (`K3M7 Q9T8`, `K3-M7-Q9-T8`),
 * or glued to other characters (`ticketK3M7Q9T8`, `K3M7-Q9T85000F`). Nobody knows where an operator prints what the payer
 * wrote, nor how he writes; so what is found here may speak against a session and never for one. Some words are tickets by
 * chance: only those that a session has count, and figures alone are no ticket here, since phones and dates are such.
 * @param ids transactions that the text names: parts of an id look like tickets
 */
export function ticketsTold(text: string, ids: readonly (string | null)[] = []): string[] {
  const plain = plainOf(text.slice(0, TEXT_LIMIT));
  const parts = ids
    .filter((id) => id !== null)
    .reduce(withoutId, plain)
    .replaceAll(SUM, PART)
    .split(PART);
  const found = new Set<string>();
  for (const word of parts.flatMap(wordsOfPart)) {
    const ticket = LETTER.test(word) ? readTicket(word) : null;
    if (ticket !== null) found.add(ticket);
  }
  return [...found].slice(0, TOLD_LIMIT);
}

const GROUP = /[0-9A-Za-z]+/g;
const LETTER = /[A-Za-z]/;
const FIGURE = /\d/;

/** Without accents and characters that nobody sees, its digits as ours: most texts are so already. */
const plainOf = (text: string): string =>
  ASCII.test(text) ? text : withWesternDigits(text.normalize('NFKD').replace(UNSEEN, ''));

const ASCII = /^[\n -~]*$/;
const PART = '\n|\n';
/** Accents, and characters that nobody sees. */
const UNSEEN = /[\p{M}\p{Cf}]/gu;
/** The sums of an operator's words: `est 62410` has eight characters. */
const SUM =
  /(?<![0-9A-Za-z])\d{1,13}(?:[ .,]\d{3}){0,4}(?:[.,]\d{2})?\s?(?:F\s?CFA|CFA|XAF)(?![-0-9A-Za-z])/gi;

/** Operators print an id as it is. With something between its characters it is looked for only where they stand in their order. */
function withoutId(text: string, id: string): string {
  if (text.includes(id)) return text.replaceAll(id, PART);
  return squeezed(text).includes(squeezed(id)) ? text.replaceAll(patternOf(id), PART) : text;
}

const squeezed = (text: string): string => text.replaceAll(/[^0-9A-Za-z]+/g, '').toUpperCase();

/** An id, whatever stands between its characters. */
function patternOf(id: string): RegExp {
  const characters = id.match(/[0-9A-Za-z]/g) ?? [];
  return characters.length === 0 ? /(?!)/g : new RegExp(characters.join('[^0-9A-Za-z]{0,3}'), 'gi');
}

/** What may be tickets in a part of a text: in one of its sentences, or its two halves at the end of one and the beginning of the next. */
function wordsOfPart(part: string): string[] {
  const sentences = part.split(/[.:;!?]\s/).map((one): readonly string[] => one.match(GROUP) ?? []);
  const words = sentences.flatMap(maybeTickets);
  for (let at = 1; at < sentences.length; at += 1) {
    const halves = [sentences[at - 1]?.at(-1) ?? '', sentences[at]?.[0] ?? ''];
    if (halves.every(({ length }) => length === HALF)) words.push(halves.join(''));
  }
  return words;
}

/** What may be tickets among the groups of letters and figures that follow each other. */
function maybeTickets(groups: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < groups.length; at += 1) addJoined(words, groups, at);
  for (const group of groups) if (group.length > TICKET_LENGTH) addGlued(words, group);
  for (let at = 1; at < groups.length; at += 1) addGluedHalves(words, groups[at - 1] ?? '', groups[at] ?? '');
  return words;
}

/** Groups that come to a ticket's length: from each of them on, there is one way at most. */
function addJoined(words: string[], groups: readonly string[], first: number): void {
  let length = 0;
  let end = first;
  for (; end < groups.length && length < TICKET_LENGTH; end += 1) length += groups[end]?.length ?? 0;
  if (length === TICKET_LENGTH) words.push(groups.slice(first, end).join(''));
}

/** What may be a ticket inside a longer word. In a word without a figure it can only stand first or last. */
function addGlued(words: string[], word: string): void {
  const last = word.length - TICKET_LENGTH;
  const step = FIGURE.test(word) ? 1 : last;
  for (let start = 0; start <= last; start += step) words.push(word.slice(start, start + TICKET_LENGTH));
}

/** The two halves that customers are shown, where one of them or both are glued to something. */
function addGluedHalves(words: string[], group: string, next: string): void {
  if (group.length < HALF || next.length < HALF) return;
  const halves = group.slice(-HALF) + next.slice(0, HALF);
  if (FIGURE.test(halves)) words.push(halves);
}
