import { DAY_MS } from '../time.ts';
import { pairInOrder } from './pair.ts';

/**
 * A message may name no transaction, or only the one that it undoes. Its step is known by its two balances, or by its sum where
 * the statement prints none, at most so far in time from the row. Of several such rows each is a step of its own.
 */
export const NAMELESS_WITHIN_MS = DAY_MS;

/** A step of the book without an id. */
export type NamelessStep = { step_id: string; occurred_at: Date; moved_xaf: number; after_xaf: number };

/** A row that moved what such a step did. */
export type RowLikeStep = {
  ordinal: number;
  completed_at: Date;
  moved_xaf: number;
  /** Null where the list prints none. */
  after_xaf: number | null;
  /** The step that has its id. */
  named_step_id: string | null;
};

/**
 * Which step without an id is which row of one statement. No row whose id a step has, and no step that is such a row. Those between
 * the same balances first: of what they leave, any step of its sum may be a row without balances. Pure.
 * @param rows in their order
 * @returns by the ordinal of the row, the id of its step
 */
export function pairNameless(
  rows: readonly RowLikeStep[],
  steps: readonly NamelessStep[],
): ReadonlyMap<number, string> {
  const taken = new Set(rows.map(({ named_step_id }) => named_step_id));
  const left = rows.filter(({ named_step_id }) => named_step_id === null);
  const paired = new Map<number, string>();
  const pair = (some: readonly RowLikeStep[], placeOf: (one: RowLikeStep | NamelessStep) => string) => {
    const free = Map.groupBy(
      steps.filter(({ step_id }) => !taken.has(step_id)),
      placeOf,
    );
    for (const [place, there] of Map.groupBy(some, placeOf))
      for (const [ordinal, step_id] of pairInOrder(
        there.map((row) => ({ key: row.ordinal, at_ms: row.completed_at.getTime() })),
        (free.get(place) ?? []).map((step) => ({ key: step.step_id, at_ms: step.occurred_at.getTime() })),
        NAMELESS_WITHIN_MS,
      )) {
        paired.set(ordinal, step_id);
        taken.add(step_id);
      }
  };
  pair(
    left.filter(({ after_xaf }) => after_xaf !== null),
    ({ moved_xaf, after_xaf }) => `${moved_xaf} to ${after_xaf}`,
  );
  pair(
    left.filter(({ after_xaf }) => after_xaf === null),
    ({ moved_xaf }) => String(moved_xaf),
  );
  return paired;
}
