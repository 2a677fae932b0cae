import type { PoolClient } from 'pg';
import { phoneOfPayer, type ReadCredit, scopeOf } from '../../domain/credit/credit.ts';
import { type Claimant, type DecisionCase, MATCHING_POLICY } from '../../domain/matching/case.ts';
import { easilyMistaken } from '../../domain/reservation/mistaken.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import { DAY_MS, later } from '../../domain/time/local.ts';
import {
  type Clue,
  type FoundClaimant,
  findClaimants,
  findNeighbours,
  READ_MOST,
} from '../../store/credits/claimants.ts';
import { loadSessionsById, lockSessions } from '../../store/sessions/load.ts';

/** How long after its creation a session's quoted ticket speaks for it. */
const TICKET_DAYS = 30;

/** Credits with the sessions that could claim them, as they stand under lock. */
export type Claims = {
  /** Every session that a verdict may touch; it changes in place as the batch is decided. */
  sessions: Map<string, PaymentSession>;
  /** Session ids by credit, in the order of the credits. */
  claimant_ids: string[][];
  /** By credit: more sessions have something to do with it than are read. */
  is_cut: boolean[];
};

/**
 * Finds and locks the sessions that something ties to the credits. A credit with no such session gets the
 * nearest amounts of its number, unlocked: they are only listed for staff.
 */
export async function loadClaims(client: PoolClient, credits: readonly ReadCredit[]): Promise<Claims> {
  const clues = credits.map(clueOf);
  const found = Map.groupBy(await findClaimants(client, clues), ({ position }) => position);
  const tied = clues.map(({ position }) => distinct(read(found.get(position)).map((row) => row.session_id)));
  const untied = clues.filter((clue) => tied[clue.position]?.length === 0);
  const near = Map.groupBy(await findNeighbours(client, untied), ({ position }) => position);
  const listed = clues.map(({ position }) => (near.get(position) ?? []).map((row) => row.session_id));
  const [locked, unlocked] = await Promise.all([
    lockSessions(client, distinct(tied.flat())),
    loadSessionsById(client, distinct(listed.flat())),
  ]);
  const sessions = new Map([...unlocked, ...locked].map((session) => [session.id, session]));
  return {
    sessions,
    claimant_ids: tied.map((ids, position) => (ids.length > 0 ? ids : (listed[position] ?? []))),
    is_cut: clues.map(({ position }) => isCut(found.get(position) ?? [])),
  };
}

const distinct = (ids: string[]): string[] => [...new Set(ids)];

function clueOf(credit: ReadCredit, position: number): Clue {
  return {
    position,
    environment: credit.environment,
    merchant_id: credit.merchant_id,
    scope_id: scopeOf(credit),
    collection_number_id: credit.collection_number_id,
    amount_xaf: credit.amount_xaf,
    customer_phone: phoneOfPayer(credit.payer),
    like_xaf: [credit.amount_xaf, ...easilyMistaken(credit.amount_xaf)],
    tickets: ticketsIn(credit.motif ?? ''),
    tickets_since: later(credit.occurred_at, -TICKET_DAYS * DAY_MS),
  };
}

/** Those found that a decision reads: the first of each source. */
function read(found: readonly FoundClaimant[] = []): FoundClaimant[] {
  const bySource = Map.groupBy(found, ({ source }) => source);
  return [...bySource].flatMap(([source, rows]) => rows.slice(0, READ_MOST[source]));
}

const isCut = (found: readonly FoundClaimant[]): boolean => read(found).length < found.length;

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
    is_cut: claims.is_cut[position] ?? false,
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
