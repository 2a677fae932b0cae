import type { Account } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { findSignIn, lockAccounts } from '../../store/accounts/accounts.ts';
import { dropPasskey, dropTotp, listPasskeys } from '../../store/accounts/factors.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import type { SiteServices } from './services.ts';
import { noteFactor } from './totp.ts';

/** `last_factor`: staff keep one at least, and nothing was taken away. */
export type RemoveFactorOutcome = 'removed' | 'last_factor' | 'not_found';

/** Takes the code app away. */
export function removeTotp(services: SiteServices, account: Account): Promise<RemoveFactorOutcome> {
  return removeFactor(services, account, 'totp.removed', (client) =>
    dropTotp(client, { account_id: account.id }),
  );
}

/** Takes a passkey away. */
export async function removePasskey(
  services: SiteServices,
  account: Account,
  id: string,
): Promise<RemoveFactorOutcome> {
  if (!isUuid(id)) return 'not_found';
  return removeFactor(services, account, 'passkey.removed', (client) =>
    dropPasskey(client, { id, account_id: account.id }),
  );
}

/** The factors are counted under the account's lock: two that are taken away at once would each see the other. */
function removeFactor(
  services: SiteServices,
  account: Account,
  action: 'totp.removed' | 'passkey.removed',
  drop: (client: Database) => Promise<readonly unknown[]>,
): Promise<RemoveFactorOutcome> {
  return atomically(services.pool, async (client) => {
    await lockAccounts(client, [account.id]);
    if (!(await mayRemove(client, account.id))) return 'last_factor';
    if ((await drop(client)).length === 0) return 'not_found';
    await noteFactor(services, client, account, { kind: 'factor_removed', action });
    return 'removed';
  });
}

async function mayRemove(client: Database, account_id: string): Promise<boolean> {
  const [account] = await findSignIn(client, { account_id });
  if (account === undefined || account.staff_role === null) return true;
  const passkeys = await listPasskeys(client, { account_id });
  return Number(account.has_totp) + passkeys.length > 1;
}
