import { setStatement } from '../statement.ts';
import { API_KEY_COLUMNS, type ApiKeyRow } from './row.ts';

export type NewApiKey = {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  /** SHA-256 of the whole key, as hex. */
  key_hash: string;
  last4: string;
  scopes: readonly string[];
  created_at: Date;
};

/**
 * Writes keys. A key whose merchant does not exist is left out instead of failing its neighbours, so the
 * caller tells an unknown merchant by the missing row.
 */
export const insertApiKeys = setStatement<NewApiKey, ApiKeyRow>(
  'insert_api_keys',
  `insert into api_keys (id, merchant_id, environment, key_hash, last4, scopes, created_at)
  select i.id, i.merchant_id, i.environment, decode(i.key_hash, 'hex'), i.last4, i.scopes, i.created_at
  from json_to_recordset($1::json)
    as i (id uuid, merchant_id uuid, environment text, key_hash text, last4 text, scopes text[], created_at timestamptz)
  where exists (select from merchants m where m.id = i.merchant_id)
  returning ${API_KEY_COLUMNS}`,
);
