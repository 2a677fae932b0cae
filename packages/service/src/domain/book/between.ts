import { hasBalances, type MoveWithBalances } from './move.ts';
import type { Claim } from './path.ts';

/** Of so many messages any may be true: then all that the book says may be false. */
export const BETWEEN_MAX = 1000;

/** What lies between two balances. */
export type Stretch = { before_xaf: number; after_xaf: number };

/** No more than this is believed to have left a SIM of ours, or come to it, unseen: whoever sends money announces it. */
const UNSEEN_MAX_XAF = 200_000;

/**
 * The messages that may be true though they touch the way nowhere. One that tells of far more than the SIM ever had, or
 * begins far below, can be true only if as much left, or came, without a message. Anybody can write such a one without
 * knowing the balance, and it would lie across every payment. What leaves by a message that may be true widens the room
 * for others; none makes room for itself.
 * @param left_xaf what staff have announced, of which no message has told
 */
export function besideWay(
  way: readonly Stretch[],
  others: readonly Claim[],
  left_xaf: number,
): readonly Claim[] {
  const balances = way.flatMap(({ before_xaf, after_xaf }) => [before_xaf, after_xaf]);
  const lowest_xaf = Math.min(...balances);
  const highest_xaf = Math.max(...balances);
  let unseen_xaf = UNSEEN_MAX_XAF + left_xaf;
  // By how much it lies outside, the nearest first.
  const outside = others
    .map((claim) => ({
      claim,
      by_xaf: Math.min(
        ...claim.moves.filter(hasBalances).map((move) => outsideOf(move, lowest_xaf, highest_xaf)),
      ),
    }))
    .sort((a, b) => a.by_xaf - b.by_xaf);
  return outside.flatMap(({ claim, by_xaf }) => {
    if (by_xaf > unseen_xaf) return [];
    unseen_xaf += leavingBy(claim);
    return [claim];
  });
}

function outsideOf(
  { before_xaf, after_xaf }: MoveWithBalances,
  lowest_xaf: number,
  highest_xaf: number,
): number {
  return Math.max(
    0,
    lowest_xaf - Math.min(before_xaf, after_xaf),
    Math.max(before_xaf, after_xaf) - highest_xaf,
  );
}

const leavingBy = ({ moves: [move] }: Claim): number =>
  Math.max(0, (move?.before_xaf ?? 0) - (move?.after_xaf ?? 0));

/**
 * How much of a credit other messages tell of between the same balances, and which. On the way from one trusted
 * balance to another each balance is crossed upwards as often by what truly came, less what truly left, as by what the
 * book says. So where no other message tells of money, no more of a false step can lie than was lost or has left
 * unexplained; whatever lies where one does may be the true money that this one tells of. It doesn't matter into how
 * many pieces somebody cuts what he tells, nor how many messages were lost.
 */
export function toldBetween(step: Stretch, others: readonly Claim[]): { xaf: number; by: string[] } {
  if (others.length >= BETWEEN_MAX) return { xaf: Math.max(0, step.after_xaf - step.before_xaf), by: [] };
  const within = others.flatMap(({ key, moves }) =>
    moves.filter(hasBalances).flatMap(({ kind, before_xaf, after_xaf }) => {
      if (kind === 'UNREAD') return [];
      const from_xaf = Math.max(step.before_xaf, before_xaf);
      const to_xaf = Math.min(step.after_xaf, after_xaf);
      return from_xaf < to_xaf ? [{ key, from_xaf, to_xaf }] : [];
    }),
  );
  let xaf = 0;
  let end_xaf = step.before_xaf;
  for (const { from_xaf, to_xaf } of within.toSorted((a, b) => a.from_xaf - b.from_xaf)) {
    xaf += Math.max(0, to_xaf - Math.max(from_xaf, end_xaf));
    end_xaf = Math.max(end_xaf, to_xaf);
  }
  return { xaf, by: [...new Set(within.map(({ key }) => key))] };
}
