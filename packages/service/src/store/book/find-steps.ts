import { NOBODY } from '../../domain/credit.ts';
import type { Bracket } from '../../domain/movement/tariff.ts';
import type { Operator } from '../../domain/operator.ts';
import type { BookExplanationRow, BookStepRow } from '../rows.generated.ts';
import { ordinalOf, stepsStating } from '../stated.ts';
import { idStatement, setStatement } from '../statement.ts';
import {
  CONTESTED,
  counts,
  IS_MISSING,
  IS_SAID_OTHERWISE,
  LISTED,
  SETTLED_SINCE,
  STANDS,
  SUSPECTED,
  TAKES_BACK,
  UNEXPLAINED,
  UNREAD_AND_UNSEEN,
} from './doubts.ts';
import { IS_CONTESTED } from './find-claims.ts';
import { payeesOf } from './left.ts';

export type FoundStep = BookStepRow & {
  operator: Operator;
  stands_xaf: number;
  /** What people have said first that it was. If something speaks against a payment since, they may say so again. */
  explained_as: BookExplanationRow['meaning'] | null;
  /**
   * People may still say what it was: nobody has explained it, or it is a credit that waits for a reading, is contested or
   * suspected, or of which a message or a statement says otherwise and that they have not called never paid, or that
   * may be what a reading found missing; or it is money in unknown words that no reading vouches for.
   */
  is_unexplained: boolean;
  /** It brought money, and waits for no reading: that money has settled, or stands in suspense. */
  is_settled: boolean;
  /**
   * It is a credit that the next reading may settle: none has withheld it, no other message contests it,
   * and not only staff, who typed it in, tell of it.
   */
  is_to_be_read: boolean;
  /** A row of the operator's statement is it. */
  is_listed: boolean;
  /** It takes back a payment that our books know, or a part of it. */
  takes_back: boolean;
};

/** Steps by id. */
export const findSteps = idStatement<FoundStep>(
  'find_book_steps',
  `select s.*, n.operator, ${STANDS} as stands_xaf, e.meaning as explained_as, (
      ${UNEXPLAINED} or ${CONTESTED} or ${SUSPECTED} or ${UNREAD_AND_UNSEEN}
      or e.meaning is distinct from 'write_off' and ${IS_SAID_OTHERWISE} or exists (
      select from book_claims c where c.notice_id = s.notice_id and c.state = 'PENDING') or exists (
      select from book_claims c join book_steps g on g.collection_number_id = s.collection_number_id and ${IS_MISSING}
      where c.notice_id = s.notice_id and ${SETTLED_SINCE})) as is_unexplained,
    (s.kind in ('CREDIT', 'CASH_IN') or s.kind = 'UNREAD' and s.after_xaf > s.before_xaf) and not exists (
      select from book_claims c where c.notice_id = s.notice_id and c.state = 'PENDING') as is_settled,
    exists (select from book_claims c join books b on b.collection_number_id = c.collection_number_id
      where c.notice_id = s.notice_id and c.state = 'PENDING' and c.settled_at > coalesce(b.anchored_at, '-infinity')
        and c.told ->> 'is_typed' is distinct from 'true' and not ${IS_CONTESTED}) as is_to_be_read,
    ${LISTED} as is_listed,
    ${TAKES_BACK} as takes_back
  from book_steps s join collection_numbers n on n.id = s.collection_number_id
  left join book_explanations e on e.step_id = s.id
  where s.id = any ($1::uuid[])`,
);

/**
 * Of these steps those that tell of no message and by which less is there than the book had, each with the credits that may be that:
 * booked before, and waiting for a reading, or settled by one since. Of none of these has anybody said whether it came.
 */
export const findMaybeMissing = idStatement<{ gap_id: string; step_id: string }>(
  'find_maybe_missing',
  `select g.id as gap_id, p.step_id
  from book_steps g
  cross join lateral (
    select s.id as step_id, ${ordinalOf('s')} as place from book_claims c join book_steps s on s.notice_id = c.notice_id
    where c.collection_number_id = g.collection_number_id and c.state = 'PENDING' and ${ordinalOf('s')} < g.ordinal
    union all
    select s.id, ${ordinalOf('s')} from book_claims c join book_steps s on s.notice_id = c.notice_id
    where c.collection_number_id = g.collection_number_id and ${IS_MISSING} and ${SETTLED_SINCE}) p
  where g.id = any ($1::uuid[]) and g.after_xaf < g.before_xaf and g.notice_id is null and g.ordinal is not null
  order by g.id, p.place, p.step_id`,
);

