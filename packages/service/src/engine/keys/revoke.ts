import type { ApiKey } from '../../domain/keys/key.ts';
import { isUuid } from '../../domain/keys/uuid.ts';
import { revokeApiKeys } from '../../store/keys/revoke.ts';
import type { Services } from '../services.ts';

export type RevokeKeyOutcome = { kind: 'revoked'; api_key: ApiKey } | { kind: 'not_found' };

/**
 * Revokes keys for ever. Every process refuses them within a second (see authenticate.ts). Revoking twice
 * keeps the first time. An outcome per id, in order.
 */
export async function revokeKeys(
  services: Services,
  key_ids: readonly string[],
): Promise<RevokeKeyOutcome[]> {
  const revoked_at = services.now();
  const input = key_ids.filter(isUuid).map((id) => ({ id, revoked_at }));
  const keys = new Map((await revokeApiKeys(services.pool, input)).map((row) => [row.id, row]));
  return key_ids.map((id) => {
    const api_key = keys.get(id.toLowerCase());
    return api_key === undefined ? { kind: 'not_found' } : { kind: 'revoked', api_key };
  });
}
