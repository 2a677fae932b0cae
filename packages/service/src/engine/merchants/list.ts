import { listMerchantRows } from '../../store/merchants/list.ts';
import type { MerchantRow } from '../../store/merchants/row.ts';
import type { Services } from '../services.ts';

/** The newest merchants first. */
export async function listMerchants(services: Services, query: { limit: number }): Promise<MerchantRow[]> {
  return listMerchantRows(services.pool, query.limit);
}