/** What a transaction moved, by a step or by a row. */
export type MoveOfId = {
  key: string;
  moved_xaf: number;
  occurred_at: Date;
  /** False: its message printed no time, and is dated by when it came. */
  is_dated: boolean;
  /** Its place in the book; null of a row, and of a step that explains a gap. */
  ordinal: number | null;
};

/** Whether a message printed when the step was. */
const isDated = (step: string): string =>
  `(select true from notices n where n.id = ${step}.notice_id and n.received_at = ${step}.occurred_at) is null`;

/**
 * What the transactions with these ids moved on these numbers, and when: by their steps, else by rows of the operator's
 * statements, where the step of one has no id or isn't written yet, else by the first step that states the id. `key` is the caller's own.
 */
export const findMovesOfIds = setStatement<
  { key: string; collection_number_id: string; operator_transaction_id: string },
  MoveOfId
>(
  'find_moves_of_ids',
  `select i.key, m.moved_xaf, m.occurred_at, m.is_dated, m.ordinal
  from json_to_recordset($1::json) as i (key text, collection_number_id uuid, operator_transaction_id text)
  cross join lateral (select n.operator from collection_numbers n where n.id = i.collection_number_id limit 1) n
  cross join lateral (
    (select s.after_xaf - s.before_xaf as moved_xaf, s.occurred_at, s.ordinal, ${isDated('s')} as is_dated
      from transaction_identities x join book_steps s on s.id = x.step_id
      where x.environment = 'live' and x.scope_id = '${NOBODY}' and x.operator = n.operator
        and x.operator_transaction_id = i.operator_transaction_id and s.collection_number_id = i.collection_number_id limit 1)
    union all
    (select r.moved_xaf, r.completed_at, null, true from statement_rows r join statements t on t.id = r.statement_id
      where r.operator_transaction_id = i.operator_transaction_id and r.is_completed
        and t.collection_number_id = i.collection_number_id and ${counts('t')}
      order by r.moved_xaf desc limit 1)
    union all
    (select p.after_xaf - p.before_xaf, p.occurred_at, p.ordinal, ${isDated('p')}
      from (select i.operator_transaction_id, n.operator) x cross join lateral (select p.* from ${stepsStating('x')}) p
      where p.collection_number_id = i.collection_number_id order by p.ordinal limit 1)
    limit 1) m`,
);

/** Debits of numbers that nobody has explained and that sent one of these amounts, the oldest first. */
export const findUnexplainedDebits = setStatement<
  { collection_number_id: string; amount_xaf: number },
  {
    id: string;
    collection_number_id: string;
    amount_xaf: number;
    fee_xaf: number;
    /** The part of the fee that a statement tells of; 0 where a message does, since its author chooses what it prints. */
    printed_xaf: number;
    /** What the tariffs say of such a sum. */
    brackets: Bracket[];
    occurred_at: Date;
    recipient: string | null;
    /** To whom that sum was to be paid lately. */
    payees: string[] | null;
    /** To whom it still is, as far as people say. */
    due: string[] | null;
  }
>(
  'find_unexplained_debits',
  `select s.id, s.collection_number_id, s.occurred_at, s.recipient, -s.stands_xaf as amount_xaf, s.before_xaf - s.after_xaf + s.stands_xaf as fee_xaf,
    case when s.strength = 'WITNESSED' then s.before_xaf - s.after_xaf + s.stands_xaf
      else 0 end as printed_xaf,
    (select coalesce(json_agg(t), '[]') from operator_tariffs t join collection_numbers n on n.operator = t.operator
      where n.id = s.collection_number_id and -s.stands_xaf between t.from_xaf and t.to_xaf) as brackets,
    ${payeesOf('-s.stands_xaf', 's.occurred_at')} as payees,
    ${payeesOf('-s.stands_xaf', 's.occurred_at', 'unpaid')} as due
  from (select distinct collection_number_id from json_to_recordset($1::json) as i (collection_number_id uuid)) w
  cross join lateral (
    select s.id, s.collection_number_id, s.ordinal, s.strength, s.notice_id, s.occurred_at, s.recipient, s.before_xaf, s.after_xaf, ${STANDS} as stands_xaf
    from book_steps s
    where s.collection_number_id = w.collection_number_id and s.kind = 'DEBIT' and ${UNEXPLAINED} offset 0) s
  where (s.collection_number_id, -s.stands_xaf) in (
    select collection_number_id, amount_xaf from json_to_recordset($1::json) as i (collection_number_id uuid, amount_xaf bigint))
  order by s.collection_number_id, s.ordinal nulls last, s.id`,
);
