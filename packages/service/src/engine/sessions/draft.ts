import { easilyMistaken } from '../../domain/matching/narrow.ts';
import { type PoolKey, poolKeyOf } from '../../domain/reservation/propose.ts';
import type { CreateSession, HeldBack } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { newTicket } from '../../domain/ticket/ticket.ts';
import { later, MINUTE_MS, SECOND_MS } from '../../domain/time.ts';
import type { ProposedSession, Taken } from '../../store/sessions/reserve.ts';
import type { Services } from '../services.ts';

/** A session, or a transaction, on its way to a number. `collection_number` is this round's proposal. */
export type HoldDraft = {
  command: CreateSession;
  pool_key: PoolKey;
  owner_id: string;
  owner_kind: 'session' | 'transaction';
  ticket: string;
  created_at: Date;
  expires_at: Date;
  collection_number: { id: string; msisdn: string } | null;
  host_phone: string | null;
  /** Amounts that nobody should wait for on its number who has declared no payer; null once any number will do. */
  apart_from: number[] | null;
  /** The same of whoever waits, a wish that no session is refused for; null once any number will do. */
  rather_apart: number[] | null;
  /** Live: the places it is about to take; see `places.ts`. */
  allowance_slot: number | null;
  amount_share: number | null;
  /** Live: how many numbers that may be assigned its merchant may hold for the amount, as was read last. */
  own_numbers: number;
  /** Live: why it has no place of its merchant's allowance. */
  held_back: HeldBack | null;
  /** What another batch is just taking, where it found nothing else. */
  behind: Taken | null;
  /** `reference_taken`: another session has this reference. `no_number`: none is to be found for it. */
  state: 'seeking' | 'made' | 'reference_taken' | 'no_number';
};

/**
 * @param transaction_id the transaction that is to own the reservation; null: the session that will be made
 */
export function draftOf(
  services: Services,
  command: CreateSession,
  now: Date,
  transaction_id: string | null = null,
): HoldDraft {
  return {
    command,
    pool_key: poolKeyOf(command),
    owner_id: transaction_id ?? services.newId(),
    owner_kind: transaction_id === null ? 'session' : 'transaction',
    ticket: newTicket(services.random),
    created_at: now,
    expires_at: later(now, command.ttl_minutes * MINUTE_MS),
    collection_number: null,
    host_phone: null,
    ...apartFrom(command),
    allowance_slot: null,
    amount_share: null,
    own_numbers: 0,
    held_back: null,
    behind: null,
    state: 'seeking',
  };
}

/**
 * Amounts easily mistaken for its own; none in test. A declared payer tells a slip apart by himself, but not where an agent makes
 * his deposit, who names nobody.
 */
export function apartFrom({
  environment,
  customer_phone,
  amount_xaf,
}: CreateSession): Pick<HoldDraft, 'apart_from' | 'rather_apart'> {
  const like_xaf = environment === 'live' ? easilyMistaken(amount_xaf) : null;
  return { apart_from: customer_phone === null ? like_xaf : null, rather_apart: like_xaf };
}

export const referenceName = (one: { merchant_id: string; environment: string; reference: string }): string =>
  `${one.merchant_id}/${one.environment}/${one.reference}`;

/** One draft for each command that `may` still succeed; of several with one reference, the first. */
export function draftsOf(
  services: Services,
  commands: CreateSession[],
  may: boolean[],
  now: Date,
): (HoldDraft | null)[] {
  const references = new Set<string>();
  return commands.map((command, position) => {
    const name = referenceName(command);
    if (!may[position] || references.has(name)) return null;
    references.add(name);
    return draftOf(services, command, now);
  });
}

/** The row that `reserve_sessions` takes, or null while nothing is proposed. */
export function proposalOf(services: Services, draft: HoldDraft): ProposedSession | null {
  const { command, collection_number } = draft;
  if (draft.state !== 'seeking' || collection_number === null) return null;
  return {
    owner_id: draft.owner_id,
    owner_kind: draft.owner_kind,
    merchant_id: command.merchant_id,
    environment: command.environment,
    reference: command.reference,
    ticket: draft.owner_kind === 'session' ? draft.ticket : null,
    amount_xaf: command.amount_xaf,
    operator: command.operator,
    collection_number_id: collection_number.id,
    assigned_collection_number: collection_number.msisdn,
    customer_phone: command.customer_phone,
    description: command.description,
    metadata: command.metadata === null ? null : JSON.parse(command.metadata),
    link_id: command.by_link?.link_id ?? null,
    created_at: draft.created_at,
    expires_at: draft.expires_at,
    due_at: later(draft.expires_at, services.policy.grace_seconds * SECOND_MS),
    host_phone: draft.host_phone,
    apart_from: draft.apart_from,
    // A guest shares whatever its host stands beside.
    rather_apart: draft.host_phone === null ? draft.rather_apart : null,
    allowance_slot: draft.allowance_slot,
    amount_share: draft.amount_share,
  };
}

/** The session of a draft that was made. */
export function sessionOf(draft: HoldDraft): PaymentSession {
  const { command, collection_number } = draft;
  if (collection_number === null) throw new Error('bug: a draft was made without a number');
  return awaiting({
    id: draft.owner_id,
    merchant_id: command.merchant_id,
    environment: command.environment,
    reference: command.reference,
    ticket: draft.ticket,
    amount_xaf: command.amount_xaf,
    operator: command.operator,
    collection_number_id: collection_number.id,
    assigned_collection_number: collection_number.msisdn,
    customer_phone: command.customer_phone,
    description: command.description,
    created_at: draft.created_at,
    expires_at: draft.expires_at,
  });
}

export type NewSession = Omit<PaymentSession, 'status' | 'review_reason' | 'event_sequence' | 'closed_at'>;

/** The session that `reserve_sessions` has just written, without reading it back. */
export function awaiting(session: NewSession): PaymentSession {
  return { ...session, status: 'AWAITING_PAYMENT', review_reason: null, event_sequence: 0, closed_at: null };
}
