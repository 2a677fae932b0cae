import type { FileProblem } from '../../../domain/statement/problem.ts';
import type { RowProblem } from '../../../domain/statement/row.ts';
import { localDay } from '../../../domain/time.ts';
import { amount, phone } from '../../format.ts';
import type { Catalogue, StaffVisit } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { Say, StatementWords } from './words/words.ts';

export const STATEMENT_WORDS: Catalogue<StatementWords> = { fr, ar, en };

export const day = (at: Date): SafeHtml => html`<bdi dir="ltr" class="nb">${localDay(at)}</bdi>`;

/** `2026-11-20 – 2026-11-21`, or the one day. */
export const days = ({ from, until }: { from: Date; until: Date }): SafeHtml =>
  localDay(from) === localDay(until)
    ? day(from)
    : html`<bdi dir="ltr">${localDay(from)} – ${localDay(until)}</bdi>`;

/** What is wrong with a file and what to do about it, in the language of the page. */
export function problemSaid(
  { language, words }: Pick<StaffVisit, 'language' | 'words'>,
  problem: FileProblem,
): SafeHtml {
  const own = STATEMENT_WORDS[language];
  const say: Say = {
    sum: (amount_xaf) => amount(words, amount_xaf),
    day,
    days,
    phone,
    raw: (text) => html`<bdi dir="ltr"><code>${text}</code></bdi>`,
  };
  if (problem.kind === 'unreadable_file')
    return html`${own.at(problem.place)}${own.unreadable[problem.reason]}`;
  if (problem.kind === 'row') {
    const sentence = own.row[problem.problem.kind] as (of: RowProblem, say: Say) => SafeHtml;
    return html`${own.line(problem.line)}${sentence(problem.problem, say)}`;
  }
  const sentence = own.file[problem.kind] as (of: FileProblem, say: Say) => SafeHtml;
  return sentence(problem, say);
}
