import { hash } from 'node:crypto';

/**
 * What is stored of a key, as 64 hex digits. A plain SHA-256 is enough: 32 random bytes can't be guessed, so
 * there is nothing for a slow password hash to slow down. In one shot, since every request asks for it.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
