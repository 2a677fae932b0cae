import type { PoolClient } from 'pg';
import { lateReturnedTransfer } from '../../../domain/ledger/transaction.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import { type Signature, settledBy, signatureOf } from '../../../domain/review/second-person.ts';
import type { Transaction, TransactionStatus } from '../../../domain/transaction/transaction.ts';
import { findUnexplainedDebits } from '../../../store/book/find-steps.ts';
import {
  askRefunds,
  findWorklessRefunds,
  loadRefunds,
  loadSentByHand,
} from '../../../store/rails/refunds.ts';
import { lockUnsentRefunds, removeUnsentRefunds } from '../../../store/rails/work.ts';
import { loadRefundable, type PaymentRow } from '../../../store/refunds/refunds.ts';
import type { RailRefundRow } from '../../../store/rows.generated.ts';
import { withdrawOpenProposals } from '../../../store/staff/record.ts';
import { loadBookedFees, loadTransactionReviews } from '../../../store/transactions/proofs.ts';
import { type Left, leftBefore, mayHaveLeft } from '../../book/announce.ts';
import { letGoOn } from '../../book/settle-waiting.ts';
import { lockSubjects } from '../../outcome/lock.ts';
import { noOutcome, type Outcome } from '../../outcome/outcome.ts';
import { writeOutcome } from '../../outcome/write.ts';
import { concludeWith, lockRefunded } from '../../rails/conclude.ts';
import { lockAvailable, ownerOf } from '../../refunds/unsure.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type AskRefund = Signature & {
  transaction_id: string;
  /** `rail`: the rail sends the money back. `done`, `refused`: a person has found out or done it by hand. */
  by: 'rail' | 'done' | 'refused';
};

export type AskRefundOutcome =
  | { kind: 'asked' | 'refused' }
  /**
   * `left_before_xaf`: as much has left to that phone before, and nobody has said what it was. It isn't taken for this. `taken_back`: the
   * operator has taken the payment back as well.
   */
  | { kind: 'confirmed'; left_before_xaf?: number; taken_back?: true }
  /** It was paid after it had ended, and people have sent that back: it stays FAILED, or TIMEOUT. */
  | { kind: 'refunded' }
  /** `by_hand`: it takes two whatever the sum, since somebody may have sent it from its SIM. */
  | { kind: 'proposed'; by_hand?: true }
  | NotAgreed
  | { kind: 'not_found' }
  | { kind: 'not_success'; status: TransactionStatus }
  /** Its merchant has not so much with us, beside what may be gone: what it was paid out already can't go back from there. */
  | { kind: 'balance_short'; available_xaf: number }
  /** Its merchant gives it back, by a refund of its own. */
  | { kind: 'given_back' }
  /** The operator has taken it back, or a reading of the SIM casts doubt on it: nothing more of it is sent. */
  | { kind: 'payment_reversed' | 'payment_doubted' }
  /**
   * As much has left its SIM, perhaps to its payer, and nobody has said what that was: it is not said to stay. Nor, where a person was to
   * send it, before that SIM was read since, by the second of two since the first has spoken, and while anything that nobody has explained
   * may be it.
   */
  | { kind: 'may_have_gone' }
  /** It is under way, or its outcome is unknown and a person has to find out first. */
  | { kind: 'already'; state: RailRefundRow['state'] };

/**
 * Refunds as staff ask for them. From the configured amount on a second person must agree to what moves the money or
 * its books. A refund that may already have been sent is never sent again: a person says how it ended; one that is confirmed
 * makes its transaction REFUNDED in the same transaction of the database, so that nobody finds it between the two. What was paid
 * after its transaction had ended is sent back by hand: `done` takes it out of suspense. That one which a person was to send from a SIM
 * has not gone takes two whatever the sum, as of money in suspense (`unmarkCredits`).
 * @returns an outcome per command, in order. A transaction named twice is refunded once.
 */
export async function decideRefunds(
  services: Services,
  commands: readonly AskRefund[],
): Promise<AskRefundOutcome[]> {
  const ids = [...new Set(commands.map(({ transaction_id }) => transaction_id))];
  let announced_on: string[] = [];
  const outcomes = await signed<Known, AskRefundOutcome>(services, {
    signers: commands,
    lock: (client, now) => lockKnown(client, ids, commands, now),
    subjects: () => ids,
    decide: (desk) => {
      const taken: TakenRefund[] = [];
      const returned = noOutcome();
      return {
        outcomes: commands.map((command) =>
          isPaidLate(desk.known, command)
            ? returnOne(desk, command, returned)
            : refundOne(desk, command, taken),
        ),
        write: async () => {
          announced_on = await writeTaken(services, desk, taken);
          await writeOutcome(services, desk.client, returned, desk.now);
        },
      };
    },
  });
  if (outcomes.some(({ kind }) => kind === 'confirmed')) services.onEvents();
  await letGoOn(services, announced_on);
  return outcomes;
}

