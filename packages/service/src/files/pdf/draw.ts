import { buffer } from 'node:stream/consumers';
import { INK, type PdfDocument, type PdfFact } from './document.ts';
import { type Box, cellText } from './pen.ts';
import { openPaper, type Sheet } from './sheet.ts';
import { drawTable } from './table.ts';

/**
 * A document for people as a PDF: A4, in French, English or Arabic, which runs from the right, with its fonts in it. The
 * same document makes the same bytes. It is held as a whole: a table of thousands of rows belongs in a workbook.
 */
export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  const sheet = openPaper(document);
  const bytes = buffer(sheet.doc);
  drawTitle(sheet, document);
  drawFacts(sheet, document);
  for (const table of document.tables) drawTable(sheet, table);
  for (const note of document.notes ?? []) drawNote(sheet, note);
  sheet.end();
  return bytes;
}

function drawTitle(sheet: Sheet, { issuer, title, subtitle }: PdfDocument): void {
  const { pen, box } = sheet;
  pen.line(issuer, box, sheet.y + 10, { size: 9, weight: 700, colour: INK.quiet });
  sheet.y += 18;
  for (const line of pen.wrap(title, box.width, { size: 18, weight: 700 })) {
    pen.line(line, box, sheet.y + 18, { size: 18, weight: 700 });
    sheet.y += 26;
  }
  if (subtitle !== undefined) {
    pen.line(subtitle, box, sheet.y + 9, { size: 10, colour: INK.quiet });
    sheet.y += 16;
  }
  sheet.y += 10;
}

const GAP = 18;

/** Two beside each other, each with its label above. */
function drawFacts(sheet: Sheet, { facts, language }: PdfDocument): void {
  const { pen, box } = sheet;
  const width = (box.width - GAP) / 2;
  const start: Box = { x: box.x, width };
  const end: Box = { x: box.x + width + GAP, width };
  for (let at = 0; at < facts.length; at += 2) {
    const pair = facts.slice(at, at + 2).map(({ label, value }, place) => ({
      label,
      box: (place === 0) === pen.right_to_left ? end : start,
      lines: pen.wrap(factText(value, language), width, { size: 10, alone: true }),
    }));
    const height = 16 + Math.max(...pair.map(({ lines }) => lines.length)) * 14;
    sheet.need(height);
    for (const { label, box: place, lines } of pair) {
      pen.line(label, place, sheet.y + 8, { size: 8, colour: INK.quiet });
      for (const [below, line] of lines.entries()) {
        pen.line(line, place, sheet.y + 22 + below * 14, { size: 10, alone: true });
      }
    }
    sheet.y += height + 4;
  }
  sheet.y += 10;
}

/** What stands behind a sum that has no title of a column above it. */
const CURRENCY: Readonly<Record<PdfDocument['language'], string>> = { fr: 'FCFA', ar: 'فرنك', en: 'FCFA' };

/** A sum stays in one piece, and its sign before it, also in Arabic. */
function factText(value: PdfFact['value'], language: PdfDocument['language']): string {
  const text = cellText(value);
  return typeof value === 'number' ? `\u2066${text}\u2069\u00a0${CURRENCY[language]}` : text;
}

function drawNote(sheet: Sheet, note: string): void {
  const style = { size: 8.5, colour: INK.quiet } as const;
  for (const line of sheet.pen.wrap(note, sheet.box.width, style)) {
    sheet.need(13);
    sheet.pen.line(line, sheet.box, sheet.y + 9, style);
    sheet.y += 13;
  }
  sheet.y += 5;
}
