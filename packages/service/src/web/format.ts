import type { Language } from '../domain/account/person.ts';
import type { Operator } from '../domain/operator.ts';
import { type Destination, maskedDestination } from '../domain/settlement/payout-account.ts';
import { showTicket } from '../domain/ticket/ticket.ts';
import { formatLocalTime, localDay } from '../domain/time.ts';
import { html, type SafeHtml } from './html.ts';
import type { Words } from './words/words.ts';

const ZONE = 'Africa/Ndjamena';

/** Making one of these takes longer than a page: each language has its own, made once. */
type Formats = {
  number: Intl.NumberFormat;
  time: Intl.DateTimeFormat;
  moment: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
};
const FORMATS = new Map<string, Formats>();

function formatsOf({ locale }: Words): Formats {
  const known = FORMATS.get(locale);
  if (known !== undefined) return known;
  const made: Formats = {
    number: new Intl.NumberFormat(locale),
    time: new Intl.DateTimeFormat(locale, {
      timeZone: ZONE,
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    }),
    moment: new Intl.DateTimeFormat(locale, {
      timeZone: ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    }),
    day: new Intl.DateTimeFormat(locale, { timeZone: ZONE, weekday: 'short', day: 'numeric', month: 'long' }),
  };
  FORMATS.set(locale, made);
  return made;
}

/**
 * `5 000 FCFA`: one piece, whatever the direction of the line around it. Thousands stand apart by a whole space in
 * every language: a comma is read as the sign of decimals in Chad, and a thin space disappears in bold.
 */
export function amount(words: Words, amount_xaf: number): SafeHtml {
  const parts = formatsOf(words).number.formatToParts(amount_xaf);
  const digits = parts.map(({ type, value }) => (type === 'group' ? '\u00a0' : value)).join('');
  // The sign of a sum below zero would go to the other end in Arabic.
  const sum = amount_xaf < 0 ? html`<bdi dir="ltr">${digits}</bdi>` : digits;
  return html`<bdi class="nb">${sum}\u00a0${words.currency}</bdi>`;
}

/** The eight digits of a number of Chad, as people type and copy them. */
export function localDigits(msisdn: string): string {
  return msisdn.slice(-8);
}

/** `66 00 00 01`, read from the left also in Arabic. */
export function phone(msisdn: string): SafeHtml {
  const pairs = localDigits(msisdn).replaceAll(/(..)(?=.)/g, '$1\u00a0');
  return html`<bdi dir="ltr" class="nb">${pairs}</bdi>`;
}

export function ticket(text: string): SafeHtml {
  return html`<bdi dir="ltr" class="nb">${showTicket(text)}</bdi>`;
}

/** The hour in N'Djamena. */
export function time(words: Words, at: Date): SafeHtml {
  return html`<time datetime="${at.toISOString()}"><bdi class="nb">${formatsOf(words).time.format(at)}</bdi></time>`;
}

/** Day and hour in N'Djamena. */
export function moment(words: Words, at: Date): SafeHtml {
  return html`<time datetime="${at.toISOString()}"><bdi>${formatsOf(words).moment.format(at)}</bdi></time>`;
}

/** `21/11 12:11` where there is little room: days before months in every language, as in Chad. */
export function shortMoment(at: Date): SafeHtml {
  const [, month, day] = localDay(at).split('-');
  const text = `${day}/${month}\u00a0${formatLocalTime(at)}`;
  return html`<time datetime="${at.toISOString()}"><bdi dir="ltr" class="nb">${text}</bdi></time>`;
}

/** What stands between a label and what it is about: French has a space before it, which doesn't end a line. */
export const colon = ({ language }: { language: Language }): string =>
  language === 'fr' ? '\u00a0: ' : ': ';

/** A number as it stands inside of a sentence: thousands stand apart by a whole space. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0');
}

const ARABIC = new Intl.PluralRules('ar');
/** How many in Arabic, in its four forms: of one, of two, of a few (3 to 10), and of many. */
export function countedInArabic(
  count: number,
  [one, two, few, many]: readonly [string, string, string, string],
): string {
  const form = ARABIC.select(count);
  if (form === 'one') return one;
  if (form === 'two') return two;
  return `${countText(count)} ${form === 'few' ? few : many}`;
}

/**
 * A day's own name, such as `sam. 21 novembre`.
 * @param day `2026-11-21` in N'Djamena
 */
export function dayName(words: Words, day: string): string {
  return formatsOf(words).day.format(new Date(`${day}T12:00:00.000Z`));
}

export function operator(words: Words, name: Operator): SafeHtml {
  return html`<bdi class="op ${name.toLowerCase()}">${words.operators[name]}</bdi>`;
}

/** A payout account as its owner knows it again: the operator by its name, most of the number covered. */
export function payoutAccount(words: Words, destination: Destination): SafeHtml {
  const masked = maskedDestination(destination);
  return destination.kind === 'number'
    ? html`${operator(words, destination.operator)} <bdi dir="ltr" class="nb">${masked.slice(destination.operator.length + 1)}</bdi>`
    : html`<bdi dir="ltr">${masked}</bdi>`;
}
