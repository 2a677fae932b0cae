import type { CreateTransaction } from '../../domain/transaction/commands.ts';
import { type BatchLimits, batcher } from '../../engine/batch.ts';
import type { Services } from '../../engine/services.ts';
import { createTransactions } from '../../engine/transactions/create.ts';
import { createTransactionsAtOnce } from '../../engine/transactions/create-at-once.ts';
import { listTransactions } from '../../engine/transactions/list.ts';
import { retrieveTransactions } from '../../engine/transactions/retrieve.ts';
import type { Verbs } from '../../http/deps.ts';
import { afterFailedCommands, afterFailedRepeatable } from './after-failure.ts';

/** Nearly every transaction is created by one statement; the others take the long way. */
export function transactionVerbs(services: Services, limits: BatchLimits): Verbs['transactions'] {
  const atOnce = batcher(
    (commands: CreateTransaction[]) => createTransactionsAtOnce(services, commands),
    limits,
    afterFailedCommands,
  );
  const create = batcher(
    (commands: CreateTransaction[]) => createTransactions(services, commands),
    limits,
    afterFailedCommands,
  );
  return {
    create: async (command) => (command.idempotency === null && (await atOnce(command))) || create(command),
    retrieve: batcher(
      (queries: Parameters<typeof retrieveTransactions>[1][number][]) =>
        retrieveTransactions(services, queries),
      limits,
      afterFailedRepeatable,
    ),
    list: (query) => listTransactions(services, query),
  };
}
