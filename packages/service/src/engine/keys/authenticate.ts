import { hash, timingSafeEqual } from 'node:crypto';
import { isKeyShaped, type Principal } from '../../domain/keys.ts';
import { findActiveKeys } from '../../store/keys.ts';
import { trusted } from '../fresh.ts';
import type { Services } from '../services.ts';

/**
 * What is stored of a key, as 64 hex digits. A plain SHA-256 is enough: 32 random bytes can't be guessed, so
 * there is nothing for a slow password hash to slow down. In one shot, since every request asks for it.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/**
 * Who a key speaks for, or null when it is unknown or revoked: at once when that is known, else a promise,
 * which rejects when the database is away.
 */
export type Authenticate = (key: string) => Principal | null | Promise<Principal | null>;

const KEYS_KNOWN_MAX = 10_000;

/**
 * Makes the one authenticator of a process. Answers, yes or no, are trusted for half a second (`trusted`), so that a
 * revocation holds everywhere within one.
 *
 * @param elapsedMs milliseconds that only grow, whatever happens to the wall clock
 */
export function createAuthenticator(services: Pick<Services, 'pool'>, elapsedMs: () => number): Authenticate {
  const principalOf = trusted((key_hashes) => find(services, key_hashes), KEYS_KNOWN_MAX, elapsedMs);
  // What is known is known by hashes, so that a memory dump shows no key.
  return (key) => (isKeyShaped(key) ? principalOf(hashKey(key)) : null);
}

async function find(
  services: Pick<Services, 'pool'>,
  key_hashes: readonly string[],
): Promise<(Principal | null)[]> {
  const names = [...new Set(key_hashes)];
  const rows = await findActiveKeys(
    services.pool,
    names.map((key_hash) => ({ key_hash })),
  );
  const found = new Map(rows.map((row) => [row.key_hash, row]));
  return key_hashes.map((asked) => {
    const row = found.get(asked);
    if (row === undefined) return null;
    const { key_hash, ...principal } = row;
    return timingSafeEqual(Buffer.from(key_hash, 'hex'), Buffer.from(asked, 'hex')) ? principal : null;
  });
}
