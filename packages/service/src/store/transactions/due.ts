import { statement } from '../statement.ts';

/**
 * Open transactions that expired before `$1`, oldest first. Not those whose borrowed session still awaits its
 * payment: that session's own expiry ends them, since it knows how its number's feed is.
 */
export const findOverdue = statement<{ id: string }>(
  'find_overdue_transactions',
  `select t.id from transactions t
  where t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') and t.expires_at <= $1 and (
    select true from payment_sessions s
    where s.transaction_id = t.id and s.status = 'AWAITING_PAYMENT' limit 1) is null
  order by t.expires_at limit $2`,
);
