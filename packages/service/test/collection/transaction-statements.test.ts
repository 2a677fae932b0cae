import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateTransaction } from '../../src/domain/transaction/commands.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { isUnkeyed } from '../../src/engine/idempotency.ts';
import { advanceTransactions } from '../../src/engine/rails/advance.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { createTransactions, createTransactionsAtOnce } from '../../src/engine/transactions/create.ts';
import { foldTransactionCounts, retrieveTransactions } from '../../src/engine/transactions/list.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { countStatements } from '../database/statements.ts';
import { prove } from './proof.ts';
import { asked, says } from './transactions.ts';
import { openWorld, type World } from './world.ts';

const MANY = 300;

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant({ fee_basis_points: 100 });
  await world.liveNumber('+23566001001');
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

let numbers = 0;
const commands = (size: number, fields: Partial<CreateTransaction> = {}): CreateTransaction[] =>
  Array.from({ length: size }, () => asked(merchant, fields));
const bySms = (size: number): CreateTransaction[] =>
  commands(size, { environment: 'live' }).map((one) => {
    numbers += 1;
    // Seven francs apart none is easily mistaken for another: for such, other numbers are looked for first.
    return { ...one, amount_xaf: 1000 + 7 * numbers };
  });
async function made(all: CreateTransaction[]): Promise<Transaction[]> {
  const outcomes = await createTransactions(world.services, all);
  return outcomes.map((one) => {
    if (one.kind !== 'created') throw new Error(one.kind);
    return one.transaction;
  });
}
const conclude = (all: Transaction[], kind: 'success' | 'failed' | 'refunded') =>
  concludeTransactions(
    world.services,
    all.map((one) => says(world, one, kind)),
  );
async function timedOut(size: number): Promise<Transaction[]> {
  const all = await made(commands(size));
  world.pass(721);
  await timeOutTransactions(world.services, { limit: 10_000 });
  return all;
}

/** What is prepared is not counted; what it returns is. */
const VERBS: Record<string, (size: number) => Promise<() => Promise<unknown>>> = {
  'creating transactions at once': async (size) => {
    const all = commands(size).filter(isUnkeyed);
    return () => createTransactionsAtOnce(world.services, all);
  },
  'creating transactions under idempotency keys': async (size) => {
    const all = commands(size).map((one) => ({
      ...one,
      idempotency: { key: one.reference, request_hash: '00'.repeat(32) },
    }));
    return () => createTransactions(world.services, all);
  },
  'creating transactions that hold a number': async (size) => {
    const all = bySms(size);
    return () => createTransactions(world.services, all);
  },
  'answering repeated references': async (size) => {
    const all = commands(size);
    await made(all);
    return () => createTransactions(world.services, all);
  },
  'retrieving transactions': async (size) => {
    const all = (await made(commands(size))).map((one) => ({ ...one, transaction_id: one.id }));
    return () => retrieveTransactions(world.services, all);
  },
  'advancing transactions': async (size) => {
    const all = (await made(commands(size))).map(({ id }) => ({
      transaction_id: id,
      to: 'PROCESSING' as const,
    }));
    return () => advanceTransactions(world.services, all);
  },
  'confirming transactions': async (size) => {
    const all = await made(commands(size));
    return () => conclude(all, 'success');
  },
  'failing transactions that hold a number': async (size) => {
    const all = await made(bySms(size));
    return () => conclude(all, 'failed');
  },
  'refunding transactions': async (size) => {
    const all = await made(commands(size));
    await conclude(all, 'success');
    return () => conclude(all, 'refunded');
  },
  'opening reviews of late payments': async (size) => {
    const all = await timedOut(size);
    return () => conclude(all, 'success');
  },
  'settling late payments': async (size) => {
    const all = await timedOut(size);
    await conclude(all, 'success');
    const named = all.map(({ id }) => ({ transaction_id: id, actor: 'awa', note: 'seen' }));
    return () => confirmLateTransactions(world.services, named);
  },
  'timing transactions out': async (size) => {
    await timedOut(0);
    await made(commands(size));
    world.pass(721);
    return () => timeOutTransactions(world.services, { limit: 10_000 });
  },
  'timing out transactions that hold a number': async (size) => {
    // Ends what is open, then every quarantine, so that only these are left.
    for (const seconds of [721, 3600]) {
      world.pass(seconds);
      await expireSessions(world.services, { limit: 10_000 });
    }
    await made(bySms(size));
    world.pass(721);
    return () => expireSessions(world.services, { limit: 10_000 });
  },
  'folding counts': async (size) => {
    await made(commands(size));
    return () => foldTransactionCounts(world.services, { limit: 100_000 });
  },
};

test.each(Object.entries(VERBS))(
  `%s takes as many statements for ${MANY} as for one`,
  async (_name, prepare) => {
    // Fills the caches that last a second, of which the world's clock passes none by itself.
    await (await prepare(1))();
    const once = await countStatements(await prepare(1));
    const often = await countStatements(await prepare(MANY));
    expect(often).toBe(once);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(20);
  },
);

test('a transaction without an idempotency key is created by one statement', async () => {
  await createTransactions(world.services, commands(1));
  const all = commands(5).filter(isUnkeyed);
  expect(await countStatements(() => createTransactionsAtOnce(world.services, all))).toBe(1);
});
