import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { asked, made } from '../refunds/world.ts';
import { until } from '../waiting/until.ts';
import { openBrowser, type Page, type Visitor } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { openShop } from './dashboard.ts';
import { lookAround } from './look.ts';

const title = `the pages of a merchant's payments${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const shop = await openShop();
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const visit = <T>(
    role: 'owner' | 'cashier',
    visitor: Visitor,
    work: (page: Page) => Promise<T>,
  ): Promise<T> =>
    browser.withPage(visitor, async (page, context) => {
      await context.addCookies([await shop.cookieOf(role)]);
      return work(page);
    });

  const PAGES = {
    overview: '/dashboard/test/home',
    payments: '/dashboard/test/payments',
    'payments-narrowed': '/dashboard/test/payments?standing=paid&operator=MOOV&amount=ten',
    export: '/dashboard/test/payments/export?operator=MOOV',
    'payment-paid': `/dashboard/test/payments/${shop.paid.id}`,
    'payment-late': `/dashboard/test/payments/${shop.late.id}`,
    new: '/dashboard/test/new',
    till: `/dashboard/test/new/${shop.waiting.id}`,
    'till-paid': `/dashboard/test/new/${shop.paid.id}`,
  };

  test.for(LANGUAGES)('can be read by everybody, on both screens: %s', async (language) => {
    await visit('owner', { language }, async (page) => {
      for (const [place, [name, path]] of Object.entries(PAGES).entries()) {
        await page.goto(`${shop.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        const turn = place + LANGUAGES.indexOf(language);
        await lookAround(page, `dashboard-${name}-${language}`, turn);
      }
    });
  });

  test('the list is searched while somebody types, and its address keeps the search', async () => {
    await visit('owner', { language: 'en' }, async (page) => {
      await page.goto(`${shop.url}${PAGES.payments}?lang=en`);
      await page.locator('#q').pressSequentially('PANIER-1024');
      await until(async () => (await page.locator('#found tbody tr').count()) === 1);
      expect(new URL(page.url()).searchParams.get('q')).toBe('PANIER-1024');
      await page.locator('#found a.ref').click();
      await page.waitForSelector('#life');
    });
  });

  test('no row of before stands under a filter whose answer did not come: without the network, and once nobody is signed in', async () => {
    const provokes =
      /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch|ERR_ABORTED/;
    await visit('owner', { language: 'en', provokes }, async (page) => {
      await page.goto(`${shop.url}${PAGES.payments}?lang=en`);
      const [note, rows] = [page.locator('[data-offline]'), page.locator('#found tbody tr')];
      const found = page.locator('#found a, #found tr');
      expect([await note.isVisible(), (await rows.count()) > 0]).toEqual([false, true]);
      await page.context().setOffline(true);
      await page.locator('#filter summary').click();
      await page.selectOption('#standing', 'paid');
      await note.waitFor({ state: 'visible' });
      expect(await found.count()).toBe(0);
      await page.context().setOffline(false);
      await page.selectOption('#operator', 'AIRTEL');
      await note.waitFor({ state: 'hidden' });
      expect(await rows.count()).toBeGreaterThan(0);
      await page.context().clearCookies();
      await page.selectOption('#standing', 'refunded');
      await note.waitFor({ state: 'visible' });
      expect(await found.count()).toBe(0);
      await note.getByRole('button').click();
      await page.waitForURL(/sign-in/);
    });
  });

  for (const javascript of [true, false]) {
    test(`a cashier takes a payment ${javascript ? 'and hears it when it is paid' : 'without any script'}`, async () => {
      await visit('cashier', { language: 'en', javascript }, async (page) => {
        // The page looks again after five seconds of its own clock, for which nobody waits here.
        if (javascript) await page.clock.install();
        // What a loudspeaker would be told.
        await page.addInitScript(`
          window.tones = 0;
          var begin = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function () { window.tones += 1; return begin.apply(this, arguments); };`);
        await page.goto(`${shop.url}/dashboard/test/new?lang=en`);
        const amount_xaf = javascript ? 3_333 : 4_444;
        await page.fill('#amount', String(amount_xaf));
        await page.selectOption('#operator', 'AIRTEL');
        await page.click('button[value=session]');
        await page.waitForSelector('#till[data-state=waiting]');
        const id = new URL(page.url()).pathname.split('/').at(-1);
        const { world } = shop.site;
        const [session] = await world.rows<typeof shop.paid>('select * from payment_sessions where id = $1', [
          id,
        ]);
        if (session === undefined) throw new Error('no session was begun');
        expect(session.amount_xaf).toBe(amount_xaf);
        await world.pay(session);
        if (javascript) await page.clock.fastForward(5_000);
        else await page.click('[data-byhand] a');
        await page.waitForSelector('#till[data-state=paid]');
        if (!javascript) return;
        expect(await page.evaluate('window.tones')).toBe(2);
        await page.click('[data-sound]');
        expect(await page.evaluate("localStorage.getItem('chari-sound')")).toBe('off');
        expect(await page.evaluate('window.tones')).toBe(2);
      });
    });
  }

  test('the till says when it hears nothing any more: without the network, and once nobody is signed in', async () => {
    const provokes =
      /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch|ERR_ABORTED/;
    await visit('cashier', { language: 'en', provokes }, async (page) => {
      await page.clock.install();
      await page.goto(`${shop.url}${PAGES.till}?lang=en`);
      const note = page.locator('#till [data-offline]');
      expect(await note.isVisible()).toBe(false);
      await page.context().setOffline(true);
      await page.clock.fastForward(5_000);
      await note.waitFor({ state: 'visible' });
      await page.context().setOffline(false);
      await note.waitFor({ state: 'hidden' });
      // A line that takes the question and never answers.
      await page.route('**/live?*', () => {});
      await page.clock.fastForward(5_000);
      await page.clock.fastForward(20_000);
      await note.waitFor({ state: 'visible' });
      await page.unroute('**/live?*');
      await page.clock.fastForward(5_000);
      await note.waitFor({ state: 'hidden' });
      await page.context().clearCookies();
      await page.clock.fastForward(5_000);
      await note.waitFor({ state: 'visible' });
      await note.getByText('Look again').click();
      await page.waitForURL(/sign-in/);
    });
  });

  test('a till that says “Paid” looks again when somebody comes back to it', async () => {
    const { world } = shop.site;
    const session = await world.session(shop.merchant_id, {
      reference: 'GIVEN-BACK',
      amount_xaf: 5_555,
    });
    await world.pay(session);
    await visit('cashier', { language: 'en' }, async (page) => {
      await page.goto(`${shop.url}/dashboard/test/new/${session.id}?lang=en`);
      await page.waitForSelector('#till[data-state=paid][data-final]');
      await made(world.services, asked(session));
      world.pass(3);
      await concludeRefunds(world.services, { limit: 10 });
      await page.evaluate('window.dispatchEvent(new Event("focus"))');
      await page.waitForSelector('#till[data-state=refunded]');
    });
  });
});
