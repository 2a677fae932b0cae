import { Buffer } from 'node:buffer';
import { isMark, mark } from '../../engine/account/keys.ts';
import { html, type SafeHtml } from '../html.ts';
import type { Said } from './table.ts';

/** The name of the field that a form proves itself with. */
export const CSRF_FIELD = 'csrf';

/**
 * The token of a browser's forms: what it belongs to is the session that is signed in, or before that a random text in a
 * cookie of its own. Another browser's does not fit.
 */
export function formToken(key: Uint8Array, owner: string): string {
  return mark(key, 'form', owner);
}

export function isFormToken(key: Uint8Array, owner: string, given: string): boolean {
  return isMark(key, 'form', owner, given);
}

export function csrfField(token: string): SafeHtml {
  return html`<input type="hidden" name="${CSRF_FIELD}" value="${token}">`;
}

/** What the next page says once, as a cookie that only we can write, for this browser's session alone. */
export function packSaid(key: Uint8Array, owner: string, { text, tone }: Said): string {
  const packed = Buffer.from(JSON.stringify([tone, text.slice(0, 500)])).toString('base64url');
  return `${packed}.${mark(key, 'said', `${owner}\n${packed}`)}`;
}

export function unpackSaid(key: Uint8Array, owner: string, cookie: string): Said | null {
  const [packed = '', given = ''] = cookie.split('.', 2);
  if (!isMark(key, 'said', `${owner}\n${packed}`, given)) return null;
  const [tone, text] = JSON.parse(Buffer.from(packed, 'base64url').toString()) as [Said['tone'], string];
  return { tone, text };
}
