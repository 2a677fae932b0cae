import type { PoolClient } from 'pg';
import { ENGINE_VERSION } from '../../domain/matching/case.ts';
import { localDay } from '../../domain/time/local.ts';
import {
  type CreditRow,
  insertCredits,
  insertDecisions,
  insertReviewCases,
  insertUsage,
  type NewDecision,
} from '../../store/credits/insert.ts';
import { insertEvents } from '../../store/events/insert.ts';
import { insertTransfers } from '../../store/ledger/insert.ts';
import { moveSessions } from '../../store/sessions/move.ts';
import { fanOutEvents } from '../../store/webhooks/fan-out.ts';
import type { Services } from '../services.ts';
import { writeTransactions } from '../transactions/effects.ts';
import { followBorrowed } from '../transactions/follow.ts';
import type { Decided, Effects } from './effects.ts';

/** Writes what a batch of verdicts changes: status, credit, decision, ledger and event, or nothing of it. */
export async function writeEffects(
  services: Services,
  client: PoolClient,
  effects: Effects,
  now: Date,
): Promise<void> {
  const decided = [...effects.decided.values()];
  // Issued together, in this order: they travel as one and run one after the other.
  await Promise.all([
    writeMoves(services, client, effects, now),
    insertCredits(
      client,
      decided.map((one) => creditRow(one, now)),
    ),
    insertDecisions(
      client,
      decided.map((one) => decisionRow(services, one, now)),
    ),
    insertReviewCases(client, effects.cases),
    insertUsage(client, usageOf(decided)),
  ]);
}

/**
 * Moves sessions, and writes their transfers and events; the part that expiry needs too. The transactions that
 * borrow these sessions move with them, and add their events to `effects`.
 */
export async function writeMoves(
  services: Services,
  client: PoolClient,
  effects: Pick<Effects, 'moves' | 'events' | 'transfers'>,
  now: Date,
): Promise<void> {
  const transactions = await followBorrowed(services, client, effects, now);
  const transfers = effects.transfers.map((transfer) => ({
    id: services.newId(),
    environment: transfer.environment,
    debit_kind: transfer.debit.kind,
    debit_owner_id: transfer.debit.owner_id,
    credit_kind: transfer.credit.kind,
    credit_owner_id: transfer.credit.owner_id,
    amount_xaf: transfer.amount_xaf,
    cause: transfer.cause,
    cause_id: transfer.cause_id,
    created_at: now,
  }));
  const [moved, booked] = await Promise.all([
    moveSessions(client, effects.moves),
    insertTransfers(client, transfers),
    insertEvents(client, effects.events),
    fanOutEvents(
      client,
      effects.events.map((event) => event.id),
    ),
    writeTransactions(client, transactions),
  ]);
  if (moved.length !== effects.moves.length)
    throw new Error('bug: a locked session was not in its expected status');
  if (booked.length !== transfers.length)
    throw new Error('bug: a transfer names an account that does not exist');
}

const STATES = { SETTLE: 'MATCHED', REVIEW: 'REVIEW', SUSPENSE: 'SUSPENSE' } as const;

function creditRow({ credit, decision }: Decided, created_at: Date): CreditRow {
  const {
    notice_id: _notice,
    occurred_precision_ms: _precision,
    doubts: _doubts,
    booked_on: _on,
    ...facts
  } = credit;
  return {
    ...facts,
    state: STATES[decision.verdict],
    reason: reasonOf(decision),
    matched_session_id: decision.verdict === 'SETTLE' ? (decision.session_ids[0] ?? null) : null,
    created_at,
  };
}

function reasonOf(decision: Decided['decision']): string {
  if (decision.verdict === 'REVIEW') return decision.review_reason;
  return decision.verdict === 'SUSPENSE' ? decision.suspense_reason : decision.rule;
}

function decisionRow(
  services: Services,
  { credit, decision, decision_case }: Decided,
  decided_at: Date,
): NewDecision {
  const { rule, verdict, reason, session_ids } = decision;
  return {
    id: services.newId(),
    credit_id: credit.id,
    engine_version: ENGINE_VERSION,
    rule,
    verdict,
    reason,
    session_ids,
    decision_case,
    decided_at,
  };
}

/** What each live number took in, by local day: its daily caps count it. Virtual numbers have none. */
function usageOf(decided: readonly Decided[]) {
  const live = decided.map(({ credit }) => credit).filter((credit) => credit.environment === 'live');
  const groups = Map.groupBy(
    live,
    (credit) => `${credit.collection_number_id}/${localDay(credit.occurred_at)}`,
  );
  return [...groups.values()].map((credits) => ({
    collection_number_id: credits[0]?.collection_number_id ?? '',
    day: localDay(credits[0]?.occurred_at ?? new Date(0)),
    credit_count: credits.length,
    volume_xaf: credits.reduce((sum, credit) => sum + credit.amount_xaf, 0),
  }));
}
