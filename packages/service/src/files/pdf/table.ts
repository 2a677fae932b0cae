import { INK, type PdfColumn, type PdfTable } from './document.ts';
import { type Box, cellText, type Pen, type TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';

const CELL: TextStyle = { size: 8.5, alone: true };
const HEAD: TextStyle = { size: 8, weight: 700 };
const LINE_HEIGHT = 12;
const PADDING = 4;
const CELL_LINES_MAX = 6;

/** A table over as many pages as it takes: its titles stand again on each. */
export function drawTable(sheet: Sheet, table: PdfTable): void {
  const { pen, doc } = sheet;
  const boxes = boxesOf(table.columns, sheet.box, pen.right_to_left);
  const { head, sum } = stylesOf(pen, table, boxes);
  const titles = table.columns.map(({ title }, at) =>
    shortened(pen.wrap(title, boxes[at]?.width ?? 0, head)),
  );
  const head_height = heightOf(titles);

  if (table.heading !== undefined) {
    sheet.need(head_height + 60);
    pen.line(table.heading, sheet.box, sheet.y + 12, { size: 11, weight: 700 });
    sheet.y += 20;
  }
  const drawHead = () => {
    doc.rect(sheet.box.x, sheet.y, sheet.box.width, head_height).fill(INK.fill);
    drawLines(sheet, titles, boxes, table.columns, { text: head, sum: head });
    sheet.y += head_height;
  };
  sheet.need(head_height + 2 * LINE_HEIGHT);
  drawHead();

  for (const row of table.rows) {
    const lines = row.map((cell, at) =>
      table.columns[at]?.is_sum === true
        ? [cellText(cell)]
        : shortened(pen.wrap(cellText(cell), boxes[at]?.width ?? 0, CELL)),
    );
    const height = heightOf(lines);
    if (sheet.need(height)) drawHead();
    drawLines(sheet, lines, boxes, table.columns, { text: CELL, sum });
    sheet.y += height;
    rule(sheet, 0.5);
  }
  if (table.rows.length === 0 && table.empty !== undefined) {
    pen.line(table.empty, { x: sheet.box.x + PADDING, width: sheet.box.width - 2 * PADDING }, sheet.y + 14, {
      ...CELL,
      alone: false,
      colour: INK.quiet,
    });
    sheet.y += LINE_HEIGHT + 2 * PADDING;
  }
  drawTotals(sheet, table, boxes.at(-1) ?? sheet.box);
  sheet.y += 14;
}

/** So large that no sum is broken over two lines, nor a word of a title; the same for all of a table. */
function stylesOf(pen: Pen, { columns, rows }: PdfTable, boxes: readonly Box[]) {
  const widthAt = (at: number): number => boxes[at]?.width ?? 0;
  const words = columns.flatMap(({ title }, at) =>
    title.split(' ').map((word) => pen.sizeFor(word, widthAt(at), HEAD)),
  );
  const sums = columns.flatMap(({ is_sum }, at) =>
    is_sum === true ? rows.map((row) => pen.sizeFor(cellText(row[at] ?? null), widthAt(at), CELL)) : [],
  );
  const smallest = (sizes: readonly number[], otherwise: number): number =>
    sizes.reduce((size, one) => Math.min(size, one), otherwise);
  return {
    head: { ...HEAD, size: smallest(words, HEAD.size) },
    sum: { ...CELL, size: smallest(sums, CELL.size) },
  };
}

/** Each sum under the last column, and its label beside it. */
function drawTotals(sheet: Sheet, { totals = [] }: PdfTable, sum_box: Box): void {
  const { pen, box } = sheet;
  const height = LINE_HEIGHT + PADDING;
  // Sums never stand alone on a page, without their neighbours.
  sheet.need(totals.length * height + PADDING);
  if (totals.length > 0) rule(sheet, 1);
  const beside = pen.right_to_left ? sum_box.x + sum_box.width + 2 * PADDING : box.x;
  const label_box = { x: beside, width: box.width - sum_box.width - 4 * PADDING };
  for (const { label, value } of totals) {
    pen.line(label, label_box, sheet.y + 12, { size: 9, weight: 700, align: 'end' });
    const style = { size: 9, weight: 700, alone: true } as const;
    const size = pen.sizeFor(cellText(value), sum_box.width, style);
    pen.line(cellText(value), sum_box, sheet.y + 12, { ...style, size, align: 'right' });
    sheet.y += height;
  }
}

function boxesOf(columns: readonly PdfColumn[], { x, width }: Box, right_to_left: boolean): Box[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let used = 0;
  return columns.map(({ share }) => {
    const column_width = (width * share) / shares;
    const left = right_to_left ? x + width - used - column_width : x + used;
    used += column_width;
    return { x: left + PADDING, width: column_width - 2 * PADDING };
  });
}

function drawLines(
  { pen, y }: Sheet,
  cells: readonly (readonly string[])[],
  boxes: readonly Box[],
  columns: readonly PdfColumn[],
  styles: { text: TextStyle; sum: TextStyle },
): void {
  for (const [at, lines] of cells.entries()) {
    const box = boxes[at];
    if (box === undefined) continue;
    for (const [below, line] of lines.entries()) {
      const baseline = y + PADDING + 9 + below * LINE_HEIGHT;
      const is_sum = columns[at]?.is_sum === true;
      pen.line(line, box, baseline, {
        ...styles[is_sum ? 'sum' : 'text'],
        align: is_sum ? 'right' : 'start',
      });
    }
  }
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= CELL_LINES_MAX) return lines;
  return [...lines.slice(0, CELL_LINES_MAX - 1), `${lines[CELL_LINES_MAX - 1]}…`];
}

function heightOf(cells: readonly (readonly string[])[]): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * LINE_HEIGHT + 2 * PADDING - 2;
}

function rule({ doc, box, y }: Sheet, thickness: number): void {
  doc
    .moveTo(box.x, y)
    .lineTo(box.x + box.width, y)
    .lineWidth(thickness)
    .strokeColor(INK.line)
    .stroke();
}
