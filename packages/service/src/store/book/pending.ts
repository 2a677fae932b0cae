import type { BookStepRow } from '../rows.generated.ts';
import { idStatement } from '../statement.ts';
import type { ClaimRow } from './claims.ts';

/** A credit in the book that no reading has vouched for yet, with its message. */
export type PendingRow = ClaimRow &
  Pick<BookStepRow, 'before_xaf' | 'after_xaf'> & {
    step_id: string;
    /** Another message that is not proven begins at the same balance. */
    is_contested: boolean;
  };

/** A message that contests another came at most so much earlier: what is older was refuted by its time. */
const EARLIER = '1 hour';

/** Whether another message that is not proven begins where the credit of claim `c` does, whose step is `s`. */
export const IS_CONTESTED = `exists (
      select from book_claims x
      where x.collection_number_id = c.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
        and x.arrived_at >= c.arrived_at - interval '${EARLIER}' and s.before_xaf = any (x.begins_xaf))`;

/** The credits of locked books that wait for a reading, in their order. */
export const loadPending = idStatement<PendingRow>(
  'load_pending',
  `select c.notice_id, c.collection_number_id, c.told, c.amounts_xaf, c.occurred_at, c.precision_ms, c.arrived_at,
    s.id as step_id, s.before_xaf, s.after_xaf, ${IS_CONTESTED} as is_contested
  from book_claims c join book_steps s on s.notice_id = c.notice_id
  where c.collection_number_id = any ($1::uuid[]) and c.state = 'PENDING'
  order by c.collection_number_id, s.ordinal`,
);
