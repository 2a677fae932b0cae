import type { CreditRow, NoticeReversalRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

/** Keeps which transactions were called undone; what comes of them later is doubted from then on. */
export const insertReversals = setStatement<NoticeReversalRow>(
  'insert_notice_reversals',
  `insert into notice_reversals (notice_id, environment, scope_id, operator, operator_transaction_id)
  select notice_id, environment, scope_id, operator, operator_transaction_id
  from json_to_recordset($1::json) as i
    (notice_id uuid, environment text, scope_id uuid, operator text, operator_transaction_id text)
  on conflict (notice_id) do nothing`,
);

/**
 * The credits of transactions that were called undone, kept from staff until the commit: whoever decides such
 * a credit does it before this, or sees the alert. `position` is the caller's own numbering.
 */
export const lockReversed = setStatement<
  Omit<NoticeReversalRow, 'notice_id'> & { position: number },
  Pick<CreditRow, 'amount_xaf' | 'state' | 'matched_session_id' | 'matched_transaction_id'> & {
    position: number;
    credit_id: string;
  }
>(
  'lock_reversed_credits',
  `with named as materialized (
    select i.position, x.credit_id
    from json_to_recordset($1::json) as i
      (position int, environment text, scope_id uuid, operator text, operator_transaction_id text)
    cross join lateral (
      select k.step_id as credit_id from transaction_identities k
      where k.operator_transaction_id = i.operator_transaction_id and k.operator = i.operator
        and k.environment = i.environment and k.scope_id = i.scope_id
      limit 1) x
  ), locked as materialized (
    select c.id, c.amount_xaf, c.state, c.matched_session_id, c.matched_transaction_id from credits c
    where c.id in (select credit_id from named) order by c.id for share
  )
  select n.position, n.credit_id, l.amount_xaf, l.state, l.matched_session_id, l.matched_transaction_id
  from named n join locked l on l.id = n.credit_id`,
);

/** Puts credits into the case files of the sessions they paid, where they are in none yet. */
export const addToCases = setStatement<{
  session_id: string;
  credit_id: string;
  reason: string;
  opened_at: Date;
}>(
  'add_to_review_cases',
  `insert into review_cases (session_id, credit_id, reason, opened_at)
  select distinct on (session_id, credit_id) session_id, credit_id, reason, opened_at
  from json_to_recordset($1::json) as i (session_id uuid, credit_id uuid, reason text, opened_at timestamptz)
  order by session_id, credit_id
  on conflict (session_id, credit_id) do nothing`,
);
