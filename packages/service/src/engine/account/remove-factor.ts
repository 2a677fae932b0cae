import type { Person } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { findSignIn, lockAccounts } from '../../store/accounts/accounts.ts';
import { dropPasskey, dropTotp, listPasskeys } from '../../store/accounts/factors.ts';
import { revokeOtherSessions } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import type { SiteServices } from './services.ts';
import { noteFactor } from './totp.ts';

/** `last_factor`: staff keep one at least, and nothing was taken away. */
export type RemoveFactorOutcome = 'removed' | 'last_factor' | 'not_found';

type By = Pick<Person, 'account' | 'session_id'>;

/** Takes the code app away. */
export function removeTotp(services: SiteServices, person: By): Promise<RemoveFactorOutcome> {
  return removeFactor(services, person, 'totp.removed', (client) =>
    dropTotp(client, { account_id: person.account.id }),
  );
}

/** Takes a passkey away. */
export async function removePasskey(
  services: SiteServices,
  person: By,
  id: string,
): Promise<RemoveFactorOutcome> {
  if (!isUuid(id)) return 'not_found';
  return removeFactor(services, person, 'passkey.removed', (client) =>
    dropPasskey(client, { id, account_id: person.account.id }),
  );
}

/**
 * The factors are counted under the account's lock: two that are taken away at once would each see the other. Whoever has the device
 * that was lost is in by it already, so every other browser is signed out with it.
 */
function removeFactor(
  services: SiteServices,
  { account, session_id: kept_id }: By,
  action: 'totp.removed' | 'passkey.removed',
  drop: (client: Database) => Promise<readonly unknown[]>,
): Promise<RemoveFactorOutcome> {
  return atomically(services.pool, async (client) => {
    await lockAccounts(client, [account.id]);
    if (!(await mayRemove(client, account.id))) return 'last_factor';
    if ((await drop(client)).length === 0) return 'not_found';
    await noteFactor(services, client, account, { kind: 'factor_removed', action });
    await revokeOtherSessions(client, [{ account_id: account.id, kept_id, revoked_at: services.now() }]);
    return 'removed';
  });
}

async function mayRemove(client: Database, account_id: string): Promise<boolean> {
  const [account] = await findSignIn(client, { account_id });
  if (account === undefined || account.staff_role === null) return true;
  const passkeys = await listPasskeys(client, { account_id });
  return Number(account.has_totp) + passkeys.length > 1;
}
