import { OF_UNDONE } from '../../domain/credit.ts';
import { NAMELESS_WITHIN_MS, type NamelessStep, type RowLikeStep } from '../../domain/statement/nameless.ts';
import { statement } from '../statement.ts';
import { BY_ID, TRANSACTION } from './by-id.ts';
import { payerOf } from './payer.ts';

const WITHIN = `interval '${NAMELESS_WITHIN_MS} milliseconds'`;

/** The steps without an id in the days of statement `statement_id`, in their order. */
export const loadNamelessSteps = statement<{ statement_id: string }, NamelessStep>(
  'load_nameless_steps',
  `select t.id as step_id, t.occurred_at, t.after_xaf - t.before_xaf as moved_xaf, t.after_xaf,
    ${payerOf('t.id')} as payer
  from statements s join book_steps t on t.collection_number_id = s.collection_number_id
    and t.occurred_at between s.covers_from - ${WITHIN} and s.covers_until + ${WITHIN}
  where s.id = $statement_id and t.notice_id is not null
    and not exists (select from transaction_identities x
      where x.step_id = t.id and x.operator_transaction_id not like '${OF_UNDONE}%')
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
