import { phoneOfPayer } from '../credit.ts';
import {
  type Claimant,
  type ClaimantName,
  type Decision,
  type DecisionCase,
  FROM_OWN_NUMBER,
  type SuspenseReason,
  TOUCHED_MOST,
  type Verdict,
} from './case.ts';
import {
  couldBeFor,
  couldBeMeant,
  inTime,
  isClosed,
  isFairPart,
  isOpen,
  isUnderReview,
  type Narrowed,
  narrow,
} from './narrow.ts';

type Rule = (decisionCase: DecisionCase, narrowed: Narrowed) => Verdict | null;

const LIKELY_LIMIT = 5;
const names = (claimants: Claimant[]): ClaimantName[] => claimants.map(({ kind, id }) => ({ kind, id }));
const touchable = (claimants: Claimant[]): Claimant[] => claimants.filter((one) => !isClosed(one));
/** The one claimant there is; undefined where there is none, or more than one. */
const onlyOne = (claimants: Claimant[]): Claimant | undefined =>
  claimants.length === 1 ? claimants[0] : undefined;

/** Sessions a person should look at first: those that claim it, or that ticket or payer points to, then the nearest amounts. */
function likely(
  { credit }: DecisionCase,
  { possible, quoted, claiming, pointed, elsewhere }: Narrowed,
): ClaimantName[] {
  const first = [...claiming, ...pointed, ...quoted];
  const distance = (one: Claimant) => Math.abs(one.amount_xaf - credit.amount_xaf);
  const rank = (one: Claimant) => (first.includes(one) ? 0 : elsewhere.includes(one) ? 1 : 2);
  return names(
    possible.toSorted((a, b) => rank(a) - rank(b) || distance(a) - distance(b) || (a.id < b.id ? -1 : 1)),
  ).slice(0, LIKELY_LIMIT);
}

/**
 * Whoever waits for just this sum on another number, and has declared its payer, is reviewed with those that a rule reviews: customers
 * pay the number that they paid last time. Else he would expire unpaid while people hold his money as somebody else's. As many as
 * one decision may touch, so that nobody keeps a rule's own from review by what he opens elsewhere.
 */
function besideElsewhere(speak: Rule): Rule {
  return (decisionCase, narrowed) => {
    const verdict = speak(decisionCase, narrowed);
    if (verdict?.verdict !== 'REVIEW') return verdict;
    const { claimants } = verdict;
    const room = Math.max(0, TOUCHED_MOST - claimants.length);
    const others = names(narrowed.elsewhere.filter(isOpen)).filter(
      ({ id }) => !claimants.some((one) => one.id === id),
    );
    return { ...verdict, claimants: [...claimants, ...others.slice(0, room)] };
  };
}

/** A rule that touches nobody and lists the likely ones for staff; it speaks where `why` has a reason. */
function setAside(
  suspense_reason: SuspenseReason,
  why: (decisionCase: DecisionCase, narrowed: Narrowed) => string | null,
): Rule {
  return (decisionCase, narrowed) => {
    const reason = why(decisionCase, narrowed);
    if (reason === null) return null;
    return { verdict: 'SUSPENSE', suspense_reason, claimants: likely(decisionCase, narrowed), reason };
  };
}

const ticketOfAnotherNumber: Rule = (_case, { named }) => {
  if (named.length === 0 || named.some((one) => one.same_number)) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'ticket_of_another_number',
    claimants: names(named),
    reason: 'the quoted ticket belongs to a session that was given another number',
  };
};

/**
 * Its payer is expected on another number for just this sum, or was when the money moved: customers pay the number that they paid last
 * time. So it is no relative's payment for those who ask for it here and declare somebody else: they are listed, and go on waiting for
 * theirs. Who was paid here or has ended may be meant as well, since payers pay twice: only who still waits elsewhere outweighs him.
 * A mask is too little for either.
 */
const payerOfAnotherNumber: Rule = ({ credit }, { claiming, contradicted, meant, elsewhere }) => {
  const expected = claiming.length > 0 ? elsewhere.filter(isOpen) : elsewhere;
  const asked = [...claiming, ...touchable(contradicted)];
  if (expected.length === 0 || touchable(claiming).length > 0 || meant.length > 0) return null;
  if (asked.length > 0 && phoneOfPayer(credit.payer) === null) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'payer_of_another_number',
    claimants: names([...expected, ...asked]).slice(0, TOUCHED_MOST),
    reason: 'its payer is expected for just this sum on another number',
  };
};

