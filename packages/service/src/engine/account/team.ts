import type { Member, MemberRole } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { listMemberActions } from '../../store/accounts/actions.ts';
import {
  changeRole,
  endMember,
  listInvitations,
  listMembers,
  listTeamsOf,
  lockMembers,
  revokeInvitationsBy,
  type StoredInvitation,
  type StoredMember,
} from '../../store/accounts/members.ts';
import { switchMerchant } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockHolders } from '../../store/settlements/payout-accounts.ts';
import type { Database } from '../../store/statement.ts';
import { type Done, recordDone } from '../actions.ts';
import { type ListPage, pageOf } from '../page.ts';
import { isTrusted, mustProve, tellOwners } from './owners.ts';
import { withdrawComing } from './payouts.ts';
import type { SiteServices } from './services.ts';

/** Somebody as whoever did something for their merchant. */
export const actorOf = ({ account, membership }: Member) => ({
  account_id: account.id,
  merchant_id: membership.merchant_id,
});

export type Team = { members: StoredMember[]; invitations: StoredInvitation[] };

export async function teamOf(services: SiteServices, merchant_id: string): Promise<Team> {
  const [members, invitations] = await Promise.all([
    listMembers(services.pool, { merchant_id }),
    listInvitations(services.pool, { merchant_id }),
  ]);
  return { members, invitations };
}

export type TeamChangeOutcome =
  | { kind: 'done' }
  | { kind: 'not_found' }
  /** Whoever asks must show first that it is them: it changes who the owners are, or gives a role that comes to money. */
  | { kind: 'prove_first' }
  /** A merchant always has an owner. */
  | { kind: 'last_owner' };

/** Gives a member another role. */
export function setRole(
  services: SiteServices,
  owner: Member,
  { member_id, role }: { member_id: string; role: MemberRole },
): Promise<TeamChangeOutcome> {
  return changeTeam(services, owner, member_id, role, async (client, member) => {
    await changeRole(client, { id: member.id, role, now: services.now() });
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
  return changeTeam(services, owner, member_id, null, async (client, member) => {
    await endMember(client, { id: member.id, now: services.now() });
    const action = member.account_id === owner.account.id ? 'member.left' : 'member.removed';
    return { action, subject_id: member.email, detail: { role: member.role } };
  });
}

/**
 * The team's rows are locked first: two owners who take each other out at once can't both do so. Their merchant before them, so that
 * whoever is shut out asks for no other payout account meanwhile.
 * @param role what the member is afterwards; null: no member
 */
function changeTeam(
  services: SiteServices,
  owner: Member,
  member_id: string,
  role: MemberRole | null,
  change: (client: Database, member: StoredMember) => Promise<Done>,
): Promise<TeamChangeOutcome> {
  return atomically(services.pool, async (client) => {
    const { merchant_id } = owner.membership;
    await lockHolders(client, [merchant_id]);
    const team = await lockMembers(client, { merchant_id });
    const me = team.find(({ account_id }) => account_id === owner.account.id);
    const member = team.find(({ id }) => id === member_id.toLowerCase());
    // Whoever was taken out or made something else a moment ago decides nothing any more; everybody may leave.
    const may = me !== undefined && (me.role === 'owner' || (role === null && me.id === member?.id));
    if (member === undefined || !may) return { kind: 'not_found' };
    const owners = team.filter((one) => one.role === 'owner');
    const [was_owner, stays_owner] = [member.role === 'owner', role === 'owner'];
    if (was_owner && owners.length === 1 && !stays_owner) return { kind: 'last_owner' };
    const given = role !== null && isTrusted(role) ? role : null;
    if ((was_owner || given !== null) && mustProve(services, owner)) return { kind: 'prove_first' };
    const told = { by: owner.account.email, who: member.email };
    if (was_owner && !stays_owner) {
      await withdrawComing(services, client, { merchant_id, asked_by: member.email, by: owner.account });
      await tellOwners(services, client, { merchant_id, change: 'ended', role: 'owner', ...told });
    } else if (given !== null && given !== member.role)
      await tellOwners(services, client, { merchant_id, change: 'given', role: given, ...told });
    await recordDone(services, client, actorOf(owner), [await change(client, member)]);
    // Else they came back by an invitation to an address of theirs.
    if (!stays_owner)
      await revokeInvitationsBy(client, {
        merchant_id,
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

export type ShownMemberAction = Awaited<ReturnType<typeof listMemberActions>>[number];

/** Who did what for a merchant, newest first. */
export async function actionsOf(
  services: SiteServices,
  { merchant_id, after, limit }: { merchant_id: string; after: string | null; limit: number },
): Promise<ListPage<ShownMemberAction>> {
  const rows = await listMemberActions(services.pool, { merchant_id, after, limit: limit + 1 });
  return pageOf(rows, limit);
}
