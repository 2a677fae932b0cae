import type { MemberRole } from '../../domain/account/person.ts';
import { statement } from '../statement.ts';

export type InvitationRow = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  email: string;
  role: MemberRole;
  created_at: Date;
  expires_at: Date;
};

const INVITATION = `select v.id, v.merchant_id, m.name as merchant_name, v.email, v.role, v.created_at, v.expires_at
  from invitations v join merchants m on m.id = v.merchant_id`;

/** A merchant's invitations that nobody has accepted or taken back, newest first; expired ones too. */
export const listInvitations = statement<InvitationRow>(
  'list_invitations',
  `${INVITATION} where v.merchant_id = $1 and v.accepted_at is null and v.revoked_at is null order by v.id desc`,
);

/** The invitation whose token has the hash `$1`, while it may be accepted at `$2`. */
export const findInvitation = statement<InvitationRow>(
  'find_invitation',
  `${INVITATION} where v.token_hash = decode($1, 'hex') and v.accepted_at is null and v.revoked_at is null
    and v.expires_at > $2`,
);

/** Invites somebody in place of an invitation that stands open for the same mail address. */
export const putInvitation = statement<{ id: string }>(
  'put_invitation',
  `insert into invitations (id, merchant_id, email, role, token_hash, invited_by, created_at, expires_at)
  values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8)
  on conflict (merchant_id, email) where accepted_at is null and revoked_at is null do update
  set role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  returning id`,
);

/** Accepts an invitation; of two who do it at once only one gets the row. */
export const acceptInvitation = statement<{ id: string; merchant_id: string; role: MemberRole }>(
  'accept_invitation',
  `update invitations set accepted_at = $3, accepted_by = $2
  where token_hash = decode($1, 'hex') and accepted_at is null and revoked_at is null and expires_at > $3
  returning id, merchant_id, role`,
);

/** Takes back what `$2` has invited to the merchant `$1` and nobody has accepted. */
export const revokeInvitationsBy = statement<{ id: string }>(
  'revoke_invitations_by',
  `update invitations set revoked_at = $3
  where merchant_id = $1 and invited_by = $2 and accepted_at is null and revoked_at is null returning id`,
);

export const revokeInvitation = statement<{ id: string; email: string }>(
  'revoke_invitation',
  `update invitations set revoked_at = $3
  where id = $1 and merchant_id = $2 and accepted_at is null and revoked_at is null
  returning id, email`,
);
