import type { PoolClient } from 'pg';
import { isUuid } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { type AccountState, aboutAccount, destinationOf } from '../../../domain/settlement/payout-account.ts';
import { findOwners } from '../../../store/accounts/members.ts';
import {
  findAccountMerchants,
  lockHolders,
  lockPayoutAccounts,
  movePayoutAccounts,
  type StoredPayoutAccount,
} from '../../../store/settlements/payout-accounts.ts';
import { tellMembers } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type DecidePayoutAccount = Signature & { payout_account_id: string; does: 'confirm' | 'refuse' };

export type DecidePayoutAccountOutcome =
  | { kind: 'confirmed'; label: string; frozen_until: Date }
  | { kind: 'refused'; label: string }
  | { kind: 'not_waiting'; state: AccountState }
  /** Whoever asked for it is an owner of that merchant no longer: it can be refused only. */
  | { kind: 'asker_gone'; asked_by: string }
  | { kind: 'not_found' };

/** The payout accounts, locked, and the mails of those who are owners of their merchants now, each behind its merchant's id. */
type Known = { rows: Map<string, StoredPayoutAccount>; owners: ReadonlySet<string> };

/**
 * Confirms the payout accounts that owners have asked for, as the second person, or refuses them. One that is confirmed
 * stays frozen for the rest of its 72 hours. All owners are told. One that somebody asked for who is an owner no longer is not
 * confirmed, however it was left standing: whoever shut them out takes that for the end of it.
 * @returns an outcome per command, in order
 */
export function decidePayoutAccounts(
  services: Services,
  commands: readonly DecidePayoutAccount[],
): Promise<DecidePayoutAccountOutcome[]> {
  const ids = [...new Set(commands.map(({ payout_account_id }) => payout_account_id))].filter(isUuid);
  return signed<Known, DecidePayoutAccountOutcome>(services, {
    lock: (client) => lockNamed(client, ids),
    decide: ({ client, known: { rows, owners }, now, record }) => {
      const decided: (StoredPayoutAccount & { label: string; by: string })[] = [];
      const outcomes = commands.map((command): DecidePayoutAccountOutcome => {
        const row = rows.get(command.payout_account_id);
        if (row === undefined) return { kind: 'not_found' };
        if (row.state !== 'WAITING') return { kind: 'not_waiting', state: row.state };
        const { id, merchant_id, frozen_until, asked_by } = row;
        if (command.does === 'confirm' && !owners.has(`${merchant_id} ${asked_by}`))
          return { kind: 'asker_gone', asked_by };
        const { label } = destinationOf(row);
        const state = command.does === 'confirm' ? 'CONFIRMED' : 'REFUSED';
        record(command, {
          action: `payout.${command.does}`,
          subject_id: id,
          detail: { merchant_id, label, holder_name: row.holder_name },
        });
        decided.push({ ...row, state, label, by: command.actor });
        rows.set(id, { ...row, state });
        return command.does === 'confirm'
          ? { kind: 'confirmed', label, frozen_until }
          : { kind: 'refused', label };
      });
      return {
        outcomes,
        write: async () => {
          await movePayoutAccounts(
            client,
            decided.map(({ id, state, by }) => ({ id, state, decided_by: by, decided_at: now })),
          );
          await tellMembers(
            services,
            client,
            decided.map(({ id, merchant_id, state, label, frozen_until }) => ({
              merchant_id,
              kind: 'payout_account',
              about: aboutAccount(id, state),
              detail: { state, label, frozen_until: frozen_until.toISOString() },
            })),
          );
        },
      };
    },
  });
}

/** The merchants first: nobody stops being an owner of them, or asks for another account, before the commit. */
async function lockNamed(client: PoolClient, ids: readonly string[]): Promise<Known> {
  const merchant_ids = (await findAccountMerchants(client, ids)).map(({ merchant_id }) => merchant_id);
  await lockHolders(client, merchant_ids);
  const rows = await lockPayoutAccounts(client, ids);
  const owners = await findOwners(client, merchant_ids);
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    owners: new Set(owners.map(({ merchant_id, email }) => `${merchant_id} ${email}`)),
  };
}
