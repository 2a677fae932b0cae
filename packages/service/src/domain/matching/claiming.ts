import {
  couldBeMeant,
  inTime,
  isClosed,
  isDeclared,
  isFairPart,
  isOpen,
  isShortByAnother,
  isUnderReview,
} from './narrow.ts';
import { names, onlyOne, type Rule, touchable } from './verdict.ts';

// What becomes of money that sessions of its number and its sum claim, or that points to one of another sum.

/** Who has declared its very payer, and waits here for a sum like it, is looked at beside it: he would expire while people hold his money. */
export const payerMismatch: Rule = ({ credit }, { contradicted, meant }) => {
  const only = onlyOne(contradicted);
  if (only === undefined || isClosed(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'payer_mismatch',
    claimants: names([only, ...meant.filter((one) => isDeclared(credit, one) && couldBeMeant(credit, one))]),
    reason: 'the one session with this amount declared another payer',
  };
};

export const joinsReview: Rule = (_case, { claiming }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isUnderReview(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'second_payment',
    claimants: names([only]),
    reason: 'its only claimant is already under review; the credit joins that case',
  };
};

export const uniqueInTime: Rule = ({ credit }, { claiming }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only) || !inTime(credit, only)) return null;
  return {
    verdict: 'SETTLE',
    claimants: names([only]),
    reason: 'one open session claims it, in time, and no other session competes',
  };
};

export const late: Rule = (_case, { claiming }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'late',
    claimants: names([only]),
    reason: 'one open session claims it, but the money was sent after its expiry',
  };
};

export const ambiguous: Rule = ({ credit }, { claiming, contradicted, pointed, quoted }) => {
  const equal = [...claiming, ...contradicted];
  // Two tickets in one motif, and an amount that is neither's: perhaps both orders paid at once.
  const several = equal.length > 0 ? equal : pointed.filter((one) => quoted.includes(one));
  const open = touchable(several).filter((one) => !isShortByAnother(credit, one));
  if (several.length < 2 || open.length === 0) return null;
  const owed_xaf = open.reduce((sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf, 0);
  if (equal.length === 0 && !isFairPart(credit, owed_xaf)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'ambiguous',
    claimants: names(open),
    reason: `${several.length} sessions could claim it and the evidence does not tell them apart`,
  };
};

export const secondPayment: Rule = (_case, { claiming, contradicted, pointed }) => {
  const paid = [...claiming, ...contradicted, ...pointed].filter((one) => one.status === 'SUCCESS');
  const open = touchable(pointed);
  if (paid.length === 0 || open.length > 0) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'second_payment',
    claimants: names(paid),
    reason: 'it points to a session that is already paid',
  };
};

/**
 * Only ended sessions ask for this sum here, so the money waits in suspense as theirs. Says nothing where a
 * session that waits here has declared this payer: that sum or another, it is his. If one of the ended ones
 * had declared him too, or was paid, he may have paid twice or late; then what waits counts only if its sum
 * is easily mistaken for this one and its merchant is the same.
 */
export const sessionClosed: Rule = ({ credit }, { claiming, contradicted, meant }) => {
  const closed = [...claiming, ...contradicted];
  const is_likely = closed.some((one) => isDeclared(credit, one) || one.status === 'SUCCESS');
  const waiting = meant.filter((one) => isDeclared(credit, one) && (!is_likely || couldBeMeant(credit, one)));
  if (closed.length === 0 || waiting.length > 0) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'session_closed',
    claimants: names(closed),
    reason: 'its only claimants are closed, and a closed session is never confirmed by itself',
  };
};

export const amountMismatch: Rule = ({ credit }, { meant }) => {
  const near = meant.filter((one) => couldBeMeant(credit, one));
  const only = onlyOne(near.length > 0 ? near : meant);
  if (only === undefined) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'amount_mismatch',
    claimants: names([only]),
    reason: 'payer or ticket points to one open session, but the amount is another',
  };
};
