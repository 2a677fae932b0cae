import { CONTESTED_SUM, counts, isOfTwo, LEFT_BUT_FOR_ROWS } from '../book/doubts.ts';
import { WITHOUT_A_PLACE } from '../book/find-claims.ts';
import { ordinalOf } from '../stated.ts';
import { setStatement, statement } from '../statement.ts';

/** Where a statement ends, by its last row that moved money and that the book has not gone past, and how the book stands there. */
export type StatementEnd = {
  completed_at: Date;
  after_xaf: number | null;
  /** The step that is this row; null: the book has none. */
  step_id: string | null;
  step_ordinal: number | null;
  step_after_xaf: number | null;
  /** What chained credits have settled after that step. */
  since_xaf: number;
  /** Steps between the last reading and that step that no statement lists. */
  unlisted: number;
  /** Two people have agreed to it. */
  is_of_two: boolean;
  /** A message of its time that has no place tells something else. */
  is_told_otherwise: boolean;
};

/** A message comes so much later than its money. */
const COMES_WITHIN = '15 minutes';

/** Near the ends of its days a payment may stand in the next statement: these minutes are left to that one. */
const EDGE = '15 minutes';

/**
 * Whether the row `o` of the statement `h` may be the step `t`, though the statement `s` of its days has none: the message came late,
 * and no other statement that counts covers the time of the row without that transaction. One person may let a file count that
 * he has made, where it brings nothing new. The days of a statement that goes on from another begin where that one ended: nothing lies
 * between the two.
 */
const IS_OF_OTHER_DAYS = `(o.completed_at between t.occurred_at - interval '1 day' and t.occurred_at + interval '${EDGE}'
          and not exists (select from statements k
            where k.collection_number_id = s.collection_number_id and ${counts('k')} and k.id <> h.id
              and o.completed_at between least(k.covers_from, (select p.covers_until from statements p
                where p.id = k.follows_id and p.id <> h.id and ${counts('p')})) and k.covers_until
              and not exists (select from statement_rows x
                where x.statement_id = k.id and x.operator_transaction_id = o.operator_transaction_id)))`;

/** Whether the step `t` came to the book as a row of another statement that counts. */
const IS_OF_ANOTHER_LIST = `(t.strength = 'WITNESSED' and exists (select from statement_findings b
      join statements l on l.id = b.statement_id and ${counts('l')}
      where b.step_id = t.id and b.finding = 'NEW' and l.id <> s.id))`;

/**
 * Whether messages alone prove the step `t`, or a row of another statement, and no row of a statement that counts is it. `or`: what else
 * of a finding `g` counts as its row.
 */
const isUnlisted = (
  or = '',
): string => `(t.strength = 'CHAINED' or ${IS_OF_ANOTHER_LIST}) and t.kind in ('CREDIT', 'CASH_IN', 'DEBIT', 'UNREAD')
    and not exists (select from statement_findings g
      join statements h on h.id = g.statement_id and ${counts('h')}
      join statement_rows o on o.statement_id = g.statement_id and o.ordinal = g.ordinal
      where g.step_id = t.id and (g.finding in ('SAME', 'NEW') ${or}) and (h.id = s.id or ${IS_OF_OTHER_DAYS}))`;

export const loadStatementEnd = statement<{ statement_id: string }, StatementEnd>(
  'load_statement_end',
  `select r.completed_at, r.after_xaf, l.step_id, l.step_ordinal, l.step_after_xaf, ${isOfTwo('s')} as is_of_two,
    exists (select from book_claims x where ${WITHOUT_A_PLACE} and x.arrived_at <= r.completed_at + interval '${COMES_WITHIN}') as is_told_otherwise,
    (select coalesce(sum(x.after_xaf - x.before_xaf), 0)::bigint from book_steps x
      where x.collection_number_id = s.collection_number_id and x.ordinal > l.step_ordinal
        and x.kind in ('CREDIT', 'CASH_IN') and x.strength = 'CHAINED'
        and not exists (select from book_claims c where c.notice_id = x.notice_id and c.state = 'PENDING')) as since_xaf,
    (select count(*)::int from book_steps t
      where t.collection_number_id = s.collection_number_id and t.ordinal > b.anchored_ordinal
        and t.ordinal <= l.step_ordinal and ${isUnlisted()}) as unlisted
  from statements s
  join books b on b.collection_number_id = s.collection_number_id
  cross join lateral (
    select * from statement_rows x where x.statement_id = s.id and x.is_completed and x.moved_xaf <> 0
      and not exists (select from statement_findings y left join passed_steps p on p.step_id = y.step_id
        where y.statement_id = x.statement_id and y.ordinal = x.ordinal and (y.finding = 'NOTHING' or p.step_id is not null))
    order by x.ordinal desc limit 1) r
  join statement_findings f on f.statement_id = r.statement_id and f.ordinal = r.ordinal
  left join lateral (
    select m.id as step_id, coalesce(m.ordinal, e.ordinal) as step_ordinal, m.after_xaf as step_after_xaf
    from book_steps m left join book_steps e on e.id = m.explains_id
    where m.id = f.step_id and m.collection_number_id = s.collection_number_id) l on true
  where s.id = $statement_id`,
);

