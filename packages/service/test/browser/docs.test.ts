import { afterAll, describe, expect, test } from 'vitest';
import { openService } from '../spec/service.ts';
import { openBrowser, SCREENS } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { screenshot } from './look.ts';

const title = HAS_CHROMIUM ? 'the reference in a browser' : `the reference in a browser: ${NO_CHROMIUM}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const service = await openService({ works: false });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  const url = `${service.client.url}/docs`;

  test('is drawn by Scalar, which asks nobody but us and complains of nothing: on a phone, and on a desktop', async () => {
    await browser.withPage({ scheme: 'dark' }, async (page) => {
      await page.goto(url);
      await page.getByText('Create a payment session').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      for (const [screen, colorScheme] of [
        ['phone', 'dark'],
        ['desktop', 'light'],
      ] as const) {
        await page.setViewportSize(SCREENS[screen]);
        await page.emulateMedia({ colorScheme });
        // Wide tables and samples scroll in their own frames; the page doesn't.
        await expect
          .poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
          .toBe(true);
        await screenshot(page, `docs-${screen}`);
      }
    });
  });

  test('sends what one tries with a test key, and keeps no key', async () => {
    const { test_key } = await service.merchant();
    await browser.withPage({ screen: 'desktop' }, async (page) => {
      await page.goto(`${url}#tag/payment-sessions/POST/v1/payment-sessions`);
      await page
        .getByRole('button', { name: /test request/i })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByPlaceholder('QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT').fill(test_key);
      const answered = page.waitForResponse((response) => response.url().endsWith('/v1/payment-sessions'));
      await dialog.getByRole('button', { name: /^send/i }).first().click();
      expect((await answered).status()).toBe(201);
      // Their type knows no browser: this runs in the page.
      const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
      expect(kept).not.toContain(test_key);
    });
  });

  test('leads whoever has no JavaScript to the same as text', async () => {
    await browser.withPage({ javascript: false }, async (page) => {
      await page.goto(url);
      await page.getByRole('link', { name: 'as text' }).click();
      const text = await page.locator('body').innerText();
      for (const words of ['/v1/payment-sessions', 'DUPLICATE_REFERENCE', 'X-Service-Signature'])
        expect(text).toContain(words);
    });
  });
});
