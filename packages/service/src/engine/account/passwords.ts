import { type PasswordProblem, passwordProblem } from '../../domain/account/credentials.ts';
import type { Account } from '../../domain/account/person.ts';
import { findSignIn, findSignInByEmail, lockAccounts, putPasswords } from '../../store/accounts/accounts.ts';
import { dropOfferedTotp } from '../../store/accounts/factors.ts';
import { dropLinks, findLink, useLink } from '../../store/accounts/links.ts';
import { proveSession, revokeOtherSessions } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { revokeTokensOf } from '../../store/staff/tokens.ts';
import type { Database } from '../../store/statement.ts';
import { recordDone } from '../actions.ts';
import { postMails } from '../mail/account-mails.ts';
import { mayTry } from './limits.ts';
import { hashToken, makeLink } from './links.ts';
import type { AskOutcome, SiteServices } from './services.ts';
import { knownDevice, newDevice } from './sign-in.ts';

/** Mails a link to choose a new password; what is answered is the same when there is no such account. */
export async function askToReset(
  services: SiteServices,
  { email, ip, device }: { email: string; ip: string; device: string | null },
): Promise<AskOutcome> {
  if (!services.mailing.is_set_up) return 'no_mail';
  // Its own count: what is asked for in somebody's name brings them a link that works, and never keeps one from them.
  const of_email = ['mail_to', `reset ${email}`] as const;
  const [account] = await findSignInByEmail(services.pool, { email });
  const is_known = knownDevice(services, account, device) !== null;
  const may = await mayTry(services, is_known ? [of_email] : [['mail_address', ip], of_email]);
  if (!may) return 'too_many';
  // For nobody a link and a mail are made too, which nobody gets: so that both take as long.
  const is_for_nobody = account === undefined;
  const purpose = is_for_nobody ? ('sign_up' as const) : ('reset' as const);
  await atomically(services.pool, async (client) => {
    const token = await makeLink(services, client, { purpose, email, account_id: account?.id ?? null });
    const link = `${services.policy.dashboard_url}/account/new-password?token=${token}`;
    const { language } = account ?? { language: 'fr' as const };
    await postMails(services, client, [
      { to: email, language, about: { kind: 'reset', link }, is_for_nobody },
    ]);
  });
  return 'mailed';
}

/** Whether a link to choose a new password is good. */
export async function isResetLink(services: SiteServices, token: string): Promise<boolean> {
  return (
    (await findLink(services.pool, { token_hash: hashToken(token), purpose: 'reset', now: services.now() }))
      .length > 0
  );
}

export type ResetOutcome =
  /** `device` lets this browser sign in while strangers try. */
  | { kind: 'changed'; device: string }
  | { kind: 'password_unusable'; problem: PasswordProblem }
  | { kind: 'link_unusable' };

/** Sets the password that a link allows, and signs the account out everywhere. A second factor is still asked for. */
export async function resetPassword(
  services: SiteServices,
  { token, password }: { token: string; password: string },
): Promise<ResetOutcome> {
  const [link] = await findLink(services.pool, {
    token_hash: hashToken(token),
    purpose: 'reset',
    now: services.now(),
  });
  const [account] =
    link?.account_id == null ? [] : await findSignIn(services.pool, { account_id: link.account_id });
  if (account === undefined) return { kind: 'link_unusable' };
  const problem = passwordProblem(password, [account.email, account.name]);
  if (problem !== null) return { kind: 'password_unusable', problem };
  const hash = await services.hashing.hash(password);
  const at = services.now();
  const is_set = await atomically(services.pool, async (client) => {
    if ((await useLink(client, { token_hash: hashToken(token), purpose: 'reset', now: at })).length === 0)
      return false;
    await replacePassword(client, { account_id: account.id, hash, kept_id: null, at });
    await tellOfReset(services, client, account);
    return true;
  });
  if (!is_set) return { kind: 'link_unusable' };
  return { kind: 'changed', device: newDevice(services, { ...account, password_set_at: at }) };
}

