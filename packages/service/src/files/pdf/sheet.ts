import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { INK, PAGE, type PdfDocument } from './document.ts';
import { type Box, type Pen, takePen } from './pen.ts';

/** A page that is being written, from its top to its foot. */
export interface Sheet {
  readonly doc: InstanceType<typeof PDFDocument>;
  readonly pen: Pen;
  readonly box: Box;
  /** How far down it is written. */
  y: number;
  /** Turns to a new page when less than `height` is left; says whether it did. */
  need(height: number): boolean;
  /** Writes the feet of all pages, which know their number only now. */
  end(): void;
}

const require = createRequire(import.meta.url);

const BANNER_HEIGHT = 22;
const FOOT_HEIGHT = 34;

/** Page `at` of `pages`. */
const PAGES: Readonly<Record<PdfDocument['language'], (at: number, pages: number) => string>> = {
  fr: (at, pages) => `Page ${at} sur ${pages}`,
  ar: (at, pages) => `صفحة ${at} من ${pages}`,
  en: (at, pages) => `Page ${at} of ${pages}`,
};

export function openPaper(document: PdfDocument): Sheet {
  const { language, title, issuer, issued_at, banner, footer } = document;
  // Loaded with the first document: with the reader of fonts it takes a quarter of a second, and most starts need none.
  const Document: typeof PDFDocument = require('pdfkit');
  const doc = new Document({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: issuer, Producer: 'Chari', Creator: 'Chari', CreationDate: issued_at },
  });
  const pen = takePen(doc, language === 'ar');
  const box: Box = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };
  const sheet: Sheet = {
    doc,
    pen,
    box,
    y: beginPage(doc, pen, box, banner),
    need: (height) => {
      if (sheet.y + height <= PAGE.height - PAGE.margin - FOOT_HEIGHT) return false;
      doc.addPage();
      sheet.y = beginPage(doc, pen, box, banner);
      return true;
    },
    end: () => {
      const { start, count } = doc.bufferedPageRange();
      for (let at = 0; at < count; at += 1) {
        doc.switchToPage(start + at);
        drawFoot(doc, pen, box, footer, PAGES[language](at + 1, count));
      }
      doc.end();
    },
  };
  return sheet;
}

/** @returns where the page may be written from */
function beginPage(doc: Sheet['doc'], pen: Pen, box: Box, banner: string | undefined): number {
  if (banner === undefined) return PAGE.margin;
  doc.rect(box.x, PAGE.margin - 14, box.width, BANNER_HEIGHT).fill(INK.alert);
  const inside = { x: box.x + 8, width: box.width - 16 };
  pen.line(banner, inside, PAGE.margin + 1, { size: 10, weight: 700, colour: '#ffffff' });
  return PAGE.margin + BANNER_HEIGHT;
}

function drawFoot(doc: Sheet['doc'], pen: Pen, box: Box, footer: string, page: string): void {
  const top = PAGE.height - PAGE.margin - FOOT_HEIGHT + 12;
  doc
    .moveTo(box.x, top)
    .lineTo(box.x + box.width, top)
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .stroke();
  const quiet = { size: 7, colour: INK.quiet } as const;
  // Days, references and hashes: in Arabic their parts would change places.
  const seal = { ...quiet, alone: true };
  const [first = '', second = ''] = pen.wrap(footer, box.width - 90, seal);
  pen.line(first, box, top + 12, seal);
  pen.line(second, box, top + 22, seal);
  pen.line(page, box, top + 12, { ...quiet, align: 'end' });
}
