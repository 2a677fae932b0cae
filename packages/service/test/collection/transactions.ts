import type { CreateTransaction } from '../../src/domain/transaction/commands.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import type { Conclusion } from '../../src/domain/transaction/transitions.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { retrieveTransactions } from '../../src/engine/transactions/list.ts';
import type { Payable, World } from './world.ts';

let count = 0;

export function asked(merchant_id: string, fields: Partial<CreateTransaction> = {}): CreateTransaction {
  count += 1;
  return {
    merchant_id,
    environment: 'test',
    reference: `TXN-${count}`,
    amount_xaf: 5000,
    operator: 'AIRTEL',
    phone_number: '+23566123456',
    description: null,
    idempotency: null,
    ...fields,
  };
}

/** A transaction that must be created. */
export async function start(
  world: World,
  merchant_id: string,
  fields: Partial<CreateTransaction> = {},
): Promise<Transaction> {
  const [outcome] = await createTransactions(world.services, [asked(merchant_id, fields)]);
  if (outcome?.kind !== 'created') throw new Error(`not created: ${JSON.stringify(outcome)}`);
  return outcome.transaction;
}

export async function again(world: World, transaction: Transaction) {
  const [found] = await retrieveTransactions(world.services, [
    { ...transaction, transaction_id: transaction.id },
  ]);
  if (!found) throw new Error(`no transaction ${transaction.id}`);
  return found;
}

export const statusOf = async (world: World, transaction: Transaction): Promise<string> =>
  (await again(world, transaction)).status;

/** Where a transaction on the rail manual-sms is paid. */
export function payable(transaction: Transaction): Payable {
  const { assigned_collection_number } = transaction;
  if (assigned_collection_number === null) throw new Error(`transaction ${transaction.id} has no number`);
  return { ...transaction, assigned_collection_number };
}

/** The state of the hold that it owns; `none` when that has gone. */
export async function holdOf(world: World, { id }: Transaction): Promise<string> {
  const [hold] = await world.rows<{ state: string }>(
    'select state from collection_holds where transaction_id = $1',
    [id],
  );
  return hold?.state ?? 'none';
}

export function says(
  world: World,
  { id }: Transaction,
  kind: Conclusion['kind'],
  fields: Partial<Conclusion> = {},
): Conclusion {
  return {
    transaction_id: id,
    kind,
    at: world.now,
    proof: { source: 'rail', detail: { rail_transaction_id: 'R-1' } },
    ...fields,
  };
}

export async function eventsOf(world: World, { id }: Transaction): Promise<string[]> {
  const rows = await world.rows<{ type: string }>(
    'select type from events where object_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ type }) => type);
}

export async function entriesOf(world: World, { id }: Transaction): Promise<string[]> {
  const rows = await world.rows<{ line: string }>(
    `select t.cause || ' ' || d.kind || '>' || c.kind || ' ' || t.amount_xaf as line from ledger_transfers t
    join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
    where t.cause_id = $1 order by t.created_at, t.cause like '%REFUND', t.cause like '%FEE%'`,
    [id],
  );
  return rows.map(({ line }) => line);
}
