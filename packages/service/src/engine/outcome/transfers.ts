import type { PoolClient } from 'pg';
import type { Transfer } from '../../domain/ledger/transfer.ts';
import { insertTransfers } from '../../store/ledger/insert.ts';
import { loadMerchantTerms } from '../../store/numbers/numbers.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** Books transfers alone, in the caller's transaction: also for money that moved without any decision. */
export async function bookTransfers(
  client: PoolClient,
  transfers: readonly Transfer[],
  created_at: Date,
): Promise<void> {
  const rows = transfers.map(({ debit, credit, corrects, ...transfer }) => ({
    ...transfer,
    occurred_at: transfer.occurred_at ?? created_at,
    corrects_cause: corrects?.cause ?? null,
    corrects_cause_id: corrects?.cause_id ?? null,
    debit_kind: debit.kind,
    debit_owner_id: debit.owner_id,
    credit_kind: credit.kind,
    credit_owner_id: credit.owner_id,
    created_at,
  }));
  const booked = await insertTransfers(client, rows);
  if (booked.length !== rows.length) throw new Error('bug: a transfer names an account that does not exist');
}

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
