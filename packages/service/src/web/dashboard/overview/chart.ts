import { OPERATORS, type Operator } from '../../../domain/operator.ts';
import { type ChartDay, totalOf } from '../../../domain/payment/summary.ts';
import { amount, dayName, operator } from '../../format.ts';
import { chart, table } from '../../frame/parts.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { HOME_WORDS } from './words.ts';

const WIDTH = 340;
const HEIGHT = 150;
const TOP = 16;
const FLOOR = 128;
const COLOURS: Readonly<Record<Operator, string>> = { AIRTEL: '#e4002b', MOOV: '#f58220' };

/** What was collected by day and operator, drawn by us, with the same numbers as a table behind it. */
export function collectedChart(visit: MemberVisit, days: readonly ChartDay[]): SafeHtml {
  const words = HOME_WORDS[visit.language];
  const keys = OPERATORS.map((one) => html`${operator(visit.words, one)} `);
  return chart(
    words.chart,
    drawing(visit, days),
    html`<p>${keys}</p><details><summary>${words.chart_table}</summary>${inWords(visit, days)}</details>`,
  );
}

function drawing(visit: MemberVisit, days: readonly ChartDay[]): SafeHtml {
  const most_xaf = Math.max(1, ...days.map((day) => totalOf(day).amount_xaf));
  const step = WIDTH / Math.max(1, days.length);
  const height = (amount_xaf: number): number => ((FLOOR - TOP) * amount_xaf) / most_xaf;
  const bars: Part[] = days.map((day, at) => {
    const x = at * step + step * 0.14;
    let y = FLOOR;
    const stack = OPERATORS.map((one) => {
      const tall = height(day.operators[one].amount_xaf);
      y -= tall;
      return tall === 0
        ? NOTHING
        : html`<rect x="${round(x)}" y="${round(y)}" width="${round(step * 0.72)}" height="${round(tall)}" fill="${COLOURS[one]}"/>`;
    });
    const label = html`<text x="${round((at + 0.5) * step)}" y="${HEIGHT - 8}" text-anchor="middle">${Number(day.day.slice(8))}</text>`;
    return html`<g>${stack}${label}</g>`;
  });
  const label = HOME_WORDS[visit.language].chart;
  // Days go from the left to the right in every language, as on a calendar sheet of numbers.
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" direction="ltr" font-size="11" fill="currentColor">
<path d="M0 ${FLOOR}.5H${WIDTH}M0 ${TOP}.5H${WIDTH}" stroke="currentColor" stroke-opacity=".25"/>
<text x="0" y="${TOP - 4}">${amount(visit.words, most_xaf === 1 ? 0 : most_xaf).text.replaceAll(/<[^>]*>/g, '')}</text>${bars}</svg>`;
}

const round = (value: number): string => value.toFixed(1);

function inWords(visit: MemberVisit, days: readonly ChartDay[]): SafeHtml {
  const words = HOME_WORDS[visit.language];
  const columns = [
    { label: words.day },
    ...OPERATORS.map((one) => ({ label: visit.words.operators[one], is_number: true })),
    { label: words.total, is_number: true },
  ];
  const rows = days
    .toReversed()
    .map((day) => [
      dayName(visit.words, day.day),
      ...OPERATORS.map((one) => amount(visit.words, day.operators[one].amount_xaf)),
      amount(visit.words, totalOf(day).amount_xaf),
    ]);
  return table(visit, columns, rows);
}
