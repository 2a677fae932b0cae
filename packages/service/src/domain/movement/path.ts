import { byTime, type Claim } from './claim.ts';
import type { Move, MoveWithBalances } from './move.ts';
import { endingBy, onwardBy, reached, type ToldMove, toldBy } from './ways.ts';

/** A claim with the one movement that fits where it stands. */
export type Placed = { claim: Claim; move: MoveWithBalances; before_xaf: number; after_xaf: number };

/** Whether a debit that prints no fee may have had this one. */
export type MayHideFee = (debit: ToldMove, fee_xaf: number) => boolean;

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
  readonly #from: (at_xaf: number) => ToldMove[];
  readonly #to: (from_xaf: number, until_xaf: number) => ToldMove[];
  #looks = 0;
  #loops = 0;

  /** @param which the readings that count */
  constructor(claims: readonly Claim[], which?: (move: MoveWithBalances) => boolean) {
    const told = toldBy(claims.toSorted(byTime), which);
    this.#left = new Set(claims);
    this.#from = onwardBy(told);
    this.#to = endingBy(told);
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
    const found = Map.groupBy(
      this.#from(before_xaf).filter(
        (one) =>
          this.#left.has(one.claim) &&
          (one.from_xaf === before_xaf || mayHideFee(one, before_xaf - one.from_xaf)),
      ),
      ({ claim }) => claim,
    );
    return [...found.values()].flatMap((moves) => {
      const [first] = moves;
      if (first === undefined || !isOneMeaning(moves)) return [];
      return [{ claim: first.claim, move: first.move, before_xaf, after_xaf: first.after_xaf }];
    });
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
      path.unshift({ claim: last.claim, move: last.move, before_xaf, after_xaf: end_xaf });
      used.add(last.claim);
      end_xaf = before_xaf;
    }
  }

  /** Where one message leads here by two of its readings: the first of those that mean the same, or that to which another leads. */
  #readingOf(found: readonly ToldMove[], used: ReadonlySet<Claim>): ToldMove | undefined {
    if (isOneMeaning(found) && new Set(found.map(({ move }) => move.before_xaf)).size === 1) return found[0];
    const led = found.filter(({ claim, move }) =>
      this.#leadingTo(move.before_xaf, used).some((one) => one.claim !== claim),
    );
    return led.length === 1 ? led[0] : undefined;
  }

  /** Where several messages end at one balance, because it came back: the one behind which all the others lie. */
  #lastOf(found: readonly ToldMove[], used: ReadonlySet<Claim>): ToldMove | undefined {
    this.#loops += found.length;
    if (this.#loops > LOOPS_MAX) return undefined;
    const last = found.filter(({ claim, move }) => {
      const chain = this.pathTo(move.before_xaf, new Set([...used, claim]));
      const before = new Set(chain.map((one) => one.claim));
      return found.every((one) => one.claim === claim || before.has(one.claim));
    });
    return last.toSorted((a, b) => byTime(b.claim, a.claim))[0];
  }

  #leadingTo(end_xaf: number, used: ReadonlySet<Claim>): ToldMove[] {
    return this.#to(end_xaf, end_xaf).filter(({ claim }) => this.#left.has(claim) && !used.has(claim));
  }

  /**
   * The only way from one balance to `to_xaf`, or, where that is null, the longest way. Null where there is none or more
   * than one: two ways prove nothing, since one of them is forged. Where money came and left again, a shorter way leaves
   * that out and holds no other message: then the longer one is the only way, in the order of the times. Null too once this
   * pile was looked through for too long.
   */
  onlyPath(from_xaf: number, to_xaf: number | null, mayHideFee: MayHideFee): Placed[] | null {
    const leading = to_xaf === null ? null : this.#leading(to_xaf);
    const path: Placed[] = [];
    let found: Placed[] = [];
    let ways = 0;
    const walk = (balance_xaf: number): void => {
      this.#looks += 1;
      // Two ways to the balance are found: a third can't make one of them the only one.
      if (this.#looks > LOOKS_MAX || (to_xaf !== null && ways > 1)) return;
      if (path.length > 0 && (to_xaf === null || balance_xaf === to_xaf)) {
        // Where the balance came back on the way, a shorter way leaves out what came and left meanwhile.
        const is_longer = path.length > found.length && (to_xaf === null || holdsAll(path, found));
        const is_other =
          (to_xaf !== null || path.length === found.length) && !is_longer && !holdsAll(found, path);
        if (is_longer) ways = 1;
        else if (is_other) ways += 1;
        // Earlier messages are tried first: of ways that hold the same messages the first is in the order of their times.
        if (is_longer || found.length === 0) found = [...path];
      }
      const following = this.after(balance_xaf, mayHideFee);
      // A look costs as much as messages begin here, and hundreds may begin at one balance.
      this.#looks += following.length;
      for (const next of following) {
        if (leading?.has(next.move) === false) continue;
        this.take(next.claim);
        path.push(next);
        walk(next.after_xaf);
        path.pop();
        this.give(next.claim);
      }
    };
    walk(from_xaf);
    if (ways !== 1 || this.#looks > LOOKS_MAX) return null;
    return to_xaf !== null && this.#leavesOut(found) ? null : found;
  }

  /**
   * Whether a debit of the way seems to hide a fee, and a message that is left out ends just where the debit begins without
   * one: then that message may have come before it, and there was no fee.
   */
  #leavesOut(path: readonly Placed[]): boolean {
    const used = new Set(path.map(({ claim }) => claim));
    return path.some(
      ({ move, before_xaf }) =>
        before_xaf !== move.before_xaf && this.#leadingTo(move.before_xaf, used).length > 0,
    );
  }

  /** The movements that lead to a balance, alone or by others that go on from them: a maze that leads elsewhere is not walked. */
  #leading(to_xaf: number): Set<Move> {
    const left = (from_xaf: number, until_xaf: number) =>
      this.#to(from_xaf, until_xaf).filter(({ claim }) => this.#left.has(claim));
    const leading = reached(left(to_xaf, to_xaf), ({ from_xaf, until_xaf }) => left(from_xaf, until_xaf));
    return new Set([...leading].map(({ move }) => move));
  }
}

/** Whether these readings tell one movement, from whichever balance. */
function isOneMeaning(found: readonly ToldMove[]): boolean {
  const meanings = found.map(
    ({ move: { kind, amount_xaf, after_xaf } }) => `${kind} ${amount_xaf} ${after_xaf}`,
  );
  return new Set(meanings).size === 1;
}

/** Whether a way holds all the messages of another, each with the same meaning, in whatever order. */
function holdsAll(one: readonly Placed[], other: readonly Placed[]): boolean {
  const known = new Set(one.map(({ move }) => move));
  return other.every(({ move }) => known.has(move));
}
