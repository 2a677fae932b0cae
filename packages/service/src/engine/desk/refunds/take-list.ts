import type { Signature } from '../../../domain/review/second-person.ts';
import { type ListedRefund, lockRefundLists } from '../../../store/refunds/sending.ts';
import { keepPayees, listRefundsToSend } from '../../refunds/under-way.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';

export type TakeRefundList = Signature & {
  /** What the file is called. */
  file: string;
};

/** One person ticks off no more. */
const LISTED_MAX = 1_000;

/**
 * Reads what a person may send now and puts on record who takes the list and what is on it, in one transaction: who calls one of these
 * failed at the same moment waits and finds the list, or is there first and it is left off. A file is drawn from its answer afterwards.
 * @throws StaffRefusal when somebody has left the staff
 */
export async function takeRefundList(services: Services, command: TakeRefundList): Promise<ListedRefund[]> {
  await keepPayees(services);
  const [listed = []] = await recorded(
    services,
    [command],
    async (client) => {
      await lockRefundLists(client, {});
      return [await listRefundsToSend(services, { limit: LISTED_MAX, database: client })];
    },
    (rows, { file: subject_id }) => ({
      action: 'file.take',
      subject_id,
      detail: { refunds: rows.map(({ id }) => id) },
    }),
  );
  return listed;
}
