import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/account/person.ts';
import { openBrowser, type Page, SCREENS } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { addressOf, EXHIBITS, type Exhibit } from './exhibits.ts';
import { openGallery } from './gallery.ts';
import { expectAccessible, expectNoSidewaysScroll, screenshot } from './look.ts';

const EVERY_VISITOR = LANGUAGES.flatMap((language) =>
  (['phone', 'desktop'] as const).flatMap((screen) =>
    (['light', 'dark'] as const).map((scheme) => ({ language, screen, scheme })),
  ),
);

/** Every exhibit is looked at closely by one of them; with `CHARI_SOAK=1` by all. */
const looksAt = (visitor: number, exhibit: number): boolean =>
  process.env.CHARI_SOAK === '1' || exhibit % EVERY_VISITOR.length === (visitor * 5) % EVERY_VISITOR.length;

/** The narrowest that the guidelines ask for. */
const NARROW = { width: 320, height: 480 };

/** The browser calls a 422 an error, though its page is what the payer needs. */
const CLAIM_REFUSED = /status of 422/;

/** What stands on a page that a script may take away or add. */
const OF_A_SCRIPT = /^(?:Copier le numéro|Imprimer.*)$/;

const title = `the pages of the checkout${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const gallery = await openGallery();
  afterAll(async () => {
    await browser.close();
    await gallery.close();
  });

  async function open(page: Page, exhibit: Exhibit): Promise<void> {
    await page.goto(gallery.url + addressOf(exhibit));
    if (exhibit.claim === undefined) return;
    await page.locator('#claim summary').click();
    await page.fill('#transaction', exhibit.claim.transaction);
    await page.fill('#phone', exhibit.claim.phone);
    await page.locator('#claim button').click();
    await page.waitForSelector('[aria-invalid]');
  }

  const linesOf = async (page: Page): Promise<string[]> =>
    (await page.locator('body').innerText()).split('\n');

  /**
   * Looks at every exhibit in a language.
   * @returns what each says, by its name
   */
  async function lookAtAll(language: Language): Promise<Map<string, string[]>> {
    const visitors = [...EVERY_VISITOR.entries()].filter(([, one]) => one.language === language);
    const said = new Map<string, string[]>();
    await browser.withPage({ language, provokes: CLAIM_REFUSED }, async (page) => {
      for (const [at, exhibit] of EXHIBITS.entries()) {
        await page.setViewportSize(NARROW);
        await open(page, exhibit);
        await expectNoSidewaysScroll(page);
        said.set(exhibit.name, await linesOf(page));
        for (const [, { screen, scheme }] of visitors.filter(([visitor]) => looksAt(visitor, at))) {
          await page.setViewportSize(SCREENS[screen]);
          await page.emulateMedia({ colorScheme: scheme });
          await expectNoSidewaysScroll(page);
          await expectAccessible(page);
          await screenshot(page, `checkout-${exhibit.name}-${language}-${screen}-${scheme}`);
        }
      }
    });
    return said;
  }

  test.for(['ar', 'en'] as const)(
    'can be read by everybody, and not be pushed sideways even at 320 pixels: %s',
    async (language) => {
      expect((await lookAtAll(language)).size).toBe(EXHIBITS.length);
    },
  );

  test('so in French, and they are complete without JavaScript', async () => {
    const with_scripts = await lookAtAll('fr');
    await browser.withPage({ javascript: false, provokes: CLAIM_REFUSED }, async (page) => {
      for (const exhibit of EXHIBITS) {
        await open(page, exhibit);
        const without = await linesOf(page);
        const lines = with_scripts.get(exhibit.name) ?? ['not looked at'];
        const missing = lines.filter((line) => !OF_A_SCRIPT.test(line) && !without.includes(line));
        expect([exhibit.name, missing]).toEqual([exhibit.name, []]);
      }
    });
  });

  test('a receipt prints on one page', async () => {
    const receipts = EXHIBITS.filter(({ name }) => name.startsWith('paid'));
    expect(receipts.length).toBeGreaterThan(2);
    await browser.withPage({}, async (page) => {
      for (const exhibit of receipts) {
        await open(page, exhibit);
        const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
        expect([exhibit.name, sheets?.length]).toEqual([exhibit.name, 1]);
      }
    });
  });
});
