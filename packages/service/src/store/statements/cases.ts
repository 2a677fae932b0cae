import { NOBODY, OF_UNDONE } from '../../domain/credit.ts';
import type { RowCase, RowFinding } from '../../domain/statement/compare.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { payerTold } from '../book/known-steps.ts';
import { setStatement, statement } from '../statement.ts';

/** A printed time and a phone's clock may be apart by so much. */
const CLOCKS_APART = '15 minutes';

/** So long may pass between the look at the SIM that opened a book and the word of the balance. */
const OPENED_WITHIN = '2 minutes';

/**
 * A message may name no transaction, or only the one that it undoes. Its step is known by its two balances, or by its sum where
 * the statement prints none, at most so far in time from the row. Of several such rows each is a step of its own.
 */
const NAMELESS_WITHIN = '1 day';

/** A message that tells of a row comes within so much of it. */
const TOLD_WITHIN = '1 day';

/**
 * When the book of the statement `s` was opened, and the last row that lies in its opening balance, by the balance that it
 * prints.
 */
const OPENING = `(
    select p.occurred_at, case when s.covers_from < p.occurred_at then (
        select max(z.ordinal) from statement_rows z
        where z.statement_id = s.id and z.is_completed and z.after_xaf = p.after_xaf
          and z.completed_at <= p.occurred_at + interval '${OPENED_WITHIN}') end as last_before
    from book_steps p where p.collection_number_id = s.collection_number_id and p.ordinal = 1)`;

/** Of the completed rows of the transaction of the row `r`: how many stand before it, and what all come to. */
const TRANSACTION = `(
    select count(*) filter (where m.ordinal < r.ordinal) as nth, sum(m.moved_xaf)::bigint as moved_xaf,
      (array_agg(m.after_xaf order by m.ordinal desc))[1] as after_xaf
    from statement_rows m
    where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id = r.statement_id)`;

const IS_PENDING = `exists (select from book_claims c where c.notice_id = t.notice_id and c.state = 'PENDING')`;

/**
 * The steps that have the id of the row `r`: first as a further row of its transaction (`ID/2`), then the plain id, then
 * that of a message which only names the transaction that it undoes, as this row does (`UNDONE.ID`).
 */
const BY_ID = `select x.step_id, t.after_xaf - t.before_xaf as moved_xaf, t.after_xaf, t.collection_number_id = s.collection_number_id as is_of_number,
      t.strength, ${IS_PENDING} as is_pending
    from unnest(array[r.operator_transaction_id || case when m.nth = 0 then '' else '/' || m.nth + 1 end,
      r.operator_transaction_id, '${OF_UNDONE}' || r.linked_transaction_id]) with ordinality as k (id, place)
    join transaction_identities x on x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
      and x.operator_transaction_id = k.id
    left join book_steps t on t.id = x.step_id
    where m.nth = 0 or x.operator_transaction_id <> r.operator_transaction_id or t.after_xaf - t.before_xaf = m.moved_xaf`;

/**
 * The steps without an id in the days of statement `statement_id`. Looked up once for all rows: else each row that no step
 * tells of would read all steps of its day.
 */
const NAMELESS = `
    select t.id, t.occurred_at, t.after_xaf - t.before_xaf as moved_xaf, t.after_xaf, t.strength
    from statements s join book_steps t on t.collection_number_id = s.collection_number_id
      and t.occurred_at between s.covers_from - interval '${NAMELESS_WITHIN}' and s.covers_until + interval '${NAMELESS_WITHIN}'
    where s.id = $statement_id and t.notice_id is not null
      and not exists (select from transaction_identities x
        where x.step_id = t.id and x.operator_transaction_id not like '${OF_UNDONE}%')`;

/** Whether no step has the id of the row `q`. */
const HAS_NO_STEP = `not exists (select from transaction_identities x
          where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
            and x.operator_transaction_id = q.operator_transaction_id)`;

/**
 * The step without an id that moved the sum of the row `r`, to its balance where it prints one. Of several such steps and
 * rows the first is the first, the second the second, and so on.
 */
const BY_BALANCES = `select t.id, t.moved_xaf, t.after_xaf, true, t.strength, false from (
      select t.*, row_number() over (order by t.occurred_at, t.id) - 1 as nth
      from nameless t
      where t.moved_xaf = r.moved_xaf and (r.after_xaf is null or t.after_xaf = r.after_xaf)
        and t.occurred_at between r.completed_at - interval '${NAMELESS_WITHIN}' and r.completed_at + interval '${NAMELESS_WITHIN}') t
    where t.nth = (
      select count(*) from statement_rows q
      where q.statement_id = s.id and q.ordinal < r.ordinal and q.is_completed
        and q.after_xaf is not distinct from r.after_xaf and q.moved_xaf = r.moved_xaf
        and q.completed_at >= r.completed_at - interval '${NAMELESS_WITHIN}'
        and ${HAS_NO_STEP})`;

