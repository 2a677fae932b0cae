import type { PoolClient } from 'pg';
import type { Environment } from '../../domain/operator.ts';
import { setStatement } from '../statement.ts';

type Owner = { merchant_id: string; environment: Environment };
export type Payable = Owner & { account_id: number; balance_xaf: number };

const OWN = `json_to_recordset($1::json) as i (merchant_id uuid, environment text)
  join ledger_accounts a on a.owner_id = i.merchant_id and a.kind = 'PAYABLE' and a.environment = i.environment`;

const lockRows = setStatement<Owner>(
  'lock_payables',
  `select from payables where account_id in (select a.id from ${OWN}) order by account_id for update`,
);

/** What merchants have with us at this moment. */
export const readPayables = setStatement<Owner, Payable>(
  'read_payables',
  `select distinct a.owner_id as merchant_id, a.environment, a.id as account_id, payable_balance(a.id) as balance_xaf from ${OWN}`,
);

/**
 * Locks what merchants have with us, in order, for whoever takes money out of it; payments never ask for these locks.
 * Both statements travel at once; the second begins when the locks are held, so that it sees what those before took.
 */
export async function lockPayables(client: PoolClient, owners: readonly Owner[]): Promise<Payable[]> {
  const [, rows] = await Promise.all([lockRows(client, owners), readPayables(client, owners)]);
  return rows;
}
