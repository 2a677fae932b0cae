import type { Cell } from '../table.ts';

/** What a page of paper says; every word comes from whoever knows it, but for those of the page numbers. */
export interface PdfDocument {
  readonly language: 'fr' | 'ar' | 'en';
  /** Who issues it, above the title. */
  readonly issuer: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Stands in the file itself, unseen. */
  readonly issued_at: Date;
  /** On each page, where nobody overlooks it: that it is a test, that it is a copy. */
  readonly banner?: string;
  readonly facts: readonly PdfFact[];
  readonly tables: readonly PdfTable[];
  /** Paragraphs under the tables. */
  readonly notes?: readonly string[];
  /** One line at the foot of each page, such as the hash that proves it. */
  readonly footer: string;
}

export interface PdfFact {
  readonly label: string;
  /** A number is whole francs; a Date is written in N'Djamena's time. */
  readonly value: Exclude<Cell, null>;
}

export interface PdfTable {
  readonly heading?: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Under the rows, each with its sum at the end of the line. */
  readonly totals?: readonly PdfFact[];
  /** What stands there instead of rows when there are none. */
  readonly empty?: string;
}

export interface PdfColumn {
  readonly title: string;
  /** Its share of the page's width, beside those of the other columns. */
  readonly share: number;
  /** Of sums, whose units stand under units; texts begin at the start, which in Arabic is the right. */
  readonly is_sum?: boolean;
}

export const PAGE = { width: 595.28, height: 841.89, margin: 42 } as const;

export const INK = {
  text: '#1b1b1f',
  quiet: '#5c5f66',
  line: '#d5d7db',
  fill: '#f1f2f4',
  alert: '#a3181a',
} as const;
