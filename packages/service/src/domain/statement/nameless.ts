import type { PayerPrint } from '../msisdn.ts';
import { DAY_MS } from '../time.ts';
import { pairByPhone } from './payers.ts';

/**
 * A message may name no transaction, or only the one that it undoes. Its step is known by its two balances, or by its sum where
 * the statement prints none, at most so far in time from the row. Of several such rows each is a step of its own.
 */
export const NAMELESS_WITHIN_MS = DAY_MS;

/** A step of the book without an id. */
export type NamelessStep = {
  step_id: string;
  occurred_at: Date;
  moved_xaf: number;
  after_xaf: number;
  /** Who paid or got it, as its message prints him; null where that names nobody. */
  payer: PayerPrint | null;
};

/** A row that moved what such a step did. */
export type RowLikeStep = {
  ordinal: number;
  completed_at: Date;
  moved_xaf: number;
  /** Null where the list prints none. */
  after_xaf: number | null;
  /** Who paid or got it; null where nobody is named, or the number itself. */
  party: PayerPrint | null;
  /** The step that has its id. */
  named_step_id: string | null;
};

/**
 * Which step without an id is which row of one statement. No row whose id a step has, and no step that is such a row. Those between the
 * same balances first: of what they leave, any step of its sum may be a row without balances. A row and a step that name different
 * phones are one only where nothing else is left of the same balances: then they contradict each other, and people look. Pure.
 * @param rows in their order
 * @returns by the ordinal of the row, the id of its step
 */
export function pairNameless(
  rows: readonly RowLikeStep[],
  steps: readonly NamelessStep[],
): ReadonlyMap<number, string> {
  const taken = new Set(rows.map(({ named_step_id }) => named_step_id));
  const paired = new Map<number, string>();
  for (const is_printed of [true, false]) {
    const placeOf = ({ moved_xaf, after_xaf }: RowLikeStep | NamelessStep) =>
      is_printed ? `${moved_xaf} to ${after_xaf}` : String(moved_xaf);
    const free_steps = steps.filter(({ step_id }) => !taken.has(step_id));
    const steps_of = Map.groupBy(free_steps, placeOf);
    const left = rows.filter((row) => row.named_step_id === null && (row.after_xaf !== null) === is_printed);
    for (const [place, there] of Map.groupBy(left, placeOf))
      for (const [ordinal, step_id] of pairByPhone(
        there.map((row) => ({ key: row.ordinal, at_ms: row.completed_at.getTime(), phone: row.party })),
        (steps_of.get(place) ?? []).map(namedStep),
        { within_ms: NAMELESS_WITHIN_MS, or_others: is_printed },
      )) {
        paired.set(ordinal, step_id);
        taken.add(step_id);
      }
  }
  return paired;
}

const namedStep = ({ step_id, occurred_at, payer }: NamelessStep) => ({
  ...{ key: step_id, at_ms: occurred_at.getTime(), phone: payer },
});