/** Whether rows of the statement lead from the one balance of the gap `g` to the other, and this row is one of them. */
const leadsPast = (row: 'r' | 'q'): string => `exists (select from statement_rows a
        where a.statement_id = s.id and a.is_completed and a.ordinal <= ${row}.ordinal
          and a.after_xaf - a.moved_xaf = g.before_xaf and a.completed_at >= p.since - interval '${CLOCKS_APART}')
      and exists (select from statement_rows z
        where z.statement_id = s.id and z.is_completed and z.ordinal >= ${row}.ordinal
          and z.after_xaf = g.after_xaf and z.completed_at <= g.occurred_at + interval '${CLOCKS_APART}')`;

/**
 * The same of a statement without balances: all rows of the time of the gap `g` that no step has the id of come to its sum,
 * or the row `r` alone moved that sum.
 */
const COMES_TO_SUM = `r.after_xaf is null and r.completed_at <= g.occurred_at and not exists (
        select from statement_findings y join statement_rows z on z.statement_id = y.statement_id and z.ordinal = y.ordinal
        where y.step_id = g.id and y.statement_id <> s.id and not exists (select from statement_rows q
          where q.statement_id = s.id and q.operator_transaction_id = z.operator_transaction_id)) and (
        select sum(q.moved_xaf) = g.after_xaf - g.before_xaf
          or (r.moved_xaf = g.after_xaf - g.before_xaf and count(*) filter (where q.moved_xaf = r.moved_xaf) = 1)
        from statement_rows q
        where q.statement_id = s.id and q.is_completed and q.after_xaf is null
          and q.completed_at between p.since - interval '${CLOCKS_APART}' and g.occurred_at
          and ${HAS_NO_STEP})`;

/** The rows of the time of the gap `g`. */
const OF_ITS_TIME = `from statement_rows q
        where q.statement_id = s.id and q.is_completed
          and q.completed_at between p.since - interval '${CLOCKS_APART}' and g.occurred_at + interval '${CLOCKS_APART}'`;

/**
 * Whether one row alone is the debit that the gap `g` misses: then people explained that row, and not those beside it. Not
 * where a row brought as much in that time: the row of that very sum may take it back, and the payment would count.
 */
const IS_OF_ONE_ROW = `g.after_xaf < g.before_xaf
      and not exists (select ${OF_ITS_TIME} and q.moved_xaf = g.before_xaf - g.after_xaf)
      and 1 = (select count(*) ${OF_ITS_TIME} and q.moved_xaf = g.after_xaf - g.before_xaf
          and q.linked_transaction_id is null and (q.after_xaf is null or (${leadsPast('q')}))
          and ${HAS_NO_STEP})`;

/**
 * The gaps in which the row `r` lies and that an announcement or people have explained since: their money is booked, and
 * would be booked twice if the row came to the book as well.
 */
const EXPLAINED = `select g.id, null, null, null, null, false from book_steps g
    cross join lateral (
      select coalesce((select p.occurred_at from book_steps p
        where p.collection_number_id = g.collection_number_id and p.ordinal = g.ordinal - 1), '-infinity') as since) p
    where g.collection_number_id = s.collection_number_id and g.kind = 'UNEXPLAINED' and g.strength = 'ANCHORED'
      and r.completed_at between p.since - interval '${CLOCKS_APART}' and g.occurred_at + interval '${CLOCKS_APART}'
      and exists (select from book_explanations e where e.step_id = g.id and e.meaning <> 'messages')
      and not exists (select from book_steps t where t.explains_id = g.id)
      and ((${leadsPast('r')}) or (${COMES_TO_SUM}))
      and (r.moved_xaf = g.after_xaf - g.before_xaf or not (${IS_OF_ONE_ROW}))`;

/** With whom the message of the step `f` says that money was moved. */
const PAYER = `(select coalesce(c.payer, t.recipient, ${payerTold('q')}) from book_steps t
    left join credits c on c.id = t.id left join book_claims q on q.notice_id = t.notice_id and q.state = 'PENDING'
    where t.id = f.step_id)`;

/** Whether the claim `k` has no place, and may be the money of the row `r`. */
const MAY_TELL = `k.state in ('CLAIMED', 'REFUTED') and k.collection_number_id = s.collection_number_id and r.moved_xaf > 0
        and k.arrived_at between r.completed_at - interval '${TOLD_WITHIN}' and r.completed_at + interval '${TOLD_WITHIN}'`;

