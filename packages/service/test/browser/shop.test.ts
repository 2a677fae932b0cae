import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Chari } from '../../../sdk/src/index.ts';
import { ROOT } from '../examples/guide.ts';
import { HAS_NPM } from '../sdk/package.ts';
import { openBrowser, type Page } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { expectAccessible, expectNoSidewaysScroll, screenshot } from './look.ts';
import { openMall } from './shop.ts';

const NO_PAGE_YET = /404.*payment-sessions/;
const title = `the example shop in a browser (with npm)${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM || !HAS_NPM)(title, async () => {
  const browser = await openBrowser();
  const mall = await openMall();
  const chari = new Chari({ apiKey: mall.key, baseUrl: mall.chari_url });
  afterAll(async () => {
    await browser.close();
    await mall.close();
  });

  /** Fills a basket and goes to the checkout. @returns the ids of the order and of its payment session */
  async function order(page: Page): Promise<{ order_id: string; session_id: string }> {
    await page.goto(mall.shop_url);
    await page.getByRole('button', { name: 'Ajouter : Thé vert, 250 g' }).click();
    await page.getByRole('button', { name: 'Ajouter : Thé vert, 250 g' }).click();
    await page.getByRole('button', { name: 'Ajouter : Sac de mil, 5 kg' }).click();
    await page.getByLabel('Moov Money').check();
    const order_id = await page.locator('input[name=id]').inputValue();
    await page.getByRole('button', { name: 'Payer 7 500 FCFA' }).click();
    await page.waitForURL('**/pay/payment-sessions/*');
    return { order_id, session_id: page.url().split('/').at(-1) ?? '' };
  }

  /** What the shop's own page says of the order now. */
  async function stateOf(page: Page, order_id: string): Promise<string> {
    await page.goto(`${mall.shop_url}/orders/${order_id}`);
    return page.locator('strong').innerText();
  }

  const pay = (session_id: string) => chari.sandbox.simulate(session_id, { scenario: 'paid' });

  test.for([true, false])('from the basket to paid and shipped, with JavaScript: %s', async (javascript) => {
    await browser.withPage({ javascript, provokes: NO_PAGE_YET }, async (page) => {
      const { order_id, session_id } = await order(page);
      const { amount, operator, reference } = await chari.paymentSessions.retrieve(session_id);
      expect({ amount, operator, reference }).toEqual({
        amount: 7500,
        operator: 'MOOV',
        reference: order_id,
      });
      expect(await stateOf(page, order_id)).toBe('Nous attendons votre paiement.');
      await pay(session_id);
      await mall.says(`shipped ${order_id}`);
      expect(await stateOf(page, order_id)).toBe('Payée et expédiée. Merci !');
    });
  });

  test('each of its pages can be read by everybody', async () => {
    await browser.withPage({ scheme: 'dark', provokes: NO_PAGE_YET }, async (page) => {
      const { order_id } = await order(page);
      for (const [name, path] of [
        ['empty', '/'],
        ['order', `/orders/${order_id}`],
      ]) {
        await page.goto(mall.shop_url + path);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        await screenshot(page, `shop-${name}`);
      }
      await page.goto(mall.shop_url);
      await page.getByRole('button', { name: 'Ajouter : Sucre, 1 kg' }).click();
      await expectAccessible(page);
      await screenshot(page, 'shop-basket');
    });
  });

  test('pressed twice, or after going back, “pay” makes one session', async () => {
    await browser.withPage({ provokes: NO_PAGE_YET }, async (page) => {
      const { order_id, session_id } = await order(page);
      await page.goto(`${mall.shop_url}/orders/${order_id}`);
      await page.getByRole('button', { name: 'Payer' }).click();
      await page.waitForURL(`**/${session_id}`);
    });
  });

  test('what stands in the return address decides nothing', async () => {
    await browser.withPage({ provokes: NO_PAGE_YET }, async (page) => {
      const { order_id, session_id } = await order(page);
      const claims = new URLSearchParams({
        reference: order_id,
        payment_session_id: session_id,
        status: 'SUCCESS',
      });
      await page.goto(`${mall.shop_url}/return?${claims}`);
      expect(page.url()).toBe(`${mall.shop_url}/orders/${order_id}`);
      expect(await page.locator('strong').innerText()).toBe('Nous attendons votre paiement.');
      expect(mall.said()).not.toContain(order_id);
    });
  });

  test('an order that is paid while the shop is down is shipped once it is back, and once only', async () => {
    await browser.withPage({ provokes: NO_PAGE_YET }, async (page) => {
      const { order_id, session_id } = await order(page);
      await mall.stopShop();
      await pay(session_id);
      await mall.startShop();
      await mall.says(`shipped ${order_id}`);
      await mall.stopShop();
      await mall.startShop();
      const [endpoint] = (await chari.webhookEndpoints.list()).webhook_endpoints;
      const { deliveries } = await chari.webhookEndpoints.listDeliveries(endpoint?.id ?? '');
      const { id = '', event_id = '' } = deliveries[0] ?? {};
      await chari.webhookEndpoints.resendDelivery(id);
      await mall.says(`payment_session.succeeded ${order_id}`);
      await chari.webhookEndpoints.resendDelivery(id);
      await mall.says(`again: ${event_id}`);
      expect(await stateOf(page, order_id)).toBe('Payée et expédiée. Merci !');
      expect(mall.said().split(`shipped ${order_id}`)).toHaveLength(2);
    });
  });

  test('an event that nobody signed is refused, and an order that does not exist is not found', async () => {
    const body = '{"event":"payment_session.succeeded"}';
    expect((await fetch(`${mall.shop_url}/webhooks`, { method: 'POST', body })).status).toBe(400);
    expect((await fetch(`${mall.shop_url}/orders/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('its README starts it as it is started here', async () => {
    const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    expect(scripts.shop).toBe('npm run --silent prepack -w packages/sdk && node examples/shop/shop.mjs');
    expect(await readFile(`${ROOT}examples/shop/README.md`, 'utf8')).toContain(
      '\nKEY=service_test_… npm run shop\n',
    );
  });
});
