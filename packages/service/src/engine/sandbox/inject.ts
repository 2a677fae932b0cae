import { readInjected } from '../../domain/credit.ts';
import type { Caller, IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { isOpenStatus, type Transaction } from '../../domain/transaction/transaction.ts';
import { insertClaims } from '../../store/book/claims.ts';
import { hastenTransactions } from '../../store/transactions/due.ts';
import { keptWhole, keyed } from '../idempotency.ts';
import { keepNotices, type RawNotice } from '../notices.ts';
import { lapseTransactions } from '../outcome/lapse.ts';
import type { RailWorker } from '../rails/loop.ts';
import type { Services } from '../services.ts';
import { retrieveTransactions } from '../transactions/list.ts';

/** A notice that a merchant injects into its own sandbox. */
export type SandboxNotice = RawNotice & {
  environment: 'test';
  merchant_id: string;
  idempotency: IdempotencyKey | null;
};

export type InjectOutcome =
  | { kind: 'kept'; notice_id: string; replayed: boolean }
  | { kind: 'unknown_collection_number' }
  | KeyRefusal;

const OPERATION = 'sandbox.inject';
const KEPT = keptWhole<InjectOutcome>('kept');

/**
 * Keeps notices of the sandbox, as `receiveNotices` keeps live ones; settle them next. With an idempotency
 * key the same request names the same notice, and settling that again finds what became of it.
 */
export async function injectNotices(services: Services, notices: SandboxNotice[]): Promise<InjectOutcome[]> {
  return keyed(services, OPERATION, notices, {
    ...KEPT,
    run: async (client, fresh) => {
      const kept = await keepNotices(services, client, fresh);
      return kept.map((one): InjectOutcome => (one.kind === 'kept' ? { ...one, replayed: false } : one));
    },
  });
}

/** Lets a played message wait for its proof, as the book of a live number does; virtual numbers have no book. */
export async function claimPlayed(
  services: Services,
  session: PaymentSession,
  played: { notice_id: string; body: string; occurred_at: Date },
): Promise<void> {
  const { amount } = readInjected(played.body);
  await insertClaims(services.pool, [
    {
      notice_id: played.notice_id,
      collection_number_id: session.collection_number_id,
      told: { readings: [], moves: [], operator_transaction_id: null },
      amounts_xaf: [amount],
      occurred_at: played.occurred_at,
      precision_ms: 0,
      arrived_at: services.now(),
    },
  ]);
}

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
  if (!found || end !== 'TIMEOUT' || found.status === 'PENDING' || !isOpenStatus(found.status))
    return found ?? null;
  await hastenTransactions(services.pool, [query]);
  await lapseTransactions(services, [query.transaction_id]);
  const [after] = await retrieveTransactions(services, [query]);
  return after ?? found;
}
