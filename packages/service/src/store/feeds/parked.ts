import type { UnreadNotice } from '../notices/inbox.ts';
import { idStatement, setStatement } from '../statement.ts';

/**
 * Takes the parked notices of locked numbers out of the inbox; one that another transaction has taken is left
 * to it, since it waits for the lock on the number and comes next.
 */
export const takeParked = idStatement<UnreadNotice>(
  'take_parked_notices',
  `select n.id, n.environment, n.merchant_id, n.operator, n.collection_number_id, n.source, n.sender,
    n.body, n.received_at, c.sender_allow_list, b.parked_at, b.is_replay
  from notice_inbox b
  cross join lateral (select * from notices x where x.id = b.notice_id limit 1) n
  cross join lateral (
    select x.sender_allow_list from collection_numbers x where x.id = n.collection_number_id limit 1) c
  where b.parked_number_id = any ($1::uuid[])
  order by b.notice_id for update of b skip locked`,
);

/** Lets notices wait in the inbox, unread. */
export const parkNotices = setStatement<{
  notice_id: string;
  parked_number_id: string;
  parked_at: Date;
  waits_until: Date;
}>(
  'park_notices',
  `update notice_inbox b
  set parked_number_id = i.parked_number_id, parked_at = i.parked_at, waits_until = i.waits_until
  from json_to_recordset($1::json)
    as i (notice_id uuid, parked_number_id uuid, parked_at timestamptz, waits_until timestamptz)
  where b.notice_id = i.notice_id`,
);
