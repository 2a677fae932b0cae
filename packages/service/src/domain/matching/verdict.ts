import type { Claimant, ClaimantName, DecisionCase, SuspenseReason, Verdict } from './case.ts';
import { isClosed, type Narrowed } from './narrow.ts';

/** What one rule says of a case; null where it has nothing to say. */
export type Rule = (decisionCase: DecisionCase, narrowed: Narrowed) => Verdict | null;

export const names = (claimants: Claimant[]): ClaimantName[] =>
  claimants.map(({ kind, id }) => ({ kind, id }));
export const touchable = (claimants: Claimant[]): Claimant[] => claimants.filter((one) => !isClosed(one));
/** The one claimant there is; undefined where there is none, or more than one. */
export const onlyOne = (claimants: Claimant[]): Claimant | undefined =>
  claimants.length === 1 ? claimants[0] : undefined;

const LIKELY_LIMIT = 5;

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

/** A rule that touches nobody and lists the likely ones for staff; it speaks where `why` has a reason. */
export function setAside(
  suspense_reason: SuspenseReason,
  why: (decisionCase: DecisionCase, narrowed: Narrowed) => string | null,
): Rule {
  return (decisionCase, narrowed) => {
    const reason = why(decisionCase, narrowed);
    if (reason === null) return null;
    return { verdict: 'SUSPENSE', suspense_reason, claimants: likely(decisionCase, narrowed), reason };
  };
}
