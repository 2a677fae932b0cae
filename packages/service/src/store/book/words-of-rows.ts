import { idStatement } from '../statement.ts';

/** What has been told of a step that a row of a statement brought, and what the book did since. */
export type WordsOfRow = {
  step_id: string;
  is_credit: boolean;
  /** Its row came to the book then. */
  booked_at: Date;
  /** Who was asked for the money that it settled, as he was declared; null where nobody was. */
  declared: string | null;
  /** The SIM may have come back to the balance at which the row began. */
  is_back: boolean;
  /** The book has stood since where as much that is undone would begin, if it ends where the row ended. */
  may_be_undone: boolean;
  /** The messages that were taken for its own; none of a step that is no payment. */
  told_by: { sender: string | null; body: string }[];
};

/** Of so many messages that were taken for the word of one row, the others are copies. */
const TOLD_MAX = 20;

/**
 * Whether the book has come back since to where the step `s` began. Within a gap that rows have filled it may have, and where
 * a reading found something missing since; a row of a time that the book had gone past says nothing of where it stood then.
 */
const IS_BACK = `(exists (select from passed_steps p where p.step_id = s.id)
      or exists (select from book_steps l where l.collection_number_id = s.collection_number_id
        and l.ordinal > coalesce(s.ordinal, (select g.ordinal from book_steps g where g.id = s.explains_id))
        and (l.after_xaf = s.before_xaf or l.kind = 'UNEXPLAINED'))
      or exists (select from book_steps l where l.explains_id = s.explains_id
        and l.occurred_at > s.occurred_at and l.after_xaf = s.before_xaf))`;

/**
 * Whether the book has stood since at the balance from which as much as the step `s` moved leads back to where that ended: by a step
 * behind it, at the end of the gap in which it lies, or by a later step within that.
 */
const MAY_BE_UNDONE = `(exists (select from book_steps l where l.collection_number_id = s.collection_number_id
        and l.ordinal >= coalesce(s.ordinal, (select g.ordinal from book_steps g where g.id = s.explains_id))
        and l.after_xaf = 2 * s.after_xaf - s.before_xaf)
      or exists (select from book_steps l where l.explains_id = s.explains_id
        and l.occurred_at >= s.occurred_at and l.after_xaf = 2 * s.after_xaf - s.before_xaf))`;

/** By the steps of rows. Asked only where a message may be the word of one. */
export const loadWordsOfRows = idStatement<WordsOfRow>(
  'load_words_of_rows',
  `select s.id as step_id, c.id is not null as is_credit, w.created_at as booked_at, ${IS_BACK} as is_back, ${MAY_BE_UNDONE} as may_be_undone,
    coalesce((select p.customer_phone from payment_sessions p where p.id = c.matched_session_id),
      (select t.phone_number from transactions t where t.id = c.matched_transaction_id)) as declared,
    (select coalesce(json_agg(json_build_object('sender', n.sender, 'body', n.body)), '[]') from (
        select r.notice_id from notice_readings r where r.credit_id = s.id and r.outcome = 'DUPLICATE' limit ${TOLD_MAX}) r
      join notices n on n.id = r.notice_id) as told_by
  from book_steps s join notices w on w.id = s.notice_id left join credits c on c.id = s.id
  where s.id = any ($1::uuid[])`,
);
