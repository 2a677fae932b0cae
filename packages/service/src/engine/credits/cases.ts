import type { PoolClient } from 'pg';
import { phoneOfPayer, type ReadCredit } from '../../domain/credit/credit.ts';
import { type Claimant, type DecisionCase, MATCHING_POLICY } from '../../domain/matching/case.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import { type Clue, findClaimants, findNeighbours } from '../../store/credits/claimants.ts';
import { loadSessionsById, lockSessions } from '../../store/sessions/load.ts';

/** Credits with the sessions that could claim them, as they stand under lock. */
export type Claims = {
  /** Every session that a verdict may touch; it changes in place as the batch is decided. */
  sessions: Map<string, PaymentSession>;
  /** Session ids by credit, in the order of the credits. */
  claimant_ids: string[][];
};

/**
 * Finds and locks the sessions that something ties to the credits. A credit with no such session gets the
 * nearest amounts of its number, unlocked: they are only listed for staff.
 */
export async function loadClaims(client: PoolClient, credits: readonly ReadCredit[]): Promise<Claims> {
  const clues = credits.map(clueOf);
  const tied = idsByPosition(credits.length, await findClaimants(client, clues));
  const untied = clues.filter((clue) => tied[clue.position]?.length === 0);
  const near = idsByPosition(credits.length, await findNeighbours(client, untied));
  const [locked, read] = await Promise.all([
    lockSessions(client, distinct(tied.flat())),
    loadSessionsById(client, distinct(near.flat())),
  ]);
  const sessions = new Map([...read, ...locked].map((session) => [session.id, session]));
  return {
    sessions,
    claimant_ids: tied.map((ids, position) => (ids.length > 0 ? ids : (near[position] ?? []))),
  };
}

const distinct = (ids: string[]): string[] => [...new Set(ids)];

function clueOf(credit: ReadCredit, position: number): Clue {
  return {
    position,
    collection_number_id: credit.collection_number_id,
    amount_xaf: credit.amount_xaf,
    customer_phone: phoneOfPayer(credit.payer),
    tickets: ticketsIn(credit.motif ?? ''),
  };
}

function idsByPosition(length: number, rows: { position: number; session_id: string }[]): string[][] {
  const ids = Array.from({ length }, (): string[] => []);
  for (const row of rows) ids[row.position]?.push(row.session_id);
  return ids;
}

/** The whole input of a decision, from the sessions as they stand now. */
export function caseOf(credit: ReadCredit, claims: Claims, position: number): DecisionCase {
  const claimants = (claims.claimant_ids[position] ?? [])
    .map((id) => claims.sessions.get(id))
    .filter((session) => session !== undefined)
    .filter((session) => session.environment === credit.environment)
    // In test nobody's money can be for another merchant's session, even when a ticket says so.
    .filter((session) => credit.merchant_id === null || session.merchant_id === credit.merchant_id)
    .map((session) => claimantOf(session, credit));
  return {
    credit: {
      amount_xaf: credit.amount_xaf,
      occurred_at_ms: credit.occurred_at.getTime(),
      occurred_precision_ms: credit.occurred_precision_ms,
      payer: credit.payer,
      tickets: ticketsIn(credit.motif ?? ''),
      doubts: credit.doubts,
    },
    claimants,
    policy: MATCHING_POLICY,
  };
}

function claimantOf(session: PaymentSession, credit: ReadCredit): Claimant {
  return {
    session_id: session.id,
    status: session.status,
    amount_xaf: session.amount_xaf,
    customer_phone: session.customer_phone,
    ticket: session.ticket,
    created_at_ms: session.created_at.getTime(),
    expires_at_ms: session.expires_at.getTime(),
    same_number: session.collection_number_id === credit.collection_number_id,
  };
}
