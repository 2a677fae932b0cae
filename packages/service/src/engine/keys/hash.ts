import { createHash } from 'node:crypto';

/**
 * What is stored of a key. A plain SHA-256 is enough: 32 random bytes can't be guessed, so there is nothing
 * for a slow password hash to slow down.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
