import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { turns } from '../../engine/turns.ts';
import { writeCsv } from '../../files/csv/write.ts';
import type { Table } from '../../files/table.ts';
import { writeWorkbook } from '../../files/xlsx/write.ts';
import type { Language } from '../language.ts';
import type { Answer } from './table.ts';

const PDFS_WAITING_MAX = 20;
const REST_MS = 100;
const turn = turns('a PDF', { in_flight: 1, max_queue: PDFS_WAITING_MAX });

/**
 * A paper as the file that somebody asked for. Drawing one takes the only thread for up to a tenth of a second, so a process
 * draws one at a time and rests as long before each: payers who ask meanwhile are served in between. A merchant has two
 * in the row at most, so nobody waits for the many of another.
 * @param name without its ending
 */
export async function paperFile(
  name: string,
  draw: () => Promise<Buffer>,
): Promise<Extract<Answer, { kind: 'file' }>> {
  const body = await turn(async () => {
    await setTimeout(REST_MS);
    return draw();
  });
  return { kind: 'file', name: `${name}.pdf`, type: 'application/pdf', body };
}

/** A table as the file that somebody asked for, read as they take it. @param name without its ending */
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
