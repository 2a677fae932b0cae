import type { TransactionRow } from '../rows.generated.ts';
import { idStatement, setStatement } from '../statement.ts';

export type NewTransaction = Omit<
  TransactionRow,
  | 'status'
  | 'event_sequence'
  | 'updated_at'
  | 'confirmed_at'
  | 'collection_number_id'
  | 'assigned_collection_number'
>;

/**
 * Writes transactions, PENDING, each with its rail's first work due at once. Not returned: the reference is
 * taken. References go in order, so that two batches never wait for each other in a circle.
 */
export const insertTransactions = setStatement<NewTransaction, { id: string }>(
  'insert_transactions',
  `with made as (
    insert into transactions (id, merchant_id, environment, reference, internal_ref, amount_xaf, operator,
      phone_number, description, rail, created_at, expires_at, updated_at)
    select id, merchant_id, environment, reference, internal_ref, amount_xaf, operator, phone_number, description,
      rail, created_at, expires_at, created_at
    from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, reference text,
      internal_ref text, amount_xaf int, operator text, phone_number text, description text, rail text,
      created_at timestamptz, expires_at timestamptz)
    order by merchant_id, environment, reference
    on conflict on constraint transactions_reference do nothing
    returning id, rail, environment, created_at
  ), work as (
    insert into rail_work (transaction_id, rail, environment, step, due_at)
    select id, rail, environment, 'initiate', created_at from made
  )
  select id from made`,
);

/** Says where the payers of transactions are to pay, once they hold a number. */
export const assignNumbers = setStatement<{
  transaction_id: string;
  collection_number_id: string;
  assigned_collection_number: string;
}>(
  'assign_transaction_numbers',
  `update transactions t
  set collection_number_id = i.collection_number_id, assigned_collection_number = i.assigned_collection_number
  from json_to_recordset($1::json) as i
    (transaction_id uuid, collection_number_id uuid, assigned_collection_number text)
  where t.id = i.transaction_id`,
);

/** Takes back transactions that this very transaction of the database has made. */
export const dropTransactions = idStatement(
  'drop_transactions',
  `with work as (delete from rail_work where transaction_id = any ($1::uuid[]))
  delete from transactions where id = any ($1::uuid[])`,
);

/** Which transaction has a reference, for those that have one. */
export const findTransactionReferences = setStatement<
  { merchant_id: string; environment: string; reference: string },
  { id: string; merchant_id: string; environment: string; reference: string }
>(
  'find_transaction_references',
  `select t.id, t.merchant_id, t.environment, t.reference
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, reference text)
  cross join lateral (
    select * from transactions x
    where x.merchant_id = i.merchant_id and x.environment = i.environment and x.reference = i.reference
    limit 1) t`,
);
