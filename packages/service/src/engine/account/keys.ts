import { Buffer } from 'node:buffer';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Keys of sign-in, each of 32 bytes and for one purpose alone. */
export type AccountKeys = {
  /** Signs the cookie of a browser session. */
  session: Uint8Array;
  /** Makes the tokens of forms, and marks what a page says after a redirect. */
  form: Uint8Array;
};

/** Made of the service's secret key, so that every process has the same and nobody keeps one more. */
export function accountKeys(secret_key: Uint8Array): AccountKeys {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret_key, 'chari sign-in', purpose, 32));
  return { session: derive('browser session 1'), form: derive('form 1') };
}

/** What shows that a text is ours and meant for this purpose. */
export function mark(key: Uint8Array, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
}

/** Whether `given` is the mark of the text, in a time that tells nothing. */
export function isMark(key: Uint8Array, purpose: string, text: string, given: string): boolean {
  const right = Buffer.from(mark(key, purpose, text));
  const theirs = Buffer.from(given);
  return theirs.length === right.length && timingSafeEqual(theirs, right);
}
