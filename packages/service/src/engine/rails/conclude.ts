import type { PoolClient } from 'pg';
import { type Charge, type FeeSchedule, NO_CHARGE } from '../../domain/fee/terms.ts';
import { paidBackTransfer } from '../../domain/ledger/refund.ts';
import {
  lateSuspenseTransfer,
  refundedTransfers,
  transactionTransfers,
} from '../../domain/ledger/transaction.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { type Conclusion, type ConclusionOutcome, unmoved } from '../../domain/transaction/transitions.ts';
import { lockBooks } from '../../store/book/book-state.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { loadRefunds } from '../../store/rails/refunds.ts';
import { loadRailRefunds } from '../../store/refunds/due.ts';
import { loadRefundable, type PaymentRow } from '../../store/refunds/refunds.ts';
import { loadBookedFees, loadTransactionReviews } from '../../store/transactions/proofs.ts';
import { announceDebits, type Debit, numbersOf } from '../book/announce.ts';
import { letGoOn } from '../book/settle-waiting.ts';
import { feesOf } from '../fees/schedules.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { keepProof, moveTransaction, noOutcome, type Outcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';

export type { Conclusion, ConclusionOutcome };

type RailRefund = Awaited<ReturnType<typeof loadRailRefunds>>[number];

/** The transactions of a batch as they stand under lock, with what their conclusions need to know. */
type ConclusionBench = {
  rows: Map<string, Transaction>;
  /** Transactions that have a review already. */
  reviewed: Set<string>;
  booked_fees: Map<string, Charge>;
  /** What merchants give back by the operator's API: their own is set aside for it. */
  rail_refunds: Map<string, RailRefund>;
  /** To whom those go back that are refunded, and from which SIM. */
  payments: Map<string, PaymentRow>;
  /** When staff have asked for the refund of a transaction. */
  refunds_asked: Map<string, Date>;
  fees: Map<string, FeeSchedule>;
  outcome: Outcome;
  /** What a person sends back from a SIM of ours. */
  debits: Debit[];
  now: Date;
};

/**
 * Writes final words about transactions: status, proof, ledger, event and deliveries, in one transaction of
 * the database. A payment proven after TIMEOUT or FAILED opens a review and stands in suspense; it never
 * becomes SUCCESS by itself. SUCCESS is never undone by a refusal.
 * @returns an outcome for each conclusion, in order; `refused` also for an unknown transaction
 */
export async function concludeTransactions(
  services: Services,
  conclusions: readonly Conclusion[],
): Promise<ConclusionOutcome[]> {
  if (conclusions.length === 0) return [];
  const refunded = conclusions.filter(({ kind }) => kind === 'refunded');
  const { outcomes, events, announced_on } = await atomically(services.pool, async (client) => {
    const payments = await lockRefunded(
      client,
      refunded.map(({ transaction_id }) => transaction_id),
    );
    return concludeWith(services, client, conclusions, payments);
  });
  if (events > 0) services.onEvents();
  await letGoOn(services, announced_on);
  return outcomes;
}

/**
 * The same within a transaction of the database that the caller has begun.
 * @param payments of what is refunded; their books are locked (`lockRefunded`)
 * @returns also the numbers on which debits were announced: what waits there may go on (`letGoOn`)
 */
export async function concludeWith(
  services: Services,
  client: PoolClient,
  conclusions: readonly Conclusion[],
  payments: readonly PaymentRow[],
): Promise<{ outcomes: ConclusionOutcome[]; events: number; announced_on: string[] }> {
  const bench = await openBench(services, client, conclusions, payments);
  const outcomes = conclusions.map((conclusion) => concludeOne(services, bench, conclusion));
  await writeOutcome(services, client, bench.outcome, bench.now);
  await announceDebits(services, client, bench.debits, bench.now);
  return { outcomes, events: bench.outcome.events.length, announced_on: numbersOf(bench.debits) };
}

/**
 * Books come first in every order of locks, and what goes back by a person's hand is announced on them: on that of the SIM that was paid,
 * which need not be the one that was told.
 */
export async function lockRefunded(
  client: PoolClient,
  transaction_ids: readonly string[],
): Promise<PaymentRow[]> {
  if (transaction_ids.length === 0) return [];
  const payments = await loadRefundable(client, transaction_ids);
  await lockBooks(
    client,
    payments.flatMap(({ collection_number_id }) => collection_number_id ?? []),
  );
  return payments;
}

