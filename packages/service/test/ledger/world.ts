import type { Transfer } from '../../src/domain/ledger/transfer.ts';
import { postTransfers } from '../../src/engine/outcome/post-transfers.ts';
import { atomically } from '../../src/store/connect/atomically.ts';
import type { Pool } from '../../src/store/connect/connect.ts';
import type { World } from '../collection/world.ts';
import { booksByItself } from '../evidence/books.ts';

/**
 * A transfer of a merchant's test money that asks for no payment: `found` and `lost` again is what had been written off,
 * the others take it out.
 */
export function moneyOf(
  world: World,
  merchant_id: string,
  what: 'found' | 'lost' | 'REFUND_RESERVED' | 'SETTLEMENT_RESERVED' | 'RESERVE_KEPT',
  amount_xaf: number,
): Transfer {
  const payable = { kind: 'PAYABLE', owner_id: merchant_id } as const;
  const elsewhere =
    what === 'RESERVE_KEPT'
      ? ({ kind: 'RESERVE', owner_id: merchant_id } as const)
      : ({ kind: 'WRITE_OFF', owner_id: null } as const);
  return {
    environment: 'test',
    debit: what === 'found' ? elsewhere : payable,
    credit: what === 'found' ? payable : elsewhere,
    amount_xaf,
    cause: what === 'found' || what === 'lost' ? 'STEP_EXPLAINED' : what,
    cause_id: world.services.newId(),
    occurred_at: world.now,
  };
}

/**
 * Books in a transaction of its own.
 * @returns whether the PAYABLE covered what was taken out of it
 */
export async function isBooked(world: World, transfers: Transfer[], pool: Pool = world.db.pool) {
  booksByItself(world.db.pool);
  try {
    await atomically(pool, (client) => postTransfers(client, transfers, world.now));
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'payable_covers') return false;
    throw error;
  }
}

/** What a merchant is owed in test by each way of adding it up: they are one. */
export async function owed(world: World, merchant_id: string): Promise<number[]> {
  const [row] = await world.rows<Record<string, number>>(
    `select payable_balance(a.id) as counted,
      coalesce((select sum(u.amount_xaf) from unsettled_transfers u where u.account_id = a.id), 0)::bigint as unsettled,
      coalesce((select sum(case when t.credit_account_id = a.id then t.amount_xaf else -t.amount_xaf end)
        from ledger_transfers t where a.id in (t.debit_account_id, t.credit_account_id)), 0)::bigint as booked
    from ledger_accounts a where a.kind = 'PAYABLE' and a.environment = 'test' and a.owner_id = $1`,
    [merchant_id],
  );
  return Object.values(row ?? {});
}
