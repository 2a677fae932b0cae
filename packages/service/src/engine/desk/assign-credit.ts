import { assignmentTransfer, confirmationTransfers } from '../../domain/ledger/staff.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { type Assignable, assignableToMerchant, assignableToSession } from '../../domain/suspense/assign.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { feesOf } from '../outcome/fees.ts';
import type { Services } from '../services.ts';
import { type Bench, openBench } from './bench.ts';
import type { LockedCredit } from './cases.ts';

export type AssignCredit = {
  credit_id: string;
  to: { kind: 'session'; session_id: string } | { kind: 'merchant'; merchant_id: string };
  actor: string;
  note: string;
};

export type AssignOutcome =
  | { kind: 'assigned'; session: PaymentSession | null; surplus_xaf: number }
  | { kind: 'proposed' }
  | { kind: 'not_found'; what: 'credit' | 'session' | 'merchant' }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>
  | Exclude<Assignable, { kind: 'assignable' }>;

/**
 * Staff say whose a credit in suspense is: of a session that still waits, which becomes SUCCESS with its
 * event, or of a merchant, without any session.
 * @returns an outcome per command, in order
 */
export async function assignCredits(
  services: Services,
  commands: readonly AssignCredit[],
): Promise<AssignOutcome[]> {
  const outcomes = await transaction(services.pool, async (client) => {
    const bench = await openBench(services, client, {
      decided: 'credits',
      session_ids: commands.flatMap(({ to }) => (to.kind === 'session' ? [to.session_id] : [])),
      credit_ids: commands.map(({ credit_id }) => credit_id),
      merchant_ids: commands.flatMap(({ to }) => (to.kind === 'merchant' ? [to.merchant_id] : [])),
    });
    const fees = await feesOf(services).get(bench.merchant_ids, services.now(), client);
    const outcomes = commands.map((command) => assignOne(bench, command, fees));
    await bench.write();
    return outcomes;
  });
  if (outcomes.some((one) => one.kind === 'assigned' && one.session !== null)) services.onEvents();
  return outcomes;
}

function assignOne(bench: Bench, command: AssignCredit, fees: Map<string, number>): AssignOutcome {
  const credit = bench.credits.get(command.credit_id);
  if (credit === undefined) return { kind: 'not_found', what: 'credit' };
  return command.to.kind === 'session'
    ? assignToSession(bench, command, credit, command.to.session_id, fees)
    : assignToMerchant(bench, command, credit, command.to.merchant_id);
}

function assignToSession(
  bench: Bench,
  command: AssignCredit,
  credit: LockedCredit,
  session_id: string,
  fees: Map<string, number>,
): AssignOutcome {
  const session = bench.sessions.get(session_id);
  if (session === undefined) return { kind: 'not_found', what: 'session' };
  const judged = assignableToSession(credit, session);
  if (judged.kind !== 'assignable') return judged;
  const consent = askFor(bench, command, credit, { session_id });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  const trigger = session.status === 'UNDER_REVIEW' ? 'review_confirmed' : 'credit_assigned';
  const { surplus_xaf } = judged;
  const moved = bench.move(session, trigger);
  bench.outcome.transfers.push(...confirmationTransfers(moved, fees.get(moved.merchant_id) ?? 0));
  bench.dispose(command, {
    credit_id: credit.id,
    state: 'MATCHED',
    reason: 'staff_assigned',
    matched_session_id: session_id,
    surplus_xaf,
  });
  bench.release(command, session_id, 'second_payment');
  record(bench, command, { session_id, surplus_xaf, proposed_by: consent.agreed?.proposed_by ?? null });
  return { kind: 'assigned', session: moved, surplus_xaf };
}

function assignToMerchant(
  bench: Bench,
  command: AssignCredit,
  credit: LockedCredit,
  merchant_id: string,
): AssignOutcome {
  if (!bench.merchant_ids.includes(merchant_id)) return { kind: 'not_found', what: 'merchant' };
  const judged = assignableToMerchant(credit, { environment: credit.environment, merchant_id });
  if (judged.kind !== 'assignable') return judged;
  const consent = askFor(bench, command, credit, { merchant_id });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  bench.outcome.transfers.push(assignmentTransfer(credit, credit.amount_xaf, merchant_id));
  bench.dispose(command, {
    credit_id: credit.id,
    state: 'ASSIGNED',
    reason: 'staff_assigned',
    matched_session_id: null,
    surplus_xaf: 0,
  });
  record(bench, command, { merchant_id, proposed_by: consent.agreed?.proposed_by ?? null });
  return { kind: 'assigned', session: null, surplus_xaf: 0 };
}

function askFor(
  bench: Bench,
  { credit_id, actor, note }: AssignCredit,
  { amount_xaf }: LockedCredit,
  terms: Record<string, string>,
): SecondPerson {
  return bench.consents.ask({
    action: 'suspense.assign',
    subject_id: credit_id,
    terms,
    amount_xaf,
    actor,
    note,
  });
}

function record(bench: Bench, command: AssignCredit, detail: Record<string, unknown>): void {
  const { actor, note, credit_id: subject_id } = command;
  bench.record({ actor, action: 'suspense.assign', subject_id, note, detail });
}
