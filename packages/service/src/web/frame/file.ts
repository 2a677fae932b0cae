import { Readable } from 'node:stream';
import { writeCsv } from '../../files/csv/write.ts';
import type { Table } from '../../files/table.ts';
import { writeWorkbook } from '../../files/xlsx/write.ts';
import type { Language } from '../language.ts';
import type { Answer } from './table.ts';

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
