import { Buffer } from 'node:buffer';
import { isMark, mark } from '../../engine/account/keys.ts';
import { html, type SafeHtml } from '../html.ts';
import type { Said } from './table.ts';

/** The name of the field that a form proves itself with. */
export const CSRF_FIELD = 'csrf';

const OF_MERCHANT = 'form of merchant';

/** Whose a form is: the session of a browser, and the merchant that its pages speak of. */
export type FormOwner = { owner: string; merchant_id: string | null };

/**
 * The token of a browser's forms: what it belongs to is the session that is signed in, or before that a random text in a
 * cookie of its own. Another browser's does not fit. Its second half belongs to the merchant that the page was about:
 * somebody in two teams who has changed to the other in another tab does nothing there by a form of the first.
 */
export function formToken(key: Uint8Array, { owner, merchant_id }: FormOwner): string {
  const own = mark(key, 'form', owner);
  return merchant_id === null ? own : `${own}.${merchantMark(key, owner, merchant_id)}`;
}

/** @param is_members whether the form changes something of the merchant's, not of the person's alone */
export function isFormToken(
  key: Uint8Array,
  { owner, merchant_id }: FormOwner,
  given: string,
  is_members: boolean,
): boolean {
  const [own = '', merchants = ''] = given.split('.', 2);
  if (!isMark(key, 'form', owner, own)) return false;
  return (
    !is_members || (merchant_id !== null && isMark(key, OF_MERCHANT, `${owner}\n${merchant_id}`, merchants))
  );
}

const merchantMark = (key: Uint8Array, owner: string, merchant_id: string): string =>
  mark(key, OF_MERCHANT, `${owner}\n${merchant_id}`);

export function csrfField(token: string): SafeHtml {
  return html`<input type="hidden" name="${CSRF_FIELD}" value="${token}">`;
}

/** So much of what was typed goes along: browsers keep no cookie of more than four thousand bytes. */
const KEPT_BYTES_MAX = 1_600;

/** The beginning of a text that fits, at a whole sign. */
function fitting(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= KEPT_BYTES_MAX) return text;
  return `${bytes
    .subarray(0, KEPT_BYTES_MAX)
    .toString()
    .replace(/\uFFFD+$/, '')}…`;
}

/** What the next page says once, as a cookie that only we can write, for this browser's session alone. */
export function packSaid(key: Uint8Array, owner: string, { text, tone, kept = '' }: Said): string {
  const packed = Buffer.from(JSON.stringify([tone, text.slice(0, 500), fitting(kept)])).toString('base64url');
  return `${packed}.${mark(key, 'said', `${owner}\n${packed}`)}`;
}

export function unpackSaid(key: Uint8Array, owner: string, cookie: string): Said | null {
  const [packed = '', given = ''] = cookie.split('.', 2);
  if (!isMark(key, 'said', `${owner}\n${packed}`, given)) return null;
  const read = JSON.parse(Buffer.from(packed, 'base64url').toString()) as [Said['tone'], string, string?];
  const [tone, text, kept = ''] = read;
  return { tone, text, kept };
}