async function lockKnown(
  client: PoolClient,
  ids: readonly string[],
  commands: readonly AskRefund[],
  now: Date,
): Promise<Known> {
  const toldAs = (how: AskRefund['by']) =>
    commands.flatMap(({ by, transaction_id }) => (by === how ? [transaction_id] : []));
  const [refused, done, asked] = [toldAs('refused'), toldAs('done'), new Set(toldAs('rail'))];
  const unknown = await unknownOf(client, refused);
  await lockRefunded(client, [...done, ...unknown]);
  const { transactions: rows } = await lockSubjects(client, { transaction_ids: ids });
  const refunds = await loadRefunds(client, ids);
  // Read after the lock is held, by a statement of its own, since one that waits sees other rows as they were before: whoever
  // held it may have given one back, or called it undone.
  const payments = await loadRefundable(client, ids);
  const available_xaf = await lockAvailable(
    client,
    payments.filter(({ payment_id }) => asked.has(payment_id)),
  );
  const fees = await loadBookedFees(client, ids);
  const reviews = await loadTransactionReviews(client, ids);
  const waiting = await lockUnsentRefunds(
    client,
    refused.map((transaction_id) => ({ transaction_id, now })),
  );
  const unsent = [...waiting, ...(await findWorklessRefunds(client, refused))];
  return {
    rows,
    unsent: new Set(unsent.map(({ transaction_id }) => transaction_id)),
    paid_late: new Map(
      reviews
        // What a credit proves goes back as that credit does.
        .filter(({ state, credit_id }) => state === 'OPEN' && credit_id === null)
        .map((review) => [review.transaction_id, review.id]),
    ),
    available_xaf,
    fees_xaf: new Map(
      fees.map(({ transaction_id, fee_xaf, tax_xaf }) => [transaction_id, fee_xaf + tax_xaf]),
    ),
    payments: new Map(payments.map((payment) => [payment.payment_id, payment])),
    states: new Map(refunds.map((row) => [row.transaction_id, row.state])),
    asked: new Map(refunds.map((row) => [row.transaction_id, row.asked_at])),
    seen: await findUnexplainedDebits(
      client,
      payments.flatMap(({ payment_id, collection_number_id }) => {
        const amount_xaf = rows.get(payment_id)?.amount_xaf;
        return collection_number_id === null || amount_xaf === undefined
          ? []
          : [{ collection_number_id, amount_xaf }];
      }),
    ),
    by_hand: await sentByHand(
      client,
      payments.filter(({ payment_id }) => unknown.includes(payment_id)),
    ),
  };
}

/** Those of these whose refund is UNKNOWN. It is asked before their books are locked, which come first in every order of locks. */
async function unknownOf(client: PoolClient, transaction_ids: readonly string[]): Promise<string[]> {
  if (transaction_ids.length === 0) return [];
  const refunds = await loadRefunds(client, transaction_ids);
  return refunds.flatMap(({ transaction_id, state }) => (state === 'UNKNOWN' ? [transaction_id] : []));
}

/** What the books of the SIMs that were paid say of refunds that people were to send from there. */
async function sentByHand(client: PoolClient, payments: readonly PaymentRow[]): Promise<Known['by_hand']> {
  const rows = payments.flatMap(({ payment_id: transaction_id, collection_number_id, to_phone, came_at }) =>
    collection_number_id === null ? [] : [{ transaction_id, collection_number_id, to_phone, came_at }],
  );
  const found = rows.length === 0 ? [] : await loadSentByHand(client, rows);
  return new Map(found.map(({ transaction_id, ...one }) => [transaction_id, one]));
}

type State = RailRefundRow['state'];
/**
 * `asked_at`: when the first who asked for it did; what had left before is not it. `is_unsent`: it waited, and will not be sent any
 * more.
 */
type TakenRefund = AskRefund & { asked_at: Date; is_unsent: boolean };
type Known = {
  rows: Map<string, Transaction>;
  /** The open reviews of payments that a rail has proven after their transactions had ended. */
  paid_late: Map<string, string>;
  /** By merchant and environment: what it has with us, and nobody doubts (`lockAvailable`). */
  available_xaf: Map<string, number>;
  /** What each transaction's merchant was charged, which comes back to it. */
  fees_xaf: Map<string, number>;
  payments: Map<string, PaymentRow>;
  states: Map<string, State>;
  asked: Map<string, Date>;
  /** Those that wait, and of which the operator has certainly heard nothing: their work is locked. */
  unsent: ReadonlySet<string>;
  /** What left the SIMs of these payments and nobody has explained. */
  seen: Left[];
  /** Of refunds that are UNKNOWN and that a person was to send from a SIM: whether they may have left, and when that SIM was read. */
  by_hand: ReadonlyMap<string, { may_have_left: boolean; read_at: Date | null }>;
};

