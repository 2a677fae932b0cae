import { html, NOTHING } from './html.ts';
import { type Language, WORDS } from './language.ts';
import { type Drawn, drawMain, drawPage } from './page.ts';
import type { Problem } from './words/words.ts';

export const PROBLEM_STATUS: Readonly<Record<Problem, number>> = {
  not_found: 404,
  method_not_allowed: 405,
  too_many: 429,
  too_large: 413,
  cross_site: 403,
  unavailable: 503,
  fault: 500,
};

/**
 * A page that says what went wrong and what to do; it repeats nothing of the request.
 * @param home the checkout that the request was about; null where there is none
 */
export function problemPage(problem: Problem, language: Language, home: string | null): Drawn {
  const words = WORDS[language];
  const { status, heading, text } = words.problems[problem];
  const path = home ?? '';
  const back =
    home === null
      ? NOTHING
      : html`<p><a class="btn full" href="${home}?lang=${language}">${words.home}</a></p>`;
  return drawPage({
    language,
    path,
    title: status,
    content: drawMain({
      state: problem,
      tone: problem === 'not_found' || problem === 'cross_site' ? 'off' : 'warn',
      title: status,
      status,
      body: html`<h1>${heading}</h1><p>${text}</p>${back}`,
      is_final: true,
    }),
  });
}
