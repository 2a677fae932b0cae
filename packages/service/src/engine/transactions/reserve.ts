import type { PoolClient } from 'pg';
import { type NumberPool, poolKeyOf } from '../../domain/reservation/propose.ts';
import type { CreateSession } from '../../domain/session/commands.ts';
import type { CreateTransaction } from '../../domain/transaction/commands.ts';
import { type RailName, TRANSACTION_TTL_MINUTES } from '../../domain/transaction/transaction.ts';
import type { Database } from '../../store/statement.ts';
import {
  assignNumbers,
  dropTransactions,
  insertTransactions,
} from '../../store/transactions/transactions.ts';
import type { Services } from '../services.ts';
import { draftOf } from '../sessions/draft.ts';
import { failedChecks } from '../sessions/readiness.ts';
import { forgetGrownPools, poolsOf, reserve } from '../sessions/reserve.ts';
import type { TransactionDraft } from './draft.ts';

/** What reserving needs to know beforehand, read outside any transaction of the database. */
export type Numbers = {
  pools: Map<string, NumberPool>;
  /** By command: whether its live numbers could serve it. */
  ready: boolean[];
};

/** Reads which numbers there are for the commands whose rail needs one; nothing for the others. */
export async function loadNumbers(
  services: Services,
  commands: readonly CreateTransaction[],
  rails: readonly RailName[],
): Promise<Numbers> {
  const asked = commands.filter((_, i) => rails[i] === 'manual-sms');
  if (asked.length === 0) return { pools: new Map(), ready: commands.map(() => false) };
  const sessions = asked.map((command) => sessionOf(command, command.reference));
  const pools = await poolsOf(services).get(sessions.map(poolKeyOf), services.now(), services.pool);
  const checks = await failedChecks(services, sessions);
  const ready = new Set(asked.filter((_, i) => checks[i]?.length === 0));
  return { pools, ready: commands.map((command) => ready.has(command)) };
}

/**
 * Reserves a number for each transaction that has just been written, in the same transaction of the database, as
 * for a session that declares the payer, and says on the transaction where to pay. Those that find none are taken
 * back.
 */
export async function reserveNumbers(
  services: Services,
  client: PoolClient,
  made: readonly TransactionDraft[],
  { pools }: Numbers,
): Promise<void> {
  if (made.length === 0) return;
  const now = services.now();
  const seeking = made.map(({ row }) => draftOf(services, sessionOf(row, row.internal_ref), now, row.id));
  await reserve(services, client, seeking, pools);
  forgetGrownPools(services, seeking, pools);
  const placed = seeking.flatMap(({ state, collection_number, held_back, behind }, i) => {
    const draft = made[i] as TransactionDraft;
    if (state !== 'made' || collection_number === null) {
      draft.state = 'no_number';
      draft.held_back = held_back;
      draft.behind = behind;
      return [];
    }
    const { id: collection_number_id, msisdn: assigned_collection_number } = collection_number;
    draft.transaction = { ...draft.transaction, collection_number_id, assigned_collection_number };
    return [{ transaction_id: draft.row.id, collection_number_id, assigned_collection_number }];
  });
  await assignNumbers(client, placed);
  const without = made.filter(({ state }) => state === 'no_number');
  await dropTransactions(
    client,
    without.map(({ row }) => row.id),
  );
}

type AskedNumber = Pick<
  CreateTransaction,
  'merchant_id' | 'environment' | 'amount_xaf' | 'operator' | 'phone_number'
>;

/** What a session with its payer declared would ask the numbers for. */
function sessionOf(asked: AskedNumber, reference: string): CreateSession {
  return {
    merchant_id: asked.merchant_id,
    environment: asked.environment,
    reference,
    amount_xaf: asked.amount_xaf,
    operator: asked.operator,
    customer_phone: asked.phone_number,
    description: null,
    metadata: null,
    ttl_minutes: TRANSACTION_TTL_MINUTES,
    idempotency: null,
  };
}

/** Writes drafts and marks each as made, or as one whose reference is taken. */
export async function insertDrafts(
  database: Database,
  drafts: readonly (TransactionDraft | null)[],
): Promise<void> {
  const asked = drafts.filter((draft) => draft !== null);
  const made = await insertTransactions(
    database,
    asked.map((draft) => draft.row),
  );
  const ids = new Set(made.map(({ id }) => id));
  for (const draft of asked) draft.state = ids.has(draft.row.id) ? 'made' : 'reference_taken';
}
