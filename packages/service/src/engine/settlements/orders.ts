import { hash } from 'node:crypto';
import { localDay } from '../../domain/time.ts';
import { writePain001 } from '../../files/pain001/write.ts';
import { listBankAccounts } from '../../store/settlements/payout-accounts.ts';
import {
  loadTakenLines,
  loadTakenOrders,
  type TakenLine,
  type TakenOrder,
} from '../../store/settlements/watch.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';
import { listSendableSettlements, type SendableSettlement, type SettlementDetail } from './show.ts';

/** A pool, or the transaction in which the order is put on record. */
type ReadingNow = Pick<Services, 'now'> & { pool: Database };

export type BankOrderOutcome =
  | {
      kind: 'order';
      xml: string;
      references: string[];
      sum_xaf: number;
      /** What waits as well and stands on another order. */
      left_off: string[];
      /** What is on it and on a list that somebody has taken too: who has the list is told that the order pays it. */
      listed: TakenLine[];
    }
  | { kind: 'bank_not_found' }
  | { kind: 'nothing_to_send' }
  /** All that waits stands on orders that somebody has taken. */
  | { kind: 'ordered_before'; references: string[] };

/**
 * An order to one bank for all that is approved and goes to bank accounts, as pain.001, except what stands on an order that somebody
 * has taken: a bank would pay that twice. It moves nothing here: say that each is sent once the bank has the file. The end-to-end id is the settlement's reference, which the bank's rows repeat.
 * Whoever hands it out puts it on record in the same transaction (`takeBankOrder`): two at once would each be handed all of it.
 * @throws UnfitOrder with a sentence when the bank would refuse it
 */
export async function bankOrder(
  services: ReadingNow,
  { bank, limit = ON_ORDER_MAX }: { bank: string; limit?: number },
): Promise<BankOrderOutcome> {
  const ours = (await listBankAccounts(services.pool)).find(({ name }) => name === bank);
  if (ours === undefined) return { kind: 'bank_not_found' };
  const list = (on_order: boolean) => listSendableSettlements(services, { kind: 'bank', on_order, limit });
  const [fresh, ordered] = await Promise.all([list(false), list(true)]);
  if (fresh.length === 0 && ordered.length === 0) return { kind: 'nothing_to_send' };
  const now = services.now();
  const day = localDay(now);
  const waiting =
    fresh.length > 0 ? fresh : onceMore(ordered, await takenOrders(services.pool, ordered), { bank, day });
  if (waiting.length === 0)
    return { kind: 'ordered_before', references: ordered.map(({ reference }) => reference) };
  const xml = writePain001({
    message_id: orderId(ours.iban, day, waiting),
    created_at: now,
    execution_day: day,
    debtor: { holder: ours.holder_name, account: ours.iban, bic: null },
    transfers: waiting.map(({ reference, amount_xaf, holder_name, iban, merchant_name }) => ({
      end_to_end_id: reference,
      amount_xaf,
      creditor: { holder: holder_name ?? merchant_name, account: iban ?? '', bic: null },
      remittance: reference,
    })),
  });
  const references = waiting.map(({ reference }) => reference);
  const left_off = ordered.filter((one) => !waiting.includes(one)).map(({ reference }) => reference);
  const sum_xaf = waiting.reduce((sum, one) => sum + one.amount_xaf, 0);
  const listed = await linesOf(services.pool, waiting);
  return { kind: 'order', xml, references, sum_xaf, left_off, listed };
}

const ON_ORDER_MAX = 1_000;

type Ordered = Pick<SettlementDetail, 'reference' | 'created_at'>;

/** By which names they stand on what was taken, and since when something may have been. */
const namesOf = (all: readonly Ordered[]) => ({
  since: new Date(Math.min(...all.map(({ created_at }) => created_at.getTime()))),
  references: all.map(({ reference }) => reference),
});

async function takenOrders(database: Database, all: readonly Ordered[]): Promise<readonly TakenOrder[]> {
  return all.length === 0 ? [] : loadTakenOrders(database, namesOf(all));
}

/** Those of these settlements that stand on a sending list, by the last one that somebody has taken. */
async function linesOf(database: Database, all: readonly Ordered[]): Promise<TakenLine[]> {
  const lines = all.length === 0 ? [] : await loadTakenLines(database, namesOf(all));
  return [...new Map(lines.map((line) => [line.reference, line])).values()];
}

/** What the next order would have on it and whoever has a sending list may pay at the counter as well. */
export async function listOnLists(services: ReadingNow): Promise<TakenLine[]> {
  const next = await listSendableSettlements(services, {
    kind: 'bank',
    on_order: false,
    limit: ON_ORDER_MAX,
  });
  return linesOf(services.pool, next);
}

/** The last order that somebody has taken to a bank, of each settlement that stands on one, by its reference. */
export async function ordersOf(
  database: Database,
  settlements: readonly (Ordered & Pick<SettlementDetail, 'kind'>)[],
): Promise<Map<string, TakenOrder>> {
  const to_banks = settlements.filter(({ kind }) => kind === 'bank');
  const taken = await takenOrders(database, to_banks);
  return new Map(taken.flatMap((one) => one.references.map((reference) => [reference, one])));
}

/** The last file that somebody has taken on which a settlement stands: an order to that bank, or a sending list. */
export type TakenFile = { bank: string | null; taken_by: string; taken_at: Date };

/** That of each settlement that stands on one, by its reference. */
export async function filesOf(
  database: Database,
  settlements: readonly (Ordered & Pick<SettlementDetail, 'kind'>)[],
): Promise<Map<string, TakenFile>> {
  const orders = await ordersOf(database, settlements);
  const lines = await linesOf(database, settlements);
  const files = [
    ...[...orders].map(([reference, one]) => ({ reference, ...one })),
    ...lines.map((one) => ({ bank: null, ...one })),
  ].toSorted((one, other) => one.taken_at.getTime() - other.taken_at.getTime());
  return new Map(
    files.map(({ reference, bank, taken_by, taken_at }) => [reference, { bank, taken_by, taken_at }]),
  );
}

/** What waits to be sent to bank accounts and stands on an order that somebody has taken: the next order leaves it off. */
export function listOnOrders(services: ReadingNow): Promise<SettlementDetail[]> {
  return listSendableSettlements(services, { kind: 'bank', on_order: true, limit: ON_ORDER_MAX });
}

/**
 * Where all that waits stands on orders, the last one of this bank and day once more, which has the same id. Not where part of that is
 * sent, or somebody wants to take it back: the rest alone would be another order.
 */
function onceMore(
  ordered: readonly SendableSettlement[],
  taken: readonly TakenOrder[],
  { bank, day }: { bank: string; day: string },
): SettlementDetail[] {
  const last = taken.findLast((one) => one.bank === bank && localDay(one.taken_at) === day);
  const again = ordered.filter(
    ({ reference, is_cancelling }) => !is_cancelling && last?.references.includes(reference),
  );
  return again.length === last?.references.length ? again : [];
}

/** Two who write the same order on one day write it under one id: a bank takes an id once. */
function orderId(account: string, day: string, transfers: readonly SettlementDetail[]): string {
  const named = [account, day, ...transfers.map(({ reference }) => reference)].join(' ');
  return `CHARI-${hash('sha256', named).slice(0, 20).toUpperCase()}`;
}
