import { FEE_FLOWS, FEES_LEAD_MS, type FeeSchedule, type FeeTerms, NO_FEE } from '../../domain/fee/terms.ts';
import { sameTerms } from '../../domain/fee/words.ts';
import { isUuid } from '../../domain/keys.ts';
import { later, SECOND_MS } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import {
  findAnyMerchant,
  insertFeeTerms,
  type ListedTerms,
  listFeeTerms,
  loadDefaultTerms,
  loadFeeTerms,
  lockFeeTerms,
} from '../../store/fees/terms.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** How long a process may go on with the terms that it has read. Nobody waits for them with payments locked then. */
const KNOWN_MS = 20 * SECOND_MS;

/**
 * Each merchant's dated fees, at most twenty seconds old. Terms are set a minute before they hold at the latest
 * (`FEES_LEAD_MS`), so what is twenty seconds old misses none that a payment asked for by now could have; the rest of the
 * minute is for clocks that differ and for whoever took long to set them.
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
    KNOWN_MS,
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
 * Lets the configured terms hold for merchants of whom nothing else was agreed; nothing changes where they hold already,
 * or where two people have set the default since. They hold at once while there is no merchant, and in a minute
 * otherwise, as all terms do of which another process may not have heard.
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
    const [somebody] = missing.length > 0 ? await findAnyMerchant(client) : [];
    const valid_from = somebody === undefined ? now : later(now, FEES_LEAD_MS);
    const by = { merchant_id: null, proposed_by: null, set_by: null, valid_from, set_at: now };
    const added = await insertFeeTerms(
      client,
      missing.map((flow) => ({ ...configured, ...by, flow })),
    );
    return added.length > 0;
  });
}
