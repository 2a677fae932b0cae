import { CLOCKS_DIFFER_MS } from '../movement/clocks.ts';
import { samePhone } from '../msisdn.ts';
import type { NamelessStep, RowLikeStep } from './nameless.ts';

/** Where a list ends in the book of its number. */
export type ListEnd = {
  /** The last step in the book that is one of its rows; null where none is. */
  last_place: number | null;
  /** The balance there; null where the book says nothing of it. */
  closing_xaf: number | null;
};

type Listed = { rows: readonly RowLikeStep[]; steps: readonly NamelessStep[]; covers_until: Date };

/**
 * The steps that were taken for rows of a list though their messages came after it had ended, by more than clocks differ: they came late,
 * or tell of what the list doesn't reach. Not those whose row names the same payer: nobody pays one sum twice as often as a
 * message is late.
 */
export function cameAfter(
  paired: ReadonlyMap<number, string>,
  { rows, steps, covers_until }: Listed,
): NamelessStep[] {
  const party_of = new Map(rows.map(({ ordinal, party }) => [ordinal, party]));
  const step_of = new Map(steps.map((step) => [step.step_id, step]));
  const late = [...paired].flatMap(([ordinal, step_id]) => {
    const step = step_of.get(step_id);
    const is_late =
      step !== undefined && step.occurred_at.getTime() > covers_until.getTime() + CLOCKS_DIFFER_MS;
    return is_late && samePhone(step.payer, party_of.get(ordinal)) !== 'same' ? [step] : [];
  });
  return [...new Set(late)];
}

/**
 * The place in the book from which steps lie behind the end of a list, null where none does. The message of a row may come hours late, so
 * its time alone says nothing. But a step that begins at the very balance at which the list ends goes on from it: to be one of its
 * rows, the balance would have to have come back there without a message. Pure.
 * @param late steps that were taken for rows of the list, and that came after it
 */
export function beyondFrom(
  late: readonly NamelessStep[],
  { last_place, closing_xaf }: ListEnd,
): number | null {
  const behind = late
    .filter(({ place }) => place > (last_place ?? 0))
    .toSorted((one, other) => one.place - other.place);
  const last_listed = behind.findLastIndex(({ after_xaf }) => after_xaf === closing_xaf);
  const beyond = behind
    .slice(last_listed + 1)
    .find(({ after_xaf, moved_xaf }) => after_xaf - moved_xaf === closing_xaf);
  return beyond?.place ?? null;
}
