import type { PoolClient } from 'pg';
import { phoneOfPayer, type ReadCredit, scopeOf } from '../../domain/credit.ts';
import { MATCHING_POLICY } from '../../domain/matching/case.ts';
import { easilyMistaken } from '../../domain/matching/narrow.ts';
import { maskedLike } from '../../domain/msisdn.ts';
import type { Policy } from '../../domain/policy.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import { DAY_MS, later, MINUTE_MS } from '../../domain/time.ts';
import { type FoundClaimant, findClaimants } from '../../store/credits/claimants.ts';
import type { Clue } from '../../store/credits/clue.ts';
import type { Services } from '../services.ts';

/** How long after its creation a session's quoted ticket speaks for it. */
const TICKET_DAYS = 30;

/** By credit: whom something ties to it. */
export type TiedTo = ReadonlyMap<string, readonly FoundClaimant[]>;

/**
 * Looks for those whom something ties to the credits; nothing is locked. It asks nothing about what speaks against a credit,
 * so it may be asked before that is known.
 */
export async function lookForClaimants(
  { policy }: Pick<Services, 'policy'>,
  client: PoolClient,
  credits: readonly ReadCredit[],
): Promise<TiedTo> {
  const rows = await findClaimants(
    client,
    credits.map((credit, position) => clueOf(credit, position, policy)),
  );
  const found = Map.groupBy(rows, ({ position }) => position);
  return new Map(credits.map(({ id }, position) => [id, found.get(position) ?? []]));
}

/** What of a credit may tie it to somebody. Its doubts are no part of it. */
function clueOf(credit: ReadCredit, position: number, { quarantine_minutes }: Policy): Clue {
  const ended_by = endedBy(credit);
  return {
    position,
    environment: credit.environment,
    merchant_id: credit.merchant_id,
    scope_id: scopeOf(credit),
    collection_number_id: credit.collection_number_id,
    amount_xaf: credit.amount_xaf,
    customer_phone: phoneOfPayer(credit.payer),
    phone_like: credit.payer === null ? null : maskedLike(credit.payer),
    occurred_at: credit.occurred_at,
    occurred_by: later(credit.occurred_at, credit.occurred_precision_ms),
    moved_by: credit.moved_by ?? null,
    ended_by,
    freed_by: later(ended_by, -quarantine_minutes[credit.environment] * MINUTE_MS),
    is_undated: isUndated(credit),
    like_xaf: [credit.amount_xaf, ...easilyMistaken(credit.amount_xaf)],
    tickets: ticketsIn(credit.motif ?? ''),
    told_tickets: toldBeside(credit),
    tickets_since: later(credit.occurred_at, -TICKET_DAYS * DAY_MS),
  };
}

/** Who had ended by then had ended when the money moved: an operator's clock may be fast, and a sandbox has one clock. */
export const endedBy = ({ environment, occurred_at }: ReadCredit): Date =>
  environment === 'live' ? later(occurred_at, -MATCHING_POLICY.skew_ms) : occurred_at;

/** The tickets in the words about a credit that its motif doesn't quote in the usual way. */
export function toldBeside({ motif, told_tickets = [] }: ReadCredit): string[] {
  const quoted = ticketsIn(motif ?? '');
  return told_tickets.filter((ticket) => !quoted.includes(ticket));
}

/** In test money moves when it is played, so no credit is undated. */
export const isUndated = (credit: ReadCredit): boolean =>
  credit.environment === 'live' && credit.is_undated === true;
