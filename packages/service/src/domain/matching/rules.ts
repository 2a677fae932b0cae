import type { Claimant, DecisionCase, Verdict } from './case.ts';
import { inTime, isClosed, isOpen, isUnderReview, type Narrowed } from './narrow.ts';

type Rule = (decisionCase: DecisionCase, narrowed: Narrowed) => Verdict | null;

const LIKELY_LIMIT = 5;
const ids = (claimants: Claimant[]): string[] => claimants.map((claimant) => claimant.session_id);
const touchable = (claimants: Claimant[]): Claimant[] =>
  claimants.filter((one) => isOpen(one) || isUnderReview(one));

/** Sessions a person should look at first: same amount, then the nearest amounts. */
function likely({ credit }: DecisionCase, { possible }: Narrowed): string[] {
  const distance = (one: Claimant) => Math.abs(one.amount_xaf - credit.amount_xaf);
  return ids(
    possible.toSorted((a, b) => distance(a) - distance(b) || (a.session_id < b.session_id ? -1 : 1)),
  ).slice(0, LIKELY_LIMIT);
}

const ticketOfAnotherNumber: Rule = (_case, { quoted }) => {
  if (quoted.length === 0 || quoted.some((one) => one.same_number)) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'ticket_of_another_number',
    session_ids: ids(quoted),
    reason: 'the quoted ticket belongs to a session that was given another number',
  };
};

const payerMismatch: Rule = (_case, { contradicted }) => {
  const [only] = contradicted;
  if (contradicted.length !== 1 || only === undefined || isClosed(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'payer_mismatch',
    session_ids: [only.session_id],
    reason: 'the one session with this amount declared another payer',
  };
};

/** The amount is that of a session that knows no payer, but the payer is the one that another declared. */
const payerPointsElsewhere: Rule = (_case, { claiming, pointed }) => {
  const [only] = claiming;
  const others = pointed.filter((one) => one.status !== 'SUCCESS');
  if (claiming.length !== 1 || only === undefined || !isOpen(only)) return null;
  if (only.customer_phone !== null || others.length === 0) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'ambiguous',
    session_ids: ids([only, ...touchable(others)]),
    reason: 'the amount points to one session and the payer to another',
  };
};

const joinsReview: Rule = (_case, { claiming }) => {
  const [only] = claiming;
  if (claiming.length !== 1 || only === undefined || !isUnderReview(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'second_payment',
    session_ids: [only.session_id],
    reason: 'its only claimant is already under review; the credit joins that case',
  };
};

const uniqueInTime: Rule = ({ credit }, { claiming }) => {
  const [only] = claiming;
  if (claiming.length !== 1 || only === undefined || !isOpen(only) || !inTime(credit, only)) return null;
  return {
    verdict: 'SETTLE',
    session_ids: [only.session_id],
    reason: 'one open session claims it, in time, and no other session competes',
  };
};

const late: Rule = (_case, { claiming }) => {
  const [only] = claiming;
  if (claiming.length !== 1 || only === undefined || !isOpen(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'late',
    session_ids: [only.session_id],
    reason: 'one open session claims it, but the money was sent after its expiry',
  };
};

const ambiguous: Rule = (_case, { claiming, contradicted, pointed, quoted }) => {
  const equal = [...claiming, ...contradicted];
  // Two tickets in one motif, and an amount that is neither's: perhaps both orders paid at once.
  const several = equal.length > 0 ? equal : pointed.filter((one) => quoted.includes(one));
  const open = touchable(several);
  if (several.length < 2 || open.length === 0) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'ambiguous',
    session_ids: ids(open),
    reason: `${several.length} sessions could claim it and the evidence does not tell them apart`,
  };
};

const secondPayment: Rule = (_case, { claiming, contradicted, pointed }) => {
  const paid = [...claiming, ...contradicted, ...pointed].filter((one) => one.status === 'SUCCESS');
  const open = touchable(pointed);
  if (paid.length === 0 || open.length > 0) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'second_payment',
    session_ids: ids(paid),
    reason: 'it points to a session that is already paid',
  };
};

const sessionClosed: Rule = (_case, { claiming, contradicted }) => {
  const closed = [...claiming, ...contradicted];
  if (closed.length === 0) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'session_closed',
    session_ids: ids(closed),
    reason: 'its only claimants are closed, and a closed session is never confirmed by itself',
  };
};

const amountMismatch: Rule = (_case, { pointed }) => {
  const open = touchable(pointed);
  const [only] = open;
  if (open.length !== 1 || only === undefined) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'amount_mismatch',
    session_ids: [only.session_id],
    reason: 'payer or ticket points to one open session, but the amount is another',
  };
};

const unmatched: Rule = (decisionCase, narrowed) => ({
  verdict: 'SUSPENSE',
  suspense_reason: 'unmatched',
  session_ids: likely(decisionCase, narrowed),
  reason: 'nothing but the number ties it to a session',
});

/** A text that nobody can read names no payer and no order: a person reads it first. */
const unread: Rule = (decisionCase, narrowed) => {
  if (!decisionCase.credit.doubts.includes('unread')) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'unread',
    session_ids: likely(decisionCase, narrowed),
    reason: 'the money is proven, but no template reads its message',
  };
};

/**
 * Weak evidence touches what the same evidence would touch if it were strong, never more, and settles nothing:
 * a forged message can't reach further than a true one.
 */
const doubtful: Rule = (decisionCase, narrowed) => {
  const { doubts } = decisionCase.credit;
  if (doubts.length === 0) return null;
  const weak = `the evidence is weak (${doubts.join(', ')})`;
  const ifStrong = firstToSpeak(Object.values(STRONG_RULES), decisionCase, narrowed);
  if (ifStrong !== null && ifStrong.verdict !== 'SUSPENSE') {
    return {
      verdict: 'REVIEW',
      review_reason: 'unproven',
      session_ids: ifStrong.session_ids,
      reason: `${weak}; a person must decide`,
    };
  }
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'unproven',
    session_ids: likely(decisionCase, narrowed),
    reason: `${weak} and no open session claims it`,
  };
};

function firstToSpeak(
  rules: readonly Rule[],
  decisionCase: DecisionCase,
  narrowed: Narrowed,
): Verdict | null {
  for (const speak of rules) {
    const verdict = speak(decisionCase, narrowed);
    if (verdict !== null) return verdict;
  }
  return null;
}

const STRONG_RULES = {
  ticket_of_another_number: ticketOfAnotherNumber,
  payer_mismatch: payerMismatch,
  payer_points_elsewhere: payerPointsElsewhere,
  joins_review: joinsReview,
  unique_in_time: uniqueInTime,
  late,
  ambiguous,
  second_payment: secondPayment,
  session_closed: sessionClosed,
  amount_mismatch: amountMismatch,
  unmatched,
} as const satisfies Record<string, Rule>;

/**
 * The ordered rule table (design section 4). The first rule that speaks wins; the last always speaks.
 * That a credit is decided once only is not a rule here: `credit_identities` never lets it come twice.
 */
export const RULES = { unread, unproven: doubtful, ...STRONG_RULES } as const satisfies Record<string, Rule>;
