import type { PoolClient } from 'pg';
import type { Transfer } from '../../domain/ledger/transfer.ts';
import { insertTransfers } from '../../store/ledger/insert.ts';

/** Books transfers alone, in the caller's transaction: also for money that moved without any decision. */
export async function bookTransfers(
  client: PoolClient,
  transfers: readonly Transfer[],
  created_at: Date,
): Promise<void> {
  const rows = transfers.map(({ debit, credit, ...transfer }) => ({
    ...transfer,
    debit_kind: debit.kind,
    debit_owner_id: debit.owner_id,
    credit_kind: credit.kind,
    credit_owner_id: credit.owner_id,
    created_at,
  }));
  const booked = await insertTransfers(client, rows);
  if (booked.length !== rows.length) throw new Error('bug: a transfer names an account that does not exist');
}
