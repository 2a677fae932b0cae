import type { Language, Person } from '../../domain/account/person.ts';
import { findSignIn, lockAccounts, updateAccounts } from '../../store/accounts/accounts.ts';
import { listTeamsOf } from '../../store/accounts/members.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockStaffRows } from '../../store/staff/accounts.ts';
import type { Database } from '../../store/statement.ts';
import type { SiteServices } from '../account/services.ts';
import { recordForEach } from '../actions.ts';
import { signed } from '../desk/signed.ts';

type Profile = { name: string; language: Language };

/**
 * Changes what an account calls itself, and in which language. Another name stands on record wherever it counts who somebody is: in each
 * team of theirs, and among what staff do.
 */
export async function changeProfile(
  services: SiteServices,
  { account: { id }, staff_role }: Pick<Person, 'account' | 'staff_role'>,
  profile: Profile,
): Promise<void> {
  if (staff_role === null) {
    await atomically(services.pool, (client) => putProfile(services, client, id, profile));
    return;
  }
  await signed(services, {
    lock: (client) => lockStaffRows(client, [id]),
    decide: async ({ client, known: [staff], record }) => {
      const before = await putProfile(services, client, id, profile);
      if (before !== null && staff?.deactivated_at === null)
        record(
          { actor: before, account_id: id, note: 'in one’s own account' },
          {
            action: 'staff.own_name',
            subject_id: id,
            detail: { name: { before, after: profile.name } },
          },
        );
      return { outcomes: [] };
    },
  });
}

/** @returns the name before, where it was another one */
async function putProfile(
  services: SiteServices,
  client: Database,
  id: string,
  { name, language }: Profile,
): Promise<string | null> {
  await lockAccounts(client, [id]);
  const [known] = await findSignIn(client, { account_id: id });
  await updateAccounts(client, [{ id, name, language }]);
  if (known === undefined || known.name === name) return null;
  const teams = await listTeamsOf(client, { account_id: id });
  await recordForEach(services, client, [null, ...teams.map(({ merchant_id }) => merchant_id)], {
    account_id: id,
    done: {
      action: 'profile.renamed',
      subject_id: known.name,
      detail: { before: known.name, after: name },
    },
  });
  return known.name;
}
