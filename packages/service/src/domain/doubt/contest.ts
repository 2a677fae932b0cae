import type { Claim } from '../movement/claim.ts';
import { ledFrom, type ToldMove, toldBy } from '../movement/ways.ts';
import { besideWay, toldBetween } from './between.ts';
import { type Contesting, type Doubt, type WeighedStep, withMore } from './contesting.ts';

/** More looks than this, or more messages, are somebody's maze: then every step that can be contested is. */
const LOOKS_MAX = 20_000;
export const OTHERS_MAX = 2000;

/**
 * Finds the steps past which unproven messages lead another way, from a balance on the way between two readings to a later
 * one. The reading is right by either way, so it vouches for neither: somebody who reads every SMS may have put a forged
 * step before a true message, which then found no place. More messages contest more, never less. Pure.
 * - Messages that lead from one balance of the way to a later one contest all steps between.
 * - Where a message was lost, the true one beside it touches the way at one end only, and somebody may have told both in
 *   one. So a message that a template has read and that touches the way at one end contests as much as it tells of.
 * - Where two were lost, the true one between them touches the way nowhere. So of each step as much may be false as such
 *   messages tell of between its balances (`between.ts`).
 * @param way from the balance that was read last to the one that is read now; what is missing is a step of it
 * @param others the messages that are not on the way
 * @param left_xaf what staff have announced that they send, of which no message has told
 * @param tried steps that may be lucky guesses, with the messages that tried (`tries.ts`)
 * @returns by contested step, in order, what speaks against it
 */
export function contestedSteps(
  way: readonly WeighedStep[],
  others: readonly Claim[],
  left_xaf: number,
  tried: ReadonlyMap<string, Contesting>,
): Map<string, Doubt> {
  const whole = wholeSteps(way, others);
  for (const [step_id, by] of tried) whole.set(step_id, withMore(whole.get(step_id), by));
  const beside = besideWay(way, others, left_xaf);
  const doubts = new Map<string, Doubt>();
  for (const step of way.filter(({ is_weighed }) => is_weighed)) {
    const told = toldBetween(step, beside);
    const by = whole.get(step.step_id);
    if (by === undefined && told.xaf === 0) continue;
    const named = withMore(by, told.by);
    doubts.set(step.step_id, {
      xaf: by === undefined ? told.xaf : Math.max(0, step.after_xaf - step.before_xaf),
      is_whole: by !== undefined,
      by: [...(named ?? [])],
    });
  }
  return doubts;
}

/** The steps contested by messages that touch the way, each with those messages. */
function wholeSteps(way: readonly WeighedStep[], others: readonly Claim[]): Map<string, Contesting> {
  const all_of_it = () =>
    new Map(way.filter(({ is_weighed }) => is_weighed).map(({ step_id }) => [step_id, null]));
  if (others.length >= OTHERS_MAX) return all_of_it();
  const places = placesOf([
    ...way.map(({ before_xaf }) => before_xaf),
    ...way.slice(-1).map(({ after_xaf }) => after_xaf),
  ]);
  const offWay = (balances: Iterable<number>) => [...balances].filter((one) => !places.has(one));
  const told = toldBy(others);
  // Words that no template takes are many guesses in one.
  const read = told.filter(({ move }) => move.kind !== 'UNREAD');
  const onward = ledFrom(told, 'from_xaf', 'after_xaf');
  const readOnward = ledFrom(read, 'from_xaf', 'after_xaf');
  const readBack = ledFrom(read, 'after_xaf', 'from_xaf');
  const contested = new Map<string, Contesting>();
  const contest = (steps: Iterable<WeighedStep>, most_xaf: number, by: Contesting): void => {
    let left_xaf = most_xaf;
    for (const { step_id, before_xaf, after_xaf, is_weighed } of steps) {
      if (!is_weighed || left_xaf <= 0) continue;
      contested.set(step_id, withMore(contested.get(step_id), by));
      left_xaf -= Math.max(0, after_xaf - before_xaf);
    }
  };
  let looks = 0;
  for (const [balance_xaf, stood] of places) {
    const [all, gone, come] = [onward(balance_xaf), readOnward(balance_xaf), readBack(balance_xaf)];
    looks += all.by.length + gone.by.length + come.by.length;
    if (looks > LOOKS_MAX) return all_of_it();
    // Each step once, whatever number of ways leads past it.
    const passed = [...all.balances].flatMap((to_xaf) => stretches(stood, places.get(to_xaf) ?? []));
    contest(
      new Set(passed.flatMap((stretch) => way.slice(...stretch))),
      Number.POSITIVE_INFINITY,
      named(all.by),
    );
    for (const at of stood) {
      contest(way.slice(at), Math.max(...offWay(gone.balances)) - balance_xaf, named(gone.by));
      contest(
        way.slice(0, at).toReversed(),
        balance_xaf - Math.min(...offWay(come.balances)),
        named(come.by),
      );
    }
  }
  return contested;
}

const named = (by: readonly ToldMove[]): Contesting =>
  withMore(
    new Set(),
    by.map(({ claim }) => claim.key),
  );

/** At which places of the way the book stood at each balance, in order. */
function placesOf(balances: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [place, balance_xaf] of balances.entries())
    places.set(balance_xaf, [...(places.get(balance_xaf) ?? []), place]);
  return places;
}

/**
 * Each time the way leads from one balance to another, without passing either again: the places of both. Several where a
 * balance came back.
 */
function stretches(starts: readonly number[], ends: readonly number[]): [number, number][] {
  return ends.flatMap((end, at): [number, number][] => {
    const start = starts.findLast((one) => one < end);
    return start === undefined || start < (ends[at - 1] ?? 0) ? [] : [[start, end]];
  });
}
