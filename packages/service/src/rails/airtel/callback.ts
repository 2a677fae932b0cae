import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RailCallback } from '../rail.ts';
import { fromAirtelId, textIn } from './answers.ts';
import { memberSource } from './member-source.ts';

/**
 * Reads a callback and checks its hash: base64 of the HMAC-SHA256 of the `transaction` member. Airtel does
 * not say in which writing it hashes, so the bytes as they came and the compact form are both tried.
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
  const writings = [source, JSON.stringify(JSON.parse(source))];
  const genuine = writings.some((writing) => isHash(hash, writing, secret));
  return genuine ? { kind: 'genuine', transaction_id: fromAirtelId(transaction) } : { kind: 'forged' };
}

function isHash(hash: string, writing: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(writing, 'utf8').digest();
  const given = Buffer.from(hash, 'base64');
  return given.length === right.length && timingSafeEqual(given, right);
}
