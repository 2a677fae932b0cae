import { MAIL_LASTS_MS } from '../../domain/account/mails.ts';
import type { Language, Member, MemberRole } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { listMemberActions } from '../../store/accounts/actions.ts';
import {
  changeRole,
  endMember,
  type InvitationRow,
  listInvitations,
  listMembers,
  listTeamsOf,
  lockMembers,
  type MemberRow,
  putInvitation,
  revokeInvitation,
  revokeInvitationsBy,
} from '../../store/accounts/members.ts';
import { switchMerchant } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import { type Done, recordDone } from '../actions.ts';
import { postMails } from '../mail/account-mails.ts';
import { type Page, pageOf } from '../page.ts';
import { mayTry } from './limits.ts';
import { newToken } from './links.ts';
import type { SiteServices } from './services.ts';

const OPEN_INVITATIONS_MAX = 50;

const actorOf = ({ account, membership }: Member) => ({
  account_id: account.id,
  merchant_id: membership.merchant_id,
});

export type Team = { members: MemberRow[]; invitations: InvitationRow[] };

export async function teamOf(services: SiteServices, merchant_id: string): Promise<Team> {
  const [members, invitations] = await Promise.all([
    listMembers(services.pool, { merchant_id }),
    listInvitations(services.pool, { merchant_id }),
  ]);
  return { members, invitations };
}

export type InviteOutcome = { kind: 'invited' | 'is_member' | 'too_many' | 'no_mail' };

/** Mails an invitation that is good for seven days, in place of one to the same address. */
export async function invite(
  services: SiteServices,
  owner: Member,
  { email, role, language }: { email: string; role: MemberRole; language: Language },
): Promise<InviteOutcome> {
  if (!services.mailing.is_set_up) return { kind: 'no_mail' };
  const { merchant_id, merchant_name } = owner.membership;
  const may = await mayTry(services, [
    ['invite', merchant_id],
    ['mail_to', `invite ${email}`],
  ]);
  const team = await teamOf(services, merchant_id);
  if (team.members.some((member) => member.email === email)) return { kind: 'is_member' };
  if (!may || team.invitations.length >= OPEN_INVITATIONS_MAX) return { kind: 'too_many' };
  const { token, token_hash } = newToken(services);
  const now = services.now();
  const expires_at = new Date(now.getTime() + MAIL_LASTS_MS.invitation);
  await atomically(services.pool, async (client) => {
    const id = services.newId();
    const { account } = owner;
    await putInvitation(client, {
      id,
      merchant_id,
      email,
      role,
      token_hash,
      invited_by: account.id,
      now,
      expires_at,
    });
    const done: Done = { action: 'member.invited', subject_id: email, detail: { role } };
    await recordDone(services, client, actorOf(owner), [done]);
    const link = `${services.policy.dashboard_url}/account/join?token=${token}`;
    const about = { kind: 'invitation' as const, link, merchant_name, inviter_name: account.name };
    await postMails(services, client, [{ to: email, language, about }]);
  });
  return { kind: 'invited' };
}

/** Takes an invitation back; false when there is none such that stands open. */
export async function takeBack(services: SiteServices, owner: Member, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return atomically(services.pool, async (client) => {
    const [revoked] = await revokeInvitation(client, {
      id,
      merchant_id: owner.membership.merchant_id,
      now: services.now(),
    });
    if (revoked === undefined) return false;
    const done: Done = { action: 'invitation.revoked', subject_id: revoked.email };
    await recordDone(services, client, actorOf(owner), [done]);
    return true;
  });
}

export type TeamChangeOutcome =
  | { kind: 'done' }
  | { kind: 'not_found' }
  /** A merchant always has an owner. */
  | { kind: 'last_owner' };

/** Gives a member another role. */
export function setRole(
  services: SiteServices,
  owner: Member,
  { member_id, role }: { member_id: string; role: MemberRole },
): Promise<TeamChangeOutcome> {
  return changeTeam(services, owner, member_id, role === 'owner', async (client, member) => {
    await changeRole(client, { id: member.id, role });
    return {
      action: 'member.role_changed',
      subject_id: member.email,
      detail: { from: member.role, to: role },
    };
  });
}

/** Takes somebody out of the team, or lets them leave it: at once, in every browser of theirs. */
export function removeMember(
  services: SiteServices,
  owner: Member,
  member_id: string,
): Promise<TeamChangeOutcome> {
  return changeTeam(services, owner, member_id, false, async (client, member) => {
    await endMember(client, { id: member.id, now: services.now() });
    const action = member.account_id === owner.account.id ? 'member.left' : 'member.removed';
    return { action, subject_id: member.email, detail: { role: member.role } };
  });
}

/** The team's rows are locked first: two owners who take each other out at once can't both do so. */
function changeTeam(
  services: SiteServices,
  owner: Member,
  member_id: string,
  stays_owner: boolean,
  change: (client: Database, member: MemberRow) => Promise<Done>,
): Promise<TeamChangeOutcome> {
  return atomically(services.pool, async (client) => {
    const team = await lockMembers(client, { merchant_id: owner.membership.merchant_id });
    const me = team.find(({ account_id }) => account_id === owner.account.id);
    const member = team.find(({ id }) => id === member_id.toLowerCase());
    // Whoever was taken out a moment ago decides nothing any more; everybody may leave.
    const may = me !== undefined && (me.role === 'owner' || me.id === member?.id);
    if (member === undefined || !may) return { kind: 'not_found' };
    const owners = team.filter(({ role }) => role === 'owner');
    if (member.role === 'owner' && owners.length === 1 && !stays_owner) return { kind: 'last_owner' };
    await recordDone(services, client, actorOf(owner), [await change(client, member)]);
    // Else they came back by an invitation to an address of theirs.
    if (!stays_owner)
      await revokeInvitationsBy(client, {
        merchant_id: owner.membership.merchant_id,
        account_id: member.account_id,
        now: services.now(),
      });
    return { kind: 'done' };
  });
}

/** The teams that somebody is in. */
export function teamsOf(services: SiteServices, account_id: string) {
  return listTeamsOf(services.pool, { account_id });
}

/** Lets a browser work for another merchant of its person; false when they are not in that team. */
export async function workFor(
  services: SiteServices,
  session_id: string,
  merchant_id: string,
): Promise<boolean> {
  return isUuid(merchant_id) && (await switchMerchant(services.pool, { session_id, merchant_id })).length > 0;
}

export type ShownAction = Awaited<ReturnType<typeof listMemberActions>>[number];

/** Who did what for a merchant, newest first. */
export async function actionsOf(
  services: SiteServices,
  { merchant_id, after, limit }: { merchant_id: string; after: string | null; limit: number },
): Promise<Page<ShownAction>> {
  const rows = await listMemberActions(services.pool, { merchant_id, after, limit: limit + 1 });
  return pageOf(rows, limit);
}
