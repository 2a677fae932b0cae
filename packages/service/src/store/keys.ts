import type { ApiKey, Principal } from '../domain/keys.ts';
import { idStatement, setStatement, statement } from './statement.ts';

export const API_KEY_COLUMNS =
  'id, merchant_id, environment, scopes, last4, created_at, revoked_at, name, created_by, last_used_at';

export type FoundKey = Principal & {
  /** As hex. */
  key_hash: string;
};

/** The unrevoked keys among these hashes, each with what its merchant may do. Unknown ones are missing. */
export const findActiveKeys = setStatement<{ key_hash: string }, FoundKey>(
  'find_active_keys',
  `select k.id as key_id, k.merchant_id, k.environment, k.scopes, m.kyc_status, k.last4,
    case k.environment when 'live' then m.frozen_live_at else m.frozen_test_at end is not null as is_frozen,
    encode(k.key_hash, 'hex') as key_hash
  from api_keys k join merchants m on m.id = k.merchant_id
  where k.key_hash in (select decode(i.key_hash, 'hex') from json_to_recordset($1::json) as i (key_hash text))
    and k.revoked_at is null`,
);

export type NewApiKey = {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  /** SHA-256 of the whole key, as hex. */
  key_hash: string;
  last4: string;
  scopes: readonly string[];
  created_at: Date;
  name: string | null;
  created_by: string | null;
};

/**
 * Writes keys. A key whose merchant does not exist is left out instead of failing its neighbours, so the
 * caller tells an unknown merchant by the missing row.
 */
export const insertApiKeys = setStatement<NewApiKey, ApiKey>(
  'insert_api_keys',
  `insert into api_keys (id, merchant_id, environment, key_hash, last4, scopes, created_at, name, created_by)
  select i.id, i.merchant_id, i.environment, decode(i.key_hash, 'hex'), i.last4, i.scopes, i.created_at, i.name,
    i.created_by
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, key_hash text, last4 text,
    scopes text[], created_at timestamptz, name text, created_by uuid)
  where exists (select from merchants m where m.id = i.merchant_id)
  on conflict (id) do nothing
  returning ${API_KEY_COLUMNS}`,
);

/**
 * Keys of merchant `merchant_id` or (null) of all, at most `limit`: those that open something first, and of these the newest. So none is
 * pushed out of the list by others that were made and revoked.
 */
export const listApiKeyRows = statement<{ merchant_id: string | null; limit: number }, ApiKey>(
  'list_api_keys',
  `select ${API_KEY_COLUMNS} from api_keys
  where $merchant_id::uuid is null or merchant_id = $merchant_id
  order by revoked_at is not null, id desc limit $limit`,
);

/** The keys of a merchant in an environment, in the same order, with whoever made them and their mail address. */
export const listMerchantKeyRows = setStatement<
  { merchant_id: string; environment: string; limit: number },
  ApiKey & { created_by_name: string | null; created_by_email: string | null }
>(
  'list_merchant_api_keys',
  `select k.*, a.name as created_by_name, a.email as created_by_email
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, "limit" int)
  cross join lateral (
    select ${API_KEY_COLUMNS} from api_keys x
    where x.merchant_id = i.merchant_id and x.environment = i.environment
    order by x.revoked_at is not null, x.id desc limit i."limit") k
  left join lateral (select p.name, p.email from accounts p where p.id = k.created_by limit 1) a on true
  order by k.revoked_at is not null, k.id desc`,
);

/**
 * Revokes keys and gives back each that exists; one revoked before keeps the time of the first revocation. With an
 * owner, only the keys of that merchant in that environment.
 */
export const revokeApiKeys = setStatement<
  { id: string; revoked_at: Date; owner_id: string | null; environment: string | null },
  ApiKey
>(
  'revoke_api_keys',
  `with input as (
    select distinct on (id) * from json_to_recordset($1::json)
      as i (id uuid, revoked_at timestamptz, owner_id uuid, environment text)),
  locked as (
    select k.id from api_keys k join input i on i.id = k.id
    where (i.owner_id is null or i.owner_id = k.merchant_id) and (i.environment is null or i.environment = k.environment)
    order by k.id for update of k)
  update api_keys k set revoked_at = coalesce(k.revoked_at, input.revoked_at)
  from locked join input using (id)
  where k.id = locked.id
  returning k.id, k.merchant_id, k.environment, k.scopes, k.last4, k.created_at, k.revoked_at, k.name, k.created_by,
    k.last_used_at`,
);

/** Keys by id, locked in that order until the commit. */
export const lockApiKeys = idStatement<ApiKey>(
  'lock_api_keys',
  `select ${API_KEY_COLUMNS} from api_keys where id = any ($1::uuid[]) order by id for update`,
);
