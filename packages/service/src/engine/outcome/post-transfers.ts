import type { PoolClient } from 'pg';
import type { Transfer } from '../../domain/ledger/transfer.ts';
import { insertTransfers, type TransferRow } from '../../store/ledger/insert.ts';

/**
 * Posts transfers in the caller's transaction, with a decision or without one.
 * @throws when one names an account that does not exist: a bug
 */
export async function postTransfers(
  client: PoolClient,
  transfers: readonly Transfer[],
  created_at: Date,
): Promise<void> {
  const booked = await insertTransfers(client, transfers.map(rowOf), created_at);
  if (booked !== transfers.length) throw new Error('bug: a transfer names an account that does not exist');
}

function rowOf({ debit, credit, corrects, ...transfer }: Transfer): TransferRow {
  return {
    ...transfer,
    corrects_cause: corrects?.cause ?? null,
    corrects_cause_id: corrects?.cause_id ?? null,
    debit_kind: debit.kind,
    debit_owner_id: debit.owner_id,
    credit_kind: credit.kind,
    credit_owner_id: credit.owner_id,
  };
}
