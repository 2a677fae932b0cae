import { phoneOfPayer } from '../credit.ts';
import { AMOUNT_XAF_MAX } from '../money.ts';
import { type Msisdn, type PayerPrint, samePayer, samePhone } from '../msisdn.ts';
import type { Claimant, CreditFacts, DecisionCase } from './case.ts';

export const isOpen = (claimant: Claimant): boolean => claimant.status === 'AWAITING_PAYMENT';
export const isUnderReview = (claimant: Claimant): boolean => claimant.status === 'UNDER_REVIEW';
export const isClosed = (claimant: Claimant): boolean => !isOpen(claimant) && !isUnderReview(claimant);

/** Not after `expires_at`; a time known to the minute counts from that minute's beginning. */
export function inTime(credit: CreditFacts, claimant: Claimant): boolean {
  return credit.occurred_at_ms <= claimant.expires_at_ms;
}

/**
 * Whether somebody was expected to pay when the money moved: he is open, under review, or was closed since then, however long
 * his time was over by then: he may have been under review, or have waited for the proof of another message. Else a customer who
 * paid on the wrong number, and whose message is proven late, would confirm a stranger once his own session is over. A session
 * that was closed before expects nobody.
 */
function isExpected(credit: CreditFacts, claimant: Claimant): boolean {
  if (!isClosed(claimant) || claimant.closed_at_ms !== undefined) return true;
  // Many phones fit a mask, so only who is known to have been open counts.
  const may_have_been = credit.is_undated === true && isDeclared(credit, claimant);
  return claimant.status === 'EXPIRED' && (may_have_been || inTime(credit, claimant));
}

function notBeforeCreation({ credit, policy }: DecisionCase, claimant: Claimant): boolean {
  const latest_ms = credit.occurred_at_ms + credit.occurred_precision_ms;
  return latest_ms >= claimant.created_at_ms - policy.skew_ms;
}

/** What the evidence leaves of the claimants, step by step; the rules read these and nothing else. */
export type Narrowed = {
  /** Existed when the money was sent. */
  possible: Claimant[];
  /** Named by a ticket in the motif, on whatever number and however long ago. */
  quoted: Claimant[];
  /** These, where their tickets are in no doubt. */
  chosen: Claimant[];
  /** Those that are quoted, and whose ticket stands anywhere else in the words about the money. */
  named: Claimant[];
  /** Equal amount, on this number, and among the chosen where a ticket chooses one; then by payer. */
  claiming: Claimant[];
  /** Equal amount, but every one declares a payer who differs from the credit's. */
  contradicted: Claimant[];
  /** Equal amount, on this number, and declared this very payer, whatever ticket is quoted. */
  known: Claimant[];
  /**
   * Another amount, but ticket or payer points to them. Not the payer alone, where he was asked for just this sum by another merchant and that
   * is over, or it was paid: he pays twice, or late, more often than by a slip.
   */
  pointed: Claimant[];
  /** Those of `pointed` that wait, or are under review, and that the money could be for. */
  meant: Claimant[];
  /** Wait, and would be among `pointed` but for that other merchant: the payer may have sent by a slip what he was asked for here. */
  hidden: Claimant[];
  /**
   * Wait, or waited when the money moved, on whatever number for this very payer and this amount or one like it; of a
   * masked payer, for one who may be it, and this very amount or on this very number.
   */
  expecting: Claimant[];
  /** Those of `expecting` that were given another number and owe just this sum; none where any words name a ticket. */
  elsewhere: Claimant[];
  /** Sessions that were not read could change the verdict. */
  is_incomplete: boolean;
};

/**
 * Ticket narrows, where it is in no doubt, then equal amount, then declared payer.
 * A payer who matches beats sessions that declared none, unless all that he has declared is over and the message prints no time, or
 * is under review; one who contradicts is kept apart.
 */
