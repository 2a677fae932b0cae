import { type Decision, type DecisionCase, FROM_OWN_NUMBER, TOUCHED_MOST, type Verdict } from './case.ts';
import {
  ambiguous,
  amountMismatch,
  joinsReview,
  late,
  payerMismatch,
  secondPayment,
  sessionClosed,
  uniqueInTime,
} from './claiming.ts';
import {
  besideElsewhere,
  payerOfAnotherNumber,
  payerPointsElsewhere,
  ticketBesidePayer,
  ticketOfAnotherNumber,
  ticketPointsElsewhere,
} from './elsewhere.ts';
import { type Narrowed, narrow } from './narrow.ts';
import { type Rule, setAside, touchable } from './verdict.ts';

const unmatched: Rule = setAside('unmatched', (_case, { pointed }) =>
  touchable(pointed).length > 0
    ? 'payer or ticket points to a session, but not clearly to one that this amount could be for'
    : 'nothing but the number ties it to a session',
);

const ownNumber: Rule = setAside('own_number', ({ credit }) =>
  credit.doubts.includes(FROM_OWN_NUMBER)
    ? 'another number of ours has sent it: nobody has paid by it'
    : null,
);

/** A text that nobody can read names no payer and no ticket: a person reads it first. */
const unread: Rule = setAside('unread', ({ credit }) =>
  credit.doubts.includes('unread') ? 'the money is proven, but no template reads its message' : null,
);

/** Where more sessions would be touched than a person could look through, the credit goes to suspense instead. */
const tooMany: Rule = setAside('too_many', (decisionCase, narrowed) => {
  const verdict = firstToSpeak(PROVEN_IN_ORDER, decisionCase, narrowed);
  if (verdict === null || verdict.verdict === 'SUSPENSE') return null;
  if (!narrowed.is_incomplete && verdict.claimants.length <= TOUCHED_MOST) return null;
  return 'more sessions than one decision may touch could claim it; none is touched';
});

/**
 * A credit whose message is doubted touches what the same credit would touch without the doubt, never more, and
 * settles nothing.
 */
const unproven: Rule = (decisionCase, narrowed) => {
  const { doubts } = decisionCase.credit;
  if (doubts.length === 0) return null;
  const otherwise = firstToSpeak([tooMany, ...PROVEN_IN_ORDER], decisionCase, narrowed);
  if (otherwise !== null && otherwise.verdict !== 'SUSPENSE') {
    return {
      verdict: 'REVIEW',
      review_reason: 'unproven',
      claimants: otherwise.claimants,
      reason: `it is in doubt (${doubts.join(', ')}); a person must decide`,
    };
  }
  return waitsForNobody(decisionCase, narrowed);
};

const waitsForNobody: Rule = setAside(
  'unproven',
  ({ credit }) => `it is in doubt (${credit.doubts.join(', ')}) and no open session claims it`,
);

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

const PROVEN_RULES = {
  ticket_beside_payer: ticketBesidePayer,
  ticket_of_another_number: ticketOfAnotherNumber,
  payer_of_another_number: payerOfAnotherNumber,
  payer_mismatch: besideElsewhere(payerMismatch),
  ticket_points_elsewhere: ticketPointsElsewhere,
  payer_points_elsewhere: payerPointsElsewhere,
  joins_review: besideElsewhere(joinsReview),
  unique_in_time: uniqueInTime,
  late: besideElsewhere(late),
  ambiguous: besideElsewhere(ambiguous),
  second_payment: besideElsewhere(secondPayment),
  session_closed: besideElsewhere(sessionClosed),
  amount_mismatch: besideElsewhere(amountMismatch),
  unmatched,
} as const satisfies Record<string, Rule>;

/**
 * The ordered rule table. The first rule that speaks wins; the last always speaks.
 * That a credit is decided once only is not a rule here: `transaction_identities` has one for each id, and in live another
 * movement under that id comes with a doubt.
 */
export const RULES = {
  own_number: ownNumber,
  unread,
  unproven,
  too_many: tooMany,
  ...PROVEN_RULES,
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

const IN_ORDER: readonly (readonly [RuleName, Rule])[] = Object.entries(RULES) as [RuleName, Rule][];
const PROVEN_IN_ORDER: readonly Rule[] = Object.values(PROVEN_RULES);

/**
 * Decides one credit: pure, total, and a function of the stored case alone.
 * @returns the verdict with the name of the rule that spoke and its reason in a sentence
 */
export function decide(decisionCase: DecisionCase): Decision {
  const narrowed = narrow(decisionCase);
  for (const [rule, speak] of IN_ORDER) {
    const verdict = speak(decisionCase, narrowed);
    if (verdict) return { rule, ...verdict };
  }
  throw new Error('bug: the last rule always speaks');
}
