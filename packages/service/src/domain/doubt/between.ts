import type { Claim } from '../movement/claim.ts';
import { balancesOn, toldBy } from '../movement/ways.ts';
import type { Contesting } from './contesting.ts';

/** Where there are so many messages, any of them may be true: then the whole of each step may be false. */
export const BETWEEN_MAX = 1000;

/** What lies between two balances. */
export type BalanceSpan = { before_xaf: number; after_xaf: number };

/** No more than this is believed to have left a SIM of ours, or come to it, unseen: whoever sends money announces it. */
const UNSEEN_MAX_XAF = 200_000;

/**
 * Leaves out the messages that can't be true, since they tell of balances far from the way. One that reaches far above or
 * below all its balances could be true only if as much came or left without a message. Anybody can write one without
 * knowing the balance, and it would lie across every payment. What leaves by a message that may be true widens the room for
 * the others; no message makes room for itself.
 * @param left_xaf what staff have announced, of which no message has told
 */
export function besideWay(
  way: readonly BalanceSpan[],
  others: readonly Claim[],
  left_xaf: number,
): readonly Claim[] {
  const balances = balancesOn(way);
  const [lowest_xaf, highest_xaf] = [Math.min(...balances), Math.max(...balances)];
  let unseen_xaf = UNSEEN_MAX_XAF + left_xaf;
  // How far each message reaches outside the balances of the way, the nearest first.
  const outside = others
    .map((claim) => {
      const by_xaf = toldBy([claim]).map(({ from_xaf, after_xaf }) =>
        Math.max(0, lowest_xaf - Math.min(from_xaf, after_xaf), Math.max(from_xaf, after_xaf) - highest_xaf),
      );
      return { claim, by_xaf: Math.min(...by_xaf) };
    })
    .sort((a, b) => a.by_xaf - b.by_xaf);
  return outside.flatMap(({ claim, by_xaf }) => {
    if (by_xaf > unseen_xaf) return [];
    unseen_xaf += leavingBy(claim);
    return [claim];
  });
}

const leavingBy = ({ moves: [move] }: Claim): number =>
  Math.max(0, (move?.before_xaf ?? 0) - (move?.after_xaf ?? 0));

/**
 * How much of a credit lies between balances of which unproven messages tell too, and which messages these are. Between two
 * balances that were read, each balance is crossed upwards (less downwards) as often by true money as by the book's steps.
 * So where no other message tells of money, a false step can hold no more than was lost or has left unexplained. Where one
 * does, it may be the true message whose place the step took. It doesn't matter into how many pieces somebody cuts what he
 * tells, nor how many messages were lost.
 */
export function toldBetween(step: BalanceSpan, others: readonly Claim[]): { xaf: number; by: Contesting } {
  if (others.length >= BETWEEN_MAX) return { xaf: Math.max(0, step.after_xaf - step.before_xaf), by: null };
  const within = toldBy(others, ({ kind }) => kind !== 'UNREAD')
    .map(({ claim: { key }, ...told }) => ({
      key,
      from_xaf: Math.max(step.before_xaf, told.from_xaf),
      to_xaf: Math.min(step.after_xaf, told.after_xaf),
    }))
    .filter(({ from_xaf, to_xaf }) => from_xaf < to_xaf);
  let xaf = 0;
  let end_xaf = step.before_xaf;
  for (const { from_xaf, to_xaf } of within.toSorted((a, b) => a.from_xaf - b.from_xaf)) {
    xaf += Math.max(0, to_xaf - Math.max(from_xaf, end_xaf));
    end_xaf = Math.max(end_xaf, to_xaf);
  }
  return { xaf, by: new Set(within.map(({ key }) => key)) };
}
