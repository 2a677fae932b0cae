import type { ApiKey } from '../../domain/keys/key.ts';

export type ApiKeyRow = ApiKey;

export const API_KEY_COLUMNS = 'id, merchant_id, environment, scopes, last4, created_at, revoked_at';
