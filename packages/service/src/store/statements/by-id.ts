import { HIDDEN_FEE } from '../../domain/book/move.ts';
import { NOBODY, OF_UNDONE } from '../../domain/credit.ts';
import { payerTold } from '../book/known-steps.ts';

/** What the step of the number of the statement `s` moved that has the plain id of the row `r`; null where there is none. */
const HELD_XAF = `(select t.after_xaf - t.before_xaf from transaction_identities x
      join book_steps t on t.id = x.step_id and t.collection_number_id = s.collection_number_id
      where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
        and x.operator_transaction_id = r.operator_transaction_id)`;

/**
 * Of the completed rows of the transaction of the row `r`: how many they are and stand before it, and what all come to. The first is the
 * one that the book has by the plain id; else the greatest, since that is the one of which a message tells. Where they stand says nothing:
 * lists have the fee above as well as below its payment.
 */
export const TRANSACTION = `(
    select count(*) filter (where m.ordinal <> r.ordinal
        and ((m.moved_xaf = ${HELD_XAF}) is true, abs(m.moved_xaf), -m.ordinal) > ((r.moved_xaf = ${HELD_XAF}) is true, abs(r.moved_xaf), -r.ordinal)
      )::int as nth,
      count(*)::int as many, sum(m.moved_xaf)::bigint as moved_xaf,
      (array_agg(m.after_xaf order by m.ordinal desc))[1] as after_xaf
    from statement_rows m
    where m.operator_transaction_id = r.operator_transaction_id and m.is_completed and m.statement_id = r.statement_id)`;

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
    from unnest(array[r.operator_transaction_id || case when m.nth = 0 then '' else '/' || m.nth + 1 end,
      r.operator_transaction_id, '${OF_UNDONE}' || r.linked_transaction_id]) with ordinality as k (id, place)
    join transaction_identities x on x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
      and x.operator_transaction_id = k.id
    left join book_steps t on t.id = x.step_id
    where (m.nth = 0 or x.operator_transaction_id <> r.operator_transaction_id or t.after_xaf - t.before_xaf = m.moved_xaf)
      and ${isOtherEnd('m.moved_xaf')} is not true`;

/** With whom the message of a step says that money was moved; the step is given by its id, of whatever is not called `told`. */
export const payerOf = (
  step_id: string,
): string => `(select coalesce(c.payer, told.recipient, ${payerTold('q')}) from book_steps told
    left join credits c on c.id = told.id left join book_claims q on q.notice_id = told.notice_id and q.state = 'PENDING'
    where told.id = ${step_id})`;
