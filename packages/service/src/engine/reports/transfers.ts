import type { Readable } from 'node:stream';
import { itemKind } from '../../domain/settlement/settlement.ts';
import { localDay } from '../../domain/time.ts';
import { writeCsv } from '../../files/csv/write.ts';
import type { Cell, Column } from '../../files/table.ts';
import { writeWorkbook } from '../../files/xlsx/write.ts';
import { listOwnTransfers, type OwnTransfer, type TransfersAsked } from '../../store/reports/transfers.ts';
import type { WithPool } from '../services.ts';

/** Titles of the file's columns and names of the kinds of transfers, in its reader's language. */
export type TransferTitles = Readonly<
  Record<'day' | 'occurred' | 'kind' | 'operator' | 'reference' | 'amount' | 'id', string>
> & { title: string; kinds: Readonly<Record<string, string>>; payout: string };

const PORTION = 2_000;
const NOWHERE = { cause_id: '00000000-0000-0000-0000-000000000000', cause: '' };

/** A merchant's transfers of some time as CSV, the oldest first, read as its reader takes them. */
export function transfersCsv(
  services: WithPool,
  asked: TransfersAsked,
  titles: TransferTitles,
): AsyncGenerator<string> {
  return writeCsv({ columns: columnsOf(titles), rows: rowsOf(services, asked, titles) });
}

/** The same as a workbook; numbers are numbers there. */
export function transfersWorkbook(
  services: WithPool,
  asked: TransfersAsked,
  titles: TransferTitles,
  is_rtl: boolean,
): Readable {
  return writeWorkbook({
    title: titles.title,
    right_to_left: is_rtl,
    columns: columnsOf(titles),
    rows: rowsOf(services, asked, titles),
  });
}

function columnsOf({ day, occurred, kind, operator, reference, amount, id }: TransferTitles): Column[] {
  return [
    { title: day, width_characters: 12 },
    { title: occurred, width_characters: 18 },
    { title: kind, width_characters: 24 },
    { title: operator, width_characters: 10 },
    { title: reference, width_characters: 24 },
    { title: amount, width_characters: 14 },
    { title: id, width_characters: 38 },
  ];
}

async function* rowsOf(
  { pool }: WithPool,
  { merchant_id, environment, from, until }: TransfersAsked,
  titles: TransferTitles,
): AsyncGenerator<readonly Cell[]> {
  let last: Pick<OwnTransfer, 'occurred_at' | 'cause_id' | 'cause'> = {
    occurred_at: new Date(0),
    ...NOWHERE,
  };
  for (let portion_rows = PORTION; portion_rows === PORTION; ) {
    const portion = await listOwnTransfers(pool, {
      merchant_id,
      environment,
      from,
      until,
      occurred_at: last.occurred_at,
      cause_id: last.cause_id,
      cause: last.cause,
      portion: PORTION,
    });
    for (const one of portion)
      yield [
        localDay(one.occurred_at),
        one.occurred_at,
        one.cause === 'SETTLEMENT_RESERVED'
          ? titles.payout
          : (titles.kinds[itemKind(one.cause)] ?? one.cause),
        one.operator,
        one.reference,
        one.amount_xaf,
        one.cause_id,
      ];
    last = portion.at(-1) ?? last;
    portion_rows = portion.length;
  }
}
