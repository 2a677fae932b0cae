import { NOBODY } from '../../domain/credit.ts';
import type { Operator } from '../../domain/operator.ts';
import { CONTESTED, counts, LISTED, TAKES_BACK_WHAT_CAME } from '../book/doubts.ts';
import type { StatementFindingRow, StatementRowRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { bookNameOf, isOtherEnd, TRANSACTION } from './by-id.ts';

/** `cells`: their JSON. */
export type KeptRow = Omit<StatementRowRow, 'cells'> & { cells: string };

/** Keeps rows of statements that are being imported. */
export const insertRows = setStatement<KeptRow>(
  'insert_statement_rows',
  `insert into statement_rows (statement_id, ordinal, line, cells, operator_transaction_id, completed_at, is_completed,
    moved_xaf, fee_xaf, after_xaf, party, linked_transaction_id)
  select statement_id, ordinal, line, cells::json, operator_transaction_id, completed_at, is_completed, moved_xaf, fee_xaf,
    after_xaf, party, linked_transaction_id
  from json_to_recordset($1::json) as i (statement_id uuid, ordinal int, line int, cells text,
    operator_transaction_id text, completed_at timestamptz, is_completed boolean, moved_xaf bigint, fee_xaf bigint,
    after_xaf bigint, party text, linked_transaction_id text)`,
);

/** A row of a transaction that moved another sum in a statement of its number that counts, `statement_id`. */
export type ChangedRow = {
  id: string;
  operator_transaction_id: string;
  statement_id: string;
  told_xaf: number;
  held_xaf: number;
};

/** What a list says of one transaction, by its rows: their sum, each of them, and the greatest, beside which fees are small. */
const SAID_OF = `sum(m.moved_xaf)::bigint as moved_xaf, array_agg(m.moved_xaf) as parts,
        (array_agg(m.moved_xaf order by abs(m.moved_xaf) desc, m.moved_xaf desc))[1] as main_xaf`;

/** Whether what two lists say of one transaction, `e` and `t`, can't both be: a list may end between its rows. */
const IS_OTHER_SUM = `(e.moved_xaf <> t.moved_xaf
      and not (e.main_xaf = t.main_xaf and (e.parts @> t.parts or t.parts @> e.parts)))`;

/**
 * Of each statement one transaction of which a statement that counts says another sum. One that lists more of its rows doesn't, such as a fee
 * that came later: a list may end between them. What nobody has agreed to contradicts nothing: anybody can make a file.
 */
export const findChangedRows = idStatement<ChangedRow>(
  'find_changed_statement_rows',
  `select s.id, c.operator_transaction_id, c.statement_id, c.told_xaf, c.held_xaf
  from statements s
  cross join lateral (
    select r.operator_transaction_id, e.statement_id, t.moved_xaf as told_xaf, e.moved_xaf as held_xaf
    from statement_rows r
    cross join lateral (
      select m.statement_id, ${SAID_OF} from statement_rows m
      join statements x on x.id = m.statement_id and x.collection_number_id = s.collection_number_id
        and ${counts('x')}
      where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id <> s.id
      group by m.statement_id) e
    cross join lateral (
      select ${SAID_OF} from statement_rows m
      where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id = s.id) t
    where r.statement_id = s.id and r.is_completed and ${IS_OTHER_SUM}
    limit 1) c
  where s.id = any ($1::uuid[])`,
);

/** The first that is found of these transactions of which a statement of the number that counts says another sum. `moved`: JSON. */
export const findChangedSums = statement<
  { collection_number_id: string; moved: string },
  Omit<ChangedRow, 'id'>
>(
  'find_changed_statement_sums',
  `select i.operator_transaction_id, e.statement_id, t.moved_xaf as told_xaf, e.moved_xaf as held_xaf
  from json_to_recordset($moved::json) as i (operator_transaction_id text, parts bigint[])
  cross join lateral (select ${SAID_OF} from unnest(i.parts) as m (moved_xaf)) t
  cross join lateral (
    select m.statement_id, ${SAID_OF} from statement_rows m
    join statements x on x.id = m.statement_id and x.collection_number_id = $collection_number_id and ${counts('x')}
    where m.operator_transaction_id = i.operator_transaction_id and m.is_completed
    group by m.statement_id) e
  where ${IS_OTHER_SUM} limit 1`,
);

/**
 * The first rows of statement `statement_id` behind `after_row` that moved money and have not come to the book, at most
 * `limit`. Rows that the book knew are among them, and rows that differed: since they were compared either may have changed.
 */
export const findRowsToBring = statement<
  { statement_id: string; after_row: number; limit: number },
  Pick<StatementFindingRow, 'ordinal' | 'finding' | 'step_id'>
>(
  'find_statement_rows_to_bring',
  `select f.ordinal, f.finding, f.step_id from statement_findings f
  where f.statement_id = $statement_id and f.ordinal > $after_row and f.finding <> 'NOTHING' and f.notice_id is null
  order by f.ordinal limit $limit`,
);

export type NewRow = StatementRowRow & {
  operator: Operator;
  msisdn: string;
  nth: number;
  /** A later row is in the book, with the balance that the statement says; where it prints none, by its message, and of another transaction. */
  is_passed: boolean;
  /** The same list says that as much was taken back, at once or in parts. */
  is_undone: boolean;
  /** When a file that lists it was first imported. */
  imported_at: Date;
};

/** Of the row `r` of the statement `s`: whether the same list says that as much was taken back, and when a file that lists it was first imported. */
const IS_UNDONE = `r.moved_xaf > 0 and (select coalesce(sum(u.moved_xaf), 0) from statement_rows u
      where u.linked_transaction_id = r.operator_transaction_id and u.statement_id = r.statement_id and u.is_completed
        and u.moved_xaf < 0) <= -r.moved_xaf`;
const IMPORTED_AT = `(select min(x.imported_at) from statement_rows o join statements x on x.id = o.statement_id and x.collection_number_id = s.collection_number_id
      where o.operator_transaction_id = r.operator_transaction_id and o.is_completed)`;

/** Of rows `ordinals` of statement `statement_id` those that are NEW, in order. */
export const loadNewRows = statement<{ statement_id: string; ordinals: readonly number[] }, NewRow>(
  'load_new_statement_rows',
  `select r.*, n.operator, n.msisdn, m.nth,
    ${IS_UNDONE} as is_undone, ${IMPORTED_AT} as imported_at,
    r.ordinal < (
      select max(x.ordinal) from statement_findings x
      join statement_rows y on y.statement_id = x.statement_id and y.ordinal = x.ordinal
      join book_steps t on t.id = x.step_id
      where x.statement_id = $statement_id and x.finding = 'SAME' and t.ordinal is not null
        and (t.after_xaf = y.after_xaf or (y.after_xaf is null and t.strength = 'CHAINED'
          and y.operator_transaction_id <> r.operator_transaction_id))) is true as is_passed
  from statement_findings f
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  join statements s on s.id = f.statement_id join collection_numbers n on n.id = s.collection_number_id
  cross join lateral ${TRANSACTION} m
  where f.statement_id = $statement_id and f.ordinal = any ($ordinals::int[]) and f.finding = 'NEW' and f.notice_id is null
  order by f.ordinal`,
);

/** Rows of statements that count, by which the operator tells of these steps. */
export const findRowsOfSteps = idStatement<NewRow & { step_id: string; collection_number_id: string }>(
  'find_statement_rows_of_steps',
  `select r.*, f.step_id, s.collection_number_id, n.operator, n.msisdn, 0 as nth, false as is_passed,
    ${IS_UNDONE} as is_undone, ${IMPORTED_AT} as imported_at
  from statement_findings f
  join statements s on s.id = f.statement_id and ${counts('s')}
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  join collection_numbers n on n.id = s.collection_number_id
  where f.step_id = any ($1::uuid[]) and f.finding in ('SAME', 'NEW')
  order by r.statement_id, r.ordinal`,
);

/** Notes by which notice each row came to the book. */
export const noteNotices = setStatement<{ statement_id: string; ordinal: number; notice_id: string }>(
  'note_statement_notices',
  `update statement_findings f set notice_id = i.notice_id
  from json_to_recordset($1::json) as i (statement_id uuid, ordinal int, notice_id uuid)
  where f.statement_id = i.statement_id and f.ordinal = i.ordinal`,
);

/** The notices of statement `statement_id` that nobody has read yet. */
export const findUnreadNotices = statement<{ statement_id: string }, { notice_id: string }>(
  'find_unread_statement_notices',
  `select f.notice_id from statement_findings f join notice_inbox b on b.notice_id = f.notice_id
  where f.statement_id = $statement_id and f.finding = 'NEW' order by f.ordinal`,
);

/**
 * Finds the steps that NEW rows of statement `statement_id` have become: by the notice of the row; else by its id, where a message of it
 * became the step; else, where the index of ids has the other end of the transfer, by the id in that message. A further row of the same
 * transaction has one of its own.
 */
export const noteSteps = statement<{ statement_id: string }>(
  'note_statement_steps',
  `update statement_findings f set step_id = k.step_id
  from (
    select g.ordinal, coalesce(
      (select t.id from book_steps t where t.notice_id = g.notice_id),
      (select x.step_id from transaction_identities x left join book_steps t on t.id = x.step_id
        where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
          and x.operator_transaction_id = ${bookNameOf('m.nth')}
          and ${isOtherEnd('m.moved_xaf')} is not true),
      (select t.id from book_steps t
        join book_claims c on c.notice_id = t.notice_id and c.told ->> 'operator_transaction_id' = r.operator_transaction_id
        where t.collection_number_id = s.collection_number_id and t.after_xaf - t.before_xaf = r.moved_xaf
          and t.occurred_at between r.completed_at - interval '1 day' and r.completed_at + interval '1 day'
        limit 1)) as step_id
    from statement_findings g
    join statements s on s.id = g.statement_id join collection_numbers n on n.id = s.collection_number_id
    join statement_rows r on r.statement_id = g.statement_id and r.ordinal = g.ordinal
    cross join lateral ${TRANSACTION} m
    where g.statement_id = $statement_id and g.finding = 'NEW' and g.step_id is null) k
  where f.statement_id = $statement_id and f.ordinal = k.ordinal and k.step_id is not null`,
);

/**
 * Notes that rows of statement `statement_id` which did not complete differ from the steps that an earlier list proved, or had as their
 * messages told of them: the money isn't there any more. Not where what took it back is in the book under its name, nor where this
 * list or one that reaches further has the transaction as completed.
 */
export const noteFailedSince = statement<{ statement_id: string }>(
  'note_failed_since',
  `update statement_findings f set finding = 'DIFFERS', differs_in = 'status', step_id = t.id
  from statements s, statement_rows r, collection_numbers n, transaction_identities x, book_steps t
  where f.statement_id = $statement_id and f.finding = 'NOTHING' and s.id = f.statement_id
    and r.statement_id = f.statement_id and r.ordinal = f.ordinal and not r.is_completed and n.id = s.collection_number_id
    and x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
    and x.operator_transaction_id = r.operator_transaction_id and t.id = x.step_id and t.collection_number_id = n.id
    and (t.strength = 'WITNESSED' or exists (select from statement_findings g
      join statements h on h.id = g.statement_id and ${counts('h')}
      where g.step_id = t.id and g.finding in ('SAME', 'NEW') and h.id <> s.id))
    and not exists (select from statement_rows o join statements h on h.id = o.statement_id
      where o.operator_transaction_id = r.operator_transaction_id and o.is_completed and h.collection_number_id = n.id
        and (h.id = s.id or (${counts('h')} and h.covers_until > s.covers_until)))
    and t.after_xaf - t.before_xaf + coalesce((
      select sum(e.after_xaf - e.before_xaf) from notice_reversals v join book_steps e on e.notice_id = v.notice_id
      where v.environment = 'live' and v.operator = n.operator and v.operator_transaction_id = r.operator_transaction_id
        and e.collection_number_id = n.id), 0) <> 0`,
);

/** What the NEW rows of statements would bring to the book, and how many rows did not complete. */
export const loadNewSums = idStatement<{
  statement_id: string;
  new_rows: number;
  moved_xaf: number;
  uncompleted_rows: number;
}>(
  'load_statement_new_sums',
  `select i.id as statement_id, count(r.ordinal)::int as new_rows, coalesce(sum(abs(r.moved_xaf)), 0)::bigint as moved_xaf, (
      select count(*)::int from statement_rows x where x.statement_id = i.id and not x.is_completed) as uncompleted_rows
  from unnest($1::uuid[]) as i (id)
  left join statement_findings f on f.statement_id = i.id and f.finding = 'NEW'
  left join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  group by i.id`,
);

/**
 * What statements list first of what is in doubt: debits of which messages alone tell and that nobody has explained but as a loss, and
 * contested money.
 */
export const loadListedDoubts = idStatement<{ statement_id: string; listed_xaf: number }>(
  'load_listed_doubts',
  `select i.id as statement_id, (d.left_xaf + c.came_xaf)::bigint as listed_xaf
  from unnest($1::uuid[]) as i (id)
  cross join lateral (
    select coalesce(sum(s.before_xaf - s.after_xaf), 0) as left_xaf
    from statement_rows r
    join statement_findings f on f.statement_id = r.statement_id and f.ordinal = r.ordinal and f.finding = 'SAME'
    join book_steps s on s.id = f.step_id and s.strength = 'CHAINED' and s.after_xaf < s.before_xaf
    where r.statement_id = i.id and r.is_completed and r.moved_xaf < 0
      and coalesce((select e.meaning from book_explanations e where e.step_id = s.id), 'write_off') = 'write_off'
      and not ${TAKES_BACK_WHAT_CAME} and not ${LISTED}) d
  cross join lateral (
    select coalesce(sum(s.after_xaf - s.before_xaf), 0) as came_xaf
    from book_steps s
    where s.after_xaf > s.before_xaf and ${CONTESTED} and s.id in (
      select k.step_id from contested_steps k join statement_findings f on f.step_id = k.step_id and f.finding = 'SAME'
      where f.statement_id = i.id)) c`,
);

export type ShownRow = Pick<
  StatementRowRow,
  'ordinal' | 'line' | 'operator_transaction_id' | 'completed_at' | 'moved_xaf' | 'after_xaf' | 'party'
> &
  Pick<StatementFindingRow, 'finding' | 'differs_in' | 'step_id'> & {
    step_moved_xaf: number | null;
    step_after_xaf: number | null;
    /** Of a step of another number. */
    step_msisdn: string | null;
  };

/** The rows of statement `statement_id` that the book didn't know or knows otherwise, in order after ordinal `after`, at most `limit`. */
export const listShownRows = statement<{ statement_id: string; after: number; limit: number }, ShownRow>(
  'list_shown_statement_rows',
  `select r.ordinal, r.line, r.operator_transaction_id, r.completed_at, case when r.is_completed then r.moved_xaf else 0 end as moved_xaf,
    r.after_xaf, r.party,
    f.finding, f.differs_in, f.step_id, t.after_xaf - t.before_xaf as step_moved_xaf, t.after_xaf as step_after_xaf,
    n.msisdn as step_msisdn
  from statement_findings f
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  left join book_steps t on t.id = f.step_id left join collection_numbers n on n.id = t.collection_number_id
  where f.statement_id = $statement_id and f.finding in ('NEW', 'DIFFERS') and f.ordinal > $after
  order by f.ordinal limit $limit`,
);
