import type { ApiKey } from '../../domain/keys/key.ts';
import { isUuid } from '../../domain/keys/uuid.ts';
import { listApiKeyRows } from '../../store/keys/list.ts';
import { findMerchants } from '../../store/merchants/list.ts';
import type { Services } from '../services.ts';

/** The newest keys first, revoked ones included; null when there is no such merchant. */
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
  return listApiKeyRows(services.pool, merchant_id, limit);
}
