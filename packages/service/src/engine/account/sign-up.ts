import type { MailAbout } from '../../domain/account/mails.ts';
import type { Language } from '../../domain/account/person.ts';
import { findSignInByEmail } from '../../store/accounts/accounts.ts';
import { findLink, useLink } from '../../store/accounts/links.ts';
import { insertMembers } from '../../store/accounts/members.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { insertMerchants } from '../../store/merchants.ts';
import { recordDone } from '../actions.ts';
import { postMails } from '../mail/account-mails.ts';
import { mayTry } from './limits.ts';
import { hashToken, makeLink } from './links.ts';
import { type Newcomer, type OpenAccountOutcome, openAccount } from './open.ts';
import type { AskOutcome, SiteServices } from './services.ts';

/**
 * Mails a link to whoever wants an account. What is answered, and the work that is done before, is the same whether the
 * address has an account or not: only its reader learns.
 */
export async function askToSignUp(
  services: SiteServices,
  { email, language, ip }: { email: string; language: Language; ip: string },
): Promise<AskOutcome> {
  if (!services.mailing.is_set_up) return 'no_mail';
  const may = await mayTry(services, [
    ['mail_address', ip],
    ['mail_to', `sign_up ${email}`],
  ]);
  if (!may) return 'too_many';
  const [known] = await findSignInByEmail(services.pool, { email });
  // Made in either case, so that both take as long; for an account that is there nobody is told its token.
  await atomically(services.pool, async (client) => {
    const token = await makeLink(services, client, { purpose: 'sign_up', email, account_id: null });
    const { dashboard_url } = services.policy;
    const about: MailAbout =
      known === undefined
        ? { kind: 'sign_up', link: `${dashboard_url}/account/begin?token=${token}` }
        : { kind: 'has_account', link: `${dashboard_url}/account/sign-in` };
    await postMails(services, client, [{ to: email, language: known?.language ?? language, about }]);
  });
  return 'mailed';
}

/** The mail address that a link to sign up was mailed to; null when the link is no good any more. */
export async function signUpEmail(services: SiteServices, token: string): Promise<string | null> {
  const [link] = await findLink(services.pool, {
    token_hash: hashToken(token),
    purpose: 'sign_up',
    now: services.now(),
  });
  return link?.email ?? null;
}

/** Opens an account, its merchant, and a session: in test mode all can be tried at once. */
export async function signUp(
  services: SiteServices,
  { token, ...newcomer }: Omit<Newcomer, 'email'> & { token: string },
): Promise<OpenAccountOutcome> {
  const email = await signUpEmail(services, token);
  if (email === null) return { kind: 'link_unusable' };
  return openAccount(services, { ...newcomer, email }, async (client, account_id, created_at) => {
    const used = await useLink(client, { token_hash: hashToken(token), purpose: 'sign_up', now: created_at });
    if (used.length === 0) return null;
    const merchant_id = services.newId();
    await insertMerchants(client, [
      { id: merchant_id, name: newcomer.merchant_name, fee_basis_points: null, created_at },
    ]);
    const member = { id: services.newId(), account_id, merchant_id, role: 'owner' as const, created_at };
    await insertMembers(client, [member]);
    await recordDone(services, client, { account_id, merchant_id }, [{ action: 'merchant.opened' }]);
    return merchant_id;
  });
}
