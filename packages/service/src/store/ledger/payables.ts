import { setStatement } from '../statement.ts';

/**
 * Locks what merchants have with us, in order, for whoever takes money out of it; payments never ask for these locks.
 * The sums are read when the locks are held: a function that is called after them sees what those before have taken.
 */
export const lockPayables = setStatement<
  { merchant_id: string; environment: string },
  { merchant_id: string; environment: string; balance_xaf: number }
>(
  'lock_payables',
  `with locked as materialized (
    select p.account_id from payables p
    where p.account_id in (
      select a.id from json_to_recordset($1::json) as i (merchant_id uuid, environment text)
      join ledger_accounts a on a.owner_id = i.merchant_id and a.kind = 'PAYABLE' and a.environment = i.environment)
    order by p.account_id for update
  )
  select a.owner_id as merchant_id, a.environment, payable_balance(a.id) as balance_xaf
  from locked l join ledger_accounts a on a.id = l.account_id`,
);
