import type { Environment } from '../operator.ts';
import type { SessionStatus } from '../session/session.ts';

export type SuspendedCredit = {
  environment: Environment;
  /** In test, whose sandbox saw it. */
  merchant_id: string | null;
  amount_xaf: number;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE' | 'REFUNDED' | 'ASSIGNED' | 'VOIDED';
  /** The operator has taken it back: it pays nobody. */
  is_reversed: boolean;
};

type Target = { environment: Environment; merchant_id: string };

export type Assignable =
  | { kind: 'assignable'; surplus_xaf: number }
  | { kind: 'nothing_waits'; state: SuspendedCredit['state'] }
  | { kind: 'credit_reversed' }
  | { kind: 'other_environment' }
  | { kind: 'session_closed'; status: SessionStatus }
  | { kind: 'too_little'; amount_xaf: number };

/**
 * Whether staff may give a credit to a session. Only to one that still waits: the transition table lets no closed
 * session move again, so its money goes to the merchant without it, or back to the payer.
 */
export function assignableToSession(
  credit: SuspendedCredit,
  session: Target & { status: SessionStatus; amount_xaf: number },
): Assignable {
  const here = assignableToMerchant(credit, session);
  if (here.kind !== 'assignable') return here;
  if (session.status !== 'AWAITING_PAYMENT' && session.status !== 'UNDER_REVIEW')
    return { kind: 'session_closed', status: session.status };
  const surplus_xaf = credit.amount_xaf - session.amount_xaf;
  return surplus_xaf < 0
    ? { kind: 'too_little', amount_xaf: session.amount_xaf }
    : { kind: 'assignable', surplus_xaf };
}

/** Whether staff may pay a credit out to a merchant. Test money never leaves its sandbox. */
export function assignableToMerchant(credit: SuspendedCredit, target: Target): Assignable {
  if (credit.state !== 'SUSPENSE') return { kind: 'nothing_waits', state: credit.state };
  if (credit.is_reversed) return { kind: 'credit_reversed' };
  const same =
    credit.environment === target.environment &&
    (credit.merchant_id === null || credit.merchant_id === target.merchant_id);
  return same ? { kind: 'assignable', surplus_xaf: 0 } : { kind: 'other_environment' };
}
