import { type ApiKey, isUuid } from '../../../domain/keys.ts';
import type { Environment } from '../../../domain/operator.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { lockApiKeys, revokeApiKeys } from '../../../store/keys.ts';
import { lockMerchants, type MerchantRow, updateFreezes } from '../../../store/merchants.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type FreezeMerchant = Signature & {
  merchant_id: string;
  /** Each by itself: live may be stopped while its developers go on trying things. */
  environment: Environment;
  /** False: it may go on. */
  freezes: boolean;
};

export type FreezeOutcome = { kind: 'frozen' | 'unfrozen' | 'as_before' } | { kind: 'not_found' };

/**
 * Stops merchants, or lets them go on. Within a second their keys may read and change nothing. What is open goes on to
 * its end, so no franc that is under way is lost: its payment is matched and its events are delivered.
 * @returns an outcome per command, in order
 */
export function freezeMerchants(
  services: Services,
  commands: readonly FreezeMerchant[],
): Promise<FreezeOutcome[]> {
  const ids = [...new Set(commands.map(({ merchant_id }) => merchant_id.toLowerCase()))].filter(isUuid);
  return signed<Map<string, MerchantRow>, FreezeOutcome>(services, {
    lock: async (client) => new Map((await lockMerchants(client, ids)).map((row) => [row.id, row])),
    decide: ({ client, known, now, record }) => {
      const changed = new Map<string, MerchantRow>();
      const outcomes = commands.map((command): FreezeOutcome => {
        const { environment, freezes } = command;
        const id = command.merchant_id.toLowerCase();
        const before = changed.get(id) ?? known.get(id);
        if (before === undefined) return { kind: 'not_found' };
        const column = environment === 'live' ? 'frozen_live_at' : 'frozen_test_at';
        if ((before[column] !== null) === freezes) return { kind: 'as_before' };
        changed.set(id, { ...before, [column]: freezes ? now : null });
        const action = freezes ? 'merchant.freeze' : 'merchant.unfreeze';
        record(command, { action, subject_id: id, detail: { environment } });
        return { kind: freezes ? 'frozen' : 'unfrozen' };
      });
      return { outcomes, write: () => updateFreezes(client, [...changed.values()]) };
    },
  });
}

/** `merchant_id`: whose it has to be; null: whosever it is. */
export type RevokeMerchantKey = Signature & { merchant_id: string | null; key_id: string };

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
        if (api_key === undefined) return { kind: 'not_found' };
        const owner_id = command.merchant_id?.toLowerCase() ?? api_key.merchant_id;
        if (api_key.merchant_id !== owner_id) return { kind: 'not_found' };
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
