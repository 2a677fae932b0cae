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
  /** Its place in the book; of what explains a gap, that of the gap. */
  place: number;
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
  /** Of how many rows its transaction is, what they come to, and where they end: the operator's fee may stand on a row of its own. */
  transaction_id: string;
  transaction_rows: number;
  transaction_xaf: number;
  transaction_after_xaf: number | null;
};

/** What one message may tell of: a row, or all rows of one transaction. */
type Unit = Pick<RowLikeStep, 'completed_at' | 'moved_xaf' | 'after_xaf' | 'party'> & { ordinals: number[] };

/**
 * Which step without an id is which row of one statement, or which rows of one transaction. No row whose id a step has, and no step
 * that is such a row. Those between the same balances first: of what they leave, any step of its sum may be a row without balances.
 * A row and a step that name different phones are one only where nothing else is left of the same balances: then they contradict each
 * other, and people look. Pure.
 * @param rows in their order
 * @returns by the ordinal of the row, the id of its step
 */
export function pairNameless(
  rows: readonly RowLikeStep[],
  steps: readonly NamelessStep[],
): ReadonlyMap<number, string> {
  const taken = new Set(rows.map(({ named_step_id }) => named_step_id));
  const paired = new Map<number, string>();
  const units = unitsOf(rows.filter(({ named_step_id }) => named_step_id === null));
  for (const is_printed of [true, false]) {
    const placeOf = ({ moved_xaf, after_xaf }: Unit | NamelessStep) =>
      is_printed ? `${moved_xaf} to ${after_xaf}` : String(moved_xaf);
    const free_steps = steps.filter(({ step_id }) => !taken.has(step_id));
    const steps_of = Map.groupBy(free_steps, placeOf);
    const left = units.filter(({ after_xaf }) => (after_xaf !== null) === is_printed);
    for (const [place, there] of Map.groupBy(left, placeOf)) {
      const free = there.filter(({ ordinals }) => !ordinals.some((ordinal) => paired.has(ordinal)));
      const named = (steps_of.get(place) ?? []).map(namedStep);
      const options = { within_ms: NAMELESS_WITHIN_MS, or_others: is_printed };
      for (const [{ ordinals }, step_id] of pairByPhone(free.map(namedUnit), named, options)) {
        if (ordinals.some((ordinal) => paired.has(ordinal))) continue;
        for (const ordinal of ordinals) paired.set(ordinal, step_id);
        taken.add(step_id);
      }
    }
  }
  return paired;
}

/** Whole transactions of several rows come first: each row of one may still be a step of its own. */
function unitsOf(rows: readonly RowLikeStep[]): Unit[] {
  const whole = [...Map.groupBy(rows, ({ transaction_id }) => transaction_id).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.length === 1 || all.length < first.transaction_rows) return [];
    const { completed_at, transaction_xaf: moved_xaf, transaction_after_xaf: after_xaf } = first;
    const party = all.find((row) => row.party !== null)?.party ?? null;
    return [{ completed_at, moved_xaf, after_xaf, party, ordinals: all.map(({ ordinal }) => ordinal) }];
  });
  return [...whole, ...rows.map((row) => ({ ...row, ordinals: [row.ordinal] }))];
}

const namedUnit = (unit: Unit) => ({ key: unit, at_ms: unit.completed_at.getTime(), phone: unit.party });

const namedStep = ({ step_id, occurred_at, payer }: NamelessStep) => ({
  ...{ key: step_id, at_ms: occurred_at.getTime(), phone: payer },
});
