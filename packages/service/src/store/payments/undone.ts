import { TAKEN_BACK } from '../alerts.ts';
import { idStatement } from '../statement.ts';

/** Whether the operator has taken back what paid; `column` is of credits, and names the payment. */
export const takenBack = (column: 'matched_session_id' | 'matched_transaction_id', id: string): string =>
  `exists (select from credits c where c.${column} = ${id} and ${TAKEN_BACK})`;

/** What its merchant has given back of the payment of this id, and its payer has got. */
export const givenBack = (id: string): string =>
  `(select coalesce(sum(r.amount_xaf), 0) from refunds r where r.payment_id = ${id} and r.state = 'SUCCEEDED')::bigint`;

/** What of the money of some payments has gone again; those of which nothing has are left out. */
export const loadUndone = idStatement<{ id: string; is_reversed: boolean; given_back_xaf: number }>(
  'load_undone_payments',
  `select u.* from (
    select p.id, ${takenBack('matched_session_id', 'p.id')} or ${takenBack('matched_transaction_id', 'p.id')} as is_reversed,
      ${givenBack('p.id')} as given_back_xaf
    from unnest($1::uuid[]) as p (id) offset 0) u
  where u.is_reversed or u.given_back_xaf > 0`,
);