/** The state of a refund that its command leaves behind. */
const AFTER = { rail: 'ASKED', done: 'DONE', refused: 'REFUSED' } as const satisfies Record<string, State>;

function refundOne(
  { known, agree, agreeOnReading, record }: Desk<Known>,
  command: AskRefund,
  taken: TakenRefund[],
): AskRefundOutcome {
  const { payments, states, asked, available_xaf, fees_xaf } = known;
  const { transaction_id: subject_id, by } = command;
  const row = known.rows.get(subject_id);
  if (row === undefined) return { kind: 'not_found' };
  const is_unsent = states.get(subject_id) === 'ASKED' && known.unsent.has(subject_id);
  const state = states.get(subject_id) ?? null;
  const outcome = judge(command, row, { state, is_unsent }, payments.get(subject_id));
  if (!isDone(outcome)) return outcome;
  if (by === 'refused' && mayHaveGone(known, row)) return { kind: 'may_have_gone' };
  const owner = ownerOf(row);
  const left_xaf = (available_xaf.get(owner) ?? 0) - row.amount_xaf + (fees_xaf.get(subject_id) ?? 0);
  // What was sent by hand already is written down whatever it leaves; what would be sent now, somebody has to pay for.
  if (by === 'rail' && left_xaf < 0)
    return { kind: 'balance_short', available_xaf: Math.max(0, available_xaf.get(owner) ?? 0) };
  // `refused` needs a second person too: the merchant may then ask the operator for the money again, and nobody else is asked.
  const deciding = {
    ...({ action: 'transaction.refund', subject_id, terms: { by } } as const),
    ...moneyOf(row, row.amount_xaf),
  };
  const by_hand = by === 'refused' && isByHand(known, row) ? known.by_hand.get(subject_id) : undefined;
  const consent =
    by_hand === undefined
      ? agree(command, deciding)
      : agreeOnReading(command, { ...deciding, takes_two: true, read_at: by_hand.read_at });
  if (consent.kind === 'unread_since') return { kind: 'may_have_gone' };
  if (consent.kind === 'proposed' && by_hand !== undefined) return { ...consent, by_hand: true };
  if (consent.kind !== 'agreed') return consent;
  // Who was told to send it by hand says so once it has left: what is meant is whatever left since it was first asked for.
  const is_asked = by === 'done' && (state === 'UNKNOWN' || state === 'REFUSED');
  const since = is_asked ? asked.get(subject_id) : undefined;
  // Of several commands about one transaction in a batch, the next one finds this done.
  states.set(subject_id, AFTER[by]);
  if (by === 'rail') available_xaf.set(owner, left_xaf);
  const asked_at = since ?? consent.asked_at;
  taken.push({ ...command, asked_at, is_unsent });
  const action = by === 'rail' ? 'transaction.refund' : (`transaction.refund.${by}` as const);
  record(command, { action, subject_id, detail: consent.on_record });
  const left_before_xaf = by === 'done' ? leftBeforeAsked(known, row, asked_at) : 0;
  if (by !== 'done') return outcome;
  return {
    kind: 'confirmed',
    ...(left_before_xaf > 0 && { left_before_xaf }),
    ...(payments.get(subject_id)?.is_reversed && { taken_back: true }),
  };
}

function leftBeforeAsked({ seen, payments }: Known, row: Transaction, asked_at: Date): number {
  const { id: cause_id, amount_xaf, created_at } = row;
  const { collection_number_id = null, to_phone = null } = payments.get(cause_id) ?? {};
  if (collection_number_id === null) return 0;
  const debit = { kind: 'refund', collection_number_id, amount_xaf, cause_id, to_phone, asked_at } as const;
  return leftBefore(seen, { ...debit, came_at: row.confirmed_at ?? created_at });
}

/** Whether a person was to send it from the SIM that was paid, and nobody has said how that ended. */
const isByHand = ({ payments, states }: Known, { id, environment }: Transaction): boolean =>
  environment === 'live' && states.get(id) === 'UNKNOWN' && payments.get(id)?.collection_number_id != null;

function mayHaveGone(known: Known, row: Transaction): boolean {
  const { id, amount_xaf } = row;
  // What became UNKNOWN while its lock was waited for is not in it: whoever says so looks again.
  if (isByHand(known, row)) return known.by_hand.get(id)?.may_have_left ?? true;
  const { collection_number_id = null, to_phone = null, came_at } = known.payments.get(id) ?? {};
  if (collection_number_id === null || came_at === undefined) return false;
  return mayHaveLeft(known.seen, { collection_number_id, amount_xaf, to_phone, came_at });
}

