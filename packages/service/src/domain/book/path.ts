import { byTime, type Claim } from './claim.ts';
import { hasBalances, type Move, type MoveWithBalances } from './move.ts';

/** A claim with the one movement that fits where it stands. */
export type Placed = { claim: Claim; move: Move; before_xaf: number; after_xaf: number };

/** A claim with one of its readings. */
export type Told = { claim: Claim; move: MoveWithBalances };

/** Whether a debit that prints no fee may have had this one. */
export type MayHideFee = (debit: Told, fee_xaf: number) => boolean;

/** More looks at one pile than this mean that somebody has made a maze: no way through it is proven. */
const LOOKS_MAX = 20_000;
/**
 * At most so many messages are compared to find which came last at a balance: on an honest SIM a balance comes back a few
 * times between two readings.
 */
const LOOPS_MAX = 200;

/** Claims without a place, found by the balances at which they begin and end. */
export class Pile {
  readonly #left: Set<Claim>;
  readonly #from: Map<number, Told[]>;
  readonly #to: Map<number, Told[]>;
  readonly #hiding: Told[];
  readonly #hidingAt = new Map<number, Told[]>();
  #looks = 0;
  #loops = 0;

  constructor(claims: readonly Claim[]) {
    const moves = claims
      .toSorted(byTime)
      .flatMap((claim) => claim.moves.filter(hasBalances).map((move) => ({ claim, move })));
    this.#left = new Set(claims);
    this.#from = Map.groupBy(moves, ({ move }) => move.before_xaf);
    this.#to = Map.groupBy(moves, ({ move }) => move.after_xaf);
    this.#hiding = moves.filter(({ move }) => move.hidden_fee_max_xaf > 0);
  }

