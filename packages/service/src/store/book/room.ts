import { READING_MS } from '../../domain/book/book.ts';
import { TOLD_OUT } from './claims.ts';

// Whether the book `b` of a SIM may hide a debit that staff have sent from it. Clocks differ a little: what stands in the
// book ten minutes before a debit was sent may be it.

/** A balance is said a while after the look at the SIM: that look has to come after the money could leave. */
export const lookedAtSince = (sent_at: string): string =>
  `b.anchored_at - interval '${READING_MS} milliseconds' > ${sent_at}`;

/** A reading found more or less than messages told of, and nobody has said why: the debit may be in it beside payments. */
export const isGapOpen = (sent_at: string): string => `exists (
      select from book_steps g
      where g.collection_number_id = b.collection_number_id and g.occurred_at > ${sent_at} - interval '10 minutes'
        and g.kind = 'UNEXPLAINED' and (select true from book_explanations e where e.step_id = g.id) is null)`;

/** A message that waits for its place tells of as much, or of more, since it may hide the fee. */
export const isTold = (sent_at: string, amount_xaf: string): string => `exists (
      select from book_claims x cross join lateral (${TOLD_OUT}) t
      where x.collection_number_id = b.collection_number_id and x.arrived_at > ${sent_at} - interval '10 minutes'
        and x.state = 'CLAIMED' and t.amount_xaf >= ${amount_xaf})`;