/** By what it ended with: without a payment, as its merchant was told. */
const UNPAID: ReadonlySet<TransactionStatus | undefined> = new Set(['FAILED', 'TIMEOUT']);

const isPaidLate = ({ rows, paid_late }: Known, { transaction_id, by }: AskRefund): boolean =>
  by === 'done' && UNPAID.has(rows.get(transaction_id)?.status) && paid_late.has(transaction_id);

/** Its money stands in suspense, and went back to its payer: nobody need tell its merchant first that it was paid. */
function returnOne(
  { known, agree, record, now }: Desk<Known>,
  command: AskRefund,
  returned: Outcome,
): AskRefundOutcome {
  const { transaction_id: subject_id, by, actor, note } = command;
  const row = known.rows.get(subject_id);
  const review_id = known.paid_late.get(subject_id);
  if (row === undefined || review_id === undefined)
    throw new Error('bug: it was not paid after it had ended');
  const { amount_xaf } = row;
  const consent = agree(command, {
    action: 'transaction.refund',
    subject_id,
    terms: { by, review_id },
    ...moneyOf(row, amount_xaf),
  });
  if (consent.kind !== 'agreed') return consent;
  // Of several commands about one transaction in a batch, the next one finds this done.
  known.paid_late.delete(subject_id);
  returned.closed_reviews.push({ id: review_id, state: 'REJECTED', closed_at: now, closed_by: actor, note });
  returned.transfers.push(lateReturnedTransfer(row, now));
  record(command, {
    action: 'transaction.refund.done',
    subject_id,
    detail: { review_id, amount_xaf, ...consent.on_record },
  });
  return { kind: 'refunded' };
}

/** @returns the numbers on which what is sent back was announced */
async function writeTaken(
  services: Services,
  { client, known, now }: Desk<Known>,
  taken: readonly TakenRefund[],
): Promise<string[]> {
  await askRefunds(
    client,
    taken.map(({ transaction_id, actor, note, by, asked_at, is_unsent }) => ({
      transaction_id,
      rail: known.rows.get(transaction_id)?.rail ?? '',
      state: AFTER[by],
      asked_by: actor,
      note,
      asked_at: by === 'rail' ? now : asked_at,
      // A merchant reads it.
      detail: is_unsent ? 'It could not be sent.' : null,
      changed_at: now,
    })),
  );
  await removeUnsentRefunds(
    client,
    taken.filter(({ is_unsent }) => is_unsent).map(({ transaction_id }) => transaction_id),
  );
  const done = taken.filter(({ by }) => by === 'done');
  const { announced_on } = await concludeWith(
    services,
    client,
    done.map(({ transaction_id, ...by }) => ({
      transaction_id,
      kind: 'refunded',
      at: now,
      proof: { source: 'staff', detail: signatureOf(by) },
    })),
    [...known.payments.values()],
  );
  // What was proposed about a refund that is found refused no longer stands.
  await withdrawOpenProposals(
    client,
    taken
      .filter(({ by }) => by === 'refused')
      .map((one) => ({ subject_id: one.transaction_id, ...settledBy(one, now) })),
  );
  return announced_on;
}

type Judged = ReturnType<typeof judge>;
type Done = Extract<Judged, { kind: 'asked' | 'confirmed' | 'refused' }>;
const isDone = (judged: Judged): judged is Done =>
  judged.kind === 'asked' || judged.kind === 'confirmed' || judged.kind === 'refused';

function judge(
  { by }: AskRefund,
  row: Transaction,
  { state, is_unsent }: { state: State | null; is_unsent: boolean },
  payment: PaymentRow | undefined,
): Exclude<
  AskRefundOutcome,
  NotAgreed | { kind: 'not_found' | 'balance_short' | 'may_have_gone' | 'refunded' }
> {
  if (row.status !== 'SUCCESS') return { kind: 'not_success', status: row.status };
  const is_new = state === null || state === 'REFUSED';
  if (is_new && (payment?.refunded_xaf ?? 0) > 0) return { kind: 'given_back' };
  // Of one that may have gone already a person says how it ended, whatever became of the payment since.
  if (is_new && by !== 'refused' && payment?.is_reversed) return { kind: 'payment_reversed' };
  if (is_new && by !== 'refused' && payment?.is_doubted) return { kind: 'payment_doubted' };
  // An operator that can't be reached would keep it waiting for ever, and its merchant's money with it.
  if (by === 'refused' && is_unsent) return { kind: 'refused' };
  // While the operator is being asked nobody may say how it ended.
  if (state === 'ASKED' || state === 'DONE') return { kind: 'already', state };
  if (by !== 'rail') return { kind: by === 'done' ? 'confirmed' : 'refused' };
  return state === 'UNKNOWN' ? { kind: 'already', state } : { kind: 'asked' };
}
