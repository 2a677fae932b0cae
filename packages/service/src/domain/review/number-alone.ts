import { AMOUNT_XAF_MAX } from '../money.ts';

/** What one person has decided alone about a number since two people last read its SIM, or let a list of it count. */
export type DecidedAlone = {
  /** What balances and lists that he let count have settled, left unexplained or listed. */
  moved_xaf: number;
  /** What of the bound they have freed. */
  freed_xaf: number;
  /** What messages that staff typed in have brought since the last balance. */
  typed_xaf: number;
};

const NOTHING: DecidedAlone = { moved_xaf: 0, freed_xaf: 0, typed_xaf: 0 };

/**
 * What a balance, or a list, of a number weighs when it is asked whether another person has to agree: what it moves, and what one
 * person alone has decided there before, since many small steps are a large one. Where what it moves and frees reaches the
 * number's bound with that, always enough for two: whoever lies about a balance is found out only by another who reads the SIM.
 * @returns `vouched_xaf`: what readings and lists of one person alone, and SMS typed in, have vouched for by then, this one too
 */
export function weighAlone(
  { moved_xaf, freed_xaf }: Pick<DecidedAlone, 'moved_xaf' | 'freed_xaf'>,
  { bound_xaf, second_person_xaf }: { bound_xaf: number | null; second_person_xaf: number | null },
  before: DecidedAlone = NOTHING,
): { weight_xaf: number; vouched_xaf: number } {
  const decided_xaf = moved_xaf + before.moved_xaf + before.typed_xaf;
  const vouched_xaf = decided_xaf + freed_xaf + before.freed_xaf;
  const is_bound = bound_xaf !== null && vouched_xaf >= bound_xaf;
  // The bound may be less than what one person decides about money.
  const weight_xaf = is_bound ? Math.max(vouched_xaf, second_person_xaf ?? 0) : decided_xaf;
  return { weight_xaf: Math.min(weight_xaf, AMOUNT_XAF_MAX), vouched_xaf };
}
