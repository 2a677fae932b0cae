import type { PoolClient } from 'pg';
import { refundReservedTransfer } from '../../domain/ledger/refund.ts';
import {
  type CreateRefund,
  type CreateRefundOutcome,
  judgeRefund,
  payeeOf,
  wayBack,
} from '../../domain/refund/judge.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import { REFUND_ANSWERS } from '../../domain/retention.ts';
import type { KeyRefusal } from '../../domain/session/commands.ts';
import { askRefunds } from '../../store/rails/refunds.ts';
import { insertRefunds, loadRefundable, type PaymentRow } from '../../store/refunds/refunds.ts';
import { recordCommands } from '../actions.ts';
import { keptWhole, keyed } from '../idempotency.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { postTransfers } from '../outcome/post-transfers.ts';
import type { Services } from '../services.ts';
import { lockAvailable, ownerOf } from './unsure.ts';

/** Only a refund that was made: what refuses one, such as a balance that is short, may be over tomorrow. */
const KEPT = keptWhole<CreateRefundOutcome>('created');

/** What somebody asks for: a merchant's server, one of its people, or staff for it. */
export type AskedRefund = Omit<CreateRefund, 'idempotency'>;

/** What has been decided of a batch so far, which the commands after it find. */
export type RefundBench = {
  payments: Map<string, PaymentRow>;
  /** By merchant and environment: what it has with us, and nobody doubts (`lockAvailable`). */
  payable_xaf: Map<string, number>;
  made: Refund[];
  now: Date;
};

/**
 * Gives payments back: judges each under the locks of its payment and of its merchant's balance, and sets its amount
 * aside. Two that ask for the same franc at once run one after the other; the database refuses what both would take.
 * @returns an outcome per command, in order
 */
export async function createRefunds(
  services: Services,
  commands: readonly CreateRefund[],
): Promise<CreateRefundOutcome[]> {
  return keyed(services, REFUND_ANSWERS.operation, commands, {
    ...KEPT,
    run: async (client, fresh) => {
      const bench = await openRefundBench(services, client, fresh);
      const outcomes = fresh.map((command) => giveBackOwn(services, bench, command));
      await writeGivenBack(client, bench);
      await recordCommands(services, client, { commands: fresh, outcomes }, (outcome) =>
        outcome.kind === 'created'
          ? {
              action: 'refund.created',
              subject_id: outcome.refund.id,
              detail: { amount_xaf: outcome.refund.amount_xaf },
            }
          : null,
      );
      return outcomes;
    },
  });
}

/** Locks the payments of a batch and the balances that would pay, and reads what speaks against it. */
export async function openRefundBench(
  services: Services,
  client: PoolClient,
  commands: readonly AskedRefund[],
): Promise<RefundBench> {
  const ids = (kind: AskedRefund['payment']['kind']) =>
    commands.flatMap(({ payment }) => (payment.kind === kind ? [payment.id] : []));
  await lockSubjects(client, { session_ids: ids('session'), transaction_ids: ids('transaction') });
  const rows = await loadRefundable(client, [...new Set(commands.map(({ payment }) => payment.id))]);
  const own = rows.filter(({ payment_id, merchant_id }) =>
    commands.some((one) => one.payment.id === payment_id && one.merchant_id === merchant_id),
  );
  const owners = own.map(({ merchant_id, environment }) => ({ merchant_id, environment }));
  const payable_xaf = await lockAvailable(client, owners);
  return {
    payments: new Map(rows.map((row) => [row.payment_id, row])),
    payable_xaf,
    made: [],
    now: services.now(),
  };
}

/** What merchants ask for themselves, by key or by hand: not while staff have frozen them. */
function giveBackOwn(services: Services, bench: RefundBench, command: AskedRefund): CreateRefundOutcome {
  const row = bench.payments.get(command.payment.id);
  const is_frozen = row?.is_frozen === true && ownerOf(row) === ownerOf(command);
  return is_frozen ? { kind: 'merchant_frozen' } : giveBack(services, bench, command);
}

/** Judges one and keeps it on the bench, where the next of the batch finds it. */
export function giveBack(
  services: Services,
  bench: RefundBench,
  command: AskedRefund,
): Exclude<CreateRefundOutcome, KeyRefusal | { kind: 'merchant_frozen' }> {
  const { merchant_id, environment, payment, reason, asked_by } = command;
  const row = bench.payments.get(payment.id);
  if (row === undefined || row.kind !== payment.kind || ownerOf(row) !== ownerOf(command))
    return { kind: 'payment_not_found' };
  const payable_xaf = bench.payable_xaf.get(ownerOf(row)) ?? 0;
  const judged = judgeRefund(row, command.amount_xaf, payable_xaf);
  if (judged.kind !== 'refund') return judged;
  const { amount_xaf } = judged;
  const via = wayBack(row, amount_xaf, Object.values(services.policy.live_rails));
  const refund: Refund = {
    id: services.newId(),
    merchant_id,
    environment,
    payment_session_id: row.kind === 'session' ? payment.id : null,
    transaction_id: row.kind === 'transaction' ? payment.id : null,
    amount_xaf,
    reason,
    via,
    // The operator's API is asked at once; people take the others up when they send them.
    state: via === 'rail' ? 'SENDING' : 'PENDING',
    to_phone: payeeOf(row.to_phone, row.declared_phone),
    collection_number_id: via === 'sim' ? row.collection_number_id : null,
    failure: null,
    asked_by,
    created_at: bench.now,
    sent_at: via === 'rail' ? bench.now : null,
    ended_at: null,
  };
  row.refunded_xaf += amount_xaf;
  row.open_refunds += 1;
  bench.payable_xaf.set(ownerOf(row), payable_xaf - amount_xaf);
  bench.made.push(refund);
  return { kind: 'created', refund, replayed: false };
}

/**
 * The refunds first: their accounts are opened with them.
 * @param notes why staff have asked for those that they made, by their id
 */
export async function writeGivenBack(
  client: PoolClient,
  { made, payments, now }: RefundBench,
  notes: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  await insertRefunds(client, made);
  await postTransfers(
    client,
    made.map((refund) => refundReservedTransfer(refund, now)),
    now,
  );
  await askRefunds(
    client,
    made
      .filter(({ via }) => via === 'rail')
      .map(({ id, transaction_id, asked_by, reason }) => ({
        transaction_id: transaction_id ?? '',
        rail: payments.get(transaction_id ?? '')?.rail ?? '',
        state: 'ASKED' as const,
        asked_by,
        note: notes.get(id) ?? reason ?? 'asked for by the merchant',
        asked_at: now,
        detail: null,
        changed_at: now,
      })),
  );
}
