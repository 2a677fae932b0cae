import { readFile, writeFile } from 'node:fs/promises';
import type { Machine } from './machine.ts';
import type { Row } from './row.ts';

const BEGIN = '<!-- bench: begin (npm run bench -- --write) -->';
const END = '<!-- bench: end -->';

export type Report = { machine: Machine; rows: Row[]; seconds: number; quick: boolean; at: Date };

/** For a terminal: one line a measurement, where it comes from below it. */
export function plainTable({ rows, machine, seconds, quick }: Report): string {
  return [...machine.lines, '', ...rows.map(plainRow), '', closing(rows, seconds, quick)].join('\n');
}

export function plainRow(row: Row): string {
  return [
    `${verdict(row).padEnd(7)}${row.value}${row.goal === null ? '' : `  (goal ${row.goal})`}`,
    `       ${row.measurement}: ${row.what}`,
    `       ${row.from}`,
  ].join('\n');
}

function markdownTable({ rows, machine, seconds, quick, at }: Report): string {
  const cells = rows.map(
    (row) => `| ${row.what} | ${row.value} | ${row.goal ?? ''} | ${verdict(row)} | ${row.from} |`,
  );
  return [
    `Taken in one run on ${at.toISOString().slice(0, 10)}. ${closing(rows, seconds, quick)}`,
    '',
    ...machine.lines.map((line) => `- ${line}`),
    '',
    '| what | measured | goal | met | from |',
    '| --- | --- | --- | --- | --- |',
    ...cells,
  ].join('\n');
}

/** Puts the table between the markers of a document and leaves the rest as it is. */
export async function writeTable(file: string, report: Report): Promise<void> {
  const text = await readFile(file, 'utf8');
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`${file} lacks the lines ${BEGIN} and ${END}`);
  const before = text.slice(0, from + BEGIN.length);
  await writeFile(file, `${before}\n\n${markdownTable(report)}\n\n${text.slice(to)}`);
}

const verdict = (row: Row): string => (row.met === null ? '' : row.met ? 'yes' : 'NO');

function closing(rows: Row[], seconds: number, quick: boolean): string {
  const goals = rows.filter((row) => row.met !== null);
  const met = goals.filter((row) => row.met).length;
  const effort = quick ? 'A quick run, with less history and shorter loads' : 'A whole run';
  return `${effort}, ${Math.round(seconds)} s: ${met} of ${goals.length} goals met.`;
}
