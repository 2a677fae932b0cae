import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { type Page, SCREENS } from './browser.ts';

/** Where pictures of pages are put; git ignores it. */
const PICTURES = fileURLToPath(new URL('../../../../screenshots/', import.meta.url));

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the Web Content Accessibility Guidelines 2.2 ask for at level AA, as far as a program can tell. */
const WCAG_2_2_AA: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
};

/** Fails with the elements that somebody can't see, reach or understand. For a visitor with JavaScript: axe needs it. */
export async function expectAccessible(page: Page): Promise<void> {
  // The browser's own door to the page: its content security policy stays as visitors meet it. The driver's would carry
  // half a megabyte there twice, for each page.
  const door = await page.context().newCDPSession(page);
  await door.send('Runtime.evaluate', { expression: AXE });
  await door.detach();
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(WCAG_2_2_AA)}).then(({ violations }) => violations)`,
  );
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
  expect(faults).toEqual([]);
}

/** Fails with the elements that stick out, when the page can be pushed sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width_px = page.viewportSize()?.width ?? 0;
  const sticking_out = await page.evaluate(`
    document.documentElement.scrollWidth <= ${width_px} ? [] :
      [...document.querySelectorAll('body *')].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > ${width_px};
      }).map((element) => element.outerHTML.slice(0, 120))`);
  expect(sticking_out).toEqual([]);
}

const IS_SOAK = process.env.CHARI_SOAK === '1';

/** On a laptop in the evening and on a phone by day; the phone is what the visit goes on with. */
const FACES = [
  { screen: 'desktop', scheme: 'dark' },
  { screen: 'phone', scheme: 'light' },
] as const;

/**
 * Looks at the open page on both screens: nothing may stick out of either. Who can't read it is a matter of its parts and
 * colours, which it has in every language, and the program that asks takes longer than the page: it is asked on one
 * screen in one language and on the other in another, and with `CHARI_SOAK=1` on both in all.
 * @param name of the picture, before its screen
 * @param turn the place of the page among those looked at, and of the language among the languages, together
 * @param of how many languages the page is looked at in: two or three
 */
export async function lookAround(page: Page, name: string, turn: number, of = 3): Promise<void> {
  for (const [face, { screen, scheme }] of FACES.entries()) {
    await page.setViewportSize(SCREENS[screen]);
    await expectNoSidewaysScroll(page);
    if (!IS_SOAK && turn % of !== face) continue;
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    await screenshot(page, `${name}-${screen}`);
  }
}

/** Longer pages look the same further down. */
const PICTURE_PX = 3_000;

/**
 * Takes a picture of the page, with `CHARI_SOAK=1`.
 * @param name without ending, of what it shows
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!IS_SOAK) return;
  const { width = 0 } = page.viewportSize() ?? {};
  const height = Math.min(await page.evaluate<number>('document.documentElement.scrollHeight'), PICTURE_PX);
  const clip = { x: 0, y: 0, width, height };
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true, clip });
}
