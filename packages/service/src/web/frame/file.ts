import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { Language } from '../../domain/account/person.ts';
import { turns } from '../../engine/turns.ts';
import { writeCsv } from '../../files/csv/write.ts';
import type { Table } from '../../files/table.ts';
import { writeWorkbook } from '../../files/xlsx/write.ts';
import type { Answer } from './table.ts';

const PDFS_WAITING_MAX = 20;
const turn = turns('a PDF', { in_flight: 1, max_queue: PDFS_WAITING_MAX });

/**
 * A paper as the file that somebody asked for. A process draws one at a time: drawing keeps a core busy, and of two cores one
 * is left for payments. A merchant has two in the row at most, so nobody waits for the many of another.
 * @param name without its ending
 */
export async function paperFile(
  name: string,
  draw: () => Promise<Buffer>,
): Promise<Extract<Answer, { kind: 'file' }>> {
  return { kind: 'file', name: `${name}.pdf`, type: 'application/pdf', body: await turn(draw) };
}

/**
 * A table as the file that somebody asked for, read as they take it.
 * @param name without its ending
 */
export function tableFile(
  { language, query }: { language: Language; query: URLSearchParams },
  name: string,
  table: Table & { title: string },
): Extract<Answer, { kind: 'file' }> {
  if (query.get('format') !== 'xlsx') {
    const body = Readable.from(writeCsv(table), { objectMode: false, highWaterMark: 64 * 1024 });
    return { kind: 'file', name: `${name}.csv`, type: 'text/csv; charset=utf-8', body };
  }
  return {
    kind: 'file',
    name: `${name}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeWorkbook({ ...table, right_to_left: language === 'ar' }),
  };
}