export function narrow(decisionCase: DecisionCase): Narrowed {
  const { credit } = decisionCase;
  const possible = decisionCase.claimants.filter((claimant) => notBeforeCreation(decisionCase, claimant));
  const { quoted, chosen, named } = byTicket(decisionCase);
  const here = possible.filter((claimant) => claimant.same_number);
  const quotedHere = here.filter((claimant) => quoted.includes(claimant));
  const chosenHere = here.filter((claimant) => chosen.includes(claimant));
  const scope = chosenHere.length > 0 ? chosenHere : here;
  const equal = scope.filter((claimant) => claimant.amount_xaf === credit.amount_xaf);
  const payers = new Map(equal.map((claimant) => [claimant, payerOf(credit, claimant)]));
  const same = equal.filter((claimant) => payers.get(claimant) === 'same');
  const silent = equal.filter((claimant) => payers.get(claimant) === 'unknown');
  const contradicted = equal.filter((claimant) => payers.get(claimant) === 'different');
  // A masked payer can only fail to contradict, so with another amount on another number he points to nobody. But whoever may be
  // he and waits for this very sum, or on this very number, where one slip is enough, is as likely the one as anybody.
  const fullPayer = phoneOfPayer(credit.payer);
  const mayBeDeclared = (claimant: Claimant) =>
    fullPayer === null &&
    (claimant.same_number || claimant.amount_xaf === credit.amount_xaf) &&
    payerOf(credit, claimant) === 'same';
  const may_be_late = mayBeLate(credit, same);
  const claiming = [...same, ...silent.filter((one) => standsBeside(credit, same, one))];
  const against = claiming.length > 0 ? [] : contradicted;
  const is_of_others = ofOthers(credit, [...claiming, ...against]);
  const isHidden = (one: Claimant) => !named.includes(one) && is_of_others(one);
  const alike = scope.filter(
    (one) => one.amount_xaf !== credit.amount_xaf && (quotedHere.includes(one) || isDeclared(credit, one)),
  );
  const pointed = alike.filter((one) => !isHidden(one));
  const meant = pointed.filter((claimant) => !isClosed(claimant) && couldBeFor(credit, claimant));
  const expecting = possible.filter(
    (claimant) =>
      (isDeclared(credit, claimant) || mayBeDeclared(claimant)) &&
      isExpected(credit, claimant) &&
      couldBeMeant(credit, claimant),
  );
  const elsewhere = expecting.filter((one) => !one.same_number && one.amount_xaf === credit.amount_xaf);
  return {
    possible,
    quoted,
    chosen,
    named,
    claiming,
    contradicted: against,
    known: here.filter((one) => one.amount_xaf === credit.amount_xaf && isDeclared(credit, one)),
    pointed,
    meant,
    hidden: alike.filter((one) => isHidden(one) && isOpen(one) && couldBeMeant(credit, one)),
    expecting,
    elsewhere: named.length > 0 ? [] : elsewhere,
    // Whoever is named by a ticket in no doubt, or by a payer whose digits are all visible, is always read; and where somebody fits those that are
    // visible, nobody whom they contradict counts.
    is_incomplete:
      (decisionCase.is_cut === true || (decisionCase.is_cut === 'contradicting' && same.length === 0)) &&
      chosenHere.length === 0 &&
      !(fullPayer !== null && same.length > 0 && !may_be_late),
  };
}

/** Whom the words about the money name by ticket (`quoted`, `chosen` and `named` of `Narrowed`). */
function byTicket({ credit, claimants }: DecisionCase): Pick<Narrowed, 'quoted' | 'chosen' | 'named'> {
  const having = (tickets: readonly string[]) =>
    claimants.filter(({ ticket }) => ticket !== null && tickets.includes(ticket));
  const quoted = having(credit.tickets);
  return {
    quoted,
    chosen: credit.tickets_in_doubt === true ? [] : quoted,
    named: having([...credit.tickets, ...(credit.told_tickets ?? [])]),
  };
}

/** What prints no time may be hours late: where all who declared its payer have ended, it may be for them as for whoever waits now. */
function mayBeLate(credit: CreditFacts, same: readonly Claimant[]): boolean {
  return credit.is_undated === true && same.length > 0 && same.every(isClosed);
}

/**
 * Whether one who has declared nobody claims the money beside those who have declared its payer. People hold the money of who is under
 * review: once he has given number and sum back, it may be for whoever waits here now, who would expire beside it.
 */
function standsBeside(credit: CreditFacts, same: readonly Claimant[], one: Claimant): boolean {
  if (same.length === 0) return true;
  const is_with_people = same.some(isUnderReview) && !same.some(isOpen);
  return (is_with_people && isOpen(one)) || (mayBeLate(credit, same) && !isClosed(one));
}

/**
 * Whether somebody is of another merchant than one of `equal` that is over and that the money is likely for: it declared the payer, or was
 * paid. Who knows a price and a phone can ask that phone for nearly as much: the customer's second payment would be put into his case.
 */
function ofOthers(credit: CreditFacts, equal: readonly Claimant[]): (one: Claimant) => boolean {
  const likely = equal.filter(
    (one) => isClosed(one) && (isDeclared(credit, one) || one.status === 'SUCCESS'),
  );
  return ({ merchant }) => likely.some((one) => one.merchant !== merchant);
}

