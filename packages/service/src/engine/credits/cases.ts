import type { PoolClient } from 'pg';
import type { ReadCredit } from '../../domain/credit.ts';
import { type Claimant, type DecisionCase, MATCHING_POLICY } from '../../domain/matching/case.ts';
import { isClosed, isSaidOtherwise } from '../../domain/matching/narrow.ts';
import { maskedLike } from '../../domain/msisdn.ts';
import type { PaymentSession, SessionStatus } from '../../domain/session/session.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import type { Transaction, TransactionStatus } from '../../domain/transaction/transaction.ts';
import { type FoundClaimant, findNeighbours } from '../../store/credits/claimants.ts';
import { READ_MOST } from '../../store/credits/clue.ts';
import { loadSessionsById } from '../../store/sessions/sessions.ts';
import { loadTransactionsById } from '../../store/transactions/transactions.ts';
import { distinct, lockSubjects } from '../outcome/lock.ts';
import type { Services } from '../services.ts';
import { endedBy, isUndated, lookForClaimants, type TiedTo, toldBeside } from './look-for-claimants.ts';

/** Credits with those who could claim them, as they stand under lock. */
export type Claimants = {
  /** Everybody that a verdict may touch; they change in place as the batch is decided. */
  sessions: Map<string, PaymentSession>;
  transactions: Map<string, Transaction>;
  /** Ids of sessions and transactions by credit, in the order of the credits. */
  claimant_ids: string[][];
  /** By credit: more have something to do with it than are read. */
  is_cut: DecisionCase['is_cut'][];
};

/**
 * Finds and locks those whom something ties to the credits. A credit that nothing ties to anybody gets the
 * nearest amounts of its number, unlocked: they are only listed for staff.
 * @param looked whom something ties to those of which that is known already
 */
export async function loadClaimants(
  services: Pick<Services, 'policy'>,
  client: PoolClient,
  credits: readonly ReadCredit[],
  looked: TiedTo,
): Promise<Claimants> {
  const others = credits.filter(({ id }) => !looked.has(id));
  const known = [looked, await lookForClaimants(services, client, others)];
  const found = credits.map(({ id }) => known.flatMap((some) => some.get(id) ?? []));
  const tied = found.map(read);
  const untied = credits
    .map(({ collection_number_id, amount_xaf }, position) => ({ position, collection_number_id, amount_xaf }))
    .filter(({ position }) => tied[position]?.length === 0);
  const neighbours = await findNeighbours(client, untied);
  const near = Map.groupBy(neighbours, ({ position }) => position);
  const locked = await lockSubjects(client, {
    session_ids: ownersOf(tied.flat(), 'session'),
    transaction_ids: ownersOf(tied.flat(), 'transaction'),
  });
  const [sessions, transactions] = await Promise.all([
    loadSessionsById(client, ownersOf(neighbours, 'session')),
    loadTransactionsById(client, ownersOf(neighbours, 'transaction')),
  ]);
  return {
    sessions: new Map([...sessions.map((row) => [row.id, row] as const), ...locked.sessions]),
    transactions: new Map([...transactions.map((row) => [row.id, row] as const), ...locked.transactions]),
    claimant_ids: tied.map((claiming, position) =>
      distinct((claiming.length > 0 ? claiming : (near.get(position) ?? [])).map((row) => row.owner_id)),
    ),
    is_cut: credits.map((credit, position) => isCut(credit, found[position] ?? [])),
  };
}

type Owner = Pick<FoundClaimant, 'owner_kind' | 'owner_id'>;
const ownersOf = (owners: readonly Owner[], kind: Owner['owner_kind']): string[] =>
  distinct(owners.filter(({ owner_kind }) => owner_kind === kind).map(({ owner_id }) => owner_id));

/** Of the claimants that were found, those that a decision reads: the first ones of each source. */
function read(found: readonly FoundClaimant[]): FoundClaimant[] {
  const bySource = Map.groupBy(found, ({ source }) => source);
  const for_others = Math.max(0, READ_MOST.guest - (bySource.get('guest')?.length ?? 0));
  return [...bySource].flatMap(([source, rows]) =>
    rows.slice(0, source === 'other_guest' ? for_others : READ_MOST[source]),
  );
}

