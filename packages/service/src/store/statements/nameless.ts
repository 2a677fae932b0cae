import { NOBODY, OF_UNDONE } from '../../domain/credit.ts';
import type { ListEnd } from '../../domain/statement/list-end.ts';
import { NAMELESS_WITHIN_MS, type NamelessStep, type RowLikeStep } from '../../domain/statement/nameless.ts';
import { counts } from '../book/doubts.ts';
import { statement } from '../statement.ts';
import { BY_ID, payerOfStep, TRANSACTION } from './by-id.ts';

const WITHIN = `interval '${NAMELESS_WITHIN_MS} milliseconds'`;

/** The rows of other statements that count and that the step `t` was found to be, where no other step has their id. */
const FOUND_ELSEWHERE = `from statement_findings f
      join statements c on c.id = f.statement_id and c.id <> s.id and ${counts('c')}
      join statement_rows o on o.statement_id = f.statement_id and o.ordinal = f.ordinal
      where f.step_id = t.id and f.finding in ('SAME', 'NEW') and not exists (
        select from transaction_identities i where i.environment = 'live' and i.scope_id = '${NOBODY}' and i.operator = n.operator
          and i.operator_transaction_id = o.operator_transaction_id and i.step_id <> t.id)`;

/** Whether the statement `s` lists the transaction of the row `o` too. */
const IS_LISTED_TOO = `exists (select from statement_rows r
        where r.operator_transaction_id = o.operator_transaction_id and r.statement_id = s.id and r.is_completed)`;

/** Whether the statement `s` has a row between the very balances of the step `t`: that is it, whatever another list says. */
const IS_LISTED_HERE = `exists (select from statement_rows r where r.statement_id = s.id and r.is_completed
        and r.moved_xaf = t.after_xaf - t.before_xaf and r.after_xaf = t.after_xaf)`;

/**
 * The steps without an id in the days of statement `statement_id`, in their order. Not what another statement that counts lists as a
 * transaction which this one doesn't list: one step is not two rows.
 */
export const loadNamelessSteps = statement<{ statement_id: string }, NamelessStep>(
  'load_nameless_steps',
  `select t.id as step_id, t.occurred_at, t.after_xaf - t.before_xaf as moved_xaf, t.after_xaf,
    coalesce(t.ordinal, e.ordinal) as place, ${payerOfStep('t.id')} as payer
  from statements s join collection_numbers n on n.id = s.collection_number_id
  join book_steps t on t.collection_number_id = s.collection_number_id
    and t.occurred_at between s.covers_from - ${WITHIN} and s.covers_until + ${WITHIN}
  left join book_steps e on e.id = t.explains_id
  where s.id = $statement_id and t.notice_id is not null
    and not exists (select from transaction_identities x
      where x.step_id = t.id and x.scope_id = '${NOBODY}' and x.operator_transaction_id not like '${OF_UNDONE}%')
    and (not exists (select ${FOUND_ELSEWHERE}) or ${IS_LISTED_HERE} or exists (select ${FOUND_ELSEWHERE} and ${IS_LISTED_TOO}))
  order by t.occurred_at, t.id`,
);

/**
 * The rows of statement `statement_id` between `since` and `until` that moved what one of some steps did, to its balance where they print one,
 * each by itself or all rows of its transaction together, in their order. The steps are given by what each moved, and to which balance.
 */
export const loadRowsLikeSteps = statement<
  {
    statement_id: string;
    since: Date;
    until: Date;
    moved_xaf: readonly number[];
    after_xaf: readonly number[];
  },
  RowLikeStep
>(
  'load_statement_rows_like_steps',
  `with likes as materialized (select i.moved_xaf, i.after_xaf from unnest($moved_xaf::bigint[], $after_xaf::bigint[]) as i (moved_xaf, after_xaf)),
  several as materialized (
    select m.operator_transaction_id from statement_rows m where m.statement_id = $statement_id and m.is_completed
    group by m.operator_transaction_id
    having count(*) > 1 and sum(m.moved_xaf) in (select i.moved_xaf from likes i))
  select r.ordinal, r.completed_at, r.moved_xaf, r.after_xaf, nullif(r.party, n.msisdn) as party, f.step_id as named_step_id,
    r.operator_transaction_id as transaction_id, m.many as transaction_rows, m.moved_xaf as transaction_xaf,
    m.after_xaf as transaction_after_xaf
  from statements s
  join collection_numbers n on n.id = s.collection_number_id
  join statement_rows r on r.statement_id = s.id and r.is_completed
    and r.completed_at between $since::timestamptz - ${WITHIN} and $until::timestamptz + ${WITHIN}
    and (r.after_xaf is null and r.moved_xaf in (select i.moved_xaf from likes i)
      or (r.moved_xaf, r.after_xaf) in (select i.moved_xaf, i.after_xaf from likes i)
      or r.operator_transaction_id in (select x.operator_transaction_id from several x))
  cross join lateral ${TRANSACTION} m
  left join lateral (${BY_ID} order by k.place limit 1) f on true
  where s.id = $statement_id
  order by r.ordinal`,
);

/**
 * Where statement `statement_id` ends in the book of its number. `paired`: the step without an id that a row is, by the ordinal of that row,
 * as JSON. Of a list without balances the end is what its rows come to behind the last that the book has, or behind where the book
 * stood when the list begins.
 */
export const loadListEnd = statement<{ statement_id: string; paired: string }, ListEnd>(
  'load_statement_list_end',
  `with told as materialized (
    select r.ordinal as row_ordinal, t.ordinal as place, t.after_xaf
    from statements s
    join book_steps t on t.collection_number_id = s.collection_number_id and t.ordinal is not null
      and t.occurred_at between s.covers_until - ${WITHIN} and s.covers_until + ${WITHIN}
    join transaction_identities x on x.step_id = t.id
    join statement_rows r on r.operator_transaction_id = split_part(x.operator_transaction_id, '/', 1)
      and r.statement_id = s.id and r.is_completed
    where s.id = $statement_id
    union all
    select p.key::int, t.ordinal, t.after_xaf from jsonb_each_text($paired::jsonb) p
    join book_steps t on t.id = p.value::uuid where t.ordinal is not null)
  select last.place as last_place, case when s.closing_xaf is not null then s.closing_xaf else
      coalesce(last.after_xaf, b.after_xaf) + coalesce(u.moved_xaf, 0) end as closing_xaf
  from statements s join collection_numbers n on n.id = s.collection_number_id
  left join lateral (select * from told order by told.place desc, told.row_ordinal desc limit 1) last on true
  left join lateral (
    select t.after_xaf from book_steps t
    where t.collection_number_id = s.collection_number_id and t.ordinal is not null and t.occurred_at < s.covers_from
    order by t.ordinal desc limit 1) b on true
  left join lateral (
    select sum(r.moved_xaf)::bigint as moved_xaf from statement_rows r
    cross join lateral ${TRANSACTION} m
    where s.closing_xaf is null and r.statement_id = s.id and r.is_completed and r.ordinal > coalesce(last.row_ordinal, 0)
      and (last.row_ordinal is null or ($paired::jsonb ->> r.ordinal::text is null and not exists (${BY_ID})))) u on true
  where s.id = $statement_id`,
);
