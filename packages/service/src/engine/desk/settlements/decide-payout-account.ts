import { isUuid } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { type AccountState, aboutAccount, destinationOf } from '../../../domain/settlement/payout-account.ts';
import {
  lockPayoutAccounts,
  movePayoutAccounts,
  type PayoutAccountRow,
} from '../../../store/settlements/payout-accounts.ts';
import { tellMembers } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type DecidePayoutAccount = Signature & { payout_account_id: string; does: 'confirm' | 'refuse' };

export type DecidePayoutAccountOutcome =
  | { kind: 'confirmed'; label: string; frozen_until: Date }
  | { kind: 'refused'; label: string }
  | { kind: 'not_waiting'; state: AccountState }
  | { kind: 'not_found' };

/**
 * Confirms the payout accounts that owners have asked for, as the second person, or refuses them. One that is confirmed
 * stays frozen for the rest of its 72 hours. All owners are told.
 * @returns an outcome per command, in order
 */
export function decidePayoutAccounts(
  services: Services,
  commands: readonly DecidePayoutAccount[],
): Promise<DecidePayoutAccountOutcome[]> {
  const ids = [...new Set(commands.map(({ payout_account_id }) => payout_account_id))].filter(isUuid);
  return signed<Map<string, PayoutAccountRow>, DecidePayoutAccountOutcome>(services, {
    lock: async (client) => new Map((await lockPayoutAccounts(client, ids)).map((row) => [row.id, row])),
    decide: ({ client, known, now, record }) => {
      const decided: (PayoutAccountRow & { label: string; by: string })[] = [];
      const outcomes = commands.map((command): DecidePayoutAccountOutcome => {
        const row = known.get(command.payout_account_id);
        if (row === undefined) return { kind: 'not_found' };
        if (row.state !== 'WAITING') return { kind: 'not_waiting', state: row.state };
        const { id, merchant_id, frozen_until } = row;
        const { label } = destinationOf(row);
        const state = command.does === 'confirm' ? 'CONFIRMED' : 'REFUSED';
        record(command, {
          action: `payout.${command.does}`,
          subject_id: id,
          detail: { merchant_id, label, holder_name: row.holder_name },
        });
        decided.push({ ...row, state, label, by: command.actor });
        known.set(id, { ...row, state });
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
