import { loadMerchantTerms } from '../../store/numbers/readiness.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** The operators that each merchant may collect with, at most a second old. */
export const operatorsOf = perOwner((_services: Services) =>
  freshly<string, string[]>(
    (merchant_id) => merchant_id,
    async (merchant_ids, database) => {
      const terms = await loadMerchantTerms(
        database,
        merchant_ids.map((merchant_id) => ({ merchant_id })),
      );
      return merchant_ids.map((id) => terms.find((term) => term.merchant_id === id)?.operators ?? []);
    },
  ),
);
