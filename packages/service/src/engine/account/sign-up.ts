import { type PasswordProblem, passwordProblem } from '../../domain/account/credentials.ts';
import { composeMail } from '../../domain/account/mails.ts';
import type { Language } from '../../domain/account/person.ts';
import { findSignInByEmail, insertAccounts, putPasswords } from '../../store/accounts/accounts.ts';
import { findLink, useLink } from '../../store/accounts/links.ts';
import { insertMembers } from '../../store/accounts/members.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { insertMerchants } from '../../store/merchants.ts';
import { recordDone } from './actions.ts';
import { mayTry } from './limits.ts';
import { hashToken, makeLink } from './links.ts';
import { type BegunSession, beginSession } from './person.ts';
import type { Asker, SiteServices } from './services.ts';

/**
 * Mails a link to whoever wants an account. What is answered, and the work that is done before, is the same whether the
 * address has an account or not: only its reader learns.
 * @returns false when too many were asked for
 */
export async function askToSignUp(
  services: SiteServices,
  { email, language, ip }: { email: string; language: Language; ip: string },
): Promise<boolean> {
  const may = await mayTry(services, [
    ['mail_address', ip],
    ['mail_to', `sign_up ${email}`],
  ]);
  if (!may) return false;
  const [known] = await findSignInByEmail(services.pool, email);
  // Made in either case, so that both take as long; for an account that is there nobody is told its token.
  const token = await makeLink(services, services.pool, { purpose: 'sign_up', email, account_id: null });
  const { policy, mailer } = services;
  const { dashboard_url } = policy;
  mailer.send(
    known === undefined
      ? composeMail(email, language, {
          kind: 'sign_up',
          link: `${dashboard_url}/account/begin?token=${token}`,
        })
      : composeMail(email, known.language, { kind: 'has_account', link: `${dashboard_url}/account/sign-in` }),
  );
  return true;
}

/** The mail address that a link to sign up was mailed to; null when the link is no good any more. */
export async function signUpEmail(services: SiteServices, token: string): Promise<string | null> {
  const [link] = await findLink(services.pool, hashToken(token), 'sign_up', services.now());
  return link?.email ?? null;
}

export type SignUp = Asker & {
  token: string;
  /** Readable already: see `readName`. */
  name: string;
  merchant_name: string;
  password: string;
  language: Language;
};

export type SignUpOutcome =
  | { kind: 'signed_in'; begun: BegunSession }
  | { kind: 'password_unusable'; problem: PasswordProblem }
  /** Used, expired, or never made. */
  | { kind: 'link_unusable' };

/** Opens an account, its merchant, and a session: in test mode all can be tried at once. */
export async function signUp(services: SiteServices, asked: SignUp): Promise<SignUpOutcome> {
  const { name, merchant_name, password, language } = asked;
  const email = await signUpEmail(services, asked.token);
  if (email === null) return { kind: 'link_unusable' };
  const problem = passwordProblem(password, [email, email.split('@')[0] ?? '', name, merchant_name]);
  if (problem !== null) return { kind: 'password_unusable', problem };
  const hash = await services.hashing.hash(password);
  const created_at = services.now();
  const account_id = services.newId();
  const merchant_id = services.newId();
  const is_made = await atomically(services.pool, async (client) => {
    const used = await useLink(client, hashToken(asked.token), 'sign_up', created_at);
    if (used.length === 0) return false;
    const made = await insertAccounts(client, [{ id: account_id, email, name, language, created_at }]);
    // Somebody was invited meanwhile, or used another link of the same address: that account stays as it is.
    if (made.length === 0) return false;
    await putPasswords(client, [{ account_id, hash, set_at: created_at }]);
    await insertMerchants(client, [
      { id: merchant_id, name: merchant_name, fee_basis_points: null, created_at },
    ]);
    const member = { id: services.newId(), account_id, merchant_id, role: 'owner' as const, created_at };
    await insertMembers(client, [member]);
    await recordDone(services, client, { account_id, merchant_id }, [{ action: 'merchant.opened' }]);
    return true;
  });
  if (!is_made) return { kind: 'link_unusable' };
  const begun = await beginSession(services, {
    account_id,
    merchant_id,
    is_staff: false,
    is_complete: true,
    has_second_factor: false,
    user_agent: asked.user_agent,
    ip: asked.ip,
  });
  return { kind: 'signed_in', begun };
}
