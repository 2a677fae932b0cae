import type { ShownSettlement } from '../../domain/settlement/settlement.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { loadSettlements } from '../../store/settlements/settlements.ts';
import { mayTry } from '../account/limits.ts';
import { beginKeyed, type Keyed, type KeyRefusal, keepAnswers, keyRefusal } from '../idempotency.ts';
import type { Services } from '../services.ts';
import { type DraftOutcome, draftWith } from './draft.ts';
import { shown } from './show.ts';

export type SettleTestBalance = Keyed & { environment: 'test' };

export type SettleTestOutcome =
  | { kind: 'drafted'; settlement: ShownSettlement; replayed: boolean }
  | { kind: 'no_draft'; due_xaf: number }
  | KeyRefusal;

/** What a merchant's key is told: so long after too many, the next is let in. */
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

const OPERATION = 'sandbox.settle';

/**
 * Drafts settlements of test balances, whatever their schedules say; they end by themselves. Under an idempotency key
 * the same request names the same settlement, as it is by then.
 * @returns an outcome per command, in order
 */
export function settleTestBalances(
  services: Services,
  commands: readonly SettleTestBalance[],
): Promise<SettleTestOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const fresh = commands.filter((_, at) => states[at]?.kind === 'fresh');
    const drafted = await draftWith(
      services,
      client,
      fresh.map(({ merchant_id }) => ({ merchant_id, environment: 'test', by: 'API' })),
      now,
    );
    let next = 0;
    const drafts = states.map((state): DraftOutcome | null => {
      if (state.kind === 'fresh') return drafted[next++] ?? null;
      return state.kind === 'replay' ? (JSON.parse(state.outcome) as DraftOutcome) : null;
    });
    const keptAs = (draft: DraftOutcome | null) => (draft?.kind === 'drafted' ? JSON.stringify(draft) : null);
    await keepAnswers(client, OPERATION, { commands, states, outcomes: drafts }, keptAs, now);
    const ids = drafts.flatMap((one) => (one?.kind === 'drafted' ? [one.settlement_id] : []));
    const rows = new Map(
      (await shown(client, await loadSettlements(client, ids))).map((one) => [one.id, one]),
    );
    return drafts.map((draft, at): SettleTestOutcome => {
      const refusal = keyRefusal(states[at]);
      if (refusal !== null) return refusal;
      if (draft?.kind !== 'drafted')
        return { kind: 'no_draft', due_xaf: draft?.kind === 'no_draft' ? draft.due_xaf : 0 };
      const settlement = rows.get(draft.settlement_id) as ShownSettlement;
      return { kind: 'drafted', settlement, replayed: states[at]?.kind === 'replay' };
    });
  });
}
