import { LANGUAGES, type Language, type Person } from '../../domain/account/person.ts';
import type { Environment } from '../../domain/operator.ts';
import { type Drawn, drawDocument } from '../document.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import { DIRECTIONS, WORDS } from '../language.ts';
import { STYLE } from '../style.ts';
import { FRAME_STYLE } from './style.ts';
import type { AnyPage, Said, Shown } from './table.ts';
import { FRAME_WORDS } from './words.ts';

const SHEET = `${STYLE}${FRAME_STYLE}`;

/** What is around a page's content. */
export type PageAround = {
  language: Language;
  /** Null where nobody is signed in. */
  person: Person | null;
  environment: Environment;
  /** The path of the page as its table has it, and as it was asked for with its query. */
  path: string;
  asked: string;
  /** What answers a form can't be asked for again: its address alone lacks the token of a mailed link, or a key that is shown once. */
  is_answer: boolean;
  said: Said | null;
  pages: readonly AnyPage[];
  at: (path: string) => string;
  csrf: SafeHtml;
};

/** A whole page of those who sign in. */
export function drawFramed(around: PageAround, { title, content, script }: Shown): Drawn {
  const { language, said } = around;
  const is_test = hasEnvironment(around) && around.environment === 'test';
  const words = FRAME_WORDS[language];
  return drawDocument({
    language,
    title: html`${title} – Chari`,
    styles: [SHEET],
    classes: is_test ? 'app test-mode' : 'app',
    body: html`${header(around)}
${is_test ? html`<aside class="banner" aria-label="TEST">${words.test_banner}</aside>` : NOTHING}
<main id="page" tabindex="-1">
${said === null ? NOTHING : html`<p class="note said ${said.tone === 'warn' ? 'warn' : ''}" role="status">${said.text}</p>${keptPart(said, words.kept)}`}
<h1>${title}</h1>
${content}
</main>
${around.is_answer ? NOTHING : languages(around)}`,
    script,
  });
}

const keptPart = ({ kept = '' }: Said, label: string): SafeHtml =>
  kept === '' ? NOTHING : html`<p class="said">${label} <bdi>${kept}</bdi></p>`;

const hasEnvironment = ({ path }: Pick<PageAround, 'path'>): boolean => path.includes('/:environment');

function header(around: PageAround): SafeHtml {
  const { person, at, language } = around;
  const brand = html`<p class="brand"><a href="${at(homeOf(around))}">Chari</a></p>`;
  if (person === null) return html`<header>${brand}</header>`;
  const words = FRAME_WORDS[language];
  const { membership, staff_role } = person;
  const who = isOffice(around)
    ? html`${words.office}<small>${words.staff_roles[staff_role ?? 'agent']}</small>`
    : membership === null
      ? NOTHING
      : html`<bdi>${membership.merchant_name}</bdi><small>${words.roles[membership.role]}</small>`;
  return html`<header>${brand}<p class="who">${who}</p>${environments(around)}${menu(around)}</header>`;
}

/** Test and live, side by side; which one is on is said by a word, by colour, and in test by a band as well. */
function environments(around: PageAround): SafeHtml {
  if (!hasEnvironment(around)) return NOTHING;
  const words = FRAME_WORDS[around.language];
  const link = (environment: Environment) =>
    html`<a class="${environment}" href="${switched(around, environment)}"${
      environment === around.environment ? html` aria-current="true"` : NOTHING
    }>${words[environment]}</a>`;
  return html`<nav class="env" aria-label="${words.environment}">${link('test')}${link('live')}</nav>`;
}

/**
 * The same page in an environment. What has an id is in one environment only: from its page, the nearest page above
 * it that has none.
 */
function switched({ asked, path, at, pages }: PageAround, environment: Environment): string {
  const steps = path.replace('/:environment', '').split('/');
  if (!steps.some((step) => step.startsWith(':')))
    return asked.replace(/\/(?:test|live)(?=[/?]|$)/, `/${environment}`);
  let above = path;
  do above = above.slice(0, above.lastIndexOf('/'));
  while (above.includes('/:environment/') && !isListed(pages, above));
  const found = above.includes('/:environment') ? above : '/dashboard/:environment/payments';
  return at(found.replace(':environment', environment));
}

/** Whether something can be looked at under a path that names no id. */
const isListed = (pages: readonly AnyPage[], path: string): boolean =>
  !path.replace('/:environment', '').includes(':') &&
  pages.some((page) => page.path === path && page.get !== undefined);

function menu(around: PageAround): SafeHtml {
  const { at, language, path, csrf } = around;
  const words = FRAME_WORDS[language];
  const links = linksOf(around).map(
    (page) =>
      html`<li><a href="${at(page.path)}"${page.path === path ? html` aria-current="page"` : NOTHING}>${page.link?.label[language] ?? ''}</a></li>`,
  );
  return html`<details class="menu"><summary>${words.menu}</summary><nav aria-label="${words.menu}"><ul>${links}
<li><a href="${at('/account')}"${path === '/account' ? html` aria-current="page"` : NOTHING}>${words.account}</a></li>
<li><form method="post" action="${at('/account/sign-out')}">${csrf}<button class="btn two small">${words.sign_out}</button></form></li>
</ul></nav></details>`;
}

/** The pages that this person may open and that the navigation names, in their order. */
export function linksOf(around: Pick<PageAround, 'pages' | 'person' | 'path'>): AnyPage[] {
  const { person } = around;
  const is_office = isOffice(around);
  return around.pages
    .filter((page) => page.link !== undefined && page.get !== undefined)
    .filter((page) => {
      if (page.for === 'staff')
        return is_office && person?.staff_role != null && page.roles.includes(person.staff_role);
      if (page.for === 'member')
        return !is_office && person?.membership != null && page.roles.includes(person.membership.role);
      return false;
    })
    .toSorted((a, b) => (a.link?.place ?? 0) - (b.link?.place ?? 0));
}

/** Where staff are at home: also on the pages of their own account, when they are in no team. */
function isOffice({ path, person }: Pick<PageAround, 'path' | 'person'>): boolean {
  if (path.startsWith('/office')) return true;
  return !path.startsWith('/dashboard') && person?.membership === null && person.staff_role !== null;
}

function homeOf(around: PageAround): string {
  if (around.person === null) return '/account/sign-in';
  return isOffice(around) ? '/office' : '/dashboard';
}

function languages({ language, asked }: PageAround): SafeHtml {
  const [path = '', query = ''] = asked.split('?', 2);
  const links = LANGUAGES.map((one) => {
    const next = new URLSearchParams(query);
    next.set('lang', one);
    return html`<a href="${path}?${next.toString()}" lang="${one}" dir="${DIRECTIONS[one]}" hreflang="${one}"${
      one === language ? html` aria-current="true"` : NOTHING
    }>${WORDS[one].name}</a>`;
  });
  return html`<footer><nav aria-label="${WORDS[language].language}">${links}</nav></footer>`;
}
