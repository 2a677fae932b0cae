import type { ReadCredit } from '../../domain/credit.ts';
import { isTransfer } from '../../domain/movement/move.ts';
import type { NewIncident } from '../feeds.ts';
import type { BookChange } from './change.ts';
import { idsTold } from './messages.ts';

/** A credit that settles, and the step that had its transaction id before. */
export type SecondCredit = {
  credit: ReadCredit;
  first: {
    step_id: string;
    /** What came to another of our numbers by it, negative for what left; null where it is of the same number. */
    elsewhere_xaf: number | null;
  };
};

/**
 * Incidents for steps whose transaction id an earlier step has, or one of another number in this batch. Each moved a
 * balance, so both are true; a person finds out whose the id is.
 */
export function secondSteps(changes: readonly BookChange[]): NewIncident[] {
  const steps = changes.flatMap(({ state: { collection_number_id, operator }, steps: own }) =>
    own.map((step) => ({ ...step, collection_number_id, operator })),
  );
  const first = new Map<string, (typeof steps)[number]>();
  return steps.flatMap((step) => {
    const { id: step_id, collection_number_id, claim, move, before_xaf, after_xaf } = step;
    const names = idsTold(claim).map((id) => `${step.operator}/${id}`);
    const twin = names.map((name) => first.get(name)).find((one) => one !== undefined);
    for (const name of names) if (!first.has(name)) first.set(name, step);
    const { known } = claim;
    const first_step_id = known?.step_id ?? twin?.id;
    const elsewhere_xaf = known?.elsewhere_xaf ?? (twin === undefined ? 0 : twin.after_xaf - twin.before_xaf);
    if (first_step_id === undefined || isTransfer(after_xaf - before_xaf, elsewhere_xaf)) return [];
    return [second(collection_number_id, { step_id, amount_xaf: move.amount_xaf, first_step_id })];
  });
}

/**
 * The same where only the index of ids tells which step was first, as the second settles: its message may have waited while
 * its id came on another number, or two numbers got theirs at once.
 */
export function secondCredits(seconds: readonly SecondCredit[]): NewIncident[] {
  return seconds
    .filter(({ credit, first }) => !isTransfer(credit.amount_xaf, first.elsewhere_xaf ?? 0))
    .map(({ credit: { id: step_id, amount_xaf, collection_number_id }, first }) =>
      second(collection_number_id, { step_id, amount_xaf, first_step_id: first.step_id }),
    );
}

/** One of its own for each second step: whoever looks up one pair has not looked up the next. */
const second = (
  collection_number_id: string,
  detail: { step_id: string; amount_xaf: number; first_step_id: string },
): NewIncident => ({ collection_number_id, kind: 'two_steps_one_id', about: detail.step_id, detail });
