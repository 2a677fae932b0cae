import { GUESSES_COUNTED, IS_DISOWNED, SINCE_READING, WRONG_AT_FIRST } from './counted.ts';
import { PRINTS_A_BALANCE } from './told.ts';

/** So many of the latest steps of a book are looked at: who leads a book is paid at once, before true messages move it on. */
const LOOKED_BACK = 500;

const wrong = (which: string): string =>
  `select x.notice_id, x.begins_xaf, x.ends_xaf from book_claims x where ${PRINTS_A_BALANCE} and ${which}`;

/** The balances at which the book `b` has stood since its last reading, that one included. */
const STOOD_AT = `t.collection_number_id = b.collection_number_id and t.ordinal >= greatest(b.anchored_ordinal, b.last_ordinal - ${LOOKED_BACK})`;

/**
 * Whether a wrong guess at the book `b` since its last reading ends where the book has stood since then, and is no other word of the step
 * that led there. Also one for which a place was made since, or that people have disowned. Asked only where there are guesses.
 */
export const LEADS = `(now_on.guesses_anywhere + coalesce(o.guesses, 0) > 0 and exists (
      select from (
        ${wrong(`x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED') and ${SINCE_READING}`)}
        union all
        ${wrong(WRONG_AT_FIRST)}
        union all
        ${wrong(`x.collection_number_id = b.collection_number_id and x.state = 'VOIDED' and x.settled_at > coalesce(b.anchored_at, '-infinity') and ${IS_DISOWNED}`)}
        limit ${GUESSES_COUNTED}) x
      where x.ends_xaf && array(select t.after_xaf from book_steps t where ${STOOD_AT})
        and exists (select from book_steps t
          where ${STOOD_AT} and t.after_xaf = any (x.ends_xaf) and t.before_xaf <> all (x.begins_xaf)
            and t.notice_id is distinct from x.notice_id)))`;
