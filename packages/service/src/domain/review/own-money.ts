import { type DecisionCase, FROM_OWN_NUMBER } from '../matching/case.ts';
import { isDeclared, narrow } from '../matching/narrow.ts';
import type { SuspendedCredit } from './judge.ts';

export type CallableCapital =
  | { kind: 'callable' }
  | { kind: 'nothing_waits'; state: SuspendedCredit['state'] }
  | { kind: 'credit_reversed' }
  | { kind: 'credit_doubted' }
  /** Somebody may have forged it: what is our capital can be taken out, so its SIM is read first, or two people look it up. */
  | { kind: 'credit_not_vouched' }
  /** In test nothing is ours. */
  | { kind: 'not_live' }
  /** Amount, payer or ticket tie it to somebody, somebody on its number still waits, or a payer says that it was theirs. */
  | { kind: 'may_be_a_payment' };

/** Whether more than the number alone ties a credit to a session or a transaction. */
export function isTied(decisionCase: DecisionCase): boolean {
  const { quoted, claiming, contradicted, pointed, expecting, is_incomplete } = narrow(decisionCase);
  return (
    is_incomplete || [quoted, claiming, contradicted, pointed, expecting].some((ones) => ones.length > 0)
  );
}

/**
 * Whether another number of ours has sent it: then it is nobody's payment, whoever waits for as much. But a number that rests may have been
 * given back, and operators sell such numbers again.
 */
export function isFromOwnNumber({ credit }: DecisionCase): boolean {
  return credit.doubts.includes(FROM_OWN_NUMBER);
}

/** Whether somebody was asked for just this sum, and had declared its very payer, when the money moved. */
export function isAskedOfPayer(decisionCase: DecisionCase): boolean {
  const { credit } = decisionCase;
  return narrow(decisionCase).expecting.some(
    (one) => one.amount_xaf === credit.amount_xaf && isDeclared(credit, one),
  );
}

/**
 * Whether people may say that a credit is money of our own. Only of one that waits, that is surely there, and that nobody can
 * mean: nothing but its number ties it to anybody, nobody there still waits for a payment, and no payer names it.
 */
export function callableCapital(
  credit: Pick<SuspendedCredit, 'environment' | 'state' | 'is_reversed' | 'is_doubted' | 'is_tried'> & {
    is_claimed: boolean;
  },
): CallableCapital {
  if (credit.environment !== 'live') return { kind: 'not_live' };
  if (credit.state !== 'SUSPENSE') return { kind: 'nothing_waits', state: credit.state };
  if (credit.is_reversed) return { kind: 'credit_reversed' };
  if (credit.is_doubted) return { kind: 'credit_doubted' };
  if (credit.is_tried) return { kind: 'credit_not_vouched' };
  return credit.is_claimed ? { kind: 'may_be_a_payment' } : { kind: 'callable' };
}
