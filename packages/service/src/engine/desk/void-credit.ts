import { voidTransfer } from '../../domain/ledger/staff.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { findStepsOfNotices } from '../../store/book/look.ts';
import { insertExplanations } from '../../store/book/steps.ts';
import type { WaitingCredit } from '../../store/suspense/credits.ts';
import type { Services } from '../services.ts';
import { type Bench, lockBench } from './bench.ts';
import { type Desk, type NotAgreed, signed } from './signed.ts';

export type VoidCredit = Signature & { credit_id: string };

export type VoidOutcome =
  | { kind: 'voided'; amount_xaf: number }
  | { kind: 'not_found' }
  | { kind: 'nothing_waits'; state: WaitingCredit['state'] }
  /** Nothing says that the operator has taken it back. */
  | { kind: 'not_reversed' }
  | NotAgreed;

/**
 * Staff void credits in suspense that the operator has taken back: they pay nobody and are sent to nobody, and
 * the reversal on the SIM is explained by them.
 * @returns an outcome per command, in order
 */
export function voidCredits(services: Services, commands: readonly VoidCredit[]): Promise<VoidOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  return signed<Bench, VoidOutcome>(services, {
    lock: (client) => lockBench(services, client, { credit_ids }),
    subjects: () => credit_ids,
    decide: (desk) => {
      const reversals: string[] = [];
      const outcomes = commands.map((command) => voidOne(desk, command, reversals));
      return {
        outcomes,
        write: async () => {
          await desk.known.write();
          await explain(desk, reversals);
        },
      };
    },
  });
}

/** The reversals on the SIM are what took the credits back. */
async function explain({ client, now: explained_at }: Desk<Bench>, reversals: string[]): Promise<void> {
  const steps = await findStepsOfNotices(client, reversals);
  await insertExplanations(
    client,
    steps.map(({ id: step_id }) => ({ step_id, meaning: 'credit' as const, explained_at })),
  );
}

function voidOne(
  { known: bench, agree, record }: Desk<Bench>,
  command: VoidCredit,
  reversals: string[],
): VoidOutcome {
  const { credit_id } = command;
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  if (credit.state !== 'SUSPENSE') return { kind: 'nothing_waits', state: credit.state };
  const { amount_xaf, reversed_by } = credit;
  if (reversed_by === null) return { kind: 'not_reversed' };
  const subject = { action: 'suspense.void', subject_id: credit_id };
  const consent = agree(command, { ...subject, terms: { reversed_by }, amount_xaf });
  if (consent.kind !== 'agreed') return consent;
  bench.outcome.transfers.push(voidTransfer(credit, amount_xaf));
  const as = { state: 'VOIDED', reason: 'reversed', matched_session_id: null, surplus_xaf: 0 } as const;
  bench.dispose(command, { credit_id, ...as });
  record(command, { ...subject, detail: { reversed_by, proposed_by: consent.proposed_by } });
  reversals.push(reversed_by);
  return { kind: 'voided', amount_xaf };
}
