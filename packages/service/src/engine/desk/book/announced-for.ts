import { announcedTo, isMisdirected } from '../../../domain/book/announced.ts';
import { hiddenFeeMax } from '../../../domain/book/move.ts';
import type { Meaning } from '../../../domain/ledger/book.ts';
import { fullNumber, isSamePrint } from '../../../domain/msisdn.ts';
import type { loadUnmet } from '../../../store/book/announced.ts';
import type { FoundStep } from '../../../store/book/find-steps.ts';

/** What was announced and no step has met. */
export type Unmet = Awaited<ReturnType<typeof loadUnmet>>[number];

/** What people say that a step was; `cause_id`: which refund or settlement, where they name it. */
type SaidOfStep = { meaning: Meaning; cause_id?: string | null };

/**
 * The announcement that a step meets if it was what people say, by its sum alone or with a fee, or from another SIM; and one that it
 * would meet had it not gone to another phone. `several`: those that it may be, where nothing tells to whom it went: people have to name
 * one.
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
  const nameless = said.filter((one) => one.nameless.includes(step.id));
  const there = sentFromHere(said, step);
  const met = announcedTo(of_sum, step) ?? announcedTo(with_fee, step);
  const alike = met === null ? nameless : of_sum.length > 0 ? of_sum : with_fee;
  const printed = alike.filter((one) => one.printed_by.includes(step.id));
  const may_be = printed.length > 0 ? printed : alike;
  const isToldHere = met === null && there !== null;
  return {
    unmet: printed[0] ?? met ?? there ?? nameless[0] ?? null,
    elsewhere: [...of_sum, ...with_fee].find((one) => isMisdirected(one, step)) ?? null,
    several: step.recipient === null && !isToldHere && areSeveral(may_be) ? may_be : [],
  };
}

/** Whether these are several refunds or settlements. A sweep is of no cause. */
const areSeveral = (unmet: readonly Unmet[]): boolean =>
  new Set(unmet.flatMap(({ cause_id }) => cause_id ?? [])).size > 1;

/**
 * What was said to leave another SIM, where this one has sent its very sum, alone or with a fee, to its very phone, or a text in unknown
 * words prints that.
 */
function sentFromHere(said: readonly Unmet[], step: FoundStep): Unmet | null {
  const { id, recipient, stands_xaf } = step;
  const isTo = ({ to_phone, printed_by }: Unmet) =>
    recipient === null
      ? printed_by.includes(id)
      : fullNumber(recipient) !== null && isSamePrint(recipient, to_phone);
  const of_sum = said.find((one) => one.amount_xaf === -stands_xaf && isTo(one));
  return of_sum ?? said.find((one) => isWithFee(one, step) && isTo(one)) ?? null;
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
