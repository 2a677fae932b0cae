import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RefusedRequest } from '../../domain/gateway/gateway.ts';

/** What the text of an HMAC in hex shows without its body: that there is none, or that it is none. */
export function hexProblem(given: string | undefined): RefusedRequest | null {
  if (given === undefined) return { kind: 'refused', reason: 'unsigned' };
  return /^[0-9a-f]{64}$/i.test(given) ? null : { kind: 'refused', reason: 'wrong_signature' };
}

/** Whether a text is the lowercase or uppercase hex of HMAC-SHA256 over the parts, compared in constant time. */
export function isHmacHex(given: string, secret: string, ...parts: readonly (Buffer | string)[]): boolean {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return isSame(given.toLowerCase(), hmac.digest('hex'));
}

/** Compares two texts in a time that says nothing of where they differ, nor of the length of either. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
