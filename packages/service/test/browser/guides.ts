import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { ACCOUNT_WORDS } from '../../src/web/account/forms.ts';
import { COUNTER_WORDS } from '../../src/web/dashboard/counter/words.ts';
import { LINK_DESK_WORDS } from '../../src/web/dashboard/links/words.ts';
import { HOME_WORDS } from '../../src/web/dashboard/overview/words.ts';
import { PAYMENT_WORDS } from '../../src/web/dashboard/payments/rows.ts';
import { PROFILE_WORDS } from '../../src/web/dashboard/profile/parts.ts';
import { SETTINGS_WORDS } from '../../src/web/dashboard/settings/words.ts';
import { SETTLEMENT_WORDS } from '../../src/web/dashboard/settlements/paper.ts';
import { TEAM_WORDS } from '../../src/web/dashboard/team/words.ts';
import { FRAME_WORDS } from '../../src/web/frame/words.ts';
import { WORDS } from '../../src/web/language.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import type { Page } from './browser.ts';

export const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));
/** Those for people who only see the pages: what stands in bold there stands on a page. */
export const GUIDES = ['shop', 'cashier'] as const;

const CATALOGUES = [
  SETTLEMENT_WORDS,
  ...[ACCOUNT_WORDS, COUNTER_WORDS, FRAME_WORDS, HOME_WORDS, LINK_DESK_WORDS, PAYMENT_WORDS],
  ...[PROFILE_WORDS, SETTINGS_WORDS, TEAM_WORDS, WORDS],
];

/** Every sentence of the English catalogues that has no blanks to fill in, and the names in the navigation. */
export function englishSentences(): Set<string> {
  const found = new Set(SITE_PAGES.flatMap(({ link }) => (link === undefined ? [] : [link.label.en])));
  const walk = (words: unknown): void => {
    if (typeof words === 'string') found.add(words);
    else if (typeof words === 'object' && words !== null) for (const one of Object.values(words)) walk(one);
  };
  for (const { en } of CATALOGUES) walk(en);
  return found;
}

export type Guide = {
  text: string;
  /** What stands in bold: words of the pages. */
  quoted: string[];
  /** The names of the pictures that it shows. */
  shown: string[];
  /** The names of those that were taken, in a run that takes none too. */
  taken: string[];
  /** Remembers all that a page says. */
  see: (page: Page) => Promise<void>;
  /** What it quotes and no page has said. */
  unseen: () => string[];
  /**
   * With `CHARI_PICTURES=1`, writes what a phone shows.
   * @param of what is to be seen in it
   */
  picture: (page: Page, name: string, of: Locator) => Promise<void>;
};

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, word = '']) => word);
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

export async function openGuide(name: string): Promise<Guide> {
  const text = await readFile(`${DOCS}${name}.md`, 'utf8');
  const quoted = [...new Set(found(text, /\*\*([^*]+)\*\*/g))];
  const taken: string[] = [];
  let said = '';
  return {
    text,
    quoted,
    shown: found(text, /\(pictures\/([^)]+)\.png\)/g),
    taken,
    see: async (page) => {
      said += plain((await page.textContent('body')) ?? '');
    },
    unseen: () => quoted.filter((words) => !said.includes(words)),
    picture: async (page, picture, of) => {
      taken.push(picture);
      await of.scrollIntoViewIfNeeded();
      if (process.env.CHARI_PICTURES !== '1') return;
      await mkdir(`${DOCS}pictures`, { recursive: true });
      await page.screenshot({ path: `${DOCS}pictures/${picture}.png` });
    },
  };
}
