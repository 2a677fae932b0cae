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

/** What somebody changed of who may act for a merchant, or of how they sign in. */
export type TeamChange = Pick<MemberAction, 'action' | 'at'> & {
  account_name: string;
  account_email: string;
};

/** Changes of these kinds since a moment, of the teams of these merchants and of those who are in them, the newest first. */
export const listTeamChanges = setStatement<
  { merchant_id: string; actions: readonly MemberActionName[]; since: Date; limit: number },
  TeamChange & { merchant_id: string }
>(
  'list_team_changes',
  `select i.merchant_id, x.action, x.at, a.name as account_name, a.email as account_email
  from json_to_recordset($1::json) as i (merchant_id uuid, actions text[], since timestamptz, "limit" int)
  cross join lateral (
    select * from (
      select y.id, y.account_id, y.action, y.at from member_actions y
      where y.merchant_id = i.merchant_id and y.at >= i.since and y.action = any (i.actions)
      union all
      select y.id, y.account_id, y.action, y.at from members m join member_actions y on y.account_id = m.account_id
      where m.merchant_id = i.merchant_id and m.ended_at is null and y.merchant_id is null and y.at >= i.since
        and y.action = any (i.actions)) z
    order by z.id desc limit i."limit") x
  join accounts a on a.id = x.account_id
  order by x.id desc`,
);
