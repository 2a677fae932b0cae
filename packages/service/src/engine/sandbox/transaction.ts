import type { Caller } from '../../domain/session/commands.ts';
import { isOpen, type Transaction } from '../../domain/transaction/transaction.ts';
import { hastenTransactions } from '../../store/transactions/due.ts';
import { lapseTransactions } from '../outcome/lapse.ts';
import type { RailWorker } from '../rails/loop.ts';
import type { Services } from '../services.ts';
import { retrieveTransactions } from '../transactions/list.ts';

/** Test only: payers of the sandbox that lead to each end (domain/rail/magic.ts). */
export const PAYER_FOR = {
  SUCCESS: '+23500000010',
  FAILED: '+23500000020',
  /** Silent: it stays PROCESSING until its time is up, which is hastened here. */
  TIMEOUT: '+23500000030',
} as const;

export type PlayTransaction = Caller & { transaction_id: string; end: keyof typeof PAYER_FOR };

/**
 * One step towards the end of a sandbox transaction whose payer is `PAYER_FOR` that end: works the rail, in
 * case no server does, and once a silent one was handed to it lets its time be up, without the grace.
 * @returns it as it is now; call again while it is open. Null: there is none such.
 */
export async function playTransaction(
  services: Services,
  worker: RailWorker,
  { end, ...query }: PlayTransaction,
): Promise<Transaction | null> {
  const { answered } = await worker.round();
  await answered;
  const [found] = await retrieveTransactions(services, [query]);
  if (!found || end !== 'TIMEOUT' || found.status === 'PENDING' || !isOpen(found.status))
    return found ?? null;
  await hastenTransactions(services.pool, [query]);
  await lapseTransactions(services, [query.transaction_id]);
  const [after] = await retrieveTransactions(services, [query]);
  return after ?? found;
}