/** Whether the claim `k` ends at the balance of the row `r`, or of its step where the row prints none. */
const ENDS_THERE = `coalesce(r.after_xaf, f.after_xaf) = any (k.ends_xaf)`;

/** Whether the claim `k` is of another row of the statement of `r`: where the balance came back, the same sum has led to it twice. */
const IS_OF_ANOTHER_ROW = `exists (select from statement_rows o
        where o.statement_id = r.statement_id and o.operator_transaction_id = k.told ->> 'operator_transaction_id'
          and o.operator_transaction_id <> r.operator_transaction_id and o.moved_xaf = r.moved_xaf)`;

/** A printed time and the time of its row may be apart by so much: both are the operator's, in whatever zone its list is written. */
const PRINTED_WITHIN = '2 hours';

/** Whether the claim `k` prints a time that isn't that of the row `r`. */
const IS_OF_ANOTHER_TIME = `k.precision_ms <= ${MINUTE_MS}
        and k.occurred_at not between r.completed_at - interval '${PRINTED_WITHIN}' and r.completed_at + interval '${PRINTED_WITHIN}'`;

const TELLERS = `(
    select coalesce(json_agg(k.payer), '[]') as payers from (
      select k.notice_id, ${payerTold('k')} as payer from book_claims k
      where k.told ->> 'operator_transaction_id' = r.operator_transaction_id and ${MAY_TELL} and (r.after_xaf is null or ${ENDS_THERE})
      union
      select k.notice_id, ${payerTold('k')} from book_claims k
      where k.begins_xaf && array[r.after_xaf - r.moved_xaf] and ${MAY_TELL} and ${ENDS_THERE} and not ${IS_OF_ANOTHER_ROW}
        and not (${IS_OF_ANOTHER_TIME})) k)`;

/** Of so many payers some can't be one, and more are not needed. Digits come first in their order, before what hides some. */
const PAYERS_READ = 1000;

/** The payers of messages that may tell of the row `r` by its sum and its time alone. */
const PAYERS_OF_SUM = `(
    select coalesce(json_agg(x.payer), '[]') as payers from (
      select distinct ${payerTold('k')} collate "C" as payer from book_claims k
      where r.after_xaf is null and coalesce(r.party, n.msisdn) = n.msisdn and k.told ->> 'operator_transaction_id' is null
        and r.moved_xaf = any (k.amounts_xaf) and ${MAY_TELL} and not (${IS_OF_ANOTHER_TIME}) and ${payerTold('k')} is not null
      order by payer limit ${PAYERS_READ}) x)`;

/** Rows `ordinals` of statement `statement_id`, each with what the books know of it. */
export const loadRowCases = statement<{ statement_id: string; ordinals: readonly number[] }, RowCase>(
  'load_statement_row_cases',
  `with nameless as materialized (${NAMELESS})
  select r.ordinal, r.is_completed, r.moved_xaf, r.after_xaf, nullif(r.party, n.msisdn) as party,
    m.moved_xaf as transaction_xaf, m.after_xaf as transaction_after_xaf,
    (r.completed_at < o.occurred_at or r.ordinal <= o.last_before) is true as is_before_opening,
    case when f.step_id is not null then json_build_object('step_id', f.step_id, 'moved_xaf', f.moved_xaf, 'after_xaf', f.after_xaf,
      'is_of_number', f.is_of_number, 'strength', f.strength, 'is_pending', f.is_pending, 'payer', ${PAYER}) end as step,
    k.payers as tellers, u.payers as payers_of_sum
  from statements s
  join collection_numbers n on n.id = s.collection_number_id
  join lateral ${OPENING} o on true
  join statement_rows r on r.statement_id = s.id and r.ordinal = any ($ordinals::int[])
  cross join lateral ${TRANSACTION} m
  left join lateral (
    (${BY_ID} order by k.place)
    union all (${BY_BALANCES})
    union all (${EXPLAINED})
    limit 1) f on true
  cross join lateral ${TELLERS} k
  cross join lateral ${PAYERS_OF_SUM} u
  where s.id = $statement_id
  order by r.ordinal`,
);

/** Writes what was found of rows of statements, or what is found of them by now. */
export const writeFindings = setStatement<RowFinding & { statement_id: string; ordinal: number }>(
  'write_statement_findings',
  `insert into statement_findings (statement_id, ordinal, finding, differs_in, step_id)
  select statement_id, ordinal, finding, differs_in, step_id
  from json_to_recordset($1::json) as i (statement_id uuid, ordinal int, finding text, differs_in text, step_id uuid)
  on conflict (statement_id, ordinal) do update
    set finding = excluded.finding, differs_in = excluded.differs_in, step_id = excluded.step_id`,
);
