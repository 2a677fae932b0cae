import { setStatement } from '../statement.ts';
import type { ApiKeyRow } from './row.ts';

/** Revokes keys and gives back each that exists; one revoked before keeps the time of the first revocation. */
export const revokeApiKeys = setStatement<{ id: string; revoked_at: Date }, ApiKeyRow>(
  'revoke_api_keys',
  `with input as (select distinct on (id) * from json_to_recordset($1::json) as i (id uuid, revoked_at timestamptz)),
  locked as (select id from api_keys where id in (select id from input) order by id for update)
  update api_keys k set revoked_at = coalesce(k.revoked_at, input.revoked_at)
  from locked join input using (id)
  where k.id = locked.id
  returning k.id, k.merchant_id, k.environment, k.scopes, k.last4, k.created_at, k.revoked_at`,
);
