import type { Meaning } from '../../../domain/ledger/step.ts';
import { announcedTo, isMisdirected } from '../../../domain/movement/announced.ts';
import { hiddenFeeMax } from '../../../domain/movement/move.ts';
import { fullNumber, isSamePrint, printOf, samePhone } from '../../../domain/msisdn.ts';
import type { loadUnmet } from '../../../store/book/announced.ts';
import type { FoundStep } from '../../../store/book/find-steps.ts';
import type { FoundProposal } from '../../../store/staff/record.ts';

/** What was announced and no step has met. */
export type Unmet = Awaited<ReturnType<typeof loadUnmet>>[number];

/** What people say that a step was; `cause_id`: which refund or settlement, where they name it. */
type SaidOfStep = { meaning: Meaning; cause_id?: string | null };

/**
 * The announcement that a step meets if it was what people say, by its sum alone or with a fee, or from another SIM; and one that it
 * would meet had it not gone to another phone. Where that phone was typed, since nothing shows the payer's, it may be mistyped: what went
 * to another may be meant all the same. `several`: those that it may be, where nothing tells which: people have to name one.
 */
export function announcedFor(
  step: FoundStep,
  { meaning, cause_id = null }: SaidOfStep,
  announced: readonly Unmet[],
): { unmet: Unmet | null; elsewhere: Unmet | null; several: Unmet[] } {
  const said = announced.filter(
    (one) => isSaid(one, meaning) && (cause_id === null || one.cause_id === cause_id),
  );
  const own = said.filter((one) => one.collection_number_id === step.collection_number_id);
  const of_sum = own.filter(({ amount_xaf }) => amount_xaf === -step.stands_xaf);
  const with_fee = own.filter((one) => isWithFee(one, step));
  const may_be = [of_sum, with_fee]
    .map((some) => some.filter((one) => !isMisdirected(one, step)))
    .map((some) => thatPrint(some, step))
    .concat([sentFromHere(said, step), said.filter((one) => one.nameless.includes(step.id))])
    .find((some) => some.length > 0);
  const elsewhere = [...of_sum, ...with_fee].filter((one) => isMisdirected(one, step));
  if (may_be === undefined) {
    const mistyped = elsewhere.filter((one) => mayBeMistyped(one, step));
    const several = areSeveral(mistyped) ? mistyped : [];
    return { unmet: mistyped[0] ?? null, elsewhere: elsewhere[0] ?? null, several };
  }
  return {
    unmet: announcedTo(may_be, step),
    elsewhere: elsewhere[0] ?? null,
    several: step.recipient === null && areSeveral(may_be) ? may_be : [],
  };
}

/** Whether the phone of what was announced was only typed, and nothing shows that its payer has another one than got the money. */
const mayBeMistyped = ({ was_said, shown }: Unmet, { recipient }: FoundStep): boolean =>
  was_said && shown.every((payer) => samePhone(printOf(payer), recipient) !== 'different');

/** Those whose phone the step prints in words that nobody knows; all of them where it prints none. */
function thatPrint(some: readonly Unmet[], { id }: FoundStep): Unmet[] {
  const printed = some.filter(({ printed_by }) => printed_by.includes(id));
  return printed.length > 0 ? printed : [...some];
}

/** Whether these are several refunds or settlements. A sweep is of no cause. */
const areSeveral = (unmet: readonly Unmet[]): boolean =>
  new Set(unmet.flatMap(({ cause_id }) => cause_id ?? [])).size > 1;

/**
 * What was said to leave another SIM, where this one has sent its very sum, alone or with a fee, to its very phone, or a text in unknown
 * words prints that.
 */
function sentFromHere(said: readonly Unmet[], step: FoundStep): Unmet[] {
  const { id, recipient, stands_xaf } = step;
  const isTo = ({ to_phone, printed_by }: Unmet) =>
    recipient === null
      ? printed_by.includes(id)
      : fullNumber(recipient) !== null && isSamePrint(recipient, to_phone);
  const of_sum = said.find((one) => one.amount_xaf === -stands_xaf && isTo(one));
  const one = of_sum ?? said.find((one) => isWithFee(one, step) && isTo(one));
  return one === undefined ? [] : [one];
}

/** Whether an announced debit is what people call it: `refund` is money back to a payer, for a merchant or out of suspense. */
function isSaid({ kind }: Unmet, meaning: Meaning): boolean {
  return kind === meaning || (meaning === 'refund' && kind === 'merchant_refund');
}

/** Whether a step may be what was announced and the operator's fee in one sum, as a reading or a statement tells it. */
function isWithFee({ amount_xaf }: Unmet, { before_xaf, after_xaf, stands_xaf }: FoundStep): boolean {
  const fee_xaf = -stands_xaf - amount_xaf;
  return stands_xaf === after_xaf - before_xaf && fee_xaf > 0 && fee_xaf <= hiddenFeeMax(amount_xaf);
}

/**
 * Which announcement they mean, as the second of two has to mean it too: what was due when the first spoke may have been met by another
 * step since, and another of its sum be due. A sweep has no id that people know, and is told by when it was announced. Of several of one
 * sum from one SIM it is nobody's money which was which: where the one that the first meant is met, the next is as good, if it was
 * announced before they spoke. What somebody announced since would explain by two words what the first knew nothing of. Where it went to
 * another phone than was typed, they mean that phone too.
 */
export function meant(
  unmet: Unmet | null,
  step: FoundStep,
  cause_id: string | null,
  first: FoundProposal | undefined,
): Record<string, string> {
  const { collection_number_id, recipient } = step;
  if (unmet === null || unmet.cause_id !== null) {
    const named = unmet?.cause_id ?? cause_id;
    if (named === null) return {};
    const is_elsewhere = unmet !== null && recipient !== null && isMisdirected(unmet, step);
    return { cause_id: named, ...(is_elsewhere && { to: recipient }) };
  }
  const of_first = first?.terms.announced_at ?? null;
  const is_as_good =
    first !== undefined &&
    unmet.collection_number_id === collection_number_id &&
    unmet.announced_at <= first.proposed_at;
  return { announced_at: is_as_good && of_first !== null ? of_first : unmet.announced_at.toISOString() };
}
