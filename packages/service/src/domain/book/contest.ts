import { besideWay, toldBetween } from './between.ts';
import { hasBalances } from './move.ts';
import type { Claim } from './path.ts';

/** A step since the last reading, as it is weighed against messages that tell otherwise. */
export type Past = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  /** Money that the chain alone proves came, or what is missing: a message that fills it would prove it. */
  is_weighed: boolean;
  is_pending: boolean;
  /** Of a debit that began here only if it hides a fee: from where on it may have begun, and up to where. */
  hiding?: { from_xaf: number; until_xaf: number };
};

/** A step past which messages lead another way. */
export type Contested = {
  step_id: string;
  /** So much of it may be false. */
  xaf: number;
  /** A message begins or ends on the way: then all of it may be false. Else so much as messages tell of otherwise. */
  is_whole: boolean;
  /** The messages that contest it: once people have said that none of them is true, the step stands. Empty: too many to name. */
  by: string[];
};

/** More ways than this, or more messages, are somebody's maze: it contests everything that it could lead past. */
const LOOKS_MAX = 20_000;
export const OTHERS_MAX = 2000;

/** People are not asked about more messages than this for one step; they say what the step was. */
const NAMED_MAX = 200;

/**
 * The steps past which messages that have no place lead another way: from a balance on the way between two readings to
 * a later one. A reading can't tell the two ways apart, so it vouches for neither: somebody who reads every SMS may
 * have put his own step before a true one, which then found no place. Where a message was lost, the true one beside it
 * has one end on the way only, and somebody may have told both in one. So one that a template has read and that begins or ends
 * on the way contests as much as it tells of. Where two were lost, what lies between touches the way nowhere: of each
 * step so much may be false as such messages tell of between the same balances (`between.ts`). More messages contest
 * more, never less. Pure.
 * @param way from the balance that was read last to the one that is read now; what is missing is a step of it
 * @param others the messages that are not on the way
 * @param left_xaf what staff have announced that they send, of which no message has told
 * @param tried steps that may be lucky guesses, with the messages that tried (`tries.ts`)
 * @returns those that are weighed, in order
 */
export function contestedSteps(
  way: readonly Past[],
  others: readonly Claim[],
  left_xaf = 0,
  tried: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Contested[] {
  const whole = wholeSteps(way, others);
  for (const [step_id, by] of tried) {
    const known = whole.get(step_id);
    whole.set(step_id, known?.size === 0 ? known : new Set([...(known ?? []), ...by]));
  }
  const beside = besideWay(way, others, left_xaf);
  return way.flatMap((step): Contested[] => {
    const { step_id, before_xaf, after_xaf, is_weighed } = step;
    if (!is_weighed) return [];
    const told = toldBetween(step, beside);
    const by = whole.get(step_id);
    if (by === undefined && told.xaf === 0) return [];
    const named = by?.size === 0 ? [] : [...new Set([...(by ?? []), ...told.by])];
    return [
      {
        step_id,
        xaf: by === undefined ? told.xaf : Math.max(0, after_xaf - before_xaf),
        is_whole: by !== undefined,
        by: named.length > NAMED_MAX ? [] : named,
      },
    ];
  });
}

/** The steps past which messages lead that touch the way, with those messages: none of them named where they are a maze. */
function wholeSteps(way: readonly Past[], others: readonly Claim[]): Map<string, Set<string>> {
  const places = placesOf([
    ...way.map(({ before_xaf }) => before_xaf),
    ...way.slice(-1).map(({ after_xaf }) => after_xaf),
  ]);
  const ways = new Ways(others);
  const contested = new Map<string, Set<string>>();
  const contest = (steps: readonly Past[], most_xaf: number, by: ReadonlySet<string>): void => {
    let left_xaf = most_xaf;
    for (const { step_id, before_xaf, after_xaf, is_weighed } of steps) {
      if (!is_weighed || left_xaf <= 0) continue;
      contested.set(step_id, new Set([...(contested.get(step_id) ?? []), ...by]));
      left_xaf -= Math.max(0, after_xaf - before_xaf);
    }
  };
  for (const [balance_xaf, stood] of places) {
    const onward = ways.from(balance_xaf);
    for (const to_xaf of onward.reached)
      for (const stretch of stretches(stood, places.get(to_xaf) ?? []))
        contest(way.slice(...stretch), Number.POSITIVE_INFINITY, onward.by);
    const read = ways.readFrom(balance_xaf);
    for (const to_xaf of read.reached)
      if (!places.has(to_xaf)) for (const at of stood) contest(way.slice(at), to_xaf - balance_xaf, read.by);
    const back = ways.readTo(balance_xaf);
    for (const from_xaf of back.reached)
      if (!places.has(from_xaf))
        for (const at of stood) contest(way.slice(0, at).toReversed(), balance_xaf - from_xaf, back.by);
  }
  if (ways.is_maze || others.length >= OTHERS_MAX)
    return new Map(way.filter(({ is_weighed }) => is_weighed).map(({ step_id }) => [step_id, new Set()]));
  return contested;
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

/** Where one message leads by one of its readings. */
type Way = { key: string; from_xaf: number; to_xaf: number; is_read: boolean };

/** The balances to which messages lead, one after the other, and which messages these are. */
type Reach = { reached: Set<number>; by: Set<string> };

/** Where messages lead, one after the other. */
class Ways {
  readonly #next: Map<number, Way[]>;
  readonly #last: Map<number, Way[]>;
  #looks = 0;

  constructor(claims: readonly Claim[]) {
    const moves = claims.flatMap(({ key, moves: told }) =>
      told.filter(hasBalances).map(
        ({ kind, before_xaf, after_xaf }): Way => ({
          ...{ key, from_xaf: before_xaf, to_xaf: after_xaf, is_read: kind !== 'UNREAD' },
        }),
      ),
    );
    this.#next = Map.groupBy(moves, ({ from_xaf }) => from_xaf);
    this.#last = Map.groupBy(moves, ({ to_xaf }) => to_xaf);
  }

  get is_maze(): boolean {
    return this.#looks > LOOKS_MAX;
  }

  /** Every balance to which messages lead from this one. */
  from(from_xaf: number): Reach {
    return this.#reached(from_xaf, (at_xaf) => this.#next.get(at_xaf) ?? [], 'to_xaf');
  }

  /** Those to which messages lead that a template has read: words that none takes are many guesses in one. */
  readFrom(from_xaf: number): Reach {
    const read = (at_xaf: number) => (this.#next.get(at_xaf) ?? []).filter(({ is_read }) => is_read);
    return this.#reached(from_xaf, read, 'to_xaf');
  }

  /** Every balance from which such messages lead to this one. */
  readTo(to_xaf: number): Reach {
    const read = (at_xaf: number) => (this.#last.get(at_xaf) ?? []).filter(({ is_read }) => is_read);
    return this.#reached(to_xaf, read, 'from_xaf');
  }

  #reached(start_xaf: number, next: (at_xaf: number) => Way[], end: 'from_xaf' | 'to_xaf'): Reach {
    const reached = new Set<number>();
    const by = new Set<string>();
    const open = [start_xaf];
    for (let at_xaf = open.pop(); at_xaf !== undefined && !this.is_maze; at_xaf = open.pop())
      for (const way of next(at_xaf)) {
        this.#looks += 1;
        by.add(way.key);
        const then_xaf = way[end];
        if (reached.has(then_xaf)) continue;
        reached.add(then_xaf);
        open.push(then_xaf);
      }
    return { reached, by };
  }
}
