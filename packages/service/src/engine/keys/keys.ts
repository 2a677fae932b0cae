import {
  type ApiKey,
  defaultScopes,
  formatKey,
  isUuid,
  type Scope,
  scopesFor,
  unusableScopes,
} from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { insertApiKeys, listApiKeyRows, revokeApiKeys } from '../../store/keys.ts';
import { findMerchants } from '../../store/merchants.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';
import { hashKey } from './authenticate.ts';

export type CreateKey = {
  merchant_id: string;
  environment: Environment;
  /** Null: what fits the environment and takes no money out of the balance. */
  scopes: readonly string[] | null;
  /** 32 bytes from a cryptographic source. They are the key; nothing else remembers them. */
  random_bytes: Uint8Array;
  /** Chosen before, so that a form sent twice makes one; absent: a fresh one. */
  id?: string;
  /** What its merchant calls it. */
  name?: string | null;
  /** Whoever makes it on the dashboard; absent: staff. */
  created_by?: string | null;
};

type KeyServices = Pick<Services, 'now' | 'newId'> & { pool: Database };

export type CreateKeyOutcome =
  | {
      kind: 'created';
      api_key: ApiKey;
      /** The whole key, to be shown once. */
      key: string;
    }
  /** Or there is a key of that id already. */
  | { kind: 'merchant_not_found' }
  | { kind: 'scopes_unusable'; scopes: string[]; offered: Scope[] };

/** Makes keys; of each only the SHA-256 and the last 4 characters are stored. An outcome per command. */
export async function createKeys(
  services: KeyServices,
  commands: readonly CreateKey[],
): Promise<CreateKeyOutcome[]> {
  const created_at = services.now();
  const drafts = commands.map((command) => draftOf(services, command, created_at));
  const accepted = drafts.filter((draft) => draft.unusable === null && isUuid(draft.row.merchant_id));
  const rows = await insertApiKeys(
    services.pool,
    accepted.map((draft) => draft.row),
  );
  const keys = new Map(rows.map((row) => [row.id, row]));
  return drafts.map(({ row, key, unusable }) => {
    if (unusable !== null) return unusable;
    const api_key = keys.get(row.id);
    return api_key === undefined ? { kind: 'merchant_not_found' } : { kind: 'created', api_key, key };
  });
}

function draftOf(services: KeyServices, command: CreateKey, created_at: Date) {
  if (command.random_bytes.length !== 32) throw new RangeError('a key is made of 32 random bytes');
  const { merchant_id, environment } = command;
  const asked = [...new Set(command.scopes ?? defaultScopes(environment))];
  const unusable = unusableScopes(environment, asked);
  const key = formatKey(environment, command.random_bytes);
  const row = {
    id: command.id ?? services.newId(),
    merchant_id,
    environment,
    key_hash: hashKey(key),
    last4: key.slice(-4),
    scopes: scopesFor(environment).filter((scope) => asked.includes(scope)),
    created_at,
    name: command.name ?? null,
    created_by: command.created_by ?? null,
  };
  return { row, key, unusable };
}

/** The active keys from the newest, then revoked ones; null when there is no such merchant. */
export async function listKeys(
  services: Services,
  query: { merchant_id: string | null; limit: number },
): Promise<ApiKey[] | null> {
  const { merchant_id, limit } = query;
  if (merchant_id !== null) {
    if (!isUuid(merchant_id)) return null;
    const found = await findMerchants(services.pool, [{ id: merchant_id }]);
    if (found.length === 0) return null;
  }
  return listApiKeyRows(services.pool, { merchant_id, limit });
}

export type RevokeKeyOutcome = { kind: 'revoked'; api_key: ApiKey } | { kind: 'not_found' };

/**
 * Revokes keys for ever. Every process refuses them within a second (see authenticate.ts). Revoking twice
 * keeps the first time. An outcome per id, in order.
 * @param owner whose keys they must be; null: anybody's
 */
export async function revokeKeys(
  services: Pick<Services, 'now'> & { pool: Database },
  key_ids: readonly string[],
  owner: Caller | null = null,
): Promise<RevokeKeyOutcome[]> {
  const revoked_at = services.now();
  const input = key_ids.filter(isUuid).map((id) => ({
    id,
    revoked_at,
    owner_id: owner?.merchant_id ?? null,
    environment: owner?.environment ?? null,
  }));
  const keys = new Map((await revokeApiKeys(services.pool, input)).map((row) => [row.id, row]));
  return key_ids.map((id) => {
    const api_key = keys.get(id.toLowerCase());
    return api_key === undefined ? { kind: 'not_found' } : { kind: 'revoked', api_key };
  });
}
