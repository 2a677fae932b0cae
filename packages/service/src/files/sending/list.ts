import { lastEight, type Msisdn } from '../../domain/msisdn.ts';
import { writeCsv } from '../csv/write.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { writePdf } from '../pdf/write.ts';
import { SENDING_WORDS } from './words.ts';

/** What staff send by hand from one phone. */
export interface SendingList {
  readonly settlement: string;
  readonly operator: string;
  /** The SIM that sends. */
  readonly from: Msisdn;
  readonly prepared_at: Date;
  /** Nothing of it is to be sent, which stands on each page. */
  readonly is_test: boolean;
  /** Proves the list; at the foot of each page. */
  readonly footer: string;
  readonly lines: readonly SendingLine[];
}

export interface SendingLine {
  readonly to: Msisdn;
  readonly holder: string;
  readonly amount_xaf: number;
}

/** The list as a CSV file, whose columns are names for programs; numbers have 8 digits, as one types them on the phone. */
export function sendingCsv({ lines }: SendingList): AsyncGenerator<string, void, undefined> {
  const columns = [{ title: 'line' }, { title: 'number' }, { title: 'holder' }, { title: 'amount_xaf' }];
  const rows = lines.map(({ to, holder, amount_xaf }, at) => [at + 1, lastEight(to), holder, amount_xaf]);
  return writeCsv({ columns, rows });
}

/** The list on paper, with a place to tick off each line. */
export function sendingPdf(list: SendingList, language: PdfDocument['language']): Promise<Buffer> {
  const words = SENDING_WORDS[language];
  const { lines } = list;
  const [no, number, holder, amount, sent] = words.columns;
  return writePdf({
    language,
    issuer: words.issuer,
    title: words.title,
    issued_at: list.prepared_at,
    ...(list.is_test ? { banner: words.test } : {}),
    facts: [
      { label: words.settlement, value: list.settlement },
      { label: words.operator, value: list.operator },
      { label: words.from, value: inPairs(list.from) },
      { label: words.lines, value: lines.length },
    ],
    tables: [
      {
        columns: [
          { title: no, share: 7 },
          { title: number, share: 22 },
          { title: holder, share: 40 },
          { title: sent, share: 11 },
          { title: amount, share: 22, is_sum: true },
        ],
        rows: lines.map((line, at) => [
          String(at + 1),
          inPairs(line.to),
          line.holder,
          '[\u00a0\u00a0\u00a0]',
          line.amount_xaf,
        ]),
        totals: [{ label: words.total, value: lines.reduce((sum, line) => sum + line.amount_xaf, 0) }],
      },
    ],
    notes: words.notes,
    footer: list.footer,
  });
}

/** `66 00 00 01`: what one reads and types without losing one's place. */
function inPairs(phone: Msisdn): string {
  return lastEight(phone).replaceAll(/(\d\d)(?=\d)/g, '$1\u00a0');
}
