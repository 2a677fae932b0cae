import type { PoolClient } from 'pg';
import { type Pool, poolKeyOf } from '../../domain/reservation/propose.ts';
import type { CreateSession } from '../../domain/session/commands.ts';
import type { CreateTransaction } from '../../domain/transaction/commands.ts';
import { borrowedReference } from '../../domain/transaction/internal-ref.ts';
import { type RailName, TRANSACTION_TTL_MINUTES } from '../../domain/transaction/transaction.ts';
import { dropTransactions } from '../../store/transactions/insert.ts';
import type { Services } from '../services.ts';
import { draftsOf } from '../sessions/draft.ts';
import { forgetGrownPools, poolsOf } from '../sessions/pools.ts';
import { failedChecks } from '../sessions/readiness.ts';
import { reserve } from '../sessions/reserve.ts';
import type { Draft } from './draft.ts';

/** What borrowing needs to know beforehand, read outside any transaction of the database. */
export type Lender = {
  pools: Map<string, Pool>;
  /** By command: whether its live numbers could serve a session. */
  ready: boolean[];
};

/** Reads which numbers there are for the commands whose rail borrows; nothing for the others. */
export async function openLender(
  services: Services,
  commands: readonly CreateTransaction[],
  rails: readonly RailName[],
): Promise<Lender> {
  const asked = commands.filter((_, i) => rails[i] === 'manual-sms');
  if (asked.length === 0) return { pools: new Map(), ready: commands.map(() => false) };
  const sessions = asked.map((command) => sessionOf(command, command.reference));
  const pools = await poolsOf(services).get(sessions.map(poolKeyOf), services.now(), services.pool);
  const checks = await failedChecks(services, sessions);
  const ready = new Set(asked.filter((_, i) => checks[i]?.length === 0));
  return { pools, ready: commands.map((command) => ready.has(command)) };
}

/**
 * Reserves a payment session for each transaction that has just been written, in the same transaction of the
 * database: its number, its hold and its expiry are those of any session, its declared payer is the
 * transaction's. Those that find no number are taken back.
 */
export async function borrowSessions(
  services: Services,
  client: PoolClient,
  borrowing: readonly Draft[],
  { pools }: Lender,
): Promise<void> {
  if (borrowing.length === 0) return;
  const commands = borrowing.map(({ row }) => sessionOf(row, borrowedReference(row.internal_ref)));
  const drafts = draftsOf(
    services,
    commands,
    commands.map(() => true),
    services.now(),
  ).filter((draft) => draft !== null);
  drafts.forEach((draft, i) => {
    draft.transaction_id = borrowing[i]?.row.id ?? null;
  });
  await reserve(services, client, drafts, pools);
  forgetGrownPools(services, drafts, pools);
  borrowing.forEach((draft, i) => {
    draft.held_back = drafts[i]?.held_back ?? null;
  });
  const without = borrowing.filter((_, i) => drafts[i]?.state !== 'made');
  for (const draft of without) draft.state = 'no_number';
  await dropTransactions(
    client,
    without.map((draft) => draft.row.id),
  );
}

type Asked = Pick<
  CreateTransaction,
  'merchant_id' | 'environment' | 'amount_xaf' | 'operator' | 'phone_number'
>;

function sessionOf(asked: Asked, reference: string): CreateSession {
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
