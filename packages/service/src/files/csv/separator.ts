export type Separator = ';' | ',' | '\t';

/** In this order where two fit as well: Excel in French and Arabic writes `;`. */
const SEPARATORS: readonly Separator[] = [';', '\t', ','];
const LINES_MAX = 200;

/** Excel's own first line `sep=;`, which says it; null without one. */
export function statedSeparator(head: string): { separator: Separator; length: number } | null {
  const [line, separator] = /^sep=([;,\t])(?:\r\n|\n|\r)/i.exec(head) ?? [];
  return line === undefined ? null : { separator: separator as Separator, length: line.length };
}

/**
 * The separator by which most lines fall into equally many cells. Lines before the titles may have fewer, a text may
 * have commas, and portals put a TAB before a time: what counts is that many lines agree, and on many cells.
 */
export function findSeparator(head: string): Separator {
  const lines = countsOfLines(head);
  let best: Separator = ',';
  let best_score = 0;
  for (const [place, separator] of SEPARATORS.entries()) {
    const score = agreement(lines.map((counts) => counts[place] ?? 0));
    if (score > best_score) [best, best_score] = [separator, score];
  }
  return best;
}

/** How often each separator stands outside quotes, line by line; the last line may be cut and counts only alone. */
function countsOfLines(head: string): number[][] {
  const lines: number[][] = [];
  let counts = [0, 0, 0];
  let quoted = false;
  for (const letter of head) {
    if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === '\n' || letter === '\r') {
      if (counts.some((count) => count > 0)) lines.push(counts);
      if (lines.length >= LINES_MAX) return lines;
      counts = [0, 0, 0];
    } else {
      const place = SEPARATORS.indexOf(letter as Separator);
      if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  if (lines.length === 0) lines.push(counts);
  return lines;
}

/** Cells that the lines agree on, times the share of lines that agree, squared so that a stray one weighs little. */
function agreement(counts: readonly number[]): number {
  const lines_by_count = new Map<number, number>();
  for (const count of counts) lines_by_count.set(count, (lines_by_count.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, lines] of lines_by_count) best = Math.max(best, count * (lines / counts.length) ** 2);
  return best;
}
