import type { Claim } from './path.ts';

/** A step since the last reading, as it is weighed against messages that tell otherwise. */
export type Past = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  /** A credit that the chain alone proves, or what is missing: a message that fills it would prove it. */
  is_weighed: boolean;
  is_pending: boolean;
};

/** More ways than this, or more messages, are somebody's maze: it contests everything that it could lead past. */
const LOOKS_MAX = 20_000;
export const OTHERS_MAX = 2000;

/**
 * The steps past which messages that have no place lead another way: from a balance on the way between two readings to
 * a later one. A reading can't tell the two ways apart, so it vouches for neither: somebody who reads every SMS may
 * have put his own step before a true one, which then found no place. Where other messages are missing too, one that
 * begins on the way and doesn't lead beyond them is enough. Whoever doesn't know the balances would have to guess both
 * ends. More messages contest more steps, never fewer. Pure.
 * @param way from the balance that was read last to the one that is read now; what is missing is a step of it
 * @param missing the place of that step; null when nothing is missing, or money
 * @param others the messages that are not on the way
 * @returns the ids of those that are weighed, in order
 */
export function contestedSteps(
  way: readonly Past[],
  missing: number | null,
  others: readonly Claim[],
): string[] {
  const places = placesOf([
    ...way.map(({ before_xaf }) => before_xaf),
    ...way.slice(-1).map(({ after_xaf }) => after_xaf),
  ]);
  const ways = new Ways(others);
  const contested = new Set<string>();
  const contest = (steps: readonly Past[], most_xaf: number): void => {
    let left_xaf = most_xaf;
    for (const { step_id, before_xaf, after_xaf, is_weighed } of steps) {
      if (!is_weighed || left_xaf <= 0) continue;
      contested.add(step_id);
      left_xaf -= after_xaf - before_xaf;
    }
  };
  for (const [from_xaf, starts] of places) {
    const before_missing = missing === null ? undefined : starts.findLast((place) => place <= missing);
    for (const to_xaf of ways.from(from_xaf)) {
      const led_past = stretches(starts, places.get(to_xaf) ?? []);
      for (const stretch of led_past) contest(way.slice(...stretch), Number.POSITIVE_INFINITY);
      if (led_past.length > 0 || missing === null || before_missing === undefined) continue;
      if (from_xaf < to_xaf && to_xaf <= (way[missing]?.after_xaf ?? 0))
        contest(way.slice(before_missing, missing), to_xaf - from_xaf);
    }
  }
  if (ways.is_maze || others.length >= OTHERS_MAX) contest(way, Number.POSITIVE_INFINITY);
  return way.flatMap(({ step_id }) => (contested.has(step_id) ? [step_id] : []));
}

/** At which places of the way each balance stood, in order. */
function placesOf(balances: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [place, balance_xaf] of balances.entries())
    places.set(balance_xaf, [...(places.get(balance_xaf) ?? []), place]);
  return places;
}

/** From each place of one balance to the next of another: of balances that came back, each time. */
function stretches(starts: readonly number[], ends: readonly number[]): [number, number][] {
  return ends.flatMap((end, at): [number, number][] => {
    const start = starts.findLast((one) => one < end);
    return start === undefined || start < (ends[at - 1] ?? 0) ? [] : [[start, end]];
  });
}

/** Where messages lead, one after the other. */
class Ways {
  readonly #to: Map<number, number[]>;
  #looks = 0;

  constructor(claims: readonly Claim[]) {
    const moves = claims.flatMap(({ moves: told }) =>
      told.flatMap(({ before_xaf, after_xaf }) =>
        before_xaf === null || after_xaf === null ? [] : [{ before_xaf, after_xaf }],
      ),
    );
    this.#to = new Map(
      [...Map.groupBy(moves, ({ before_xaf }) => before_xaf)].map(([from_xaf, group]) => [
        from_xaf,
        group.map(({ after_xaf }) => after_xaf),
      ]),
    );
  }

  get is_maze(): boolean {
    return this.#looks > LOOKS_MAX;
  }

  /** Every balance to which messages lead from this one. */
  from(from_xaf: number): Set<number> {
    const reached = new Set<number>();
    const open = [from_xaf];
    for (let at_xaf = open.pop(); at_xaf !== undefined && !this.is_maze; at_xaf = open.pop())
      for (const to_xaf of this.#to.get(at_xaf) ?? []) {
        this.#looks += 1;
        if (reached.has(to_xaf)) continue;
        reached.add(to_xaf);
        open.push(to_xaf);
      }
    return reached;
  }
}
