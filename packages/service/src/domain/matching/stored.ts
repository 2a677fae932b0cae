import type { SessionStatus } from '../session/session.ts';
import type { Claimant, ClaimantName, DecisionCase } from './case.ts';

/**
 * A case as it is stored beside its decision: its values in this order, without their names, since there is one
 * for each payment that ever came. Nothing is left out: `readCase(packCase(one))` is the case again.
 */
export type PackedCase = [
  amount_xaf: number,
  occurred_at_ms: number,
  occurred_precision_ms: number,
  payer: string | null,
  tickets: string[],
  doubts: string[],
  is_cut: 0 | 1 | 2,
  skew_ms: number,
  claimants: PackedClaimant[],
  is_undated?: 0 | 1,
  told_tickets?: string[],
  tickets_in_doubt?: 0 | 1,
  may_be_payers?: string[],
];

/** The place in a stored case of the tickets that its motif quotes. */
export const TICKETS = 4;
/** The place in a stored case of the tickets that stand elsewhere in the words about its money: a list wherever anything stands behind it. */
export const TOLD_TICKETS = 10;
/** The place in a stored case that says whether its credit prints no time. */
export const IS_UNDATED = 9;
const IN_DOUBT = 11;
const MAY_BE_PAYERS = 12;

type PackedClaimant = [
  kind: 's' | 't',
  id: string,
  status: SessionStatus,
  amount_xaf: number,
  customer_phone: string | null,
  ticket: string | null,
  created_at_ms: number,
  expires_at_ms: number,
  same_number: 0 | 1,
  closed_at_ms?: number | null,
  merchant?: number,
];

export function packCase({ credit, claimants, is_cut, policy }: DecisionCase): PackedCase {
  const packed: PackedCase = [
    credit.amount_xaf,
    credit.occurred_at_ms,
    credit.occurred_precision_ms,
    credit.payer,
    credit.tickets,
    credit.doubts,
    is_cut === 'contradicting' ? 2 : is_cut === true ? 1 : 0,
    policy.skew_ms,
    claimants.map(packClaimant),
  ];
  if (credit.is_undated === true) packed[IS_UNDATED] = 1;
  if (credit.told_tickets !== undefined) {
    packed[IS_UNDATED] ??= 0;
    packed[TOLD_TICKETS] = credit.told_tickets;
  }
  if (credit.tickets_in_doubt === true) {
    packed[IS_UNDATED] ??= 0;
    packed[TOLD_TICKETS] ??= [];
    packed[IN_DOUBT] = 1;
  }
  if (credit.may_be_payers !== undefined) {
    packed[IS_UNDATED] ??= 0;
    packed[TOLD_TICKETS] ??= [];
    packed[IN_DOUBT] ??= 0;
    packed[MAY_BE_PAYERS] = credit.may_be_payers;
  }
  return packed;
}

function packClaimant(one: Claimant): PackedClaimant {
  const packed: PackedClaimant = [
    one.kind === 'session' ? 's' : 't',
    one.id,
    one.status,
    one.amount_xaf,
    one.customer_phone,
    one.ticket,
    one.created_at_ms,
    one.expires_at_ms,
    one.same_number ? 1 : 0,
  ];
  if (one.merchant !== undefined) packed.push(one.closed_at_ms ?? null, one.merchant);
  else if (one.closed_at_ms !== undefined) packed.push(one.closed_at_ms);
  return packed;
}

/** Up to engine version 2 a case knew sessions only; up to 3 its values were stored with their names. */
type NamedClaimant = Claimant | (Omit<Claimant, keyof ClaimantName> & { session_id: string });
export type StoredCase = PackedCase | (Omit<DecisionCase, 'claimants'> & { claimants: NamedClaimant[] });

/** A case as it was stored by whatever version. */
export function readCase(stored: StoredCase): DecisionCase {
  if (!Array.isArray(stored)) return { ...stored, claimants: stored.claimants.map(namedClaimant) };
  const [
    amount_xaf,
    occurred_at_ms,
    occurred_precision_ms,
    payer,
    tickets,
    doubts,
    is_cut,
    skew_ms,
    claimants,
    is_undated,
    told_tickets,
    tickets_in_doubt,
    may_be_payers,
  ] = stored;
  return {
    credit: {
      ...{ amount_xaf, occurred_at_ms, occurred_precision_ms, payer, tickets, doubts },
      ...(is_undated === 1 && { is_undated: true }),
      ...(Array.isArray(told_tickets) && told_tickets.length > 0 && { told_tickets }),
      ...(tickets_in_doubt === 1 && { tickets_in_doubt: true }),
      ...(may_be_payers !== undefined && { may_be_payers }),
    },
    claimants: claimants.map(packedClaimant),
    is_cut: is_cut === 2 ? 'contradicting' : is_cut === 1,
    policy: { skew_ms },
  };
}

function packedClaimant([
  kind,
  id,
  status,
  amount_xaf,
  customer_phone,
  ticket,
  ...rest
]: PackedClaimant): Claimant {
  const [created_at_ms, expires_at_ms, same_number, closed_at_ms, merchant] = rest;
  return {
    kind: kind === 's' ? 'session' : 'transaction',
    id,
    status,
    amount_xaf,
    customer_phone,
    ticket,
    created_at_ms,
    expires_at_ms,
    same_number: same_number === 1,
    ...(typeof closed_at_ms === 'number' && { closed_at_ms }),
    ...(merchant !== undefined && { merchant }),
  };
}

function namedClaimant(stored: NamedClaimant): Claimant {
  if ('id' in stored) return stored;
  const { session_id: id, ...facts } = stored;
  return { kind: 'session', id, ...facts };
}
