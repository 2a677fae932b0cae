import type { MemberRole } from '../../domain/account/person.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type StoredMember = {
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
export const listMembers = statement<{ merchant_id: string }, StoredMember>(
  'list_members',
  `${MEMBER} where k.merchant_id = $merchant_id and k.ended_at is null order by k.created_at, k.id`,
);

/** The same, and nobody else changes this team until the commit. */
export const lockMembers = statement<{ merchant_id: string }, StoredMember>(
  'lock_members',
  `${MEMBER} where k.merchant_id = $merchant_id and k.ended_at is null order by k.id for update of k`,
);

/** What somebody may do in a team, which nobody changes before the commit; none where they are not in it. */
export const lockRole = statement<{ account_id: string; merchant_id: string }, { role: MemberRole }>(
  'lock_role',
  `select role from members where account_id = $account_id and merchant_id = $merchant_id and ended_at is null for share`,
);

/** Who the owners of merchants are. */
export const findOwners = idStatement<{ merchant_id: string; account_id: string; email: string }>(
  'find_owners',
  `select k.merchant_id, k.account_id, a.email from members k join accounts a on a.id = k.account_id
  where k.merchant_id = any ($1::uuid[]) and k.role = 'owner' and k.ended_at is null`,
);

/** The teams that somebody is in, oldest first. */
export const listTeamsOf = statement<
  { account_id: string },
  { merchant_id: string; merchant_name: string; role: MemberRole }
>(
  'list_teams_of',
  `select k.merchant_id, m.name as merchant_name, k.role
  from members k join merchants m on m.id = k.merchant_id
  where k.account_id = $account_id and k.ended_at is null order by k.created_at, k.id`,
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

/** Gives a role; of whoever was an owner it is kept until when, for what owners are told. */
export const changeRole = statement<{ id: string; role: string; now: Date }>(
  'change_member_role',
  `update members set role = $role,
    owner_until = case when role = 'owner' and $role <> 'owner' then $now else owner_until end where id = $id`,
);

export const endMember = statement<{ id: string; now: Date }>(
  'end_member',
  `update members set ended_at = $now, owner_until = case when role = 'owner' then $now else owner_until end
  where id = $id`,
);

export type StoredInvitation = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  email: string;
  role: MemberRole;
  created_at: Date;
  expires_at: Date;
};

/**
 * Whether whoever made the invitation is an owner of the team still: it may have been written just after they were taken out, so that
 * nothing took it back with them.
 */
const isByOwner = (invitation: string): string => `exists (
    select from members k where k.account_id = ${invitation}.invited_by and k.merchant_id = ${invitation}.merchant_id
      and k.ended_at is null and k.role = 'owner')`;

const INVITATION = `select v.id, v.merchant_id, m.name as merchant_name, v.email, v.role, v.created_at, v.expires_at
  from invitations v join merchants m on m.id = v.merchant_id`;

/** A merchant's invitations that nobody has accepted or taken back, newest first; expired ones too. */
export const listInvitations = statement<{ merchant_id: string }, StoredInvitation>(
  'list_invitations',
  `${INVITATION} where v.merchant_id = $merchant_id and v.accepted_at is null and v.revoked_at is null order by v.id desc`,
);

/** The invitation whose token has the hash `token_hash`, while it may be accepted at `now`. */
export const findInvitation = statement<{ token_hash: string; now: Date }, StoredInvitation>(
  'find_invitation',
  `${INVITATION} where v.token_hash = decode($token_hash, 'hex') and v.accepted_at is null and v.revoked_at is null
    and v.expires_at > $now and ${isByOwner('v')}`,
);

/** Invites somebody in place of an invitation that stands open for the same mail address. */
export const putInvitation = statement<
  {
    id: string;
    merchant_id: string;
    email: string;
    role: string;
    token_hash: string;
    invited_by: string;
    now: Date;
    expires_at: Date;
  },
  { id: string }
>(
  'put_invitation',
  `insert into invitations (id, merchant_id, email, role, token_hash, invited_by, created_at, expires_at)
  values ($id, $merchant_id, $email, $role, decode($token_hash, 'hex'), $invited_by, $now, $expires_at)
  on conflict (merchant_id, email) where accepted_at is null and revoked_at is null do update
  set role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  returning id`,
);

/** Accepts an invitation; of two who do it at once only one gets the row. */
export const acceptInvitation = statement<
  { token_hash: string; account_id: string; now: Date },
  { id: string; merchant_id: string; role: MemberRole }
>(
  'accept_invitation',
  `update invitations set accepted_at = $now, accepted_by = $account_id
  where token_hash = decode($token_hash, 'hex') and accepted_at is null and revoked_at is null and expires_at > $now
    and ${isByOwner('invitations')}
  returning id, merchant_id, role`,
);

/** Takes back the open invitations that somebody has made to a merchant. */
export const revokeInvitationsBy = statement<
  { merchant_id: string; account_id: string; now: Date },
  { id: string }
>(
  'revoke_invitations_by',
  `update invitations set revoked_at = $now
  where merchant_id = $merchant_id and invited_by = $account_id and accepted_at is null and revoked_at is null returning id`,
);

export const revokeInvitation = statement<
  { id: string; merchant_id: string; now: Date },
  { id: string; email: string }
>(
  'revoke_invitation',
  `update invitations set revoked_at = $now
  where id = $id and merchant_id = $merchant_id and accepted_at is null and revoked_at is null
  returning id, email`,
);
