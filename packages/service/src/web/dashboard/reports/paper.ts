import type { OwnDay } from '../../../engine/proof/show.ts';
import type { PdfDocument } from '../../../files/pdf/document.ts';
import { writePdf } from '../../../files/pdf/write.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { REPORT_WORDS } from './words.ts';

/** A merchant's month on paper: its sums, a line for each closed day, and the hash that seals the last. */
export function monthPdf(
  visit: MemberVisit,
  month: string,
  days: readonly OwnDay[],
): ReturnType<typeof writePdf> {
  return writePdf(paperOf(visit, month, days));
}

const SUMS = ['paid_xaf', 'fees_xaf', 'tax_xaf', 'refunds_xaf', 'settlements_xaf', 'other_xaf'] as const;

/** @param days in the order of time */
export function paperOf(
  { language, person, now }: MemberVisit,
  month: string,
  days: readonly OwnDay[],
): PdfDocument {
  const words = REPORT_WORDS[language];
  const { sums } = words;
  const [first, last] = [days[0], days.at(-1)];
  const total = (name: (typeof SUMS)[number]): number =>
    days.reduce((sum_xaf, one) => sum_xaf + one[name], 0);
  const column = (title: string) => ({ title, share: 14, is_sum: true });
  return {
    language,
    issuer: person.membership.merchant_name,
    title: `${words.statement} \u2066${month}\u2069`,
    issued_at: now,
    facts: [
      { label: sums.opening, value: first?.opening_xaf ?? 0 },
      { label: sums.paid, value: total('paid_xaf') },
      { label: sums.fees, value: total('fees_xaf') },
      { label: sums.tax, value: total('tax_xaf') },
      { label: words.fees_with_tax, value: total('fees_xaf') + total('tax_xaf') },
      { label: sums.refunds, value: total('refunds_xaf') },
      { label: sums.settlements, value: total('settlements_xaf') },
      { label: sums.other, value: total('other_xaf') },
      // In a month that is not over, the end of its last closed day.
      {
        label: last === undefined ? sums.closing : `${sums.closing} (\u2066${last.day}\u2069)`,
        value: last?.closing_xaf ?? 0,
      },
    ],
    tables: [
      {
        heading: words.days,
        columns: [
          { title: words.columns.day, share: 16 },
          column(sums.paid),
          column(sums.fees),
          column(sums.tax),
          column(sums.refunds),
          column(sums.settlements),
          column(sums.other),
          column(sums.closing),
        ],
        rows: days.map((one) => [
          one.day,
          one.paid_xaf,
          one.fees_xaf,
          one.tax_xaf,
          one.refunds_xaf,
          one.settlements_xaf,
          one.other_xaf,
          one.closing_xaf,
        ]),
        empty: words.no_days,
      },
    ],
    footer: last === undefined ? month : `${last.day} ${last.hash}`,
  };
}