/** How many rows of statement `statement_id` contradict the book, and the least of their transaction ids. */
export const countDiffering = statement<
  { statement_id: string },
  { differing: number; first_differing: string | null }
>(
  'count_differing_statement_rows',
  `select count(*)::int as differing, min(y.operator_transaction_id) as first_differing
  from statement_findings x join statement_rows y on y.statement_id = x.statement_id and y.ordinal = x.ordinal
  where x.statement_id = $statement_id and x.finding = 'DIFFERS'`,
);

/**
 * Lets a statement vouch for locked books up to a step of each, and frees the bound of what settled before that step. One to which one
 * person has agreed frees no more than a reading of his would: not what has left unexplained by messages, nor what is contested.
 */
export const vouchByStatement = setStatement<{
  collection_number_id: string;
  ordinal: number;
  since_xaf: number;
  anchored_at: Date;
  is_of_two: boolean;
}>(
  'vouch_by_statement',
  `update books b set anchored_ordinal = greatest(b.anchored_ordinal, i.ordinal),
    unvouched_xaf = i.unvouched_xaf, unanchored_xaf = least(b.unanchored_xaf, i.unvouched_xaf + i.since_xaf),
    anchored_at = greatest(b.anchored_at, i.anchored_at),
    bound_since = case when exists (select from book_claims c
      where c.collection_number_id = b.collection_number_id and c.state = 'PENDING') then b.bound_since end
  from (
    select i.*, case when i.is_of_two then b.unvouched_xaf
      else least(b.unanchored_xaf, greatest(b.unvouched_xaf, ${LEFT_BUT_FOR_ROWS} + ${CONTESTED_SUM})) end as unvouched_xaf
    from json_to_recordset($1::json) as i (collection_number_id uuid, ordinal bigint, since_xaf bigint, anchored_at timestamptz,
      is_of_two boolean)
    join books b on b.collection_number_id = i.collection_number_id) i
  where b.collection_number_id = i.collection_number_id`,
);

/**
 * Minus one where another statement that counts covers the beginning of the statement `s`, else one. The other one may end there: each
 * would leave the minutes on its side of the seam to its neighbour.
 */
const SIDE_OF_SEAM = `case when exists (select from statements k
        where k.collection_number_id = s.collection_number_id and ${counts('k')} and k.id <> s.id
          and k.covers_from < s.covers_from and k.covers_until >= s.covers_from) then -1 else 1 end`;

/** What messages or earlier statements told of and no statement lists. */
export type Unlisted = {
  steps: number;
  moved_xaf: number;
  /** Some of these steps, those first that messages alone say brought money. */
  step_ids: string[];
  /** The first of those in the book; empty: there is none. */
  came_ids: string[];
};

/**
 * The steps that messages or earlier statements told of in the days of statement `statement_id` and that no statement lists, however many:
 * small debits may have been forged to stand before the money that was. At most `shown` are named. Where the statement goes on from an
 * earlier one, its days begin where that one ended; where one covers its beginning, they begin as long before as that one left to it.
 */
export const loadUnlisted = statement<{ statement_id: string; shown: number }, Unlisted>(
  'load_unlisted_steps',
  `select count(*)::int as steps, coalesce(sum(u.moved_xaf), 0)::bigint as moved_xaf,
    coalesce((array_agg(u.id order by u.is_come desc, u.occurred_at, u.id))[1:$shown::int], '{}') as step_ids,
    coalesce((array_agg(u.id order by u.place, u.id) filter (where u.is_come))[1:1], '{}') as came_ids
  from (
    select t.id, ${ordinalOf('t')} as place, t.occurred_at, t.after_xaf - t.before_xaf as moved_xaf,
      t.strength = 'CHAINED' and t.after_xaf > t.before_xaf as is_come
    from statements s
    left join statements p on p.id = s.follows_id and ${counts('p')}
    join book_steps t on t.collection_number_id = s.collection_number_id
      and t.occurred_at >= coalesce(p.covers_until - interval '${EDGE}', s.covers_from + interval '${EDGE}' * ${SIDE_OF_SEAM})
      and t.occurred_at < s.covers_until - interval '${EDGE}'
    where s.id = $statement_id and ${isUnlisted(`or g.differs_in = 'payer'`)}) u`,
);
