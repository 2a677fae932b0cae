import type { Account, Language, Person } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { findSignIn, lockAccounts, updateAccounts } from '../../store/accounts/accounts.ts';
import { countRecoveryCodes, listPasskeys, type PasskeyRow } from '../../store/accounts/factors.ts';
import { listTeamsOf } from '../../store/accounts/members.ts';
import {
  listSessions,
  proveSession,
  revokeOtherSessions,
  type ShownSession,
} from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { insertActions } from '../../store/staff/record.ts';
import { recordForEach } from '../actions.ts';
import { endSessions } from './person.ts';
import type { SiteServices } from './services.ts';

/** For so long a proof of who somebody is counts for changes of what signs in. */
const FRESH_MS = 15 * 60_000;

export function isFresh({ proved_at }: Pick<Person, 'proved_at'>, now: Date): boolean {
  return now.getTime() - proved_at.getTime() < FRESH_MS;
}

export type OwnFactors = { has_totp: boolean; passkeys: PasskeyRow[]; recovery_codes_left: number };

/** What signs an account in besides its password. */
export async function ownFactors(services: SiteServices, account_id: string): Promise<OwnFactors> {
  const [[row], passkeys, [codes]] = await Promise.all([
    findSignIn(services.pool, { account_id }),
    listPasskeys(services.pool, { account_id }),
    countRecoveryCodes(services.pool, { account_id }),
  ]);
  return { has_totp: row?.has_totp === true, passkeys, recovery_codes_left: codes?.left ?? 0 };
}

/** After a first second factor: this session counts as having shown it, and those that have not are ended. */
export async function leaveOnlyThis(services: SiteServices, person: Person): Promise<void> {
  const now = services.now();
  await proveSession(services.pool, { session_id: person.session_id, now, by_second_factor: true });
  await endOtherSessions(services, person);
}

/** Where an account is signed in. */
export function sessionsOf(services: SiteServices, account_id: string): Promise<ShownSession[]> {
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

/**
 * Changes what an account calls itself, and in which language. Another name stands on record wherever it counts who somebody is: in each
 * team of theirs, and among what staff do.
 */
export function changeProfile(
  services: SiteServices,
  { account: { id }, staff_role }: Pick<Person, 'account' | 'staff_role'>,
  { name, language }: { name: string; language: Language },
): Promise<void> {
  return atomically(services.pool, async (client) => {
    await lockAccounts(client, [id]);
    const [known] = await findSignIn(client, { account_id: id });
    await updateAccounts(client, [{ id, name, language }]);
    if (known === undefined || known.name === name) return;
    const detail = { before: known.name, after: name };
    const teams = await listTeamsOf(client, { account_id: id });
    await recordForEach(services, client, [null, ...teams.map(({ merchant_id }) => merchant_id)], {
      account_id: id,
      done: { action: 'profile.renamed', subject_id: known.name, detail },
    });
    if (staff_role === null) return;
    const action = {
      id: services.newId(),
      ...{ actor: known.name, account_id: id, action: 'staff.own_name', subject_id: id },
      ...{ note: 'in one’s own account', detail, at: services.now() },
    };
    await insertActions(client, [action]);
  });
}
