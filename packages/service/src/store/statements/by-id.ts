import { NOBODY, OF_UNDONE } from '../../domain/credit.ts';
import { HIDDEN_FEE } from '../../domain/movement/move.ts';
import { ROWS_OF_ONE_MAX } from '../../domain/statement/reader.ts';
import { payerTold } from '../book/known-steps.ts';

/** By which name the book has a row of the transaction of the row `r`: the plain id, then `ID/2`, `ID/3` and so on. */
export const bookNameOf = (nth: string): string =>
  `r.operator_transaction_id || case when ${nth} = 0 then '' else '/' || ${nth} + 1 end`;

/** Every name that a row of one transaction may have. */
const NAMES_OF_ROW = `generate_series(0, ${ROWS_OF_ONE_MAX - 1}) as k (nth)`;

/**
 * Of the completed rows of the transaction of the row `r`: by which name the book has that row, how many they are, and what all come to. A row
 * keeps the name by which a step of the number moved its sum: a later list may have one more row, of whatever sum. Those without a step take
 * the names that are left, the greatest row first, since that is the one of which a message tells. Where rows stand says nothing: lists have
 * the fee above as well as below its payment.
 */
export const TRANSACTION = `(
    with parts as (
      select m.ordinal, m.moved_xaf, m.after_xaf, row_number() over (partition by m.moved_xaf order by m.ordinal) as place
      from statement_rows m
      where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id = r.statement_id),
    held as (
      select k.nth, t.after_xaf - t.before_xaf as moved_xaf, row_number() over (partition by t.after_xaf - t.before_xaf order by k.nth) as place
      from ${NAMES_OF_ROW}
      join transaction_identities x on x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
        and x.operator_transaction_id = ${bookNameOf('k.nth')}
      join book_steps t on t.id = x.step_id and t.collection_number_id = s.collection_number_id),
    named as (
      select p.ordinal, h.nth, row_number() over (partition by h.nth is null order by abs(p.moved_xaf) desc, p.ordinal) as place
      from parts p left join held h on h.moved_xaf = p.moved_xaf and h.place = p.place),
    left_over as (
      select k.nth, row_number() over (order by k.nth) as place from ${NAMES_OF_ROW}
      where not exists (select from named d where d.nth = k.nth))
    select coalesce((
        select coalesce(d.nth, l.nth) from named d left join left_over l on l.place = d.place
        where d.ordinal = r.ordinal), 0)::int as nth,
      count(*)::int as many, sum(p.moved_xaf)::bigint as moved_xaf,
      (array_agg(p.after_xaf order by p.ordinal desc))[1] as after_xaf
    from parts p)`;

const IS_PENDING = `exists (select from book_claims c where c.notice_id = t.notice_id and c.state = 'PENDING')`;

/**
 * Whether the step `t` is the other end of a transfer between two SIMs of ours by which the number of the statement `s` moved this sum: the
 * operator gives both ends one id, and the index of ids has the one that was told first. `isTransfer` says the same.
 */
export const isOtherEnd = (
  moved_xaf: string,
): string => `(t.collection_number_id <> s.collection_number_id and (
      select c.came_xaf > 0 and c.fee_xaf between 0 and greatest(${HIDDEN_FEE.least_xaf}, ceil(c.came_xaf * ${HIDDEN_FEE.share}))
      from (select greatest(t.after_xaf - t.before_xaf, ${moved_xaf}) as came_xaf,
        -(t.after_xaf - t.before_xaf + ${moved_xaf}) as fee_xaf) c))`;

/**
 * The steps that have the id of the row `r`, but for the other end of a transfer, which is no row of this number: first as a further row of its transaction (`ID/2`), then the plain id, then
 * that of a message which only names the transaction that it undoes, as this row does (`UNDONE.ID`).
 */
export const BY_ID = `select x.step_id, t.after_xaf - t.before_xaf as moved_xaf, t.after_xaf, t.collection_number_id = s.collection_number_id as is_of_number,
      t.strength, ${IS_PENDING} as is_pending
    from unnest(array[${bookNameOf('m.nth')},
      r.operator_transaction_id, '${OF_UNDONE}' || r.linked_transaction_id]) with ordinality as k (id, place)
    join transaction_identities x on x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
      and x.operator_transaction_id = k.id
    left join book_steps t on t.id = x.step_id
    where (m.nth = 0 or x.operator_transaction_id <> r.operator_transaction_id or t.after_xaf - t.before_xaf = m.moved_xaf)
      and ${isOtherEnd('m.moved_xaf')} is not true`;

/** With whom the message of a step says that money was moved; the step is given by its id, of whatever is not called `told`. */
export const payerOfStep = (
  step_id: string,
): string => `(select coalesce(c.payer, told.recipient, ${payerTold('q')}) from book_steps told
    left join credits c on c.id = told.id left join book_claims q on q.notice_id = told.notice_id and q.state = 'PENDING'
    where told.id = ${step_id})`;
