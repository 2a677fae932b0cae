import { isUuid } from '../../domain/keys/uuid.ts';
import { approveMerchants } from '../../store/merchants/approve.ts';
import type { MerchantRow } from '../../store/merchants/row.ts';
import type { Services } from '../services.ts';

export type ApproveKycOutcome = { kind: 'approved'; merchant: MerchantRow } | { kind: 'not_found' };

/** Marks merchants as fit for live. Approving twice keeps the first time. An outcome per id, in order. */
export async function approveKyc(
  services: Services,
  merchant_ids: readonly string[],
): Promise<ApproveKycOutcome[]> {
  const approved_at = services.now();
  const input = merchant_ids.filter(isUuid).map((id) => ({ id, approved_at }));
  const merchants = new Map((await approveMerchants(services.pool, input)).map((row) => [row.id, row]));
  return merchant_ids.map((id) => {
    const merchant = merchants.get(id.toLowerCase());
    return merchant === undefined ? { kind: 'not_found' } : { kind: 'approved', merchant };
  });
}
