import type { Language } from '../domain/account/person.ts';
import { type Allowed, sourceHash } from './headers.ts';
import { html, NOTHING, ours, type Part, type SafeHtml } from './html.ts';
import { DIRECTIONS, WORDS } from './language.ts';

/** A document as it is sent, with what its policy must allow. */
export type Drawn = { text: string; allowed: Allowed };

/** What is different from one page to another; the head is the same for all. */
export type Document = {
  language: Language;
  title: Part;
  /** Sheets of ours, the general one first. */
  styles: readonly string[];
  /** At the end of the head. */
  head?: SafeHtml;
  /** The classes of the body. */
  classes?: string;
  /** All that stands between the link that skips to the page, `#page`, and the script. */
  body: SafeHtml;
  /** A script of ours. */
  script?: string | undefined;
};

/** A whole HTML document: it loads nothing, and its styles and its script are allowed by their hashes. */
export function drawDocument({ language, title, styles, head, classes, body, script }: Document): Drawn {
  const drawn = html`<!doctype html>
<html lang="${language}" dir="${DIRECTIONS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${styles.map((style) => html`<style>${ours(style)}</style>`)}
${head}
</head>
<body${classes === undefined ? NOTHING : html` class="${classes}"`}>
<a class="skip" href="#page">${WORDS[language].skip}</a>
${body}
${script === undefined ? NOTHING : html`<script>${ours(script)}</script>`}
</body>
</html>
`;
  return {
    text: drawn.text,
    allowed: { styles: styles.map(sourceHash), scripts: script === undefined ? [] : [sourceHash(script)] },
  };
}
