import type { MemberActionName } from '../../domain/account/actions.ts';
import { setStatement, statement } from '../statement.ts';

/** What somebody did, as the merchant's list of it says. */
export type MemberAction = {
  id: string;
  /** Null: about the account itself. */
  merchant_id: string | null;
  account_id: string;
  action: MemberActionName;
  subject_id: string | null;
  detail: Record<string, unknown>;
  at: Date;
};

/** Adds to who did what; nobody changes it afterwards. */
export const insertMemberActions = setStatement<MemberAction>(
  'insert_member_actions',
  `insert into member_actions (id, merchant_id, account_id, action, subject_id, detail, at)
  select id, merchant_id, account_id, action, subject_id, coalesce(detail, '{}'), at
  from json_to_recordset($1::json) as i
    (id uuid, merchant_id uuid, account_id uuid, action text, subject_id text, detail json, at timestamptz)`,
);

/** A merchant's actions from the newest, before the id `after` (null: from the top), at most `limit`. */
export const listMemberActions = statement<
  { merchant_id: string; after: string | null; limit: number },
  MemberAction & { account_name: string; account_email: string }
>(
  'list_member_actions',
  `select x.id, x.merchant_id, x.account_id, x.action, x.subject_id, x.detail, x.at,
    a.name as account_name, a.email as account_email
  from member_actions x join accounts a on a.id = x.account_id
  where x.merchant_id = $merchant_id and ($after::uuid is null or x.id < $after)
  order by x.id desc limit $limit`,
);
