import type { Account, Person } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { findSignIn } from '../../store/accounts/accounts.ts';
import { countRecoveryCodes, listPasskeys, type StoredPasskey } from '../../store/accounts/factors.ts';
import {
  listSessions,
  proveSession,
  revokeOtherSessions,
  type ShownSession,
} from '../../store/accounts/sessions.ts';
import type { Database } from '../../store/statement.ts';
import { endSessions } from './person.ts';
import type { SiteServices } from './services.ts';

/** For so long a proof of who somebody is counts for changes of what signs in. */
const FRESH_MS = 15 * 60_000;

export function isFresh({ proved_at }: Pick<Person, 'proved_at'>, now: Date): boolean {
  return now.getTime() - proved_at.getTime() < FRESH_MS;
}

export type OwnFactors = { has_totp: boolean; passkeys: StoredPasskey[]; recovery_codes_left: number };

/** What signs an account in besides its password. */
export async function ownFactors(services: SiteServices, account_id: string): Promise<OwnFactors> {
  const [[row], passkeys, [codes]] = await Promise.all([
    findSignIn(services.pool, { account_id }),
    listPasskeys(services.pool, { account_id }),
    countRecoveryCodes(services.pool, { account_id }),
  ]);
  return { has_totp: row?.has_totp === true, passkeys, recovery_codes_left: codes?.left ?? 0 };
}

/** With a first second factor, in its transaction: this session counts as having shown it, and those that have not are ended. */
export async function leaveOnlyThis(
  client: Database,
  { account, session_id }: Pick<Person, 'account' | 'session_id'>,
  now: Date,
): Promise<void> {
  await proveSession(client, { session_id, now, by_second_factor: true });
  await revokeOtherSessions(client, [{ account_id: account.id, kept_id: session_id, revoked_at: now }]);
}

/** Where an account is signed in. */
export function browserSessionsOf(services: SiteServices, account_id: string): Promise<ShownSession[]> {
  return listSessions(services.pool, { account_id, now: services.now() });
}

/** Signs one browser of an account out; false when it has none such. */
export async function endSession(
  services: SiteServices,
  account: Account,
  session_id: string,
): Promise<boolean> {
  return isUuid(session_id) && (await endSessions(services, account.id, [session_id])) > 0;
}

/** Signs every other browser of an account out. */
export async function endOtherSessions(services: SiteServices, person: Person): Promise<void> {
  const { account, session_id: kept_id } = person;
  await revokeOtherSessions(services.pool, [{ account_id: account.id, kept_id, revoked_at: services.now() }]);
}
