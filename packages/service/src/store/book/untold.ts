import { OF_UNDONE } from '../../domain/credit.ts';
import { CLAIM_DAYS } from '../../domain/movement/clocks.ts';
import type { PayerPrint } from '../../domain/msisdn.ts';
import { epochMs } from '../statement.ts';

/** A step that a row of a statement brought to the book and no message has told of: its balances, when, and with whom. */
export type Untold = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  at_ms: number;
  payer: PayerPrint | null;
  /** The id of a message that only names what this row undoes (`UNDONE.ID`); null where it undoes nothing. */
  undoing: string | null;
  /** Its place in the book; null where it explains a gap. */
  ordinal: number | null;
  /** Staff had announced it. */
  is_announced: boolean;
  /** Its row prints its balances; else they are those of where it was put. */
  is_printed: boolean;
};

const UNTOLD_DAYS = 1;
const UNTOLD_ROWS = 1000;
/** When the first of the messages came that still wait on the number of the book `b`: a row of its day may be what it tells. */
const FIRST_WAITING = `(select min(x.arrived_at) from book_claims x
            where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
              and x.arrived_at > $now::timestamptz - interval '${CLAIM_DAYS} days')`;
/**
 * Rows of statements that no message has told of, of the last day and of the day before the first message that waits, with the
 * balances that they print, the latest first.
 */
export const UNTOLD = `(
      select json_agg(json_build_object('before_xaf', coalesce(p.before_xaf, s.before_xaf), 'after_xaf', coalesce(p.after_xaf, s.after_xaf),
        'at_ms', ${epochMs('s.occurred_at')},
        'payer', coalesce((select c.payer from credits c where c.id = s.id), s.recipient), 'ordinal', coalesce(s.ordinal, (select g.ordinal from book_steps g where g.id = s.explains_id)),
        'step_id', s.id, 'is_printed', (select w.body::json -> 'row' ->> 'after_xaf' from notices w where w.id = s.notice_id limit 1) is not null,
        'is_announced', exists (select from announced_debits a where a.step_id = s.id),
        'undoing', case when s.after_xaf < s.before_xaf then (select x.operator_transaction_id from transaction_identities x
          where x.step_id = s.id and x.operator_transaction_id like '${OF_UNDONE}%' limit 1) end))
      from (
        select s.* from book_steps s
        where s.collection_number_id = b.collection_number_id and s.strength = 'WITNESSED' and s.notice_id is not null
          and s.occurred_at > least($now::timestamptz, ${FIRST_WAITING}) - interval '${UNTOLD_DAYS} days'
          and (select w.source from notices w where w.id = s.notice_id limit 1) = 'WITNESS'
        order by s.occurred_at desc limit ${UNTOLD_ROWS}) s
      left join passed_steps p on p.step_id = s.id)`;
