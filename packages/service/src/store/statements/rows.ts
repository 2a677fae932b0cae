import { NOBODY } from '../../domain/credit.ts';
import { COUNTRY_CODE, NATIONAL_DIGITS } from '../../domain/msisdn.ts';
import type { Operator } from '../../domain/operator.ts';
import { payerTold } from '../book/known-steps.ts';
import type { StatementFindingRow, StatementRowRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

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

/** A row that moved another sum in a statement of its number that counts: `statement_id`. */
export type ChangedRow = {
  id: string;
  operator_transaction_id: string;
  statement_id: string;
  told_xaf: number;
  held_xaf: number;
};

/** Of each statement one row that contradicts another statement. What nobody has agreed to contradicts nothing: anybody can make a file. */
export const findChangedRows = idStatement<ChangedRow>(
  'find_changed_statement_rows',
  `select s.id, c.operator_transaction_id, c.statement_id, c.told_xaf, c.held_xaf
  from statements s
  cross join lateral (
    select r.operator_transaction_id, e.statement_id, r.moved_xaf as told_xaf, e.moved_xaf as held_xaf
    from statement_rows r
    cross join lateral (
      select o.statement_id, sum(o.moved_xaf)::bigint as moved_xaf from statement_rows o
      join statements x on x.id = o.statement_id and x.collection_number_id = s.collection_number_id
        and x.state in ('AGREED', 'SETTLED')
      where o.operator_transaction_id = r.operator_transaction_id and o.is_completed and o.statement_id <> s.id
      group by o.statement_id) e
    where r.statement_id = s.id and r.is_completed and e.moved_xaf <> (
      select sum(m.moved_xaf) from statement_rows m
      where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id = s.id)
    limit 1) c
  where s.id = any ($1::uuid[])`,
);

/** A printed time and a phone's clock may be apart by so much. */
const CLOCKS_APART = '15 minutes';

/** From the look at the SIM whose balance opened a book to the word of it. */
const OPENED_WITHIN = '2 minutes';

/**
 * A message names no transaction, or only the one that it undoes: its step is known by its two balances, or by its sum
 * where the statement prints none, at most a day from the row. Of several such rows each is a step of its own.
 */
const NAMELESS_WITHIN = '1 day';

/** The national digits of a phone that is printed whole; null where digits are hidden, or it is none. */
const wholeNumber = (print: string): string =>
  `substring(regexp_replace(${print}, '[ .+-]', '', 'g') from '^(?:${COUNTRY_CODE})?([0-9]{${NATIONAL_DIGITS}})$')`;

/** A message that tells of a row comes within so much of it. */
const TOLD_WITHIN = '1 day';

/** Whether the claim `k` has no place, and may be the money of the row `r`: a statement that prints no balances has that of the step. */
const MAY_TELL_OF_ROW = `k.state in ('CLAIMED', 'REFUTED') and k.collection_number_id = s.collection_number_id and r.moved_xaf > 0
        and k.arrived_at between r.completed_at - interval '${TOLD_WITHIN}' and r.completed_at + interval '${TOLD_WITHIN}'
        and coalesce(r.after_xaf, w.after_xaf) = any (k.ends_xaf)`;

/** Whether the claim `k` is of another row of the statement of `r`: where the balance came back, the same sum has led to it twice. */
const IS_OF_ANOTHER_ROW = `exists (select from statement_rows o
        where o.statement_id = r.statement_id and o.operator_transaction_id = k.told ->> 'operator_transaction_id'
          and o.operator_transaction_id <> r.operator_transaction_id and o.moved_xaf = r.moved_xaf)`;

/**
 * With whom the row `r` says that money was moved, and with whom the message of the step `f` does; of a payment, how many messages without
 * a place tell of it by its id or between its balances, and how many of those name the row's payer. Whole numbers: null where digits
 * are hidden or nobody is named. Such messages say whose it is otherwise, also by what no row tells of: so a row decides between
 * them only where it names the payer of one alone.
 */
const PARTIES = `(
    select w.by_row, ${wholeNumber('w.payer')} as by_step,
      count(k.notice_id) as others, count(*) filter (where ${wholeNumber('k.payer')} = w.by_row) as others_as_row
    from (
      select case when r.party <> n.msisdn then ${wholeNumber('r.party')} end as by_row, t.after_xaf,
        f.step_id is null or t.strength = 'CHAINED' as is_told,
        case when t.strength = 'CHAINED' then coalesce(c.payer, t.recipient, ${payerTold('q')}) end as payer
      from (select) one left join book_steps t on t.id = f.step_id
      left join credits c on c.id = t.id left join book_claims q on q.notice_id = t.notice_id and q.state = 'PENDING') w
    left join lateral (
      select k.notice_id, ${payerTold('k')} as payer from book_claims k
      where k.told ->> 'operator_transaction_id' = r.operator_transaction_id and ${MAY_TELL_OF_ROW}
      union
      select k.notice_id, ${payerTold('k')} from book_claims k
      where k.begins_xaf && array[r.after_xaf - r.moved_xaf] and ${MAY_TELL_OF_ROW} and not ${IS_OF_ANOTHER_ROW}) k on w.is_told
    group by w.by_row, w.payer)`;

/** Whether the row `r` names another payer than the step `f`, or doesn't say which of several that tell of it is right. */
const IS_ANOTHERS = `(p.by_step <> p.by_row or p.others > 0 and (p.by_step = p.by_row and p.others_as_row = 0) is not true
          and (f.step_id is not null or p.others > 1 and p.others_as_row <> 1))`;

/** Of NEW rows of statement `statement_id` that have not come to the book, notes those of which messages have come since that say it otherwise. */
export const noteAnothers = statement<{ statement_id: string }>(
  'note_statement_anothers',
  `update statement_findings g set finding = 'DIFFERS', differs_in = 'payer'
  from statement_findings f
  join statements s on s.id = f.statement_id
  join collection_numbers n on n.id = s.collection_number_id
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  cross join lateral ${PARTIES} p
  where f.statement_id = $statement_id and f.finding = 'NEW' and f.notice_id is null and ${IS_ANOTHERS}
    and g.statement_id = f.statement_id and g.ordinal = f.ordinal`,
);

/**
 * Compares the rows `after_row` to `until_row` of statement `statement_id` with the book of its number, all at once, and writes what was found.
 * Several rows of one transaction (its fee on a row of its own) are the step that moved their sum. Rows that lead from one
 * end to the other of what a reading found, and that was announced or people have explained since, are that very step:
 * its money is booked, and would be booked twice. What came before the book was opened stands in its opening balance.
 */
export const compareRows = statement<{ statement_id: string; after_row: number; until_row: number }>(
  'compare_statement_rows',
  `insert into statement_findings (statement_id, ordinal, finding, differs_in, step_id)
  select r.statement_id, r.ordinal,
    case when e.is_nothing then 'NOTHING' when e.differs_in is not null then 'DIFFERS'
      when f.step_id is null or f.is_pending then 'NEW' else 'SAME' end,
    case when not e.is_nothing then e.differs_in end,
    case when r.is_completed and r.moved_xaf <> 0 then f.step_id end
  from statements s
  join collection_numbers n on n.id = s.collection_number_id
  join lateral (
    select p.occurred_at, case when s.covers_from < p.occurred_at then (
        select max(z.ordinal) from statement_rows z
        where z.statement_id = s.id and z.is_completed and z.after_xaf = p.after_xaf
          and z.completed_at <= p.occurred_at + interval '${OPENED_WITHIN}') end as last_before
    from book_steps p where p.collection_number_id = s.collection_number_id and p.ordinal = 1) o on true
  join statement_rows r on r.statement_id = s.id and r.ordinal between $after_row::int and $until_row::int
  cross join lateral (
    select count(*) filter (where m.ordinal < r.ordinal) as nth, sum(m.moved_xaf) as moved_xaf,
      (array_agg(m.after_xaf order by m.ordinal desc))[1] as after_xaf
    from statement_rows m
    where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id = s.id) m
  left join lateral (
    select x.step_id, case
        when t.id is null then null
        when t.collection_number_id <> s.collection_number_id then 'number'
        when t.after_xaf - t.before_xaf not in (r.moved_xaf, m.moved_xaf) then 'amount'
        when t.strength = 'CHAINED' and t.after_xaf <> r.after_xaf and t.after_xaf <> m.after_xaf then 'balance' end as differs_in,
      exists (select from book_claims c where c.notice_id = t.notice_id and c.state = 'PENDING') as is_pending
    from transaction_identities x left join book_steps t on t.id = x.step_id
    where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
      and x.operator_transaction_id in (
        r.operator_transaction_id || case when m.nth = 0 then '' else '/' || m.nth + 1 end,
        r.operator_transaction_id, 'UNDONE.' || r.linked_transaction_id)
      and (m.nth = 0 or x.operator_transaction_id <> r.operator_transaction_id or t.after_xaf - t.before_xaf = m.moved_xaf)
    union all
    select t.id, null, false from (
      select t.id, row_number() over (order by t.occurred_at, t.id) - 1 as nth from book_steps t
      where t.collection_number_id = s.collection_number_id and t.after_xaf - t.before_xaf = r.moved_xaf
        and (r.after_xaf is null or t.after_xaf = r.after_xaf) and t.notice_id is not null
        and t.occurred_at between r.completed_at - interval '${NAMELESS_WITHIN}' and r.completed_at + interval '${NAMELESS_WITHIN}'
        and not exists (select from transaction_identities x
          where x.step_id = t.id and x.operator_transaction_id not like 'UNDONE.%')) t
    where t.nth = (
      select count(*) from statement_rows q
      where q.statement_id = s.id and q.ordinal < r.ordinal and q.is_completed
        and q.after_xaf is not distinct from r.after_xaf and q.moved_xaf = r.moved_xaf
        and q.completed_at >= r.completed_at - interval '${NAMELESS_WITHIN}'
        and not exists (select from transaction_identities x
          where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
            and x.operator_transaction_id = q.operator_transaction_id))
    union all
    select g.id, null, false from book_steps g
    cross join lateral (
      select coalesce((select p.occurred_at from book_steps p
        where p.collection_number_id = g.collection_number_id and p.ordinal = g.ordinal - 1), '-infinity') as since) p
    where g.collection_number_id = s.collection_number_id and g.kind = 'UNEXPLAINED' and g.strength = 'ANCHORED'
      and r.completed_at between p.since - interval '${CLOCKS_APART}' and g.occurred_at + interval '${CLOCKS_APART}'
      and exists (select from book_explanations e where e.step_id = g.id and e.meaning <> 'messages')
      and not exists (select from book_steps t where t.explains_id = g.id)
      and exists (select from statement_rows a
        where a.statement_id = s.id and a.is_completed and a.ordinal <= r.ordinal
          and a.after_xaf - a.moved_xaf = g.before_xaf and a.completed_at >= p.since - interval '${CLOCKS_APART}')
      and exists (select from statement_rows z
        where z.statement_id = s.id and z.is_completed and z.ordinal >= r.ordinal
          and z.after_xaf = g.after_xaf and z.completed_at <= g.occurred_at + interval '${CLOCKS_APART}')
    limit 1) f on true
  cross join lateral ${PARTIES} p
  cross join lateral (
    select (not r.is_completed or r.moved_xaf = 0
        or (f.step_id is null and (r.completed_at < o.occurred_at or r.ordinal <= o.last_before))) is true as is_nothing,
      case when not f.is_pending and f.differs_in is not null then f.differs_in
        when ${IS_ANOTHERS} then 'payer' end as differs_in) e
  where s.id = $statement_id`,
);

export type NewRow = StatementRowRow & {
  operator: Operator;
  msisdn: string;
  nth: number;
  /** A later row is in the book, with the balance that the statement says. */
  is_passed: boolean;
};

/** Rows of statement `statement_id` that no step tells of and that have not come to the book yet, in order, at most `limit`. */
export const loadNewRows = statement<{ statement_id: string; limit: number }, NewRow>(
  'load_new_statement_rows',
  `select r.*, n.operator, n.msisdn, (
      select count(*)::int from statement_rows m where m.operator_transaction_id = r.operator_transaction_id
        and m.is_completed and m.statement_id = r.statement_id and m.ordinal < r.ordinal) as nth,
    r.ordinal < (
      select max(x.ordinal) from statement_findings x
      join statement_rows y on y.statement_id = x.statement_id and y.ordinal = x.ordinal
      join book_steps t on t.id = x.step_id
      where x.statement_id = $statement_id and x.finding = 'SAME' and t.ordinal is not null and t.after_xaf = y.after_xaf) is true as is_passed
  from statement_findings f
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  join statements s on s.id = f.statement_id join collection_numbers n on n.id = s.collection_number_id
  where f.statement_id = $statement_id and f.finding = 'NEW' and f.notice_id is null
  order by f.ordinal limit $limit`,
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

/** Finds the steps that NEW rows of statement `statement_id` have become; a further row of the same transaction has one of its own. */
export const noteSteps = statement<{ statement_id: string }>(
  'note_statement_steps',
  `update statement_findings f set step_id = x.step_id
  from statement_rows r, statements s, collection_numbers n, transaction_identities x
  where f.statement_id = $statement_id and f.finding = 'NEW' and f.step_id is null
    and r.statement_id = f.statement_id and r.ordinal = f.ordinal and s.id = f.statement_id
    and n.id = s.collection_number_id and x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
    and x.operator_transaction_id = r.operator_transaction_id || (
      select case when count(*) = 0 then '' else '/' || count(*) + 1 end from statement_rows m
      where m.operator_transaction_id = r.operator_transaction_id and m.is_completed
        and m.statement_id = r.statement_id and m.ordinal < r.ordinal)`,
);

/** What the NEW rows of statements would bring to the book. */
export const loadNewSums = idStatement<{ statement_id: string; new_rows: number; moved_xaf: number }>(
  'load_statement_new_sums',
  `select i.id as statement_id, count(r.ordinal)::int as new_rows, coalesce(sum(abs(r.moved_xaf)), 0)::bigint as moved_xaf
  from unnest($1::uuid[]) as i (id)
  left join statement_findings f on f.statement_id = i.id and f.finding = 'NEW'
  left join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  group by i.id`,
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
  `select r.ordinal, r.line, r.operator_transaction_id, r.completed_at, r.moved_xaf, r.after_xaf, r.party,
    f.finding, f.differs_in, f.step_id, t.after_xaf - t.before_xaf as step_moved_xaf, t.after_xaf as step_after_xaf,
    n.msisdn as step_msisdn
  from statement_findings f
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  left join book_steps t on t.id = f.step_id left join collection_numbers n on n.id = t.collection_number_id
  where f.statement_id = $statement_id and f.finding in ('NEW', 'DIFFERS') and f.ordinal > $after
  order by f.ordinal limit $limit`,
);
