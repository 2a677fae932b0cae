import { fullNumber, HIDDEN_DIGIT, type PayerPrint, samePhone } from '../msisdn.ts';
import { pairInOrder, type Timed } from './pair.ts';

/** What happened at a time, and with whom; null where that is not said. */
export type Named<Key> = Timed<Key> & { phone: PayerPrint | null };

/**
 * Pairs rows and steps of one sum by who paid or got it, and in their order where that is not said. First each phone with itself, those of
 * which the step shows more digits before others; then what a row says of nobody, and then what a step does. Pure.
 * @param or_others pairs what is left also where the two name different phones; otherwise such two are never one
 */
export function pairByPhone<Row, Step>(
  rows: readonly Named<Row>[],
  steps: readonly Named<Step>[],
  { within_ms, or_others }: { within_ms: number; or_others: boolean },
): [Row, Step][] {
  const pairs: [Row, Step][] = [];
  const taken_rows = new Set<Row>();
  const taken_steps = new Set<Step>();
  const pair = (some: readonly Named<Row>[], those: readonly Named<Step>[]) => {
    const free_rows = some.filter(({ key }) => !taken_rows.has(key));
    const free_steps = those.filter(({ key }) => !taken_steps.has(key));
    for (const [row, step] of pairInOrder(free_rows, free_steps, within_ms)) {
      pairs.push([row, step]);
      taken_rows.add(row);
      taken_steps.add(step);
    }
  };
  const rows_of = Map.groupBy(rows, ({ phone }) => phone);
  const steps_of = Map.groupBy(steps, ({ phone }) => phone);
  const masks = prints(rows_of).filter(isMasked);
  const looks = prints(steps_of).filter(isMasked).length * rows_of.size + masks.length * steps_of.size;
  if (looks > LOOKS_MAX) return pairByPhone(unmasked(rows), unmasked(steps), { within_ms, or_others });
  for (const print of printsOf(steps_of)) pair(rowsOf(print, rows_of, masks), steps_of.get(print) ?? []);
  pair(rows_of.get(null) ?? [], steps);
  pair(rows, steps_of.get(null) ?? []);
  if (or_others) pair(rows, steps);
  return pairs;
}

/** Comparing so many masks takes a tenth of a second: of more, none says who it is. */
const LOOKS_MAX = 50_000;

const isMasked = (print: PayerPrint): boolean => fullNumber(print) === null;
const prints = (of: ReadonlyMap<PayerPrint | null, unknown>): PayerPrint[] =>
  [...of.keys()].filter((print) => print !== null);
const unmasked = <Key>(all: readonly Named<Key>[]): Named<Key>[] =>
  all.map((one) => (one.phone !== null && isMasked(one.phone) ? { ...one, phone: null } : one));

/** Who is named, those of whom more digits are shown first: a mask may be several people. */
function printsOf(steps_of: ReadonlyMap<PayerPrint | null, unknown>): PayerPrint[] {
  const shown = (print: PayerPrint) => [...print].filter((symbol) => symbol !== HIDDEN_DIGIT).length;
  return prints(steps_of).toSorted((one, other) => shown(other) - shown(one));
}

/** The rows that may be with whom a step names so. A whole number is looked up, beside the few prints that hide digits. */
function rowsOf<Row>(
  print: PayerPrint,
  rows_of: ReadonlyMap<PayerPrint | null, readonly Named<Row>[]>,
  masks: readonly PayerPrint[],
): readonly Named<Row>[] {
  const whole = fullNumber(print);
  const others = whole === null ? prints(rows_of) : masks;
  const fitting = others.filter((phone) => samePhone(print, phone) !== 'different');
  return [...(whole === null ? [] : [whole]), ...fitting].flatMap((phone) => rows_of.get(phone) ?? []);
}
