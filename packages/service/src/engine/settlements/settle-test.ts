import type { PoolClient } from 'pg';
import type { KeyRefusal } from '../../domain/session/commands.ts';
import type { NoDraftReason } from '../../domain/settlement/judge.ts';
import type { ShownSettlement } from '../../domain/settlement/settlement.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { loadSettlements } from '../../store/settlements/settlements.ts';
import { mayTry } from '../account/limits.ts';
import { type Keyed, keptWhole, keyedWith } from '../idempotency.ts';
import type { Services } from '../services.ts';
import { draftWith } from './draft.ts';
import { shown } from './show.ts';

export type SettleTestBalance = Keyed & { environment: 'test' };

export type SettleTestOutcome =
  | { kind: 'drafted'; settlement: ShownSettlement; replayed: boolean }
  | { kind: 'no_draft'; reason: NoDraftReason; due_xaf: number }
  | KeyRefusal;

/** What a merchant's key is answered. `retry_after_s`: when another try is worth it. */
export type SettleTestAnswer = SettleTestOutcome | { kind: 'too_often'; retry_after_s: number };

const AGAIN_S = 60;

/** Lets each merchant settle its test balance thirty times at once, and then once a minute. */
export function heldToPace(
  services: Services,
  settle: (command: SettleTestBalance) => Promise<SettleTestOutcome>,
): (command: SettleTestBalance) => Promise<SettleTestAnswer> {
  return async (command) => {
    const may = await mayTry(services, [['test_settlement', command.merchant_id]]);
    return may ? settle(command) : { kind: 'too_often', retry_after_s: AGAIN_S };
  };
}

/** What is kept under an idempotency key: a settlement by its id alone, since it is read anew for each answer. */
type TestDraft =
  | { kind: 'drafted'; settlement_id: string; replayed: boolean }
  | { kind: 'no_draft'; reason: NoDraftReason; due_xaf: number };

const OPERATION = 'sandbox.settle';
const KEPT = keptWhole<TestDraft>('drafted');

/**
 * Drafts settlements of test balances, whatever their schedules say; they end by themselves. Under an idempotency key
 * the same request names the same settlement, as it is by then.
 * @returns an outcome per command, in order
 */
export function settleTestBalances(
  services: Services,
  commands: readonly SettleTestBalance[],
): Promise<SettleTestOutcome[]> {
  return atomically(services.pool, async (client) => {
    const drafts = await keyedWith(services, client, OPERATION, commands, {
      ...KEPT,
      run: (_, fresh) => draft(services, client, fresh),
    });
    const ids = drafts.flatMap((one) => (one.kind === 'drafted' ? [one.settlement_id] : []));
    const rows = new Map(
      (await shown(client, await loadSettlements(client, ids))).map((one) => [one.id, one]),
    );
    return drafts.map((one): SettleTestOutcome => {
      if (one.kind !== 'drafted') return one;
      const settlement = rows.get(one.settlement_id) as ShownSettlement;
      return { kind: 'drafted', settlement, replayed: one.replayed };
    });
  });
}

async function draft(
  services: Services,
  client: PoolClient,
  commands: readonly SettleTestBalance[],
): Promise<TestDraft[]> {
  const asked = commands.map(({ merchant_id, environment }) => ({ merchant_id, environment, by: 'API' }));
  const drafted = await draftWith(services, client, asked, services.now());
  return drafted.map((one) =>
    one.kind === 'drafted'
      ? { kind: 'drafted', settlement_id: one.settlement_id, replayed: false }
      : one.kind === 'no_draft'
        ? one
        : { kind: 'no_draft', reason: 'nothing_due', due_xaf: 0 },
  );
}