const payerMismatch: Rule = (_case, { contradicted }) => {
  const only = onlyOne(contradicted);
  if (only === undefined || isClosed(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'payer_mismatch',
    claimants: names([only]),
    reason: 'the one session with this amount declared another payer',
  };
};

/**
 * One session claims it, but the motif, or any other words about the money, quote the ticket of another as well, on whatever
 * number, paid or closed long ago. Only who is quoted in the motif is looked at beside it.
 */
const ticketPointsElsewhere: Rule = ({ credit }, { claiming, possible, named, quoted }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only)) return null;
  const others = named.filter((one) => one !== only);
  if (others.length === 0) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'ambiguous',
    claimants: names([
      only,
      ...touchable(others).filter(
        (one) => quoted.includes(one) && possible.includes(one) && couldBeFor(credit, one),
      ),
    ]),
    reason: 'one session claims it, but the motif quotes the ticket of another',
  };
};

/**
 * The amount is that of a session that knows no payer, but this payer is expected elsewhere with an amount like it, or
 * was when the money moved. A session that had closed before expects nobody, and one whose amount nobody could mistake
 * for this one is no reason to doubt: else a rival could spoil payments by sessions that declare other shops' customers.
 * Nor is one that was closed before the claimant was made, though both in the minute that the operator prints.
 */
const payerPointsElsewhere: Rule = ({ credit }, { claiming, expecting, quoted }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only)) return null;
  if (only.customer_phone !== null || quoted.includes(only)) return null;
  const may_be_behind = credit.occurred_at_ms + credit.occurred_precision_ms >= only.created_at_ms;
  const others = expecting.filter(
    ({ closed_at_ms = Infinity }) => !may_be_behind || closed_at_ms > only.created_at_ms,
  );
  if (others.length === 0) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'ambiguous',
    claimants: names([only, ...touchable(others)]),
    reason: 'the amount points to one session and the payer to another',
  };
};

const joinsReview: Rule = (_case, { claiming }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isUnderReview(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'second_payment',
    claimants: names([only]),
    reason: 'its only claimant is already under review; the credit joins that case',
  };
};

const uniqueInTime: Rule = ({ credit }, { claiming }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only) || !inTime(credit, only)) return null;
  return {
    verdict: 'SETTLE',
    claimants: names([only]),
    reason: 'one open session claims it, in time, and no other session competes',
  };
};

const late: Rule = (_case, { claiming }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only)) return null;
  return {
    verdict: 'REVIEW',
    review_reason: 'late',
    claimants: names([only]),
    reason: 'one open session claims it, but the money was sent after its expiry',
  };
};

const ambiguous: Rule = ({ credit }, { claiming, contradicted, pointed, quoted }) => {
  const equal = [...claiming, ...contradicted];
  // Two tickets in one motif, and an amount that is neither's: perhaps both orders paid at once.
  const several = equal.length > 0 ? equal : pointed.filter((one) => quoted.includes(one));
  const open = touchable(several);
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

const secondPayment: Rule = (_case, { claiming, contradicted, pointed }) => {
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

const sessionClosed: Rule = (_case, { claiming, contradicted }) => {
  const closed = [...claiming, ...contradicted];
  if (closed.length === 0) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'session_closed',
    claimants: names(closed),
    reason: 'its only claimants are closed, and a closed session is never confirmed by itself',
  };
};

const amountMismatch: Rule = ({ credit }, { meant }) => {
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
  const verdict = firstToSpeak(Object.values(PROVEN_RULES), decisionCase, narrowed);
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
  const otherwise = firstToSpeak([tooMany, ...Object.values(PROVEN_RULES)], decisionCase, narrowed);
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
  ticket_of_another_number: ticketOfAnotherNumber,
  payer_of_another_number: payerOfAnotherNumber,
  payer_mismatch: besideElsewhere(payerMismatch),
  ticket_points_elsewhere: ticketPointsElsewhere,
  payer_points_elsewhere: payerPointsElsewhere,
  joins_review: besideElsewhere(joinsReview),
  unique_in_time: uniqueInTime,
  late: besideElsewhere(late),
  ambiguous: besideElsewhere(ambiguous),
  second_payment: secondPayment,
  session_closed: sessionClosed,
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

/**
 * Decides one credit: pure, total, and a function of the stored case alone.
 * @returns the verdict with the name of the rule that spoke and its reason in a sentence
 */
export function decide(decisionCase: DecisionCase): Decision {
  const narrowed = narrow(decisionCase);
  for (const [rule, speak] of Object.entries(RULES)) {
    const verdict = speak(decisionCase, narrowed);
    if (verdict) return { rule, ...verdict };
  }
  throw new Error('bug: the last rule always speaks');
}