function isCut({ payer }: ReadCredit, found: readonly FoundClaimant[]): DecisionCase['is_cut'] {
  const was_read = new Set(read(found));
  const unread = found.filter((one) => !was_read.has(one));
  if (unread.length === 0) return false;
  // Of a payer with hidden digits those on other numbers, or with other sums, speak only where nobody who waits here for this one
  // has declared a phone that fits.
  const is_hidden = payer !== null && maskedLike(payer) !== null;
  const speaksHere = ({ source }: FoundClaimant) =>
    source !== 'other_guest' && !(source === 'expecting' && is_hidden);
  return unread.some(speaksHere) ? true : 'contradicting';
}

/** The whole input of a decision, from its claimants as they stand now. */
export function caseOf(credit: ReadCredit, found: Claimants, position: number): DecisionCase {
  const owners = (found.claimant_ids[position] ?? [])
    .map((id) => found.sessions.get(id) ?? found.transactions.get(id))
    .filter((owner) => owner !== undefined)
    .filter((owner) => owner.environment === credit.environment)
    // In test nobody's money can be for another merchant's session, even when a ticket says so.
    .filter((owner) => credit.merchant_id === null || owner.merchant_id === credit.merchant_id)
    // By our own clock, whatever an operator's or a phone's says: money that had moved by then was not sent for what was
    // asked for later.
    .filter((owner) => credit.moved_by === undefined || owner.created_at <= credit.moved_by);
  const merchants = distinct(owners.map(({ merchant_id }) => merchant_id));
  const claimants = owners.map((owner) => {
    const merchant = merchants.indexOf(owner.merchant_id);
    return { ...claimantOf(owner, credit), ...(merchant > 0 && { merchant }) };
  });
  // By chance a word may be a ticket that nobody has.
  const told_tickets = toldBeside(credit).filter((told) => claimants.some(({ ticket }) => ticket === told));
  const { told_payers = [], may_be_payers = [] } = credit;
  const decisionCase: DecisionCase = {
    credit: {
      amount_xaf: credit.amount_xaf,
      occurred_at_ms: credit.occurred_at.getTime(),
      occurred_precision_ms: credit.occurred_precision_ms,
      ...(isUndated(credit) && { is_undated: true }),
      payer: credit.payer,
      ...(credit.payer === null && may_be_payers.length > 0 && { may_be_payers: [...may_be_payers] }),
      tickets: ticketsIn(credit.motif ?? ''),
      ...(told_tickets.length > 0 && { told_tickets }),
      ...(credit.tickets_in_doubt === true && { tickets_in_doubt: true }),
      doubts: credit.doubts,
    },
    claimants,
    is_cut: found.is_cut[position] ?? false,
    policy: MATCHING_POLICY,
  };
  if (!isSaidOtherwise(decisionCase, [...told_payers, ...may_be_payers])) return decisionCase;
  const doubts = [...credit.doubts, 'payer_said_otherwise'];
  return { ...decisionCase, credit: { ...decisionCase.credit, doubts } };
}

/** Somebody who has something to do with a credit; where his payment was proven or given up since the money moved, also when. */
function claimantOf(owner: PaymentSession | Transaction, credit: ReadCredit): Claimant {
  const claimant = factsOf(owner, credit);
  // When it was confirmed is when it was paid, which staff may have found out long after.
  const closed_at = 'phone_number' in owner ? owner.updated_at : owner.closed_at;
  if (!isClosed(claimant) || closed_at === null || closed_at <= endedBy(credit)) return claimant;
  return { ...claimant, closed_at_ms: closed_at.getTime() };
}

function factsOf(owner: PaymentSession | Transaction, credit: ReadCredit): Claimant {
  const common = {
    id: owner.id,
    amount_xaf: owner.amount_xaf,
    created_at_ms: owner.created_at.getTime(),
    expires_at_ms: owner.expires_at.getTime(),
    same_number: owner.collection_number_id === credit.collection_number_id,
  };
  if ('phone_number' in owner)
    return {
      ...common,
      kind: 'transaction',
      status: STATUS_AS_CLAIMANT[owner.status],
      customer_phone: owner.phone_number,
      ticket: null,
    };
  const { status, customer_phone, ticket } = owner;
  return { ...common, kind: 'session', status, customer_phone, ticket };
}

const STATUS_AS_CLAIMANT: Record<TransactionStatus, SessionStatus> = {
  PENDING: 'AWAITING_PAYMENT',
  PROCESSING: 'AWAITING_PAYMENT',
  WAITING_SMS: 'AWAITING_PAYMENT',
  SUCCESS: 'SUCCESS',
  REFUNDED: 'SUCCESS',
  FAILED: 'FAILED',
  TIMEOUT: 'EXPIRED',
};
