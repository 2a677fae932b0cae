import { dropPassword, findSignIn, lockAccounts, type SignInRow } from '../../store/accounts/accounts.ts';
import { dropOfferedTotp, dropPasskeys, dropRecoveryCodes, dropTotp } from '../../store/accounts/factors.ts';
import { findLink, useLink } from '../../store/accounts/links.ts';
import { revokeOtherSessions } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import { type Done, recordDone } from '../actions.ts';
import { postMails } from '../mail/account-mails.ts';
import { hashToken, makeLink } from './links.ts';
import type { SiteServices } from './services.ts';

const purpose = 'first_factor';

/**
 * Whose second factors a link takes away; null: nobody's. Without a second factor nobody of staff gets in, and what keeps one of them
 * apart from another is nothing that a mailbox may undo: theirs stay.
 */
export async function undoableBy(services: SiteServices, token: string): Promise<SignInRow | null> {
  return linked(services, services.pool, token);
}

async function linked(services: SiteServices, database: Database, token: string): Promise<SignInRow | null> {
  const asked = { token_hash: hashToken(token), purpose, now: services.now() };
  const [link] = await findLink(database, asked);
  if (link?.account_id == null) return null;
  const [account] = await findSignIn(database, { account_id: link.account_id });
  return account === undefined || account.staff_role !== null ? null : account;
}

/**
 * Brings an account back to what it was before its first second factor, by the link of the mail that told of that factor: every factor
 * goes, since whoever added the first may have added more, and every browser is signed out. The password goes too: whoever added that
 * factor knows it, and would add another before the owner has chosen a new one.
 * @returns the token by which a password is chosen; null: the link is used up, too old, or of staff
 */
export async function undoFactors(services: SiteServices, token: string): Promise<string | null> {
  return atomically(services.pool, async (client) => {
    const named = await linked(services, client, token);
    if (named === null) return null;
    const at = services.now();
    await lockAccounts(client, [named.id]);
    // Whoever has been added to the staff meanwhile was added by these factors, and keeps them.
    const account = await linked(services, client, token);
    if (account === null) return null;
    const { id: account_id, email, language } = account;
    if ((await useLink(client, { token_hash: hashToken(token), purpose, now: at })).length === 0) return null;
    const apps = await dropTotp(client, { account_id });
    const passkeys = await dropPasskeys(client, { account_id });
    await dropRecoveryCodes(client, { account_id });
    await dropOfferedTotp(client, { account_id });
    await dropPassword(client, { account_id });
    await revokeOtherSessions(client, [{ account_id, kept_id: null, revoked_at: at }]);
    const done: Done[] = [
      ...apps.map((): Done => ({ action: 'totp.removed' })),
      ...passkeys.map((): Done => ({ action: 'passkey.removed' })),
    ];
    await recordDone(services, client, { account_id, merchant_id: null }, done);
    await postMails(services, client, [{ to: email, language, about: { kind: 'factor_removed' } }]);
    return makeLink(services, client, { purpose: 'reset', email, account_id });
  });
}
