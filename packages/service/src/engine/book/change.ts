import type { Anchored } from '../../domain/book/anchor.ts';
import type { Heard, Kept, Proven } from '../../domain/book/book.ts';
import { isCleared } from '../../domain/book/gap.ts';
import type { Claim } from '../../domain/movement/claim.ts';
import type { Reading } from '../../sms/reading.ts';
import type { BookState } from '../../store/book/book-state.ts';
import type { ClaimRow, ToldMoves } from '../../store/book/claims.ts';
import type { KnownStep } from '../../store/book/known-steps.ts';
import type { ReadNotice } from './read.ts';

/** One message of a live number with the notices that tell of it now. */
export type Message = Claim & {
  collection_number_id: string;
  told: ToldMoves;
  reads: ReadNotice[];
  is_stored: boolean;
  /** It proves its movement by itself. */
  is_witness: boolean;
  /** For a witness: what it moved, the fee included. */
  moved_xaf?: number;
  /** For a witness: the book is known to have gone past it. */
  is_passed?: boolean;
  /** For a row that a message tells of too: when that message had come. */
  heard_at_ms?: number;
  /** It may be the own message of a row that prints no balance, so what it pays is in doubt. */
  is_like_row?: boolean;
  /** The proven step that its notices tell of again, or whose id it carries with other balances. */
  known: KnownStep | null;
};

/** What became of the book of one number in this transaction. */
export type BookChange = {
  state: BookState;
  messages: Message[];
  /** Claims by senders who are not on the number's list. */
  strange: ClaimRow[];
  /** The balance that a person read, what it settled, and the id of its own step: the opening, or what was missing. */
  anchor: { balance_xaf: number; anchored: Anchored; step_id: string } | null;
  kept: Kept;
  /** Everything proven, in order, with the ids of its steps. */
  steps: BookedStep[];
  /** Steps that were unexplained, and that rows of statements explain now. */
  explained: readonly string[];
  /** Since when the number is suspected once this is written, and behind which ordinal; null: it isn't. */
  suspicion: Pick<BookState, 'suspected_at' | 'suspected_from'>;
  /**
   * Credits that were booked before and settle now, vouched for by the anchor or by a witness, or told by
   * the phone too.
   */
  released: BookedStep[];
  /** The notices of credits that wait, which staff had typed in, and of which the phone tells now. */
  heard: readonly string[];
};

export type BookedStep = Omit<Proven, 'claim'> & {
  id: string;
  claim: Message;
  /** Of one that was booked before: the messages that have gone on from it since. */
  gone_on?: readonly Heard[] | null;
};

/** A balance that a person read on the SIM. */
export type Anchor = {
  balance_xaf: number;
  /**
   * Asked with what the balance would do; `read_xaf`: what it moves by itself, without what goes on from it, and without what
   * it finds short, by which nobody gains. False: a second person has to agree first, or it crosses another reading.
   */
  agrees: (would: { moved_xaf: number; read_xaf: number; freed_xaf: number; is_crossed: boolean }) => boolean;
};

/**
 * A number is suspected since it was before, or since less was found than its book had. Where what an anchor found short is
 * explained by what staff had announced, or by the operator's statement, nothing false is left. Any other message may be
 * forged, and people look.
 */
export function suspicionAfter(
  { state, anchor, steps, explained }: Pick<BookChange, 'state' | 'anchor' | 'steps' | 'explained'>,
  now: Date,
): BookChange['suspicion'] {
  const { suspected_at, suspected_from, anchored_ordinal, is_disproven } = state;
  if (anchor?.anchored.is_short === true)
    return { suspected_at: foundAt(suspected_at, now), suspected_from: suspected_from ?? anchored_ordinal };
  const is_cleared = !is_disproven && isCleared(steps, state, explained);
  return is_cleared ? { suspected_at: null, suspected_from: null } : { suspected_at, suspected_from };
}

/** Later than what was found before, whatever the clock says: who knows of that doesn't know of this. */
const foundAt = (before: Date | null, now: Date): Date =>
  new Date(Math.max(now.getTime(), before === null ? 0 : before.getTime() + 1));

/** What was read, by the reading that the book chose. */
export function readingOf({ told }: Pick<Message, 'told'>, reading: number | null): Reading | null {
  return reading === null ? null : ((told.readings[reading] as Reading | undefined) ?? null);
}
