import { NOBODY } from '../../domain/credit.ts';
import type { RowCase, RowFinding } from '../../domain/statement/compare.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { counts } from '../book/doubts.ts';
import { payerTold } from '../book/known-steps.ts';
import { setStatement, statement } from '../statement.ts';
import { BY_ID, isOtherEnd, payerOfStep, TRANSACTION } from './by-id.ts';

/** A printed time and a phone's clock may be apart by so much. */
const CLOCKS_APART = '15 minutes';

/** So long may pass between the look at the SIM that opened a book and the word of the balance. */
const OPENED_WITHIN = '2 minutes';

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

/** The step without an id that this row was found to be; null of most. */
const stepPaired = (row: 'r' | 'q'): string => `($paired::jsonb ->> ${row}.ordinal::text)::uuid`;

/** The same step, as the steps that have the id of the row `r`. */
const BY_PAIR = `select t.id, t.after_xaf - t.before_xaf, t.after_xaf, true, t.strength, false
    from book_steps t where t.id = ${stepPaired('r')}`;

/** Whether no step tells of the row `q`, by its id or as one without. */
const HAS_NO_STEP = `not exists (select from transaction_identities x left join book_steps t on t.id = x.step_id
          where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
            and x.operator_transaction_id = q.operator_transaction_id and ${isOtherEnd('q.moved_xaf')} is not true)
          and ${stepPaired('q')} is null`;

/** Whether rows of the statement lead from the one balance of the gap `g` to the other, and this row is one of them. */
const leadsPast = (row: 'r' | 'q'): string => `exists (select from statement_rows a
        where a.statement_id = s.id and a.is_completed and a.ordinal <= ${row}.ordinal
          and a.after_xaf - a.moved_xaf = g.before_xaf and a.completed_at >= p.since - interval '${CLOCKS_APART}')
      and exists (select from statement_rows z
        where z.statement_id = s.id and z.is_completed and z.ordinal >= ${row}.ordinal
          and z.after_xaf = g.after_xaf and z.completed_at <= g.occurred_at + interval '${CLOCKS_APART}')`;

/**
 * The same of a statement without balances: all rows of the time of the gap `g` that no step tells of come to its sum,
 * or the row `r` alone moved that sum.
 */
const COMES_TO_SUM = `r.after_xaf is null and r.completed_at <= g.occurred_at and not exists (
        select from statement_findings y join statements h on h.id = y.statement_id and ${counts('h')}
        join statement_rows z on z.statement_id = y.statement_id and z.ordinal = y.ordinal
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
 * would be booked twice if the row came to the book as well. Where the balance came back there are several, and the gap of its
 * very sum comes first: by the one of another payout nobody would hear where this one went.
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
      and (r.moved_xaf = g.after_xaf - g.before_xaf or not (${IS_OF_ONE_ROW}))
    order by (r.moved_xaf = g.after_xaf - g.before_xaf) desc, g.ordinal`;

/** Whether the claim `k` has no place, and may be the money of the row `r`. */
const MAY_TELL = `k.state in ('CLAIMED', 'REFUTED') and k.collection_number_id = s.collection_number_id and r.moved_xaf > 0
        and k.arrived_at between r.completed_at - interval '${TOLD_WITHIN}' and r.completed_at + interval '${TOLD_WITHIN}'`;

/** Whether the claim `k` ends at the balance of the row `r`, or of its step where the row prints none. */
const ENDS_THERE = `coalesce(r.after_xaf, f.after_xaf) = any (k.ends_xaf)`;

/** The same, or nobody knows where the row ends. Who has the receipt of a payment knows its id, and may write any balance beside it. */
const MAY_END_THERE = `(coalesce(r.after_xaf, f.after_xaf) is null or ${ENDS_THERE})`;

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
      where k.told ->> 'operator_transaction_id' = r.operator_transaction_id and ${MAY_TELL} and ${MAY_END_THERE}
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

/** Whether a statement that counts and reaches further than `s` has the transaction of the row `r` only as one that did not complete. */
const IS_FAILED_SINCE = `exists (select from statement_rows o
        join statements h on h.id = o.statement_id and h.collection_number_id = s.collection_number_id
          and h.covers_until > s.covers_until and ${counts('h')}
        where o.operator_transaction_id = r.operator_transaction_id and not o.is_completed
          and not exists (select from statement_rows q where q.statement_id = h.id
            and q.operator_transaction_id = r.operator_transaction_id and q.is_completed))`;

type Asked = {
  statement_id: string;
  ordinals: readonly number[];
  /** The step without an id that a row of the statement is, by the ordinal of that row, as JSON. */
  paired: string;
};

/** Rows `ordinals` of statement `statement_id`, each with what the books know of it. */
export const loadRowCases = statement<Asked, RowCase>(
  'load_statement_row_cases',
  `select r.ordinal, r.is_completed, r.moved_xaf, r.after_xaf, nullif(r.party, n.msisdn) as party,
    m.moved_xaf as transaction_xaf, m.after_xaf as transaction_after_xaf,
    (r.completed_at < o.occurred_at or r.ordinal <= o.last_before) is true as is_before_opening,
    ${IS_FAILED_SINCE} as is_failed_since,
    case when f.step_id is not null then json_build_object('step_id', f.step_id, 'moved_xaf', f.moved_xaf, 'after_xaf', f.after_xaf,
      'is_of_number', f.is_of_number, 'strength', f.strength, 'is_pending', f.is_pending, 'payer', ${payerOfStep('f.step_id')}) end as step,
    k.payers as tellers, u.payers as payers_of_sum
  from statements s
  join collection_numbers n on n.id = s.collection_number_id
  join lateral ${OPENING} o on true
  join statement_rows r on r.statement_id = s.id and r.ordinal = any ($ordinals::int[])
  cross join lateral ${TRANSACTION} m
  left join lateral (
    (${BY_ID} order by k.place)
    union all (${BY_PAIR})
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
