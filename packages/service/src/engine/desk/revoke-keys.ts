import { type ApiKey, isUuid } from '../../domain/keys.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { lockApiKeys, revokeApiKeys } from '../../store/keys.ts';
import type { Services } from '../services.ts';
import { signed } from './signed.ts';

export type RevokeMerchantKey = Signature & { merchant_id: string; key_id: string };

export type RevokeMerchantKeyOutcome =
  | { kind: 'revoked' | 'was_revoked'; api_key: ApiKey }
  | { kind: 'not_found' };

/**
 * Revokes keys of merchants for ever, on record: staff take them where they were seen in the wrong hands. Every process
 * refuses them within a second. @returns an outcome per command, in order
 */
export function revokeMerchantKeys(
  services: Services,
  commands: readonly RevokeMerchantKey[],
): Promise<RevokeMerchantKeyOutcome[]> {
  const ids = [...new Set(commands.map(({ key_id }) => key_id.toLowerCase()))].filter(isUuid);
  return signed<Map<string, ApiKey>, RevokeMerchantKeyOutcome>(services, {
    lock: async (client) => new Map((await lockApiKeys(client, ids)).map((row) => [row.id, row])),
    decide: ({ client, known, now: revoked_at, record }) => {
      const revoked: Parameters<typeof revokeApiKeys>[1][number][] = [];
      const outcomes = commands.map((command): RevokeMerchantKeyOutcome => {
        const api_key = known.get(command.key_id.toLowerCase());
        if (api_key === undefined || api_key.merchant_id !== command.merchant_id.toLowerCase())
          return { kind: 'not_found' };
        if (api_key.revoked_at !== null) return { kind: 'was_revoked', api_key };
        const { id, environment, last4 } = api_key;
        const after = { ...api_key, revoked_at };
        known.set(id, after);
        revoked.push({ id, revoked_at, owner_id: null, environment: null });
        const detail = { key_id: id, environment, last4 };
        record(command, { action: 'merchant.revoke_key', subject_id: api_key.merchant_id, detail });
        return { kind: 'revoked', api_key: after };
      });
      return { outcomes, write: () => revokeApiKeys(client, revoked) };
    },
  });
}
