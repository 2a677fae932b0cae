import { afterAll, describe, expect, test } from 'vitest';
import { openBrowser, type Page, type Visitor } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { addressOf, EXHIBITS, type Exhibit } from './exhibits.ts';
import { openGallery } from './gallery.ts';
import { expectAccessible, expectNoSidewaysScroll, screenshot } from './look.ts';

const EVERY_VISITOR = (['fr', 'ar', 'en'] as const).flatMap((language) =>
  (['phone', 'desktop'] as const).flatMap((screen) =>
    (['light', 'dark'] as const).map((scheme) => ({ language, screen, scheme })),
  ),
);

/** Every exhibit is looked at by one of them; with `CHARI_SOAK=1` by all. */
const looksAt = (visitor: number, exhibit: number): boolean =>
  process.env.CHARI_SOAK === '1' || exhibit % EVERY_VISITOR.length === (visitor * 5) % EVERY_VISITOR.length;

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

  const visitors = EVERY_VISITOR.map((visitor, index) => ({ ...visitor, index }));
  test.for(visitors)(
    'can be read by everybody: $language, $screen, $scheme',
    { timeout: 300_000 },
    async ({ index, ...visitor }) => {
      const { language, screen, scheme } = visitor;
      await browser.withPage({ ...visitor, provokes: CLAIM_REFUSED }, async (page) => {
        for (const exhibit of EXHIBITS.filter((_one, at) => looksAt(index, at))) {
          await open(page, exhibit);
          await expectNoSidewaysScroll(page);
          await expectAccessible(page);
          await screenshot(page, `checkout-${exhibit.name}-${language}-${screen}-${scheme}`);
        }
      });
    },
  );

  test('are complete without JavaScript', async () => {
    const linesOf = (visitor: Visitor) =>
      browser.withPage({ ...visitor, provokes: CLAIM_REFUSED }, async (page) => {
        const lines: [string, string[]][] = [];
        for (const exhibit of EXHIBITS) {
          await open(page, exhibit);
          lines.push([exhibit.name, (await page.locator('body').innerText()).split('\n')]);
        }
        return lines;
      });
    const without = new Map(await linesOf({ javascript: false }));
    for (const [name, lines] of await linesOf({})) {
      const missing = lines.filter((line) => !OF_A_SCRIPT.test(line) && !without.get(name)?.includes(line));
      expect([name, missing]).toEqual([name, []]);
    }
  });

  test.for(['fr', 'ar', 'en'] as const)('none can be pushed sideways at 320 pixels: %s', async (language) => {
    await browser.withPage({ language, provokes: CLAIM_REFUSED }, async (page) => {
      await page.setViewportSize({ width: 320, height: 480 });
      for (const exhibit of EXHIBITS) {
        await open(page, exhibit);
        await expectNoSidewaysScroll(page);
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
