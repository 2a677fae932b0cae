import { KNOWS_LATER } from '../../../domain/rail/plan.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { isOpenStatus, type TransactionStatus } from '../../../domain/transaction/transaction.ts';
import { askRailsAbout } from '../../../store/rails/callbacks.ts';
import { lockSubjects } from '../../outcome/lock.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';

export type AskRailAgain = Signature & { transaction_id: string };

export type AskRailOutcome =
  | { kind: 'asked' }
  /** It has not ended: its rail is asked anyhow, and not so soon after the push. */
  | { kind: 'under_way'; status: TransactionStatus }
  /** It is paid, or given back: there is nothing to find out. */
  | { kind: 'not_unpaid'; status: TransactionStatus }
  /** Its rail doesn't know what becomes of a payment: a SIM tells of it, or a script. */
  | { kind: 'no_enquiry' }
  | { kind: 'not_found' };

/**
 * Has rails asked once more what became of payments, as a callback has them asked: now, and for a day. Somebody has seen one at the
 * operator's portal of which no callback has told. It moves no money and decides nothing, so one person may.
 * @returns an outcome per command, in order
 */
export function askRailsAgain(
  services: Services,
  commands: readonly AskRailAgain[],
): Promise<AskRailOutcome[]> {
  return recorded(
    services,
    commands,
    async (client) => {
      const { transactions } = await lockSubjects(client, {
        transaction_ids: commands.map(({ transaction_id }) => transaction_id),
      });
      const outcomes = commands.map(({ transaction_id }): AskRailOutcome => {
        const row = transactions.get(transaction_id);
        if (row === undefined) return { kind: 'not_found' };
        if (!KNOWS_LATER[row.rail]) return { kind: 'no_enquiry' };
        const { status } = row;
        if (isOpenStatus(status)) return { kind: 'under_way', status };
        return status === 'SUCCESS' || status === 'REFUNDED'
          ? { kind: 'not_unpaid', status }
          : { kind: 'asked' };
      });
      const asked_at = services.now();
      const named = commands.filter((_, at) => outcomes[at]?.kind === 'asked');
      const ids = new Set(named.map(({ transaction_id }) => transaction_id));
      await askRailsAbout(
        client,
        [...ids].map((transaction_id) => ({ transaction_id, asked_at })),
      );
      return outcomes;
    },
    ({ kind }, { transaction_id: subject_id }) =>
      kind === 'asked' ? { action: 'rail.ask', subject_id } : null,
  );
}
