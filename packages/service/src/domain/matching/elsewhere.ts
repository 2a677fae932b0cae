import { phoneOfPayer } from '../credit.ts';
import { REVIEW_HOLD_HOURS } from '../policy.ts';
import { HOUR_MS } from '../time.ts';
import {
  type Claimant,
  type ClaimantName,
  type CreditFacts,
  type DecisionCase,
  TOUCHED_MOST,
  type Verdict,
} from './case.ts';
import { couldBeFor, isDeclared, isOpen, isUnderReview, type Narrowed, payerOf } from './narrow.ts';
import { names, onlyOne, type Rule, touchable } from './verdict.ts';

// What becomes of money whose payer or ticket points to another number than the one that was paid.

/**
 * Adds to the sessions that a rule names those that would expire unpaid while people hold their money. Only
 * where the payer's whole number is known, and up to `TOUCHED_MOST` in all: open sessions on another number
 * that declared this payer and ask for exactly this sum, since customers pay the number that they paid last
 * time; and, where the money goes to suspense, open sessions here that were left out because another
 * merchant had asked this payer for the sum (`hidden`).
 * Adds nobody to a settlement, nor to the review of a session that declared this payer itself (`isHisOwn`).
 */
export function besideElsewhere(speak: Rule): Rule {
  return (decisionCase, narrowed) => {
    const verdict = speak(decisionCase, narrowed);
    if (verdict === null || verdict.verdict === 'SETTLE') return verdict;
    if (phoneOfPayer(decisionCase.credit.payer) === null) return verdict;
    const { claimants } = verdict;
    if (verdict.verdict === 'REVIEW' && isHisOwn(decisionCase, narrowed, claimants)) return verdict;
    const room = Math.max(0, TOUCHED_MOST - claimants.length);
    const hidden = verdict.verdict === 'SUSPENSE' ? narrowed.hidden : [];
    const others = names([...hidden, ...narrowed.elsewhere.filter(isOpen)]).filter(
      ({ id }) => !claimants.some((one) => one.id === id),
    );
    return { ...verdict, claimants: [...claimants, ...others.slice(0, room)] };
  };
}

const REVIEW_HOLD_MS = REVIEW_HOLD_HOURS * HOUR_MS;

/**
 * Whether a review is of who has declared this very payer himself, and may hold number and sum still: that is safe from what others open
 * elsewhere. No hold of a review ends sooner after its session was made. What is paid later may be for whoever waits now, as on one number.
 */
function isHisOwn(
  { credit }: DecisionCase,
  { claiming }: Narrowed,
  reviewed: readonly ClaimantName[],
): boolean {
  return claiming.some(
    (one) =>
      isDeclared(credit, one) &&
      reviewed.some(({ id }) => id === one.id) &&
      !(isUnderReview(one) && credit.occurred_at_ms > one.created_at_ms + REVIEW_HOLD_MS),
  );
}

/**
 * Its payer is whom one declared who waits here for just this sum, but its words quote the ticket of another: of his last
 * order, or of one that he gave up. It pays nobody by itself; without this rule who waits would expire beside his money.
 */
export const ticketBesidePayer: Rule = (decisionCase, narrowed) => {
  const { known, named, claiming } = narrowed;
  const only = onlyOne(touchable(known));
  if (only === undefined || named.includes(only)) return null;
  // Who waits on this number for just this sum, and whose ticket it is, claims it before whoever has declared its payer.
  if (named.some((one) => isOpen(one) && claiming.includes(one))) return null;
  return quotesAnother(decisionCase, narrowed, only, 'one session has declared its payer');
};

export const ticketOfAnotherNumber: Rule = (_case, { named }) => {
  if (named.length === 0 || named.some((one) => one.same_number)) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'ticket_of_another_number',
    claimants: names(named),
    reason: 'the quoted ticket belongs to a session that was given another number',
  };
};

/**
 * Nobody asks for it on its number, and its payer is expected on another one for just this sum, or was when the money moved. A mask
 * fits strangers too, so it has to fit one who waits, and no other.
 */
export const payerOfAnotherNumber: Rule = ({ credit }, { claiming, contradicted, meant, elsewhere }) => {
  const is_mask = phoneOfPayer(credit.payer) === null;
  const expected = is_mask ? elsewhere.filter(isOpen) : elsewhere;
  if (expected.length === 0 || (is_mask && expected.length > 1)) return null;
  if ([...claiming, ...contradicted, ...meant].length > 0) return null;
  return {
    verdict: 'SUSPENSE',
    suspense_reason: 'payer_of_another_number',
    claimants: names(expected),
    reason: 'its payer is expected for just this sum on another number',
  };
};

/**
 * One session claims it, but the motif, or any other words about the money, quote the ticket of another as well, on whatever
 * number, paid or closed long ago. Only who is quoted in the motif, and has more than his ticket, is looked at beside it.
 */
export const ticketPointsElsewhere: Rule = (decisionCase, narrowed) => {
  const only = onlyOne(narrowed.claiming);
  return only === undefined || !isOpen(only)
    ? null
    : quotesAnother(decisionCase, narrowed, only, 'one session claims it');
};

function quotesAnother(
  { credit }: DecisionCase,
  narrowed: Narrowed,
  only: Claimant,
  why_only: string,
): Verdict | null {
  const { possible, named, quoted } = narrowed;
  // By chance two sessions of a month have one ticket: who quotes his own has quoted nobody else.
  const others = named.filter((one) => one !== only && one.ticket !== only.ticket);
  if (others.length === 0) return null;
  const beside = touchable(others).filter(
    (one) =>
      quoted.includes(one) &&
      possible.includes(one) &&
      couldBeFor(credit, one) &&
      hasMoreThanTicket(credit, narrowed, only, one),
  );
  return {
    verdict: 'REVIEW',
    review_reason: 'ambiguous',
    claimants: names([only, ...beside]),
    reason: `${why_only}, but its words quote the ticket of another`,
  };
}

/**
 * Whether more than a ticket, which strangers may have seen, ties money to somebody that is likely for `only`: else
 * who pays an order of his own, and so himself, would spoil all that he quotes beside it. He has declared its payer,
 * or waits on this number and has declared a phone that fits what is shown; or he waits here, has declared nobody,
 * and the ticket of `only` doesn't tell the two apart.
 */
function hasMoreThanTicket(
  credit: CreditFacts,
  { chosen }: Narrowed,
  only: Claimant,
  one: Claimant,
): boolean {
  if (isDeclared(credit, one)) return true;
  if (!one.same_number) return false;
  const payer = payerOf(credit, one);
  return payer === 'same' || (payer === 'unknown' && !chosen.includes(only));
}

/**
 * The amount is that of a session that knows no payer, but this payer is expected elsewhere with an amount like it, or
 * was when the money moved. A session that had closed before expects nobody, and one whose amount nobody could mistake
 * for this one is no reason to doubt: else a rival could spoil payments by sessions that declare other shops' customers.
 * Nor is one that was closed before the claimant was made, though both in the minute that the operator prints.
 */
export const payerPointsElsewhere: Rule = ({ credit }, { claiming, expecting, chosen }) => {
  const only = onlyOne(claiming);
  if (only === undefined || !isOpen(only)) return null;
  if (only.customer_phone !== null || chosen.includes(only)) return null;
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
