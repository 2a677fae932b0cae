import type { Environment } from '../operator.ts';
import type { SessionStatus } from '../session/session.ts';

/** A credit in the case file of a session under review. */
export type CaseCredit = {
  credit_id: string;
  amount_xaf: number;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE' | 'REFUNDED' | 'ASSIGNED' | 'VOIDED';
  /** The operator has taken it back: it pays nobody. */
  is_reversed: boolean;
  /** A reading's doubt of it is not looked up, or people found that it was never paid. */
  is_doubted: boolean;
  /** It may be what a reading or a forged debit hides; or, where it lies in suspense, the right one of many tries. */
  is_tried: boolean;
};

/** A session with everything that was put into its case. */
export type CaseFile = { status: SessionStatus; amount_xaf: number; credits: readonly CaseCredit[] };

export type Confirmation =
  | { kind: 'credit'; credit_id: string; surplus_xaf: number }
  | { kind: 'not_under_review'; status: SessionStatus }
  /** No credit of the case is free and covers the amount; `best_xaf` is the largest free one. */
  | { kind: 'nothing_covers_it'; best_xaf: number | null }
  | { kind: 'several_credits'; credit_ids: string[] }
  | { kind: 'credit_not_in_case' }
  | { kind: 'credit_is_gone'; state: CaseCredit['state'] }
  | { kind: 'credit_reversed'; credit_id: string }
  | { kind: 'credit_doubted'; credit_id: string }
  /** Somebody may have forged it: two people look it up before it pays. */
  | { kind: 'credit_not_vouched'; credit_id: string };

/**
 * Which credit of a case confirms its session: the one that was named, or the only one that covers the
 * amount, or of several the only one that can be used. Too little never confirms, since the merchant would be told of
 * money that did not come; of too much the rest stays in suspense.
 */
export function chooseCredit(file: CaseFile, named: string | null): Confirmation {
  if (file.status !== 'UNDER_REVIEW') return { kind: 'not_under_review', status: file.status };
  const free = file.credits.filter(isFree);
  if (named === null) return chooseAmong(file, free);
  const credit = file.credits.find((one) => one.credit_id === named);
  if (credit === undefined) return { kind: 'credit_not_in_case' };
  if (!isFree(credit)) return { kind: 'credit_is_gone', state: credit.state };
  return covering(file, credit);
}

function chooseAmong(file: CaseFile, free: readonly CaseCredit[]): Confirmation {
  const enough = free.filter((one) => one.amount_xaf >= file.amount_xaf);
  const [only, ...more] = enough;
  if (only === undefined) {
    return {
      kind: 'nothing_covers_it',
      best_xaf: free.length === 0 ? null : Math.max(...free.map((one) => one.amount_xaf)),
    };
  }
  if (more.length === 0) return covering(file, only);
  // What the operator took back, a reading doubts or nobody vouches for can't be chosen.
  const usable = enough.filter((one) => !one.is_reversed && !one.is_doubted && !one.is_tried);
  const [certain, ...others] = usable;
  if (certain !== undefined && others.length === 0) return covering(file, certain);
  const choice = usable.length === 0 ? enough : usable;
  return { kind: 'several_credits', credit_ids: choice.map((one) => one.credit_id) };
}

function covering({ amount_xaf }: CaseFile, credit: CaseCredit): Confirmation {
  const surplus_xaf = credit.amount_xaf - amount_xaf;
  if (surplus_xaf < 0) return { kind: 'nothing_covers_it', best_xaf: credit.amount_xaf };
  const { credit_id, is_reversed, is_doubted, is_tried } = credit;
  if (is_reversed) return { kind: 'credit_reversed', credit_id };
  if (is_doubted) return { kind: 'credit_doubted', credit_id };
  return is_tried ? { kind: 'credit_not_vouched', credit_id } : { kind: 'credit', credit_id, surplus_xaf };
}

/** Money that is nobody's yet. */
export function isFree({ state }: Pick<CaseCredit, 'state'>): boolean {
  return state === 'REVIEW' || state === 'SUSPENSE';
}

export type SuspendedCredit = {
  environment: Environment;
  /** In test, whose sandbox saw it. */
  merchant_id: string | null;
  amount_xaf: number;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE' | 'REFUNDED' | 'ASSIGNED' | 'VOIDED';
  /** The operator has taken it back: it pays nobody. */
  is_reversed: boolean;
  /** A reading's doubt of it is not looked up, or people found that it was never paid. */
  is_doubted: boolean;
  /** It may be the right one of many tries at the balance of its SIM, or what a reading or a forged debit hides. */
  is_tried: boolean;
};

type Target = { environment: Environment; merchant_id: string };

export type Assignable =
  | { kind: 'assignable'; surplus_xaf: number }
  | { kind: 'nothing_waits'; state: SuspendedCredit['state'] }
  | { kind: 'credit_reversed' }
  | { kind: 'credit_doubted' }
  /** Somebody may have forged it, and asks for its sum afterwards: as before it is sent back, its SIM is read or two people look it up. */
  | { kind: 'credit_not_vouched' }
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
  if (credit.is_doubted) return { kind: 'credit_doubted' };
  if (credit.is_tried) return { kind: 'credit_not_vouched' };
  const same =
    credit.environment === target.environment &&
    (credit.merchant_id === null || credit.merchant_id === target.merchant_id);
  return same ? { kind: 'assignable', surplus_xaf: 0 } : { kind: 'other_environment' };
}