  get left(): Claim[] {
    return [...this.#left];
  }

  take(claim: Claim): void {
    this.#left.delete(claim);
  }

  give(claim: Claim): void {
    this.#left.add(claim);
  }

  /** The messages that may begin at this balance. One that could mean two movements from here is left to a person. */
  after(before_xaf: number, mayHideFee: MayHideFee): Placed[] {
    const exact = this.#from.get(before_xaf) ?? [];
    const hiding = this.#mayBeginAt(before_xaf).filter((debit) =>
      mayHideFee(debit, before_xaf - debit.move.before_xaf),
    );
    const found = Map.groupBy(
      [...exact, ...hiding].filter(({ claim }) => this.#left.has(claim)),
      ({ claim }) => claim,
    );
    return [...found.values()].flatMap((moves) => {
      const [first] = moves;
      const meanings = new Set(
        moves.map(({ move: { kind, amount_xaf, after_xaf } }) => `${kind} ${amount_xaf} ${after_xaf}`),
      );
      if (first === undefined || meanings.size > 1) return [];
      return [{ ...first, before_xaf, after_xaf: first.move.after_xaf }];
    });
  }

  /** Debits that begin at this balance if they hide a fee. The answer is kept, since a maze would ask again and again. */
  #mayBeginAt(before_xaf: number): Told[] {
    const known = this.#hidingAt.get(before_xaf);
    if (known !== undefined) return known;
    const found = this.#hiding.filter(({ move }) => {
      const fee_xaf = before_xaf - move.before_xaf;
      return fee_xaf > 0 && fee_xaf <= move.hidden_fee_max_xaf;
    });
    this.#hidingAt.set(before_xaf, found);
    return found;
  }

  /**
   * The chain that ends exactly at a balance, earlier first. It goes back as long as only one message leads to the balance,
   * or one of those that do came after all the others.
   * @param behind messages that come after the chain, and so have no place in it
   */
  pathTo(to_xaf: number, behind: ReadonlySet<Claim> = new Set()): Placed[] {
    const path: Placed[] = [];
    const used = new Set<Claim>(behind);
    for (let end_xaf = to_xaf; ; ) {
      const found = this.#leadingTo(end_xaf, used);
      const is_one = new Set(found.map(({ claim }) => claim)).size === 1;
      const last = is_one ? this.#readingOf(found, used) : this.#lastOf(found, used);
      if (last === undefined) return path;
      const { before_xaf } = last.move;
      path.unshift({ ...last, before_xaf, after_xaf: end_xaf });
      used.add(last.claim);
      end_xaf = before_xaf;
    }
  }

  /** Where one message leads here by two of its readings: the reading to which another message leads. */
  #readingOf(found: readonly Told[], used: ReadonlySet<Claim>): Told | undefined {
    if (found.length === 1) return found[0];
    const led = found.filter(({ claim, move }) =>
      this.#leadingTo(move.before_xaf, used).some((one) => one.claim !== claim),
    );
    return led.length === 1 ? led[0] : undefined;
  }

  /** Where several messages end at one balance, because it came back: the one behind which all the others lie. */
  #lastOf(found: readonly Told[], used: ReadonlySet<Claim>): Told | undefined {
    this.#loops += found.length;
    if (this.#loops > LOOPS_MAX) return undefined;
    const last = found.filter(({ claim, move }) => {
      const chain = this.pathTo(move.before_xaf, new Set([...used, claim]));
      const before = new Set(chain.map((one) => one.claim));
      return found.every((one) => one.claim === claim || before.has(one.claim));
    });
    return last.toSorted((a, b) => byTime(b.claim, a.claim))[0];
  }

  #leadingTo(end_xaf: number, used: ReadonlySet<Claim>): Told[] {
    return (this.#to.get(end_xaf) ?? []).filter(({ claim }) => this.#left.has(claim) && !used.has(claim));
  }

  /**
   * The only way from one balance to `to_xaf`, or, where that is null, the longest way. Null where there is none or more
   * than one: two ways prove nothing, since one of them is forged. Where money came and left again, a shorter way leaves
   * that out and holds no other message: then the longer one is the only way, in the order of the times. Null too once this
   * pile was looked through for too long.
   */
  onlyPath(from_xaf: number, to_xaf: number | null, mayHideFee: MayHideFee): Placed[] | null {
    const found: { path: Placed[]; ways: number } = { path: [], ways: 0 };
    const leading = to_xaf === null ? null : this.#leading(to_xaf);
    this.#walk({ balance_xaf: from_xaf, to_xaf, mayHideFee, leading, path: [] }, found);
    if (found.ways !== 1 || this.#looks > LOOKS_MAX) return null;
    return to_xaf !== null && this.#leavesOut(found.path) ? null : found.path;
  }

  /**
   * Whether a debit of the way seems to hide a fee, and a message that is left out ends just where the debit begins without
   * one: then that message may have come before it, and there was no fee.
   */
  #leavesOut(path: readonly Placed[]): boolean {
    const used = new Set(path.map(({ claim }) => claim));
    return path.some(
      ({ move, before_xaf }) =>
        before_xaf !== move.before_xaf && this.#leadingTo(move.before_xaf as number, used).length > 0,
    );
  }

  /** The movements that lead to a balance, alone or by others that go on from them: a maze that leads elsewhere is not walked. */
  #leading(to_xaf: number): Set<Move> {
    const ends = [...this.#to.keys()].toSorted((a, b) => a - b);
    const leading = new Set<Move>();
    const open = [...(this.#to.get(to_xaf) ?? [])];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (leading.has(one.move) || !this.#left.has(one.claim)) continue;
      leading.add(one.move);
      const { before_xaf, hidden_fee_max_xaf } = one.move;
      for (const end_xaf of within(ends, before_xaf, before_xaf + hidden_fee_max_xaf))
        open.push(...(this.#to.get(end_xaf) ?? []));
    }
    return leading;
  }

  #walk(
    at: {
      balance_xaf: number;
      to_xaf: number | null;
      mayHideFee: MayHideFee;
      leading: ReadonlySet<Move> | null;
      path: Placed[];
    },
    found: { path: Placed[]; ways: number },
  ): void {
    const { balance_xaf, to_xaf, leading, path } = at;
    this.#looks += 1;
    // Two ways to the balance are found: a third can't make one of them the only one.
    if (this.#looks > LOOKS_MAX || (to_xaf !== null && found.ways > 1)) return;
    if (path.length > 0 && (to_xaf === null || balance_xaf === to_xaf)) {
      // Where the balance came back on the way, a shorter way leaves out what came and left meanwhile.
      const is_longer = path.length > found.path.length && (to_xaf === null || holdsAll(path, found.path));
      const is_other =
        (to_xaf !== null || path.length === found.path.length) && !is_longer && !holdsAll(found.path, path);
      if (is_longer) found.ways = 1;
      else if (is_other) found.ways += 1;
      // Earlier messages are tried first: of ways that hold the same messages the first is in the order of their times.
      if (is_longer || found.path.length === 0) found.path = [...path];
    }
    const following = this.after(balance_xaf, at.mayHideFee);
    // A look costs as much as messages begin here, and hundreds may begin at one balance.
    this.#looks += following.length;
    for (const next of following) {
      if (leading?.has(next.move) === false) continue;
      this.take(next.claim);
      path.push(next);
      this.#walk({ ...at, balance_xaf: next.after_xaf }, found);
      path.pop();
      this.give(next.claim);
    }
  }
}

/** Those of sorted figures that lie between two, both included. */
export function within(sorted: readonly number[], from: number, to: number): readonly number[] {
  return sorted.slice(
    firstOf(sorted, (one) => one >= from),
    firstOf(sorted, (one) => one > to),
  );
}

/** The index of the first of sorted figures for which `is` holds; it holds for all behind it too. */
function firstOf(sorted: readonly number[], is: (one: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a way holds all the messages of another, each with the same meaning, in whatever order. */
function holdsAll(one: readonly Placed[], other: readonly Placed[]): boolean {
  const known = new Set(one.map(({ move }) => move));
  return other.every(({ move }) => known.has(move));
}

/** The balances at which the book stands along a way. */
export function balancesOn(path: readonly Pick<Placed, 'before_xaf' | 'after_xaf'>[]): number[] {
  return path.flatMap(({ before_xaf, after_xaf }) => [before_xaf, after_xaf]);
}
