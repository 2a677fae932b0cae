import type { Principal } from '../../domain/keys/key.ts';
import { setStatement } from '../statement.ts';

export type FoundKey = Principal & {
  /** As hex. */
  key_hash: string;
};

/** The unrevoked keys among these hashes, each with what its merchant may do. Unknown ones are missing. */
export const findActiveKeys = setStatement<{ key_hash: string }, FoundKey>(
  'find_active_keys',
  `select k.id as key_id, k.merchant_id, k.environment, k.scopes, m.kyc_status, k.last4,
    encode(k.key_hash, 'hex') as key_hash
  from api_keys k join merchants m on m.id = k.merchant_id
  where k.key_hash in (select decode(i.key_hash, 'hex') from json_to_recordset($1::json) as i (key_hash text))
    and k.revoked_at is null`,
);
