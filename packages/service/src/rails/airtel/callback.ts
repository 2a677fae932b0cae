import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RailCallback } from '../rail.ts';
import { fromAirtelId, textIn } from './answers.ts';

/**
 * Reads a callback and checks its hash: base64 of an HMAC-SHA256. Airtel's page has us hash "the callback request", in no
 * writing that it names, so the `transaction` member is tried and the object around it without the hash, both as the bytes
 * came and in their compact form.
 *
 * @param bytes the body as it came
 */
export function readCallback(bytes: Buffer, secret: string): RailCallback {
  const text = bytes.toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'unreadable' };
  }
  const transaction = textIn(body, 'transaction', 'id');
  const hash = textIn(body, 'hash');
  const source = memberSource(text, 'transaction');
  if (transaction === null || hash === null || source === null) return { kind: 'unreadable' };
  const said = compactly(source);
  if (said === null) return { kind: 'unreadable' };
  const writings = [source, said].flatMap((writing) => [writing, `{"transaction":${writing}}`]);
  const genuine = writings.some((writing) => isHash(hash, writing, secret));
  return genuine ? { kind: 'genuine', transaction_id: fromAirtelId(transaction), said } : { kind: 'forged' };
}

/** Without the white space; null where brackets stand within one another thousands deep, which `JSON.stringify` has no stack for. */
function compactly(json: string): string | null {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return null;
  }
}

function isHash(hash: string, writing: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(writing, 'utf8').digest();
  const given = Buffer.from(hash, 'base64');
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * The text of a member's value in a JSON object, as it was written. One pass, no backtracking.
 *
 * @param text valid JSON
 * @returns null when the text is no object or has no such member; the last one when it is there twice, as
 *   JSON.parse takes it
 */
export function memberSource(text: string, name: string): string | null {
  let depth = 0;
  let key: string | null = null;
  let value_from = -1;
  let found: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at);
      if (depth === 1 && value_from < 0) key = JSON.parse(text.slice(at, end)) as string;
      at = end - 1;
    } else if (char === ':' && depth === 1 && value_from < 0) {
      value_from = at + 1;
    } else if (char === ',' && depth === 1) {
      if (key === name) found = text.slice(value_from, at).trim();
      value_from = -1;
    } else if (char === '{' || char === '[') {
      if (depth === 0 && char === '[') return null;
      depth += 1;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0 && key === name && value_from >= 0) found = text.slice(value_from, at).trim();
    }
  }
  return found;
}

/** Just after the quote that ends the string which begins at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}
