import { voidTransfer } from '../../domain/ledger/staff.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import { findStepsOfNotices } from '../../store/book/look.ts';
import { insertExplanations } from '../../store/book/steps.ts';
import { transaction } from '../../store/connect/transaction.ts';
import type { WaitingCredit } from '../../store/suspense/credits.ts';
import type { Services } from '../services.ts';
import { type Bench, openBench } from './bench.ts';

export type VoidCredit = { credit_id: string; actor: string; note: string };

export type VoidOutcome =
  | { kind: 'voided'; amount_xaf: number }
  | { kind: 'proposed' }
  | { kind: 'not_found' }
  | { kind: 'nothing_waits'; state: WaitingCredit['state'] }
  /** Nothing says that the operator has taken it back. */
  | { kind: 'not_reversed' }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

/**
 * Staff void credits in suspense that the operator has taken back: they pay nobody and are sent to nobody, and
 * the reversal on the SIM is explained by them.
 * @returns an outcome per command, in order
 */
export function voidCredits(services: Services, commands: readonly VoidCredit[]): Promise<VoidOutcome[]> {
  const explained_at = services.now();
  return transaction(services.pool, async (client) => {
    const bench = await openBench(services, client, {
      decided: 'credits',
      credit_ids: commands.map(({ credit_id }) => credit_id),
    });
    const reversals: string[] = [];
    const outcomes = commands.map((command) => voidOne(bench, command, reversals));
    await bench.write();
    const steps = await findStepsOfNotices(client, reversals);
    await insertExplanations(
      client,
      steps.map(({ id: step_id }) => ({ step_id, meaning: 'credit' as const, explained_at })),
    );
    return outcomes;
  });
}

function voidOne(bench: Bench, { credit_id, actor, note }: VoidCredit, reversals: string[]): VoidOutcome {
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  if (credit.state !== 'SUSPENSE') return { kind: 'nothing_waits', state: credit.state };
  if (credit.reversed_by === null) return { kind: 'not_reversed' };
  const { amount_xaf } = credit;
  const terms = { reversed_by: credit.reversed_by };
  const consent = bench.consents.ask({
    action: 'suspense.void',
    subject_id: credit_id,
    terms,
    amount_xaf,
    actor,
    note,
  });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  bench.outcome.transfers.push(voidTransfer(credit, amount_xaf));
  const as = { state: 'VOIDED', reason: 'reversed', matched_session_id: null, surplus_xaf: 0 } as const;
  bench.dispose({ actor, note }, { credit_id, ...as });
  const detail = { ...terms, proposed_by: consent.agreed?.proposed_by ?? null };
  bench.record({ actor, action: 'suspense.void', subject_id: credit_id, note, detail });
  reversals.push(credit.reversed_by);
  return { kind: 'voided', amount_xaf };
}
