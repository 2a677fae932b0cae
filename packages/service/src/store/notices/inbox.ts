import { NOBODY } from '../../domain/credit/credit.ts';
import type { Environment, Operator } from '../../domain/session/session.ts';
import { setStatement, statement } from '../statement.ts';

export type NoticeSource = 'SANDBOX_SMS' | 'SANDBOX_CREDIT' | 'MANUAL_SMS' | 'GATEWAY_SMS';

export type NoticeRow = {
  id: string;
  environment: Environment;
  merchant_id: string | null;
  operator: Operator;
  collection_number_id: string;
  source: NoticeSource;
  sender: string | null;
  body: string;
  received_at: Date;
};

/**
 * Keeps raw notices and puts them into the inbox. The number is looked up within the notice's environment
 * and merchant; a notice for a number that is none of them is not kept, and its id not returned.
 */
export const insertNotices = setStatement<
  Omit<NoticeRow, 'collection_number_id'> & { collection_number: string; created_at: Date },
  { id: string }
>(
  'insert_notices',
  `with made as (
    insert into notices (id, environment, merchant_id, operator, collection_number_id, source, sender, body,
      received_at, created_at)
    select i.id, i.environment, i.merchant_id, i.operator, n.id, i.source, i.sender, i.body, i.received_at, i.created_at
    from json_to_recordset($1::json) as i (id uuid, environment text, merchant_id uuid, operator text,
      collection_number text, source text, sender text, body text, received_at timestamptz, created_at timestamptz)
    join collection_numbers n on n.environment = i.environment and n.operator = i.operator
      and n.scope_id = coalesce(i.merchant_id, '${NOBODY}') and n.msisdn = i.collection_number
    returning id
  )
  insert into notice_inbox (notice_id) select id from made returning notice_id as id`,
);

export type UnreadNotice = NoticeRow & { sender_allow_list: string[] };

const UNREAD = `select n.id, n.environment, n.merchant_id, n.operator, n.collection_number_id, n.source, n.sender,
    n.body, n.received_at, c.sender_allow_list
  from notice_inbox b
  join notices n on n.id = b.notice_id
  join collection_numbers c on c.id = n.collection_number_id`;

/** Takes notices out of the inbox, waiting for a transaction that is reading one; what it finished is left out. */
export const takeNotices = setStatement<{ notice_id: string }, UnreadNotice>(
  'take_notices',
  `${UNREAD}
  where b.notice_id in (select notice_id from json_to_recordset($1::json) as i (notice_id uuid))
  order by b.notice_id for update of b`,
);

/** Notices kept before an instant that nobody is reading at this moment, those that wait longest first. */
export const findWaitingNotices = statement<{ notice_id: string }>(
  'find_waiting_notices',
  `select b.notice_id from notice_inbox b join notices n on n.id = b.notice_id
  where n.created_at <= $1 order by b.notice_id limit $2 for update of b skip locked`,
);

export const emptyInbox = setStatement<{ notice_id: string }>(
  'empty_inbox',
  `delete from notice_inbox b using json_to_recordset($1::json) as i (notice_id uuid) where b.notice_id = i.notice_id`,
);
