import type { HeldBack } from '../../domain/session/commands.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import type { CreateTransaction } from '../../domain/transaction/commands.ts';
import {
  newInternalRef,
  type RailName,
  TRANSACTION_TTL_MINUTES,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import type { Taken } from '../../store/sessions/reserve.ts';
import type { NewTransaction } from '../../store/transactions/transactions.ts';
import { operatorsOf } from '../merchants.ts';
import { type RailGate, railGate } from '../rails/gate.ts';
import type { Services } from '../services.ts';
import { referenceName } from '../sessions/draft.ts';

/** A transaction on its way. `no_number`: its rail needs a number, and none was free for it. */
export type TransactionDraft = {
  row: NewTransaction;
  transaction: Transaction;
  state: 'drafted' | 'made' | 'reference_taken' | 'no_number';
  /** Why its merchant may hold no number for it. */
  held_back: HeldBack | null;
  /** What another batch is just taking, where it found no number else. */
  behind: Taken | null;
};

function draftOf(
  services: Services,
  command: CreateTransaction,
  rail: RailName,
  now: Date,
): TransactionDraft {
  const { merchant_id, environment, reference, amount_xaf, operator, phone_number, description } = command;
  const row: NewTransaction = {
    id: services.newId(),
    merchant_id,
    environment,
    reference,
    internal_ref: newInternalRef(now, services.random),
    amount_xaf,
    operator,
    phone_number,
    description,
    rail,
    created_at: now,
    expires_at: later(now, TRANSACTION_TTL_MINUTES * MINUTE_MS),
  };
  const transaction: Transaction = {
    ...row,
    status: 'PENDING',
    event_sequence: 0,
    updated_at: now,
    confirmed_at: null,
    collection_number_id: null,
    assigned_collection_number: null,
  };
  return { row, transaction, state: 'drafted', held_back: null, behind: null };
}

/** Which commands' operators are enabled for their merchants, and which rail serves each. */
export async function weigh(
  services: Services,
  commands: readonly CreateTransaction[],
): Promise<{ enabled: boolean[]; gates: RailGate[] }> {
  const merchants = [...new Set(commands.map((one) => one.merchant_id))];
  const operators = await operatorsOf(services).get(merchants, services.now(), services.pool);
  const gates = await railGate(services, commands);
  const enabled = commands.map((one) => operators.get(one.merchant_id)?.includes(one.operator) ?? false);
  return { enabled, gates };
}

/** One draft for each command that may still succeed; of several with one reference, the first. */
export function transactionDraftsOf(
  services: Services,
  commands: CreateTransaction[],
  may: boolean[],
  gates: RailGate[],
): (TransactionDraft | null)[] {
  const now = services.now();
  const references = new Set<string>();
  return commands.map((command, i) => {
    const name = referenceName(command);
    if (!may[i] || references.has(name)) return null;
    references.add(name);
    return draftOf(services, command, (gates[i] as RailGate).rail, now);
  });
}
