import { TAKEN_BACK } from '../alerts.ts';
import { idStatement, statement } from '../statement.ts';

/** Whether the operator has taken back what paid; `column` is of credits, and names the payment, or the credit itself. */
export const takenBack = (
  column: 'id' | 'matched_session_id' | 'matched_transaction_id',
  id: string,
): string => `exists (select from credits c where c.${column} = ${id} and ${TAKEN_BACK})`;

/** What its merchant has given back of the payment of this id, and its payer has got. */
export const givenBack = (id: string): string =>
  `(select coalesce(sum(r.amount_xaf), 0) from refunds r where r.payment_id = ${id} and r.state = 'SUCCEEDED')::bigint`;

/** Whether what staff marked as sent back of the credit `c` was seen leaving; nothing leaves a sandbox. */
export const HAS_LEFT = `(c.environment = 'test' or (
      select true from announced_debits a
      where a.cause_id = c.id and a.kind = 'refund' and a.step_id is not null limit 1) is not null)`;

/** What of the money of some payments has gone again; those of which nothing has are left out. */
export const loadUndone = idStatement<{ id: string; is_reversed: boolean; given_back_xaf: number }>(
  'load_undone_payments',
  `select u.* from (
    select p.id, ${takenBack('matched_session_id', 'p.id')} or ${takenBack('matched_transaction_id', 'p.id')} as is_reversed,
      ${givenBack('p.id')} as given_back_xaf
    from unnest($1::uuid[]) as p (id) offset 0) u
  where u.is_reversed or u.given_back_xaf > 0`,
);

export type TakenBack = {
  merchant_id: string;
  id: string;
  reference: string;
  amount_xaf: number;
  /** When the operator said so; once staff have looked into it and it says so again, when it did that. */
  told_at: Date;
};

/**
 * The payments that the operator has taken back, and of which it said so since a moment, the latest first; of one merchant, or of all
 * where none is named. The index has an alert's latest moment, which is never before its first: those of long ago are not read.
 */
export const listTakenBack = statement<
  { merchant_id: string | null; environment: string; since: Date; limit: number },
  TakenBack
>(
  'list_payments_taken_back',
  `select p.merchant_id, p.id, p.reference, p.amount_xaf, a.told_at
  from (
    select credit_id, max(opened_at) as told_at from staff_alerts
    where kind = 'reversal' and environment = $environment and last_at > $since and opened_at > $since
    group by credit_id) a
  cross join lateral (select * from credits x where x.id = a.credit_id limit 1) c
  cross join lateral (
    select s.merchant_id, s.id, s.reference, s.amount_xaf from payment_sessions s where s.id = c.matched_session_id
    union all
    select t.merchant_id, t.id, t.reference, t.amount_xaf from transactions t where t.id = c.matched_transaction_id) p
  where ($merchant_id::uuid is null or p.merchant_id = $merchant_id::uuid) and ${TAKEN_BACK}
  order by a.told_at desc, p.id limit $limit`,
);
