import { LANGUAGES, type Language } from '../domain/account/person.ts';
import { type Drawn, drawDocument } from './document.ts';
import { html, NOTHING, type Part, type SafeHtml } from './html.ts';
import { DIRECTIONS, WORDS } from './language.ts';
import { STYLE } from './style.ts';

export type Page = {
  language: Language;
  title: string;
  /** Where the links of the languages lead: the page without its language; '' leads to wherever it is. */
  path: string;
  /** Above everything: the warning of test mode. */
  banner?: SafeHtml;
  /** `<main id="page">` and what follows it. */
  content: SafeHtml;
  /** A script of ours. */
  script?: string;
  /** A style of this page alone. */
  style?: string;
  /** Reloads the page where no script runs, because its reader asked for it. */
  refresh_seconds?: number;
};

/** A whole page, with what its policy must allow. */
export function drawPage(page: Page): Drawn {
  const { language, title, style, script, refresh_seconds: reload } = page;
  return drawDocument({
    language,
    title,
    styles: [STYLE, ...(style === undefined ? [] : [style])],
    head:
      reload === undefined
        ? NOTHING
        : html`<noscript><meta http-equiv="refresh" content="${reload}"></noscript>`,
    body: html`${page.banner}
<header><p class="brand">Chari</p>${languages(page)}</header>
${page.content}
<footer><p>${WORDS[language].by}</p></footer>`,
    script,
  });
}

function languages({ language, path }: Page): SafeHtml {
  const links: Part[] = LANGUAGES.map(
    (one) =>
      html`<a href="${path}?lang=${one}" lang="${one}" dir="${DIRECTIONS[one]}" hreflang="${one}" ${
        one === language ? html`aria-current="true"` : NOTHING
      }>${WORDS[one].name}</a>`,
  );
  return html`<nav aria-label="${WORDS[language].language}">${links}</nav>`;
}

/** The main part: a state's word for everyone to hear, and its body. */
export type Main = {
  state: string;
  tone: 'wait' | 'warn' | 'bad' | 'off' | 'done';
  title: string;
  status: string;
  body: SafeHtml;
  /** Where the main part alone is found, and the ETag of what is shown; absent for what never changes. */
  live?: { path: string; tag: string };
  is_final: boolean;
};

export function drawMain({ state, tone, title, status, body, live, is_final }: Main): SafeHtml {
  const asks = live === undefined ? NOTHING : html`data-live="${live.path}" data-tag="${live.tag}"`;
  return html`<main id="page" tabindex="-1" data-state="${state}" data-tone="${tone}" data-title="${title}" ${asks} ${
    is_final ? html`data-final` : NOTHING
  }><p class="status" role="status">${status}</p><div class="body">${body}</div></main>`;
}
