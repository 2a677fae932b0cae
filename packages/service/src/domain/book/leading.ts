import type { Claim } from './claim.ts';
import { hasBalances } from './move.ts';

/** A movement from `from_xaf` to `after_xaf`. A debit that hides its fee may begin at any balance up to `until_xaf`. */
export type Leading = { from_xaf: number; until_xaf: number; after_xaf: number };

/** The movements that messages may tell of, by each of their readings; `key` names the message. */
export function leadingOf(claims: readonly Claim[]): (Leading & { key: string })[] {
  return claims.flatMap(({ key, moves }) =>
    moves.filter(hasBalances).map(({ before_xaf, after_xaf, hidden_fee_max_xaf }) => ({
      ...{ key, from_xaf: before_xaf, until_xaf: before_xaf + hidden_fee_max_xaf, after_xaf },
    })),
  );
}

/** Finds movements by the balances at which they may begin. */
export class Onward<One extends Leading> {
  readonly #exact: Map<number, One[]>;
  readonly #hiding: One[];

  constructor(moves: readonly One[]) {
    this.#exact = Map.groupBy(moves, ({ from_xaf }) => from_xaf);
    this.#hiding = moves.filter(({ from_xaf, until_xaf }) => until_xaf > from_xaf);
  }

  from(at_xaf: number): One[] {
    const hiding = this.#hiding.filter(({ from_xaf, until_xaf }) => from_xaf < at_xaf && at_xaf <= until_xaf);
    return [...(this.#exact.get(at_xaf) ?? []), ...hiding];
  }
}
