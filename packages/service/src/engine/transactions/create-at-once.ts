import type { CreateTransaction, CreateTransactionOutcome } from '../../domain/transaction/commands.ts';
import type { Services } from '../services.ts';
import { draftsOf, weigh } from './draft.ts';
import { insertDrafts } from './insert.ts';

/**
 * Creates transactions in one statement and nothing around it, for commands without an idempotency key whose
 * rail asks nobody: it neither needs a number nor counts how often the payer was asked.
 * @returns null for a command that must take the long way (`createTransactions`), nothing having been written
 */
export async function createTransactionsAtOnce(
  services: Services,
  commands: CreateTransaction[],
): Promise<(CreateTransactionOutcome | null)[]> {
  const { enabled, gates } = await weigh(services, commands);
  const may = commands.map(
    ({ idempotency }, i) =>
      idempotency === null &&
      enabled[i] === true &&
      gates[i]?.retry_after_s === null &&
      gates[i].rail === 'sandbox',
  );
  const drafts = draftsOf(services, commands, may, gates);
  await insertDrafts(services.pool, drafts);
  return drafts.map((draft) =>
    draft?.state === 'made' ? { kind: 'created', transaction: draft.transaction, replayed: false } : null,
  );
}
