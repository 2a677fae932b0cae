declare const SAFE: unique symbol;

/** HTML that is made of our own text and of what was escaped; only this file makes it. */
export type SafeHtml = { readonly text: string; readonly [SAFE]: true };

export type Part = SafeHtml | string | number | null | undefined | false | readonly Part[];

const safe = (text: string): SafeHtml => ({ text }) as SafeHtml;

export const NOTHING: SafeHtml = safe('');

/**
 * A template whose parts are escaped unless they are SafeHtml themselves; lists are set one after the other, and
 * null, undefined and false are nothing. Attributes must be quoted.
 */
export function html(literals: TemplateStringsArray, ...parts: Part[]): SafeHtml {
  let text = literals[0] ?? '';
  parts.forEach((part, at) => {
    text += written(part) + (literals[at + 1] ?? '');
  });
  return safe(text);
}

/** Text of ours, such as a stylesheet, that is HTML as it stands: nothing that anybody else wrote. */
export function ours(text: string): SafeHtml {
  return safe(text);
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(visible(part));
  if (typeof part === 'number') return String(part);
  return 'text' in part ? part.text : part.map(written).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '') : text;
}

/** Figures or Latin letters between marks of their own: closed again, so that they turn nothing but what is inside. */
const APART = /[\u2066\u2068][\x20-\x7e\u00a0]+\u2069/u.source;
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.source;
const APART_OR_UNSEEN = new RegExp(`(${APART})|${UNSEEN}`, 'gu');

/**
 * Text without what can't be seen and yet changes how the rest is read: control characters, and the marks that turn
 * the direction of a line. Our own directions come from `dir` and <bdi>, and within a sentence in Arabic from a pair of marks
 * around a phone, a day or a range, which would be read from its end without them.
 */
function visible(text: string): string {
  return text.replaceAll(APART_OR_UNSEEN, (_, apart?: string) => apart ?? ' ');
}
