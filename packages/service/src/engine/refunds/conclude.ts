import { FAILING_REASON } from '@chari/contract/refund';
import type { PoolClient } from 'pg';
import { paidBackTransfer, refundReturnedTransfer } from '../../domain/ledger/refund.ts';
import type { LedgerAccount, Transfer } from '../../domain/ledger/transfer.ts';
import {
  type Refund,
  type RefundTrigger,
  refundEvent,
  refundTransition,
} from '../../domain/refund/refund.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import {
  findDueRefunds,
  loadGivenBack,
  loadRefundNews,
  loadSandboxNumbers,
  type RefundNews,
} from '../../store/refunds/due.ts';
import { lockRefunds, moveRefunds, type RefundMove } from '../../store/refunds/refunds.ts';
import { SETTLED_BY_CHARI, withdrawOpenProposals } from '../../store/staff/record.ts';
import { allApart } from '../apart.ts';
import { lockSubjects } from '../outcome/lock.ts';
import { moveTransaction, noOutcome, type Outcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';

/** In test, as long as an operator may take. */
const SANDBOX_MS = 2_000;
/** What somebody sends is heard of within a day, or it is UNKNOWN. */
const LOST_AFTER_MS = DAY_MS;

/**
 * Ends refunds of which the SIM's book or the operator's API has told by now, and calls those UNKNOWN of which nothing
 * did in a day. A transaction that is given back whole becomes REFUNDED. One refund that can't be concluded keeps no other from
 * being so.
 * @returns how many moved
 * @throws what the first that failed did, once the others are concluded
 */
export async function concludeRefunds(services: Services, { limit }: { limit: number }): Promise<number> {
  const now = services.now();
  const due = await findDueRefunds(services.pool, {
    sandbox_before: later(now, -SANDBOX_MS),
    lost_before: later(now, -LOST_AFTER_MS),
    limit,
  });
  const moved = await allApart(due, (some) => concludeTogether(services, some, now));
  return moved.filter(Boolean).length;
}

/** @returns of each whether it moved */
async function concludeTogether(
  services: Services,
  due: readonly RefundNews[],
  now: Date,
): Promise<boolean[]> {
  const { moved, events } = await atomically(services.pool, async (client) => {
    const transaction_ids = due.flatMap(({ transaction_id }) => transaction_id ?? []);
    const { transactions } = await lockSubjects(client, { transaction_ids });
    const ids = due.map(({ id }) => id);
    const refunds = await lockRefunds(client, ids);
    const news = new Map((await loadRefundNews(client, ids)).map((one) => [one.id, one]));
    const moves = refunds.flatMap((refund) => moveOf(refund, news.get(refund.id), now));
    const outcome = noOutcome();
    outcome.transfers.push(...(await transfersOf(client, moves, now)));
    for (const { refund } of moves)
      if (refund.ended_at !== null) outcome.events.push(refundEvent(services.newId(), refund, now));
    await writeMoved(client, moves);
    await closeTransactions(services, client, { transactions, moves, outcome, now });
    await writeOutcome(services, client, outcome, now);
    return { moved: new Set(moves.map(({ refund }) => refund.id)), events: outcome.events.length };
  });
  if (events > 0) services.onEvents();
  return due.map(({ id }) => moved.has(id));
}

/** A refund as it is now, and from where it came. */
export type MovedRefund = { from_state: Refund['state']; refund: Refund };

/** The trigger that follows from what is known of a refund, and why it failed; null: it goes on waiting. */
function triggerOf(
  refund: Refund,
  news: RefundNews,
  now: Date,
): { trigger: RefundTrigger; failure?: string } | null {
  if (refund.via === 'sandbox')
    return refund.reason === FAILING_REASON
      ? { trigger: 'not_sent', failure: 'The reason of this test refund asks for it.' }
      : { trigger: 'proven' };
  if (refund.via === 'sim') {
    if (news.step_id !== null) return { trigger: 'proven' };
    const is_late = refund.sent_at !== null && refund.sent_at <= later(now, -LOST_AFTER_MS);
    return is_late ? { trigger: 'lost' } : null;
  }
  switch (news.rail_state) {
    case 'DONE':
      return { trigger: 'proven' };
    case 'REFUSED':
      return { trigger: 'not_sent', failure: news.rail_detail ?? 'The operator has refused it.' };
    case 'UNKNOWN':
      return { trigger: 'lost' };
    default:
      return null;
  }
}

function moveOf(refund: Refund, news: RefundNews | undefined, now: Date): MovedRefund[] {
  const said = news === undefined ? null : triggerOf(refund, news, now);
  return said === null ? [] : endRefund(refund, said.trigger, said.failure ?? null, now);
}

/** The refund after a trigger; an empty list where the trigger does not move it. */
export function endRefund(
  refund: Refund,
  trigger: RefundTrigger,
  failure: string | null,
  now: Date,
): MovedRefund[] {
  const state = refundTransition(refund.state, trigger);
  if (state === null) return [];
  const has_ended = state === 'SUCCEEDED' || state === 'FAILED';
  const moved = { ...refund, state, failure, ended_at: has_ended ? now : null };
  return [{ from_state: refund.state, refund: moved }];
}

async function transfersOf(
  client: PoolClient,
  moves: readonly MovedRefund[],
  now: Date,
): Promise<Transfer[]> {
  const gone = moves.filter(({ refund }) => refund.via === 'sandbox' && refund.state === 'SUCCEEDED');
  const numbers = await loadSandboxNumbers(
    client,
    gone.map(({ refund }) => refund.id),
  );
  const sources = new Map(
    numbers.map(({ id, collection_number_id, operator }): [string, LedgerAccount] => [
      id,
      collection_number_id === null
        ? { kind: `WALLET_${operator}`, owner_id: null }
        : { kind: 'FLOAT', owner_id: collection_number_id },
    ]),
  );
  return moves.flatMap(({ refund }) => {
    if (refund.state === 'FAILED') return [refundReturnedTransfer(refund, now)];
    const source = sources.get(refund.id);
    return source === undefined ? [] : [paidBackTransfer(refund, source, now)];
  });
}

/**
 * Writes what moved.
 * @throws when a refund was not as the caller had it under lock: a bug
 */
export async function writeMoved(client: PoolClient, moves: readonly MovedRefund[]): Promise<void> {
  const rows: RefundMove[] = moves.map(({ from_state, refund }) => ({ ...refund, from_state }));
  const moved = await moveRefunds(client, rows);
  if (moved.length !== rows.length) throw new Error('bug: a locked refund was not in its expected state');
  // What one person has said of it, and no second yet, is about something that is over.
  await withdrawOpenProposals(
    client,
    moves.flatMap(({ refund: { id: subject_id, ended_at: settled_at } }) =>
      settled_at === null ? [] : { subject_id, ...SETTLED_BY_CHARI, settled_at },
    ),
  );
}

type Closing = {
  transactions: Awaited<ReturnType<typeof lockSubjects>>['transactions'];
  moves: readonly MovedRefund[];
  outcome: Outcome;
  now: Date;
};

/** A transaction of which all is given back is REFUNDED. */
async function closeTransactions(
  services: Services,
  client: PoolClient,
  { transactions, moves, outcome, now }: Closing,
): Promise<void> {
  const given = moves.flatMap(({ refund }) =>
    refund.state === 'SUCCEEDED' && refund.transaction_id !== null ? [refund.transaction_id] : [],
  );
  for (const { transaction_id, amount_xaf } of await loadGivenBack(client, [...new Set(given)])) {
    const transaction = transactions.get(transaction_id);
    if (transaction !== undefined && amount_xaf === transaction.amount_xaf)
      moveTransaction(services, outcome, transaction, 'refunded', now);
  }
}
