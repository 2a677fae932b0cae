import { statement } from '../statement.ts';

/**
 * Open transactions that expired before `$1`, oldest first. Not those that hold a number:
 * they end as sessions do (`find_expired`), when their number has been heard.
 */
export const findOverdue = statement<{ id: string }>(
  'find_overdue_transactions',
  `select t.id from transactions t
  where t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') and t.expires_at <= $1 and (
    select true from collection_holds h where h.owner_id = t.id and h.state = 'OPEN' limit 1) is null
  order by t.expires_at limit $2`,
);
