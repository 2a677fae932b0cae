import { itemKind } from '../../domain/settlement/settlement.ts';
import { writeCsv } from '../../files/csv/write.ts';
import type { Cell } from '../../files/table.ts';
import type { Database } from '../../store/statement.ts';
import type { Services, WithPool } from '../services.ts';
import {
  listSendableSettlements,
  listSettlementLines,
  type SettlementAsked,
  type SettlementDetail,
} from './show.ts';

/** Titles of the file's columns, in its reader's language. */
export type LineTitles = Readonly<
  Record<'line' | 'occurred' | 'kind' | 'amount' | 'reference' | 'id', string>
> & {
  kinds: Readonly<Record<string, string>>;
  payout: string;
};

const PORTION = 1_000;

/**
 * Every transfer of a settlement as CSV, and what is paid out as its last line: the column of amounts sums to zero.
 * Read in portions as its reader takes them.
 */
export function settlementCsv(
  services: WithPool,
  settlement: SettlementDetail,
  titles: LineTitles,
): AsyncGenerator<string> {
  const columns = [titles.line, titles.occurred, titles.kind, titles.amount, titles.reference, titles.id];
  return writeCsv({
    columns: columns.map((title) => ({ title })),
    rows: linesOf(services, settlement, titles),
  });
}

async function* linesOf(
  services: WithPool,
  settlement: SettlementDetail,
  titles: LineTitles,
): AsyncGenerator<readonly Cell[]> {
  const { merchant_id, environment, id: settlement_id } = settlement;
  const asked: SettlementAsked = { merchant_id, environment, settlement_id };
  for (let after: number | null = 0; after !== null; ) {
    const [page] = await listSettlementLines(services, [{ ...asked, after, limit: PORTION }]);
    for (const one of page?.rows ?? [])
      yield [
        one.line,
        one.occurred_at,
        titles.kinds[itemKind(one.cause)] ?? '',
        one.amount_xaf,
        one.reference,
        one.cause_id,
      ];
    after = page?.next ?? null;
  }
  const { transfers, amount_xaf, reference, created_at } = settlement;
  yield [transfers + 1, created_at, titles.payout, -amount_xaf, reference, settlement_id];
}

const SENT_AT_ONCE_MAX = 1_000;

/**
 * What is approved and waits to be sent, as a list for whoever holds the phone or goes to the bank. What nobody may send now is
 * left off, what a SIM of ours may have sent already, what one person wants to take back, and what stands on an order that somebody
 * has taken to a bank: whoever has the list sends first and says so afterwards, when it is too late to refuse. Whoever hands it out puts it on record in the same transaction (`takeSendingList`).
 */
export function sendingList(
  services: Pick<Services, 'now'> & { pool: Database },
  { limit = SENT_AT_ONCE_MAX }: { limit?: number } = {},
): Promise<SettlementDetail[]> {
  return listSendableSettlements(services, { kind: null, on_order: false, limit });
}

/** The sending list as CSV. */
export function sendingListCsv(listed: readonly SettlementDetail[]): AsyncGenerator<string> {
  const rows = listed.map(({ reference, merchant_name, holder_name, destination, amount_xaf }) => [
    reference,
    merchant_name,
    holder_name,
    destination?.kind === 'number' ? destination.operator : (destination?.bank_name ?? null),
    destination?.kind === 'number' ? destination.msisdn : (destination?.iban ?? null),
    amount_xaf,
  ]);
  const titles = ['reference', 'merchant', 'holder', 'operator or bank', 'number or account', 'amount_xaf'];
  return writeCsv({ columns: titles.map((title) => ({ title })), rows });
}
