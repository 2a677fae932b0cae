import { easilyMistaken } from '../matching/narrow.ts';
import { type AllowanceStanding, FIFTH } from './allowance.ts';

// A session that declares no payer keeps its number also from those who declare none and ask for an amount that is easily
// mistaken for its own. So what a merchant opens beside a price takes numbers of that price, without a share of them.

/** An amount of which sessions of another keep numbers, and the amounts that do so: those easily mistaken for it. */
export type Kin = { amount_xaf: number; like_xaf: number[] };

/** The amounts of which a session without a payer keeps its number: its own, and those that are easily mistaken for it. */
export function kinOf(amount_xaf: number): Kin[] {
  return [amount_xaf, ...easilyMistaken(amount_xaf)].map((one) => ({
    amount_xaf: one,
    like_xaf: easilyMistaken(one),
  }));
}

/** What a merchant keeps of an amount: its numbers for the amount itself, and those by open sessions beside it that declare nobody. */
export type KeptNumbers = { own: number; beside: number };

/**
 * Whether a merchant may keep one number more of an amount while hardly a fifth is free: as many as a fifth by sessions of the amount,
 * and as many by sessions beside it.
 */
function isWithinFifth({ own, beside }: KeptNumbers, is_own: boolean, fifth: number): boolean {
  return own + (is_own ? 1 : 0) <= fifth && beside + (is_own ? 0 : 1) <= besideOf(fifth);
}

/** Two prices of one shop may lie beside a third that nobody asks for. */
const besideOf = (fifth: number): number => Math.max(2, fifth);

const fifthOf = (number_count: number): number => Math.floor(number_count / FIFTH);

/**
 * How many sessions more of an amount a merchant may open without a payer, so that it leaves a fifth of the numbers free for whoever
 * asks for one of its kin, or has no more than that itself. Where there are fewer than five numbers that is none, and any may be taken.
 * @param kin what is known of each; `free`: how many numbers may be given for it to who declares nobody
 */
export function roomBeside(
  amount_xaf: number,
  number_count: number,
  kin: readonly (KeptNumbers & { amount_xaf: number; free: number })[],
): number {
  const fifth = fifthOf(number_count);
  if (fifth === 0) return Number.POSITIVE_INFINITY;
  const rooms = kin.map(({ free, own, beside, amount_xaf: one }) => {
    const is_own = one === amount_xaf;
    const within = isWithinFifth({ own, beside }, is_own, fifth)
      ? is_own
        ? fifth - own
        : besideOf(fifth) - beside
      : 0;
    return Math.max(0, free - fifth, within);
  });
  return Math.min(...rooms);
}

/**
 * Of which of the kin of an amount a merchant would keep more than a fifth of the numbers, or more beside it: what others keep of
 * these has to be known as well. It counts sessions, of which two may be on one number.
 * @param asked how many sessions of an amount it is asking for that declare nobody
 */
export function kinPastFifth(
  amount_xaf: number,
  number_count: number,
  { shares, silent }: Pick<AllowanceStanding, 'shares' | 'silent'>,
  asked: (amount_xaf: number) => number,
): Kin[] {
  const fifth = fifthOf(number_count);
  if (fifth === 0) return [];
  return kinOf(amount_xaf).filter(({ amount_xaf: one, like_xaf }) => {
    const own = (shares.get(one)?.length ?? 0) + asked(one);
    const beside = like_xaf.reduce((sum, like) => sum + (silent.get(like) ?? 0) + asked(like), 0);
    return own > fifth || beside > besideOf(fifth);
  });
}