/** Puts on record and mails that a link has set another password. */
export async function tellOfReset(
  services: SiteServices,
  client: Database,
  account: Pick<Account, 'id' | 'email' | 'language'>,
): Promise<void> {
  await recordDone(services, client, { account_id: account.id, merchant_id: null }, [
    { action: 'password.reset' },
  ]);
  await tellOfPassword(services, client, account);
}

function tellOfPassword(
  services: SiteServices,
  client: Database,
  { email, language }: Pick<Account, 'email' | 'language'>,
): Promise<void> {
  return postMails(services, client, [{ to: email, language, about: { kind: 'password_changed' } }]);
}

export type ConfirmPasswordOutcome = 'confirmed' | 'wrong' | 'too_many';

/** Whether this is the password of a signed-in account, and notes in its session that they proved it. */
export async function confirmPassword(
  services: SiteServices,
  { session_id, account }: { session_id: string; account: Pick<Account, 'id'> },
  password: string,
): Promise<ConfirmPasswordOutcome> {
  return (await confirmedHash(services, { session_id, account }, password)).kind;
}

/** The same, with the hash that the password was compared with. */
async function confirmedHash(
  services: SiteServices,
  { session_id, account }: { session_id: string; account: Pick<Account, 'id'> },
  password: string,
): Promise<{ kind: 'confirmed'; hash: string | null } | { kind: 'wrong' | 'too_many' }> {
  if (!(await mayTry(services, [['confirm', session_id]]))) return { kind: 'too_many' };
  const [row] = await findSignIn(services.pool, { account_id: account.id });
  const hash = row?.password_hash ?? null;
  if (!(await services.hashing.matches(hash, password))) return { kind: 'wrong' };
  await proveSession(services.pool, { session_id, now: services.now(), by_second_factor: false });
  return { kind: 'confirmed', hash };
}

export type ChangePasswordOutcome =
  /** `device` lets this browser sign in while strangers try: what it had was of the password before. */
  | { kind: 'changed'; device: string }
  | { kind: 'password_unusable'; problem: PasswordProblem }
  | { kind: 'wrong' }
  | { kind: 'too_many' };

/** Changes the password of a signed-in account, and signs it out in every other browser. */
export async function changePassword(
  services: SiteServices,
  person: { session_id: string; account: Account },
  { current, next }: { current: string; next: string },
): Promise<ChangePasswordOutcome> {
  const { account, session_id } = person;
  const problem = passwordProblem(next, [account.email, account.name]);
  if (problem !== null) return { kind: 'password_unusable', problem };
  const confirmed = await confirmedHash(services, person, current);
  if (confirmed.kind !== 'confirmed') return { kind: confirmed.kind };
  const hash = await services.hashing.hash(next);
  const at = services.now();
  return atomically(services.pool, async (client) => {
    await lockAccounts(client, [account.id]);
    const [now] = await findSignIn(client, { account_id: account.id });
    // Whoever has the password of before, and was changing it as its owner did, has nothing any more.
    if (now?.password_hash !== confirmed.hash) return { kind: 'wrong' };
    await replacePassword(client, { account_id: account.id, hash, kept_id: session_id, at });
    await recordDone(services, client, { account_id: account.id, merchant_id: null }, [
      { action: 'password.changed' },
    ]);
    await tellOfPassword(services, client, account);
    return { kind: 'changed', device: newDevice(services, { ...account, password_set_at: at }) };
  });
}

/**
 * Sets the password of an account, whose links, staff tokens and sessions, but for `kept_id`, end with the one before, and a code app that was
 * begun and not confirmed: whoever knew that password may have any of them.
 */
export async function replacePassword(
  client: Database,
  { account_id, hash, kept_id, at }: { account_id: string; hash: string; kept_id: string | null; at: Date },
): Promise<void> {
  await lockAccounts(client, [account_id]);
  await putPasswords(client, [{ account_id, hash, set_at: at }]);
  await dropLinks(client, [{ account_id, dropped_at: at }]);
  await dropOfferedTotp(client, { account_id });
  await revokeTokensOf(client, [{ account_id, revoked_at: at }]);
  await revokeOtherSessions(client, [{ account_id, kept_id, revoked_at: at }]);
}
