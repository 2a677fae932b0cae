import type { PoolClient } from 'pg';
import { stepExplained } from '../../domain/ledger/step.ts';
import { type DebitKind, isMisdirected, mayBeFee } from '../../domain/movement/announced.ts';
import { hiddenFeeMax } from '../../domain/movement/move.ts';
import { operatorFees } from '../../domain/movement/tariff.ts';
import { printOf, samePhone } from '../../domain/msisdn.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import { insertAnnounced } from '../../store/book/announced.ts';
import { lockBooks } from '../../store/book/book-state.ts';
import { markGoOn, vouchExplained } from '../../store/book/books.ts';
import { findUnexplainedDebits } from '../../store/book/find-steps.ts';
import { insertExplanations } from '../../store/book/steps.ts';
import { SETTLED_BY_CHARI, withdrawOpenProposals } from '../../store/staff/record.ts';
import { postTransfers } from '../outcome/post-transfers.ts';
import type { Services } from '../services.ts';

/** Money that leaves a live number by a person's hand. */
export type Debit = {
  /** By which it is known where it is announced again; left out: any. */
  id?: string;
  collection_number_id: string;
  kind: DebitKind;
  amount_xaf: number;
  /** The credit, transaction, refund or settlement that it is for; null for a sweep. */
  cause_id: string | null;
  /** Whose phone gets it, as it is written anywhere; null where nobody knows, and for a sweep. */
  to_phone: string | null;
  /**
   * When it was asked for; null for a sweep, which two people may agree on once it has left. A debit that left before is
   * not explained by it: else one person alone could explain an older debit, which takes two, by asking for something of
   * the same sum.
   */
  asked_at: Date | null;
  /** Of a sweep that two people agreed on: when the first of them said so. Left out: now. */
  said_at?: Date;
};

/** What is the same of every sweep. */
export const SWEEP = { kind: 'sweep', cause_id: null, to_phone: null, asked_at: null } as const;

/** The numbers that they leave. */
export const numbersOf = (debits: readonly Debit[]): string[] =>
  [...new Set(debits.map((one) => one.collection_number_id))].sort();

/** A debit may seem older by so much than it is: a message prints the minute, and the clock of a phone is not ours. */
const PRECISION_MS = 2 * MINUTE_MS;

export type Left = Awaited<ReturnType<typeof findUnexplainedDebits>>[number];

/** Staff who sweep a SIM say so at once, the first of two. What left earlier may be somebody's invention, and two people say what it was. */
const SAID_WITHIN_MS = 30 * MINUTE_MS;

function isIt(step: Left, debit: Debit, now: Date): boolean {
  const { collection_number_id, amount_xaf, asked_at } = debit;
  if (step.collection_number_id !== collection_number_id || step.amount_xaf !== amount_xaf) return false;
  const since =
    asked_at === null ? later(debit.said_at ?? now, -SAID_WITHIN_MS) : later(asked_at, -PRECISION_MS);
  return step.occurred_at >= since;
}

/** What is sent by its sender's word alone, and whoever says so is told to send nothing where it has left. */
const SENT_ONCE: ReadonlySet<DebitKind> = new Set(['merchant_refund', 'settlement']);

/**
 * Whether a step may be the debit that was announced. It is no sweep if it names somebody to whom that sum was to be paid. If it
 * names nobody while as much is due to somebody else, people say which of the two it was. A refund or a settlement it has to
 * name: else one SMS of anybody, or a sweep that nobody has announced, would keep its payee from being paid.
 */
function mayBeDebit(step: Left, debit: Debit, now: Date): boolean {
  const { recipient, due } = step;
  const isDueElsewhere = (due ?? []).some((phone) => samePhone(phone, debit.to_phone) !== 'same');
  const payees = debit.kind === 'sweep' ? step.payees : null;
  const isNamed = samePhone(recipient, debit.to_phone) === 'same';
  return (
    isIt(step, debit, now) &&
    (isNamed || !SENT_ONCE.has(debit.kind)) &&
    !(recipient === null && isDueElsewhere) &&
    !isMisdirected({ to_phone: debit.to_phone, payees }, step)
  );
}

/**
 * The debit that an announcement is taken for: one that names its recipient, else the first that isn't certainly for somebody else. It
 * is taken out of what was seen (`usualOf`), so that the next announcement of its sum finds the next one.
 */
export function takeLeft(debit: Debit, seen: Set<Left>, now: Date): Left | null {
  const to_phone = printOf(debit.to_phone);
  const open = [...seen].filter((step) => mayBeDebit(step, { ...debit, to_phone }, now));
  const step = open.find(({ recipient }) => samePhone(recipient, to_phone) === 'same') ?? open[0] ?? null;
  if (step !== null) seen.delete(step);
  return step;
}

