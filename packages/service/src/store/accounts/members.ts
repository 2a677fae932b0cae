import type { MemberRole } from '../../domain/account/person.ts';
import { setStatement, statement } from '../statement.ts';

export type MemberRow = {
  id: string;
  account_id: string;
  name: string;
  email: string;
  role: MemberRole;
  created_at: Date;
};

const MEMBER = `select k.id, k.account_id, a.name, a.email, k.role, k.created_at
  from members k join accounts a on a.id = k.account_id`;

/** A merchant's team, oldest first. */
export const listMembers = statement<MemberRow>(
  'list_members',
  `${MEMBER} where k.merchant_id = $1 and k.ended_at is null order by k.created_at, k.id`,
);

/** The same, and nobody else changes this team until the commit. */
export const lockMembers = statement<MemberRow>(
  'lock_members',
  `${MEMBER} where k.merchant_id = $1 and k.ended_at is null order by k.id for update of k`,
);

/** The teams that somebody is in, oldest first. */
export const listTeamsOf = statement<{ merchant_id: string; merchant_name: string; role: MemberRole }>(
  'list_teams_of',
  `select k.merchant_id, m.name as merchant_name, k.role
  from members k join merchants m on m.id = k.merchant_id
  where k.account_id = $1 and k.ended_at is null order by k.created_at, k.id`,
);

/** Puts people into teams; whoever is in already keeps their role, and no row comes back. */
export const insertMembers = setStatement<
  { id: string; account_id: string; merchant_id: string; role: MemberRole; created_at: Date },
  { id: string }
>(
  'insert_members',
  `insert into members (id, account_id, merchant_id, role, created_at)
  select id, account_id, merchant_id, role, created_at
  from json_to_recordset($1::json) as i
    (id uuid, account_id uuid, merchant_id uuid, role text, created_at timestamptz)
  on conflict (account_id, merchant_id) where ended_at is null do nothing
  returning id`,
);

export const changeRole = statement('change_member_role', 'update members set role = $2 where id = $1');

export const endMember = statement('end_member', 'update members set ended_at = $2 where id = $1');
