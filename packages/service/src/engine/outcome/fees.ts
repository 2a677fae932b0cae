import { loadMerchantTerms } from '../../store/numbers/readiness.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** Each merchant's fee in hundredths of a percent, at most a second old. */
export const feesOf = perOwner((_services: Services) =>
  freshly<string, number>(
    (merchant_id) => merchant_id,
    async (ids, database) => {
      const terms = await loadMerchantTerms(
        database,
        ids.map((merchant_id) => ({ merchant_id })),
      );
      return ids.map((id) => terms.find((term) => term.merchant_id === id)?.fee_basis_points ?? 0);
    },
  ),
);
