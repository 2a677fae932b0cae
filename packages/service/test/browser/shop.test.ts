import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../examples/guide.ts';
import { HAS_NPM } from '../sdk/package.ts';
import { openBrowser, type Page } from './browser.ts';
import { openChari } from './chari.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { expectAccessible, expectNoSidewaysScroll, screenshot } from './look.ts';
import { openShop } from './shop.ts';

const title = `the example shop in a browser (with npm)${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM || !HAS_NPM)(title, async () => {
  const browser = await openBrowser();
  const chari = await openChari();
  const { api } = chari;
  const shop = await openShop(chari);
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await chari.close();
  });

  /**
   * Fills a basket and goes to the checkout.
   * @returns the ids of the order and of its payment session
   */
  async function order(page: Page): Promise<{ order_id: string; session_id: string }> {
    await page.goto(shop.url);
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
    await page.goto(`${shop.url}/orders/${order_id}`);
    return page.locator('strong').innerText();
  }

  const pay = (session_id: string) => api.sandbox.simulate(session_id, { scenario: 'paid' });

  test.for([true, false])('from the basket to paid and shipped, with JavaScript: %s', async (javascript) => {
    await browser.withPage({ javascript }, async (page) => {
      const { order_id, session_id } = await order(page);
      const { amount, operator, reference } = await api.paymentSessions.retrieve(session_id);
      expect({ amount, operator, reference }).toEqual({
        amount: 7500,
        operator: 'MOOV',
        reference: order_id,
      });
      await page.locator('button[value=paid]').click();
      await page.waitForSelector('[data-state=paid]');
      await shop.says(`shipped ${order_id}`);
      await page.getByRole('link', { name: 'Retourner à la boutique' }).click();
      await page.waitForURL(`${shop.url}/orders/${order_id}`);
      expect(await page.locator('strong').innerText()).toBe('Payée et expédiée. Merci !');
    });
  });

  test('each of its pages can be read by everybody', async () => {
    await browser.withPage({ scheme: 'dark' }, async (page) => {
      const { order_id } = await order(page);
      for (const [name, path] of [
        ['empty', '/'],
        ['order', `/orders/${order_id}`],
      ]) {
        await page.goto(shop.url + path);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        await screenshot(page, `shop-${name}`);
      }
      await page.goto(shop.url);
      await page.getByRole('button', { name: 'Ajouter : Sucre, 1 kg' }).click();
      await expectAccessible(page);
      await screenshot(page, 'shop-basket');
    });
  });

  test('pressed twice, or after going back, “pay” makes one session', async () => {
    await browser.withPage({}, async (page) => {
      const { order_id, session_id } = await order(page);
      await page.goto(`${shop.url}/orders/${order_id}`);
      await page.getByRole('button', { name: 'Payer' }).click();
      await page.waitForURL(`**/${session_id}`);
    });
  });

  test('what stands in the return address decides nothing', async () => {
    await browser.withPage({}, async (page) => {
      const { order_id, session_id } = await order(page);
      const claims = new URLSearchParams({
        reference: order_id,
        payment_session_id: session_id,
        status: 'SUCCESS',
      });
      await page.goto(`${shop.url}/return?${claims}`);
      expect(page.url()).toBe(`${shop.url}/orders/${order_id}`);
      expect(await page.locator('strong').innerText()).toBe('Nous attendons votre paiement.');
      expect(shop.said()).not.toContain(order_id);
    });
  });

  test('an order that is paid while the shop is down is shipped once it is back, and once only', async () => {
    await browser.withPage({}, async (page) => {
      const { order_id, session_id } = await order(page);
      await shop.stop();
      await pay(session_id);
      await shop.start();
      await shop.says(`shipped ${order_id}`);
      await shop.stop();
      await shop.start();
      const [endpoint] = (await api.webhookEndpoints.list()).webhook_endpoints;
      const newest = async () => {
        const { deliveries } = await api.webhookEndpoints.listDeliveries(endpoint?.id ?? '');
        return deliveries[0] ?? { id: '', event_id: '', status: '' };
      };
      const { id, event_id } = await newest();
      await api.webhookEndpoints.resendDelivery(id);
      await shop.says(`payment_session.succeeded ${order_id}`);
      // A delivery whose attempt is just being recorded counts as resent by that attempt.
      await vi.waitFor(async () => expect((await newest()).status).toBe('delivered'), { timeout: 60_000 });
      await api.webhookEndpoints.resendDelivery(id);
      await shop.says(`again: ${event_id}`);
      expect(await stateOf(page, order_id)).toBe('Payée et expédiée. Merci !');
      expect(shop.said().split(`shipped ${order_id}`)).toHaveLength(2);
    });
  });

  test('an event that nobody signed is refused, and an order that does not exist is not found', async () => {
    const body = '{"event":"payment_session.succeeded"}';
    expect((await fetch(`${shop.url}/webhooks`, { method: 'POST', body })).status).toBe(400);
    expect((await fetch(`${shop.url}/orders/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('its README starts it as it is started here', async () => {
    const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    expect(scripts.shop).toBe('npm run --silent prepack -w packages/sdk && node examples/shop/shop.mjs');
    expect(await readFile(`${ROOT}examples/shop/README.md`, 'utf8')).toContain(
      '\nKEY=service_test_… npm run shop\n',
    );
  });
});
