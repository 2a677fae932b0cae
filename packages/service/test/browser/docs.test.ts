import { afterAll, describe, expect, test } from 'vitest';
import { openService } from '../spec/service.ts';
import { openBrowser } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { expectAccessible, expectNoSidewaysScroll, screenshot } from './look.ts';

const title = HAS_CHROMIUM ? 'the reference in a browser' : `the reference in a browser: ${NO_CHROMIUM}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const service = await openService({ works: false });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test.for([
    { screen: 'phone', scheme: 'dark' },
    { screen: 'desktop', scheme: 'light' },
  ] as const)('can be read by everybody: $screen, $scheme', async (visitor) => {
    await browser.withPage(visitor, async (page) => {
      await page.goto(`${service.client.url}/docs`);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await screenshot(page, `docs-${visitor.screen}`);
    });
  });

  test('is the same without JavaScript', async () => {
    const shown = (javascript: boolean) =>
      browser.withPage({ javascript }, async (page) => {
        await page.goto(`${service.client.url}/docs`);
        return page.locator('body').innerText();
      });
    expect(await shown(false)).toBe(await shown(true));
  });
});
