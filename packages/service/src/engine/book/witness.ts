import type { Book, Kept } from '../../domain/book/book.ts';
import type { Message } from './messages.ts';
import type { ReadNotice } from './read.ts';

/**
 * What an independent witness tells of a live number: the operator's API in answer to our own enquiry, or a row of a
 * statement. It prints no balance and needs none.
 */
export function isWitness({ notice, credit }: ReadNotice): boolean {
  return notice.environment === 'live' && notice.source === 'WITNESS' && credit !== null;
}

/** A witness as a message of its number's book. */
export function witnessMessage(read: ReadNotice, now: Date): Message {
  const { notice, credit } = read;
  if (credit === null) throw new Error(`bug: witness ${notice.id} tells of no credit`);
  const { amount_xaf, operator_transaction_id, occurred_at } = credit;
  const move = { kind: 'CREDIT' as const, amount_xaf, fee_xaf: 0, before_xaf: null, after_xaf: null };
  return {
    key: notice.id,
    moves: [{ ...move, hidden_fee_max_xaf: 0, reading: null }],
    operator_transaction_id,
    occurred_at_ms: occurred_at.getTime(),
    precision_ms: 0,
    arrived_at_ms: now.getTime(),
    collection_number_id: notice.collection_number_id,
    told: { readings: [], moves: [], operator_transaction_id },
    reads: [read],
    is_stored: false,
    is_witness: true,
    known: null,
  };
}

/** Puts witnessed movements after what has gone on from the tip by itself. Nothing to do in a book that is not open. */
export function witnessed(kept: Kept, witnesses: readonly Message[]): Kept {
  let tip_xaf = kept.tip_xaf;
  if (tip_xaf === null || witnesses.length === 0) return kept;
  const proven = [...kept.proven];
  for (const claim of witnesses) {
    const [move] = claim.moves;
    if (move === undefined) continue;
    const after_xaf: number = tip_xaf + move.amount_xaf;
    proven.push({
      claim,
      move,
      before_xaf: tip_xaf,
      after_xaf,
      gap: null,
      announced: null,
      is_pending: false,
    });
    tip_xaf = after_xaf;
  }
  return { ...kept, proven, tip_xaf };
}

/** The book as it stands after these steps. */
export function bookAfter(book: Book, { proven, tip_xaf, unanchored_xaf, went_on_at_ms }: Kept): Book {
  const made = new Set(proven.map((one) => one.announced));
  const announced = book.announced.filter((one) => !made.has(one));
  return { ...book, tip_xaf, unanchored_xaf, went_on_at_ms, gaps: [], announced };
}