async function openBench(
  services: Services,
  client: PoolClient,
  conclusions: readonly Conclusion[],
  payments: readonly PaymentRow[],
): Promise<ConclusionBench> {
  const now = services.now();
  const ids = [...new Set(conclusions.map((one) => one.transaction_id))];
  const { transactions } = await lockSubjects(client, { transaction_ids: ids });
  const rows = [...transactions.values()];
  const ended = rows.filter(({ status }) => status === 'TIMEOUT' || status === 'FAILED');
  const paid = rows.filter(({ status }) => status === 'SUCCESS');
  const reviews = await loadTransactionReviews(client, ids.length === 0 ? [] : ended.map(({ id }) => id));
  const fees = await loadBookedFees(
    client,
    paid.map(({ id }) => id),
  );
  const railed = await loadRailRefunds(
    client,
    paid.map(({ id }) => id),
  );
  const refunded = conclusions.filter(({ kind }) => kind === 'refunded');
  const asked = await loadRefunds(
    client,
    refunded.map(({ transaction_id }) => transaction_id),
  );
  const merchants = [...new Set(rows.map(({ merchant_id }) => merchant_id))];
  return {
    rows: transactions,
    payments: new Map(payments.map((payment) => [payment.payment_id, payment])),
    // What a rail proved is booked once; a credit's review that is closed keeps nothing from being reviewed.
    rail_refunds: new Map(railed.map((one) => [one.transaction_id, one])),
    refunds_asked: new Map(asked.map((one) => [one.transaction_id, one.asked_at])),
    reviewed: new Set(
      reviews
        .filter(({ state, credit_id }) => state === 'OPEN' || credit_id === null)
        .map((review) => review.transaction_id),
    ),
    booked_fees: new Map(fees.map((fee) => [fee.transaction_id, fee])),
    fees: await feesOf(services).get(merchants, now, client),
    outcome: noOutcome(),
    debits: [],
    now,
  };
}

function concludeOne(services: Services, bench: ConclusionBench, conclusion: Conclusion): ConclusionOutcome {
  const { outcome, now } = bench;
  const row = bench.rows.get(conclusion.transaction_id);
  // A row moves once in a batch: what comes after it in the same batch finds it moved.
  if (row === undefined) return { kind: 'refused' };
  const settled = outcome.transactions.some((move) => move.transaction_id === row.id);
  const moved = settled ? null : moveTransaction(services, outcome, row, conclusion.kind, now, conclusion.at);
  if (moved === null) return keepUnmoved(services, bench, conclusion, row);
  bench.rows.set(row.id, moved);
  keepProof(services, outcome, conclusion, 'concluded', now);
  if (conclusion.kind === 'success')
    outcome.transfers.push(
      ...transactionTransfers(moved, null, conclusion.at, bench.fees.get(moved.merchant_id) ?? []),
    );
  if (conclusion.kind === 'refunded') refund(bench, moved, conclusion.at);
  return { kind: 'concluded' };
}

function refund(
  { outcome, booked_fees, rail_refunds, refunds_asked, payments, debits }: ConclusionBench,
  refunded: Transaction,
  at: Date,
): void {
  const { id, amount_xaf, environment, operator } = refunded;
  const { collection_number_id = null, to_phone = null } = payments.get(id) ?? {};
  const own = rail_refunds.get(id);
  if (own !== undefined) {
    outcome.transfers.push(paidBackTransfer(own, { kind: `WALLET_${operator}`, owner_id: null }, at));
    return;
  }
  outcome.transfers.push(
    ...refundedTransfers(refunded, collection_number_id, booked_fees.get(id) ?? NO_CHARGE, at),
  );
  if (collection_number_id === null || environment !== 'live') return;
  const asked_at = refunds_asked.get(id) ?? at;
  debits.push({ collection_number_id, kind: 'refund', amount_xaf, cause_id: id, to_phone, asked_at });
}

function keepUnmoved(
  services: Services,
  bench: ConclusionBench,
  conclusion: Conclusion,
  row: Transaction,
): ConclusionOutcome {
  const { outcome, now } = bench;
  const meaning = unmoved(row.status, conclusion.kind);
  // The same word again, as each further enquiry brings it, is not worth a row.
  if (meaning.kind === 'already') return meaning;
  const again = meaning.kind === 'late' && bench.reviewed.has(row.id);
  if (again) return meaning;
  const proof_id = keepProof(services, outcome, conclusion, meaning.kind, now);
  if (meaning.kind !== 'late') return meaning;
  bench.reviewed.add(row.id);
  outcome.reviews.push({
    id: services.newId(),
    transaction_id: row.id,
    kind: row.status === 'TIMEOUT' ? 'late' : 'after_failure',
    reason: null,
    proof_id,
    credit_id: null,
    opened_at: now,
  });
  outcome.transfers.push(lateSuspenseTransfer(row, conclusion.at));
  return meaning;
}
