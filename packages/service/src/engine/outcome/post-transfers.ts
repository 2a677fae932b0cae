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
  const rows = transfers.map((transfer) => rowOf(transfer, created_at));
  const booked = await insertTransfers(client, rows);
  if (booked !== rows.length) throw new Error('bug: a transfer names an account that does not exist');
}

/** A transfer that names no moment of its own occurred when it is booked. */
function rowOf({ debit, credit, corrects, ...transfer }: Transfer, created_at: Date): TransferRow {
  return {
    ...transfer,
    occurred_at: transfer.occurred_at ?? created_at,
    corrects_cause: corrects?.cause ?? null,
    corrects_cause_id: corrects?.cause_id ?? null,
    debit_kind: debit.kind,
    debit_owner_id: debit.owner_id,
    credit_kind: credit.kind,
    credit_owner_id: credit.owner_id,
    created_at,
  };
}
