import { MAIL_LASTS_MS } from '../../domain/account/mails.ts';
import type { Language, Member, MemberRole } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { putInvitation, revokeInvitation } from '../../store/accounts/members.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { type Done, recordDone } from '../actions.ts';
import { postMails } from '../mail/account-mails.ts';
import { mayTry, type Tried } from './limits.ts';
import { newToken } from './links.ts';
import { isTrusted, mustProve, tellOwners } from './owners.ts';
import type { SiteServices } from './services.ts';
import { actorOf, teamOf } from './team.ts';

const OPEN_INVITATIONS_MAX = 50;

/** `prove_first`: whoever asks must show first that it is them (`owners.ts`). */
export type InviteOutcome = { kind: 'invited' | 'is_member' | 'too_many' | 'no_mail' | 'prove_first' };

/** Mails an invitation that is good for seven days, in place of one to the same address. */
export async function invite(
  services: SiteServices,
  owner: Member,
  { email, role, language }: { email: string; role: MemberRole; language: Language },
): Promise<InviteOutcome> {
  if (!services.mailing.is_set_up) return { kind: 'no_mail' };
  if (isTrusted(role) && mustProve(services, owner)) return { kind: 'prove_first' };
  const { merchant_id, merchant_name } = owner.membership;
  const tries = (one: Tried): Promise<boolean> => mayTry(services, [['invite', merchant_id], one]);
  const may =
    (await tries(['invite_to', `${merchant_id} ${email}`])) || (await tries(['mail_to', `invite ${email}`]));
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
    if (isTrusted(role))
      await tellOwners(services, client, {
        ...{ merchant_id, change: 'invited', role },
        ...{ by: account.email, who: email },
      });
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
