import type { PoolClient } from 'pg';
import type { Environment } from '../../domain/operator.ts';
import { UNDONE } from '../alerts.ts';
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

/**
 * How much of what merchants have with us the operator has called undone, while nobody has looked into that: as in a settlement
 * (`UNDONE`), it pays for nothing meanwhile. What is given back of such a payment is no more of it.
 */
export const loadUndonePayables = setStatement<Owner, Owner & { undone_xaf: number }>(
  'load_undone_payables',
  `with undone as materialized (select ${UNDONE} as ids)
  select o.merchant_id, o.environment, coalesce(sum(u.net_xaf) filter (where u.net_xaf > 0), 0)::bigint as undone_xaf
  from (select distinct a.id, a.owner_id as merchant_id, a.environment from ${OWN}) o
  join undone n on cardinality(n.ids) > 0
  cross join lateral (
    select sum(t.amount_xaf) as net_xaf from unsettled_transfers t left join refunds f on f.id = t.cause_id
    where t.account_id = o.id and t.cause_id = any (n.ids) group by coalesce(f.payment_id, t.cause_id)) u
  group by o.merchant_id, o.environment`,
);