/**
 * The one who waits here for just this sum, by whatever payer, while the words about the money have the ticket of an order of the same
 * merchant that has ended, or that people look at: who begins again may quote the ticket of the attempt before.
 */
export function behindEndedTicket(decisionCase: DecisionCase): Claimant | undefined {
  const { credit } = decisionCase;
  const { possible, named } = narrow(decisionCase);
  const [only, ...others] = possible.filter(
    (one) =>
      isOpen(one) &&
      one.same_number &&
      one.amount_xaf === credit.amount_xaf &&
      payerOf(credit, one) !== 'different',
  );
  if (only === undefined || others.length > 0) return undefined;
  return named.some((one) => !isOpen(one) && one.merchant === only.merchant) ? only : undefined;
}

/** Whether one of these payers isn't whom somebody declared who had asked for this very sum here when the money moved. */
export function isSaidOtherwise(
  decisionCase: DecisionCase,
  told_payers: readonly PayerPrint[] = [],
): boolean {
  return decisionCase.claimants.some(
    (one) =>
      one.same_number &&
      one.amount_xaf === decisionCase.credit.amount_xaf &&
      notBeforeCreation(decisionCase, one) &&
      told_payers.some((payer) => samePhone(payer, one.customer_phone) === 'different'),
  );
}

/** A fee added to be kind, or taken off by the sender; in francs. Assumed: no tariff of Chad is public. */
const FEES_XAF = [50, 100];

/**
 * Amounts that somebody who owes this one may send by a slip: a zero too many or too few, a fee added or taken
 * off. Two sessions that declare no payer and are this close are kept on different numbers where others are
 * free: on one number the slip of one customer would look exactly like the payment of the other. Symmetrical.
 */
export function easilyMistaken(amount_xaf: number): number[] {
  const tenth = amount_xaf % 10 === 0 ? [amount_xaf / 10] : [];
  const near = FEES_XAF.flatMap((fee_xaf) => [amount_xaf - fee_xaf, amount_xaf + fee_xaf]);
  return [amount_xaf * 10, ...tenth, ...near].filter((one) => one >= 1 && one <= AMOUNT_XAF_MAX);
}

/** The amount is the session's, or one that somebody who owes the session's may send by a slip. */
export function couldBeMeant(credit: CreditFacts, { amount_xaf }: Claimant): boolean {
  return amount_xaf === credit.amount_xaf || easilyMistaken(credit.amount_xaf).includes(amount_xaf);
}

/** A part of what is owed, or too much: at least half of it, and at most twice. */
export function isFairPart({ amount_xaf }: CreditFacts, owed_xaf: number): boolean {
  return amount_xaf >= Math.floor(owed_xaf / 2) && amount_xaf <= 2 * owed_xaf;
}

/**
 * Whether money of another amount could be the customer's own. A ticket is known to more people than him. So whoever
 * wants to spoil a session by it has to part with half its price, or with a sum that is easily mistaken for it, as a
 * tenth is; with the whole price where it has declared a phone that isn't his.
 */
export function couldBeFor(credit: CreditFacts, claimant: Claimant): boolean {
  if (isShortByAnother(credit, claimant)) return false;
  return (
    isDeclared(credit, claimant) || couldBeMeant(credit, claimant) || isFairPart(credit, claimant.amount_xaf)
  );
}

/**
 * Less than what is owed, by a phone that isn't the declared one, or by one of several that all aren't: nobody can confirm
 * anything by it, and the customer's own payment would join its case instead of settling.
 */
export function isShortByAnother(credit: CreditFacts, claimant: Claimant): boolean {
  if (credit.amount_xaf >= claimant.amount_xaf) return false;
  const numbers = credit.payer === null ? (credit.may_be_payers ?? []) : [credit.payer];
  return (
    numbers.length > 0 && numbers.every((payer) => payerOf({ ...credit, payer }, claimant) === 'different')
  );
}

/** Every digit of the payer's phone is known, and it is the one that was declared. */
export function isDeclared(credit: CreditFacts, { customer_phone }: Claimant): boolean {
  const payer = phoneOfPayer(credit.payer);
  return payer !== null && payer === customer_phone;
}

/** Whether the digits that it shows of its payer are those of the phone that somebody has declared. */
export function payerOf(credit: CreditFacts, claimant: Claimant): 'same' | 'different' | 'unknown' {
  if (credit.payer === null || claimant.customer_phone === null) return 'unknown';
  return samePayer(credit.payer, claimant.customer_phone as Msisdn);
}
