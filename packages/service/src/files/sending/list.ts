import { formatXaf } from '../../domain/money.ts';
import { fullNumber, lastEight, type Msisdn, type PayerPrint } from '../../domain/msisdn.ts';
import type { PdfDocument, PdfTable } from '../pdf/document.ts';
import { writePdf } from '../pdf/write.ts';
import { momentText } from '../table.ts';
import { SENDING_WORDS } from './words.ts';

/** What waits to be sent by hand at one moment. */
export interface SendingList {
  readonly of: 'settlements' | 'refunds';
  readonly prepared_at: Date;
  /** By the operator or bank that is sent to. */
  readonly groups: readonly { readonly name: string; readonly lines: readonly SendingLine[] }[];
}

export interface SendingLine {
  readonly reference: string;
  /** A phone as one types it (`inPairs`), or an account. */
  readonly to: string;
  /** Whose it is: what the phone shows before the code is typed; of a refund the merchant, for no more is known. */
  readonly holder: string;
  /** The SIM that was paid, from which a refund goes back; null where whoever sends chooses. */
  readonly from: string | null;
  readonly amount_xaf: number;
}

/** The list on paper, with a place to tick off each line. */
export function sendingPdf(
  { of, prepared_at, groups }: SendingList,
  language: PdfDocument['language'],
): Promise<Buffer> {
  const words = SENDING_WORDS[language];
  const lines = groups.flatMap((group) => group.lines);
  return writePdf({
    language,
    issuer: words.issuer,
    title: words.titles[of],
    issued_at: prepared_at,
    facts: [
      { label: words.prepared, value: prepared_at },
      { label: words.lines, value: String(lines.length) },
      { label: words.total, value: sumOf(lines) },
    ],
    tables:
      groups.length === 0
        ? [tableOf(language, of, { name: '', lines: [] })]
        : groups.map((group) => tableOf(language, of, group)),
    notes: [...words.notes, words.proof[of]],
    footer: `${momentText(prepared_at)}  ${lines.length}  ${formatXaf(sumOf(lines))}`,
  });
}

function tableOf(
  language: PdfDocument['language'],
  of: SendingList['of'],
  { name, lines }: SendingList['groups'][number],
): PdfTable {
  const words = SENDING_WORDS[language];
  const { sent, reference, to, holder, merchant, from, amount } = words.columns;
  const is_refund = of === 'refunds';
  return {
    ...(name !== '' && { heading: name }),
    columns: [
      { title: sent, share: 10 },
      { title: reference, share: 24 },
      { title: to, share: is_refund ? 24 : 34 },
      { title: is_refund ? merchant : holder, share: 26 },
      ...(is_refund ? [{ title: from, share: 18 }] : []),
      { title: amount, share: 20, is_sum: true },
    ],
    rows: lines.map((line) => [
      '[\u00a0\u00a0\u00a0\u00a0]',
      line.reference,
      line.to,
      line.holder,
      ...(is_refund ? [line.from] : []),
      line.amount_xaf,
    ]),
    ...(lines.length > 0 && { totals: [{ label: words.total, value: sumOf(lines) }] }),
    empty: words.nothing,
  };
}

const sumOf = (lines: readonly SendingLine[]): number =>
  lines.reduce((sum_xaf, { amount_xaf }) => sum_xaf + amount_xaf, 0);

/** `66 00 00 01`: what one reads and types without losing one's place. */
export function inPairs(phone: Msisdn): string {
  return lastEight(phone).replaceAll(/(\d\d)(?=\d)/g, '$1\u00a0');
}

/** A payer as one types it; where digits are hidden, or the number is of another country, as it was printed: nobody's in Chad. */
export function payerOnPaper(printed: PayerPrint): string {
  const known = fullNumber(printed);
  return known === null ? printed : inPairs(known);
}