type SinceItCame = Pick<Debit, 'collection_number_id' | 'amount_xaf' | 'to_phone'> & { came_at: Date };

/** Debits of as much as this one that left its SIM since the money for it came. */
function leftSince(
  seen: readonly Left[],
  { collection_number_id, amount_xaf, came_at }: SinceItCame,
): Left[] {
  const since = later(came_at, -PRECISION_MS);
  return seen.filter(
    (one) =>
      one.collection_number_id === collection_number_id &&
      one.amount_xaf === amount_xaf &&
      one.occurred_at >= since,
  );
}

/**
 * What had left to the phone of a debit before it was asked for, as much as it and since the money for it came, and nobody has said what
 * it was: 0 where nothing had. It isn't taken for the debit, and whoever sends that now perhaps pays twice.
 */
export function leftBefore(seen: readonly Left[], debit: SinceItCame & { asked_at: Date }): number {
  const to_phone = printOf(debit.to_phone);
  const until = later(debit.asked_at, -PRECISION_MS);
  const found = leftSince(seen, debit).find(
    ({ occurred_at, recipient }) => occurred_at < until && samePhone(recipient, to_phone) === 'same',
  );
  return found?.amount_xaf ?? 0;
}

/** Whether a debit may have left already: as much has left since the money for it came, not certainly to another phone. */
export function mayHaveLeft(seen: readonly Left[], debit: SinceItCame): boolean {
  const to_phone = printOf(debit.to_phone);
  return leftSince(seen, debit).some(({ recipient }) => samePhone(recipient, to_phone) !== 'different');
}

/**
 * Whether a debit may be one that was announced: its fee is no more than an operator takes, and what no statement lists of
 * it is in the tariff, or at most a small sum.
 */
function isUsual({ amount_xaf, fee_xaf, printed_xaf, brackets }: Left): boolean {
  return (
    fee_xaf <= hiddenFeeMax(amount_xaf) && mayBeFee(fee_xaf - printed_xaf, operatorFees(brackets, amount_xaf))
  );
}

/** When the debit left that a proposed sweep would be taken for, where one has; null: none. One statement. */
export async function whenSwept(
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  sweep: Pick<Debit, 'collection_number_id' | 'amount_xaf' | 'said_at'>,
): Promise<Date | null> {
  const seen = usualOf(await findUnexplainedDebits(pool, [sweep]));
  return takeLeft({ ...sweep, ...SWEEP }, seen, now())?.occurred_at ?? null;
}

/** Of what was seen that which an announcement may be taken for. */
export const usualOf = (seen: readonly Left[]): Set<Left> => new Set(seen.filter(isUsual));

/**
 * Announces debits in the caller's transaction: the SIM's own message of each is then explained when it comes,
 * and one that came before is explained now. The caller books what is announced (money in suspense is in
 * flight); what left is booked when the SIM reports it. What waits on their numbers is due to go on then: once it has committed, the
 * caller does that (`letGoOn`), and where it dies before, the sweeper.
 */
export async function announceDebits(
  services: Services,
  client: PoolClient,
  debits: readonly Debit[],
  now: Date,
): Promise<void> {
  const numbers = numbersOf(debits);
  if (numbers.length === 0) return;
  await lockBooks(client, numbers);
  const seen = usualOf(await findUnexplainedDebits(client, debits));
  const rows = debits.map((debit) => {
    const step_id = takeLeft(debit, seen, now)?.id ?? null;
    return { id: services.newId(), ...debit, to_phone: printOf(debit.to_phone), announced_at: now, step_id };
  });
  await insertAnnounced(client, rows);
  await markGoOn(client, { collection_number_ids: numbers, now });
  const explained = rows.flatMap((row) => (row.step_id === null ? [] : [{ ...row, step_id: row.step_id }]));
  await insertExplanations(
    client,
    explained.map(({ step_id, kind: meaning }) => ({ step_id, meaning, explained_at: now })),
  );
  await withdrawOpenProposals(
    client,
    explained.map(({ step_id: subject_id }) => ({ subject_id, ...SETTLED_BY_CHARI, settled_at: now })),
  );
  await vouchExplained(client, numbers);
  const transfers = explained.map(({ step_id, collection_number_id, kind, amount_xaf, cause_id }) =>
    stepExplained({ step_id, collection_number_id, moved_xaf: -amount_xaf, meaning: kind, cause_id }),
  );
  await postTransfers(client, transfers, now);
}
