import type { TransactionRow } from '../rows.generated.ts';
import { withdrawnAbout } from '../staff/record.ts';
import { type Database, idStatement, recordsByIdJson, setStatement, statement } from '../statement.ts';

/** The columns of `transactions` that make a Transaction. */
export const TRANSACTION_COLUMNS = `t.id, t.merchant_id, t.environment, t.reference, t.internal_ref, t.amount_xaf,
  t.operator, t.phone_number, t.description, t.rail, t.status, t.event_sequence, t.created_at, t.expires_at,
  t.updated_at, t.confirmed_at, t.collection_number_id, t.assigned_collection_number`;

/** Whether a merchant's endpoint answered 2xx to an event of `t`: found when it is read, never written. */
export const WEBHOOK_SENT = `exists (
    select from events e cross join lateral (
      select true from webhook_deliveries d
      where d.event_id = e.id and (d.state = 'DELIVERED' or d.delivered_before is not null) limit 1) delivered
    where e.object_id = t.id) as webhook_sent`;

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
  `select ${TRANSACTION_COLUMNS} from transactions t where t.id = any ($1::uuid[]) order by t.id for no key update`,
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
  `with i as materialized (
    select * from json_to_recordset($1::json) as x
      (transaction_id uuid, collection_number_id uuid, assigned_collection_number text))
  update transactions t
  set collection_number_id = i.collection_number_id, assigned_collection_number = i.assigned_collection_number
  from i where t.id = any (array(select transaction_id from i)) and t.id = i.transaction_id`,
);

/** Takes back transactions that this very transaction of the database has made. */
export const dropTransactions = idStatement(
  'drop_transactions',
  `with work as (delete from rail_work where transaction_id = any ($1::uuid[]))
  delete from transactions where id = any ($1::uuid[])`,
);

/** A change of status. The expected status is part of it: a row that moved meanwhile is not touched. */
export type TransactionMove = {
  transaction_id: string;
  from_status: string;
  to_status: string;
  event_sequence: number;
  updated_at: Date;
  confirmed_at: Date | null;
  /** When its hold, if it has one, leaves quarantine; null while it goes on waiting. */
  quarantine_until: Date | null;
};

/** What is proposed about a transaction that goes on waiting, or has timed out, can still be done. */
const ENDED = `$moves::jsonb -> p.subject_id ->> 'to_status' in ('SUCCESS', 'FAILED', 'REFUNDED')`;

const moveTransactionsById = statement<{ transaction_ids: string[]; moves: string }, { id: string }>(
  'move_transactions',
  `with quarantined as (
    update collection_holds h
    set state = 'QUARANTINE', due_at = ($moves::jsonb -> h.owner_id::text ->> 'quarantine_until')::timestamptz
    where h.owner_id = any ($transaction_ids::uuid[]) and $moves::jsonb -> h.owner_id::text ->> 'quarantine_until' is not null
  ), ${withdrawnAbout('$transaction_ids', `($moves::jsonb -> p.subject_id ->> 'updated_at')::timestamptz`, ENDED)}
  update transactions t
  set status = $moves::jsonb -> t.id::text ->> 'to_status',
    event_sequence = ($moves::jsonb -> t.id::text ->> 'event_sequence')::int,
    updated_at = ($moves::jsonb -> t.id::text ->> 'updated_at')::timestamptz,
    confirmed_at = ($moves::jsonb -> t.id::text ->> 'confirmed_at')::timestamptz
  where t.id = any ($transaction_ids::uuid[]) and t.status = $moves::jsonb -> t.id::text ->> 'from_status'
  returning t.id`,
);

/** Moves transactions that the caller has locked; returns the ids that moved. Looked up by id, not joined. */
export async function moveTransactions(
  database: Database,
  moves: readonly TransactionMove[],
): Promise<{ id: string }[]> {
  if (moves.length === 0) return [];
  const idOf = ({ transaction_id }: TransactionMove) => transaction_id;
  return moveTransactionsById(database, {
    transaction_ids: moves.map(idOf),
    moves: recordsByIdJson(moves, idOf),
  });
}
