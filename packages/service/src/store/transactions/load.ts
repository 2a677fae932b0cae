import type { TransactionRow } from '../rows.generated.ts';
import { idStatement, setStatement } from '../statement.ts';
import { TRANSACTION_COLUMNS, WEBHOOK_SENT } from './columns.ts';

/** Transactions by id, filtered by merchant and environment: another's is as absent as one that never was. */
export const loadTransactions = setStatement<
  { transaction_id: string; merchant_id: string; environment: string },
  TransactionRow & { webhook_sent: boolean }
>(
  'load_transactions',
  `select ${TRANSACTION_COLUMNS}, ${WEBHOOK_SENT}
  from json_to_recordset($1::json) as i (transaction_id uuid, merchant_id uuid, environment text)
  cross join lateral (
    select * from transactions x
    where x.id = i.transaction_id and x.merchant_id = i.merchant_id and x.environment = i.environment
    limit 1) t`,
);

/**
 * Locks transactions in id order, so that no two batches wait for each other in a circle, and reads them.
 */
export const lockTransactions = idStatement<TransactionRow>(
  'lock_transactions',
  `select ${TRANSACTION_COLUMNS} from transactions t where t.id = any ($1::uuid[]) order by t.id for update`,
);

/** Like `lockTransactions`, but leaves out those that another transaction of the database is working on. */
export const lockIdleTransactions = idStatement<TransactionRow>(
  'lock_idle_transactions',
  `select ${TRANSACTION_COLUMNS} from transactions t where t.id = any ($1::uuid[])
  order by t.id for update skip locked`,
);

/** Transactions by id, whoever they belong to; nothing is locked. */
export const loadTransactionsById = idStatement<TransactionRow>(
  'load_transactions_by_id',
  `select ${TRANSACTION_COLUMNS} from transactions t where t.id = any ($1::uuid[])`,
);
