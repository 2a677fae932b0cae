import type { FeeSchedule } from '../../../domain/fee/terms.ts';
import { assignmentTransfer, confirmationTransfers } from '../../../domain/ledger/staff.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import { type Assignable, assignableToMerchant, assignableToSession } from '../../../domain/review/judge.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import type { PaymentSession } from '../../../domain/session/session.ts';
import { feesOf } from '../../fees/schedules.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench } from './bench.ts';
import type { LockedCredit } from './cases.ts';

export type AssignCredit = Signature & {
  credit_id: string;
  to: { kind: 'session'; session_id: string } | { kind: 'merchant'; merchant_id: string };
};

export type AssignOutcome =
  | { kind: 'assigned'; session: PaymentSession | null; surplus_xaf: number }
  | { kind: 'not_found'; what: 'credit' | 'session' | 'merchant' }
  | NotAgreed
  | Exclude<Assignable, { kind: 'assignable' }>;

/**
 * Staff say whose a credit in suspense is: of a session that still waits, which becomes SUCCESS with its
 * event, or of a merchant, without any session. What somebody may have forged is given to nobody before people have looked it up.
 * @returns an outcome per command, in order
 */
export async function assignCredits(
  services: Services,
  commands: readonly AssignCredit[],
): Promise<AssignOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  const outcomes = await signed<Known, AssignOutcome>(services, {
    signers: commands,
    lock: async (client, now) => {
      const bench = await lockBench(services, client, {
        session_ids: commands.flatMap(({ to }) => (to.kind === 'session' ? [to.session_id] : [])),
        credit_ids,
        merchant_ids: commands.flatMap(({ to }) => (to.kind === 'merchant' ? [to.merchant_id] : [])),
      });
      return { bench, fees: await feesOf(services).get(bench.merchant_ids, now, client) };
    },
    subjects: () => credit_ids,
    decide: (desk) => ({
      outcomes: commands.map((command) => assignOne(desk, command)),
      write: desk.known.bench.write,
    }),
  });
  if (outcomes.some((one) => one.kind === 'assigned' && one.session !== null)) services.onEvents();
  return outcomes;
}

type Known = { bench: Bench; fees: Map<string, FeeSchedule> };

const subjectOf = ({ credit_id: subject_id }: AssignCredit) =>
  ({ action: 'suspense.assign', subject_id }) as const;

function assignOne(desk: Desk<Known>, command: AssignCredit): AssignOutcome {
  const credit = desk.known.bench.credits.get(command.credit_id);
  if (credit === undefined) return { kind: 'not_found', what: 'credit' };
  return command.to.kind === 'session'
    ? assignToSession(desk, command, credit, command.to.session_id)
    : assignToMerchant(desk, command, credit, command.to.merchant_id);
}

function assignToSession(
  { known: { bench, fees }, agree, record }: Desk<Known>,
  command: AssignCredit,
  credit: LockedCredit,
  session_id: string,
): AssignOutcome {
  const session = bench.sessions.get(session_id);
  if (session === undefined) return { kind: 'not_found', what: 'session' };
  const judged = assignableToSession(credit, session);
  if (judged.kind !== 'assignable') return judged;
  const subject = subjectOf(command);
  const money = moneyOf(session, credit.amount_xaf);
  const consent = agree(command, { ...subject, terms: { session_id }, ...money });
  if (consent.kind !== 'agreed') return consent;
  const trigger = session.status === 'UNDER_REVIEW' ? 'review_confirmed' : 'credit_assigned';
  const { surplus_xaf } = judged;
  const moved = bench.move(session, trigger);
  bench.outcome.transfers.push(...confirmationTransfers(moved, fees.get(moved.merchant_id) ?? []));
  bench.dispose(command, {
    credit_id: credit.id,
    state: 'MATCHED',
    reason: 'staff_assigned',
    matched_session_id: session_id,
    surplus_xaf,
  });
  bench.release(command, session_id, 'second_payment');
  record(command, { ...subject, detail: { session_id, surplus_xaf, ...consent.on_record } });
  return { kind: 'assigned', session: moved, surplus_xaf };
}

function assignToMerchant(
  { known: { bench }, agree, record }: Desk<Known>,
  command: AssignCredit,
  credit: LockedCredit,
  merchant_id: string,
): AssignOutcome {
  if (!bench.merchant_ids.includes(merchant_id)) return { kind: 'not_found', what: 'merchant' };
  const judged = assignableToMerchant(credit, { environment: credit.environment, merchant_id });
  if (judged.kind !== 'assignable') return judged;
  const subject = subjectOf(command);
  const money = moneyOf({ environment: credit.environment, merchant_id }, credit.amount_xaf);
  const consent = agree(command, { ...subject, terms: { merchant_id }, ...money });
  if (consent.kind !== 'agreed') return consent;
  bench.outcome.transfers.push(assignmentTransfer(credit, credit.amount_xaf, merchant_id));
  bench.dispose(command, {
    credit_id: credit.id,
    state: 'ASSIGNED',
    reason: 'staff_assigned',
    matched_session_id: null,
    surplus_xaf: 0,
  });
  record(command, { ...subject, detail: { ...consent.on_record, merchant_id } });
  return { kind: 'assigned', session: null, surplus_xaf: 0 };
}
