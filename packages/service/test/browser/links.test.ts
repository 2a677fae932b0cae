import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/account/person.ts';
import { Site } from '../account/site.ts';
import { openWorld } from '../collection/world.ts';
import { newLink, OPEN_AMOUNT } from '../links/shop.ts';
import { openBrowser, type Page } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { lookAround } from './look.ts';

/** A form that was not taken comes back with a status that the browser calls an error. */
const REFUSED = /status of (?:409|422)/;

const title = `payment links and keys in a browser${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const world = await openWorld();
  world.services.policy.dashboard_url = 'http://127.0.0.1';
  const site = new Site(world);
  await site.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(site.server.server.address() as AddressInfo).port}`;
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  /** Looks at one page after the other of a visit in a language. */
  function looker(language: Language): (page: Page, name: string) => Promise<void> {
    let turn = LANGUAGES.indexOf(language);
    return (page, name) => lookAround(page, `${name}-${language}`, turn++);
  }

  test.for(LANGUAGES)(
    'anybody pays by a link on a phone, from the message to the receipt: %s',
    async (language) => {
      const look = looker(language);
      const merchant = await world.merchant();
      const link = await newLink(world, merchant, {
        ...OPEN_AMOUNT,
        title: 'Cotisation du marché',
        description: 'Pour le mois de novembre',
        max_payments: 1,
      });
      const path = `${url}/pay/l/${link.slug}`;
      await browser.withPage({ language, javascript: true, provokes: REFUSED }, async (page) => {
        await page.goto(path);
        await look(page, 'link-open');
        await page.fill('#amount', '100');
        await page.fill('#phone', '12');
        await page.locator('button[value=MOOV]').click();
        await page.waitForSelector('[aria-invalid]');
        await look(page, 'link-wrong');
        await page.fill('#amount', '7 500');
        await page.fill('#phone', '');
        await page.locator('button[value=MOOV]').click();
        await page.waitForSelector('main[data-state=waiting]');
        await look(page, 'link-checkout');
        world.pass(2);
        await page.goto(path);
        await look(page, 'link-under-way');
        await page.locator('.note a.btn').click();
        await page.locator('button[value=paid]').click();
        await page.waitForSelector('main[data-state=paid]');
        await look(page, 'link-paid');
        world.pass(2);
        await page.goto(path);
        await page.waitForSelector('main[data-state=link_used_up]');
        await look(page, 'link-used-up');
      });
    },
  );

  test('Enter in the amount chooses no operator', async () => {
    const link = await newLink(world, await world.merchant(), OPEN_AMOUNT);
    await browser.withPage({ provokes: REFUSED }, async (page) => {
      await page.goto(`${url}/pay/l/${link.slug}`);
      await page.fill('#amount', '7500');
      await page.press('#amount', 'Enter');
      await page.waitForSelector('[role=alert]');
      expect(await page.inputValue('#amount')).toBe('7500');
    });
    expect(await world.rows('select 1 from payment_sessions where link_id = $1', [link.id])).toEqual([]);
  });

  test.for(LANGUAGES)('an owner makes a key, a webhook and a link on a phone: %s', async (language) => {
    const look = looker(language);
    const owner = await site.member('owner');
    await browser.withPage({ language, provokes: REFUSED }, async (page, context) => {
      const value = owner.cookie('session') ?? '';
      await context.addCookies([
        { name: 'chari-session', value, url },
        { name: 'lang', value: language, url },
      ]);
      await page.goto(`${url}/dashboard/test/keys`);
      await page.fill('#name', 'Serveur de la boutique');
      await page.locator('form[action$="/keys"] button').click();
      await page.waitForSelector('#key');
      expect(await page.locator('#key').textContent()).toMatch(/^service_test_[0-9A-Za-z]{43}$/);
      await look(page, 'key-shown-once');
      await page.goto(`${url}/dashboard/test/keys`);
      await look(page, 'keys');
      await page.goto(`${url}/dashboard/test/webhooks`);
      await page.fill('#url', 'https://shop.example.com/hooks/chari');
      await page.locator('form[action$="/webhooks"] button').click();
      await page.waitForSelector('#secret');
      await page.goto(`${url}/dashboard/test/webhooks`);
      await look(page, 'webhooks');
      await Promise.all([page.waitForNavigation(), page.locator('td a').first().click()]);
      await look(page, 'webhook');
      await page.goto(`${url}/dashboard/test/requests`);
      await look(page, 'requests');
      await page.goto(`${url}/dashboard/test/links/new`);
      await page.fill('#title', 'Frais de scolarité');
      await page.fill('#amount', '25000');
      await page.fill('#payments', '30');
      await look(page, 'link-new');
      await page.locator('.narrow form button').click();
      await page.waitForSelector('.qr svg');
      await look(page, 'link-desk');
      await page.goto(`${url}/dashboard/test/links`);
      await look(page, 'links');
    });
  });
});
