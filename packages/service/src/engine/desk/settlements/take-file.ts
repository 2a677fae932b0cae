import type { Signature } from '../../../domain/review/second-person.ts';
import { lockBankOrders } from '../../../store/settlements/watch.ts';
import type { Services } from '../../services.ts';
import { sendingList } from '../../settlements/files.ts';
import { type BankOrderOutcome, bankOrder } from '../../settlements/orders.ts';
import type { SettlementDetail } from '../../settlements/show.ts';
import { recorded } from '../recorded.ts';

export type TakeFile = Signature & {
  /** What the file is called. */
  file: string;
  /**
   * What was asked for, where the name doesn't say it. `listed`: the references of the settlements on it (migration 0082), which
   * `takeSendingList` reads in the transaction that keeps them.
   */
  detail?: Record<string, unknown>;
};

/**
 * Puts on record that people of the staff take files home in which merchants' money stands. Committed before a file is
 * sent, so it counts whether or not its bytes arrive.
 * @throws StaffRefusal when somebody has left the staff
 */
export async function takeFiles(services: Services, commands: readonly TakeFile[]): Promise<void> {
  await recorded(
    services,
    commands,
    async () => commands,
    ({ file: subject_id, detail = {} }) => ({ action: 'file.take', subject_id, detail }),
  );
}

/**
 * Reads the sending list and puts on record who takes it and what is on it, in one transaction: who takes an order, or cancels what is
 * on it, at the same moment waits and finds the list, or is there first and is left off. A file is drawn from its answer afterwards.
 * @throws StaffRefusal when somebody has left the staff
 */
export async function takeSendingList(
  services: Services,
  command: Signature & {
    /** What the file is called. */
    file: string;
  },
): Promise<SettlementDetail[]> {
  const [listed = []] = await recorded(
    services,
    [command],
    async (client) => {
      await lockBankOrders(client, {});
      return [await sendingList({ pool: client, now: services.now })];
    },
    (rows, { file: subject_id }) => ({
      action: 'file.take',
      subject_id,
      detail: { listed: rows.map(({ reference }) => reference) },
    }),
  );
  return listed;
}

export type TakeBankOrder = Signature & {
  /** The account of ours that pays, as staff call it. */
  bank: string;
  /** What the file is called. */
  file: string;
};

/**
 * Writes an order to a bank and puts on record who takes it and what is on it, in one transaction and one after the other: of two
 * who write orders at the same moment, to two banks too, the second finds what stands on the first.
 * It takes the role of whoever sends settlements, not of whoever takes files: what is on it is on no other order.
 * @throws UnfitOrder with a sentence when the bank would refuse it
 * @throws StaffRefusal when somebody may not, or has left the staff; nothing is on an order then
 */
export async function takeBankOrder(services: Services, command: TakeBankOrder): Promise<BankOrderOutcome> {
  const { bank, file: subject_id } = command;
  const [outcome] = await recorded(
    services,
    [command],
    async (client) => {
      await lockBankOrders(client, {});
      return [await bankOrder({ pool: client, now: services.now }, { bank })];
    },
    (written) => {
      if (written.kind !== 'order') return null;
      const { references, sum_xaf } = written;
      return { action: 'settlement.order', subject_id, detail: { bank, references, sum_xaf } };
    },
  );
  if (outcome === undefined) throw new Error('bug: one command has one outcome');
  return outcome;
}
