import { FEE_FLOWS, type FeeSchedule, type FeeTerms, NO_FEE } from '../../domain/fee/terms.ts';
import { sameTerms } from '../../domain/fee/words.ts';
import { isUuid } from '../../domain/keys.ts';
import { atomically } from '../../store/connect/atomically.ts';
import {
  insertFeeTerms,
  type ListedTerms,
  listFeeTerms,
  loadDefaultTerms,
  loadFeeTerms,
  lockFeeTerms,
} from '../../store/fees/terms.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/**
 * Each merchant's dated fees, at most a second old. Terms are set a minute before they hold at the latest, so what is
 * a second old misses none that a payment asked for by now could have.
 */
export const feesOf = perOwner((_services: Services) =>
  freshly<string, FeeSchedule>(
    (merchant_id) => merchant_id,
    async (ids, database) => {
      const rows = await loadFeeTerms(
        database,
        ids.map((merchant_id) => ({ merchant_id })),
      );
      const by_merchant = Map.groupBy(rows, ({ merchant_id }) => merchant_id);
      return ids.map((id) => by_merchant.get(id) ?? []);
    },
  ),
);

/**
 * Fee terms, the newest first.
 * @param query `merchant_id`: its own and the default; null: everybody's
 */
export async function listFees(
  { pool }: Services,
  { merchant_id, limit }: { merchant_id: string | null; limit: number },
): Promise<ListedTerms[]> {
  if (merchant_id !== null && !isUuid(merchant_id)) return [];
  return listFeeTerms(pool, { merchant_id, limit });
}

/**
 * Lets the configured terms hold from now on for merchants of whom nothing else was agreed; nothing changes where they
 * hold already, or where two people have set the default since.
 * @returns whether terms were added
 */
export async function adoptDefaultFees(services: Services, configured: FeeTerms): Promise<boolean> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    await lockFeeTerms(client);
    const rows = await loadDefaultTerms(client);
    const missing = FEE_FLOWS.filter((flow) => {
      const latest = rows.find((row) => row.flow === flow);
      if (latest === undefined) return !sameTerms(configured, NO_FEE);
      return latest.set_by === null && !sameTerms(configured, latest);
    });
    const by = { merchant_id: null, proposed_by: null, set_by: null };
    const added = await insertFeeTerms(
      client,
      missing.map((flow) => ({ ...configured, ...by, flow, valid_from: now, set_at: now })),
    );
    return added.length > 0;
  });
}
