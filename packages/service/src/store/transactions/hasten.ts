import { setStatement } from '../statement.ts';

/**
 * Moves the expiry of open sandbox transactions to the first millisecond after their creation, as if the time
 * had gone by. Never in live.
 */
export const hastenTransactions = setStatement<{ transaction_id: string }>(
  'hasten_transactions',
  `update transactions t set expires_at = t.created_at + interval '1 millisecond'
  from json_to_recordset($1::json) as i (transaction_id uuid)
  where t.id = i.transaction_id and t.environment = 'test' and t.rail = 'sandbox'
    and t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS')`,
);
