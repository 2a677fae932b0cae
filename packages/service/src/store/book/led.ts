import { IS_DISOWNED, SINCE_READING, WRONG_AT_FIRST } from './counted.ts';
import { PRINTS_A_BALANCE } from './told.ts';

/** So many of the latest steps of a book are looked at: who leads a book is paid at once, before true messages move it on. */
const LOOKED_BACK = 500;

/** So many of the newest guesses of each kind are looked at: where there are more of them, those allow next to nothing. */
const LOOKED_AT = 1000;

const newest = (which: string, by: string): string =>
  `(select x.notice_id, x.begins_xaf, x.ends_xaf, x.state from book_claims x
        where ${PRINTS_A_BALANCE} and ${which} order by ${by} desc limit ${LOOKED_AT})`;
const without = (state: string): string =>
  newest(
    `x.collection_number_id = b.collection_number_id and x.state = '${state}' and ${SINCE_READING}`,
    'x.arrived_at',
  );
const WAITING = without('CLAIMED');
/** Those that aren't read as messages which wait: what two people disowned, too. */
const KNOWN = `${without('REFUTED')}
        union all
        ${newest(WRONG_AT_FIRST, 'x.settled_at')}
        union all
        ${newest(`x.collection_number_id = b.collection_number_id and x.state = 'VOIDED' and x.settled_at > coalesce(b.anchored_at, '-infinity') and ${IS_DISOWNED}`, 'x.settled_at')}`;

/** Whether the book `b` has been guessed at since its last reading: nothing else is looked up of one that hasn't. */
const IS_GUESSED = '(now_on.guesses_anywhere + coalesce(o.guesses, 0) > 0)';

/** Whether `t` is one of the latest steps of the book `b` since its last reading. */
const IS_LATEST = `t.collection_number_id = b.collection_number_id
            and t.ordinal > greatest(b.anchored_ordinal, b.last_ordinal - ${LOOKED_BACK})`;

/**
 * Whether a wrong guess at the book `b` since its last reading ends where the book has come to since that guess came, from elsewhere. What came
 * once the book stood there may be a text that prints the balance beside a price, or another word of the step. What has its place
 * counts for the steps before its own.
 */
export const HAS_LED = `(${IS_GUESSED} and exists (
      select from (${WAITING} union all ${KNOWN}) x
      where x.ends_xaf && array(
          select t.after_xaf from book_steps t
          where ${IS_LATEST})
        and exists (
          select from book_steps t join notices n on n.id = t.notice_id join notices m on m.id = x.notice_id
          where ${IS_LATEST} and t.ordinal < coalesce((select y.ordinal from book_steps y where y.notice_id = x.notice_id), b.last_ordinal + 1)
            and t.after_xaf = any (x.ends_xaf) and t.before_xaf <> all (x.begins_xaf) and n.created_at >= m.created_at)))`;

/** Where those lead that aren't read as messages which wait. */
export const KNOWN_LEADS = `case when ${IS_GUESSED} then coalesce((
      select json_agg(json_build_object('from_xaf', v.from_xaf, 'to_xaf', v.to_xaf, 'has_place', x.state = 'PROVEN' and exists (
          select from book_steps y where y.notice_id = x.notice_id and y.before_xaf = v.from_xaf and y.after_xaf = v.to_xaf)))
      from (${KNOWN}) x
      cross join lateral (
        select distinct f.from_xaf, e.to_xaf from unnest(x.begins_xaf) as f (from_xaf) cross join unnest(x.ends_xaf) as e (to_xaf)) v), '[]') else '[]' end`;
