import type { Account, Language } from '../../domain/account/person.ts';
import { findSignInByEmail } from '../../store/accounts/accounts.ts';
import {
  acceptInvitation,
  findInvitation,
  insertMembers,
  type StoredInvitation,
} from '../../store/accounts/members.ts';
import { switchMerchant } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import { recordDone } from '../actions.ts';
import { hashToken } from './links.ts';
import { type OpenAccountOutcome, openAccount } from './open.ts';
import { isTrusted, tellOwners } from './owners.ts';
import type { Asker, SiteServices } from './services.ts';

export type OpenInvitation = StoredInvitation & { has_account: boolean };

/** What an invitation offers, to whoever has its link; null when it was used, taken back or is too old. */
export async function invitationOf(services: SiteServices, token: string): Promise<OpenInvitation | null> {
  const [invitation] = await findInvitation(services.pool, {
    token_hash: hashToken(token),
    now: services.now(),
  });
  if (invitation === undefined) return null;
  const [account] = await findSignInByEmail(services.pool, { email: invitation.email });
  return { ...invitation, has_account: account !== undefined };
}

export type JoinOutcome = { kind: 'joined' } | { kind: 'link_unusable' } | { kind: 'for_another' };

/** Takes a signed-in person into the team that invited their mail address, and no other. */
export async function join(
  services: SiteServices,
  { session_id, account }: { session_id: string; account: Account },
  token: string,
): Promise<JoinOutcome> {
  const invitation = await invitationOf(services, token);
  if (invitation === null) return { kind: 'link_unusable' };
  if (invitation.email !== account.email) return { kind: 'for_another' };
  const is_in = await atomically(services.pool, (client) => enter(services, client, token, account));
  if (!is_in) return { kind: 'link_unusable' };
  await switchMerchant(services.pool, { session_id, merchant_id: invitation.merchant_id });
  return { kind: 'joined' };
}

async function enter(
  services: SiteServices,
  client: Database,
  token: string,
  { id: account_id, email }: Pick<Account, 'id' | 'email'>,
): Promise<boolean> {
  const created_at = services.now();
  const [accepted] = await acceptInvitation(client, {
    token_hash: hashToken(token),
    account_id,
    now: created_at,
  });
  if (accepted === undefined) return false;
  const { merchant_id, role } = accepted;
  if (isTrusted(role))
    await tellOwners(services, client, { merchant_id, change: 'joined', role, by: email, who: email });
  await insertMembers(client, [{ id: services.newId(), account_id, merchant_id, role, created_at }]);
  await recordDone(services, client, { account_id, merchant_id }, [
    { action: 'member.joined', detail: { role } },
  ]);
  return true;
}

/** Opens an account for whoever was invited and has none, and takes them into the team. */
export async function joinAsNew(
  services: SiteServices,
  asked: Asker & { token: string; name: string; password: string; language: Language },
): Promise<OpenAccountOutcome> {
  const { token, ...newcomer } = asked;
  const invitation = await invitationOf(services, token);
  if (invitation === null || invitation.has_account) return { kind: 'link_unusable' };
  const { email, merchant_name, merchant_id } = invitation;
  return openAccount(services, { ...newcomer, email, merchant_name }, async (client, account_id) =>
    (await enter(services, client, token, { id: account_id, email })) ? merchant_id : null,
  );
}
