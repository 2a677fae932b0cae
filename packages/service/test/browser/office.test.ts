import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { openSite, type Site } from '../account/site.ts';
import { openBrowser, type Page, type Visitor } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { lookAround, screenshot } from './look.ts';

const NUMBER = '+23566001001';
const title = `the back office${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  let site: Site;
  let url: string;
  let number_id: string;
  type Staff = Awaited<ReturnType<Site['staff']>>;
  let first: Staff;
  let second: Staff;
  let session_id: string;
  beforeAll(async () => {
    site = await openSite();
    const merchant = await site.world.merchant();
    number_id = await site.world.liveNumber(NUMBER);
    await site.world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}'`);
    [first, second] = [await site.staff('administrator'), await site.staff('supervisor')];
    const session = await site.world.session(merchant, {
      environment: 'live',
      amount_xaf: 150_000,
      customer_phone: '+23566000001',
    });
    session_id = session.id;
    await site.world.pay(session, { payer_phone: '+23566000002' });
    await tell('Argent arrive: 7000 F de NOM (66123456). Ref: MP261121.1200.B10001. Solde: 7000 F');
    url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  /** An SMS comes to the number, in words that nobody has taught. */
  async function tell(body: string): Promise<void> {
    const kept = await receiveNotices(site.services, [
      {
        environment: 'live',
        merchant_id: null,
        operator: 'AIRTEL',
        collection_number: NUMBER,
        source: 'GATEWAY_SMS',
        sender: 'AirtelMoney',
        body,
        received_at: site.world.now,
      },
    ]);
    await settleNotices(
      site.services,
      kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
    );
  }

  /** A visit by somebody who is signed in. */
  const visit = (who: Staff, visitor: Visitor, work: (page: Page) => Promise<void>) =>
    browser.withPage(visitor, async (page, context) => {
      const cookies = [...who.cookies].map(([name, value]) => ({
        name,
        value,
        domain: '127.0.0.1',
        path: '/',
        secure: true,
        httpOnly: true,
      }));
      await context.addCookies(cookies);
      await work(page);
    });

  /** Opens the first review and confirms it, by keys alone. */
  async function confirmByKeys(page: Page): Promise<string> {
    await page.goto(`${url}/office?queue=review`);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#decide');
    await page.keyboard.press('n');
    await page.keyboard.type('compared with the SIM');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.said');
    return page.innerText('.said');
  }

  test('a review is worked with two accounts and no mouse; ? says which keys there are', async () => {
    await visit(first, { screen: 'desktop', language: 'en' }, async (page) => {
      await page.goto(`${url}/office?lang=en`);
      await page.keyboard.press('?');
      expect(await page.isVisible('#keys')).toBe(true);
      await screenshot(page, 'office-keys-en-desktop');
      expect(await confirmByKeys(page)).toContain('Another person must say the same');
      expect(await confirmByKeys(page)).toContain('somebody else must agree');
    });
    await visit(second, { screen: 'desktop', language: 'en' }, async (page) => {
      expect(await confirmByKeys(page)).toContain('It is confirmed.');
    });
    const [row] = await site.world.rows('select status from payment_sessions where id = $1', [session_id]);
    expect(row).toEqual({ status: 'SUCCESS' });
  });

  test.each([true, false])(
    'a number is anchored in three taps on a phone, scripts %s',
    async (javascript) => {
      await visit(first, { screen: 'phone', language: 'fr', javascript }, async (page) => {
        await page.goto(`${url}/office/numbers?lang=fr`);
        await page.tap('a[data-row]');
        await page.waitForSelector('#balance_xaf');
        await page.fill('#balance_xaf', '150 000');
        await screenshot(page, 'office-anchor-fr-phone');
        await page.tap('#anchor button');
        await page.waitForURL(/\/anchor\?/);
        await screenshot(page, 'office-anchor-check-fr-phone');
        await page.tap('main form button');
        await page.waitForSelector('.said');
        expect(await page.innerText('.said')).toMatch(
          /Le solde est enregistré|C’est proposé|Vous l’avez proposé/,
        );
      });
      expect(number_id).not.toBe('');
    },
  );

  test('a wording is taught on a phone: proposed, tried, saved', async () => {
    await visit(first, { screen: 'phone', language: 'fr' }, async (page) => {
      await page.goto(`${url}/office/wordings?lang=fr`);
      await page.tap('a[data-row]');
      await page.waitForSelector('#wording');
      await page.fill('#name', 'airtel-arrived');
      await screenshot(page, 'office-wording-fr-phone');
      await page.tap('form[method=get] button');
      await page.waitForSelector('#note');
      await page.fill('#note', 'nouveau depuis lundi');
      await screenshot(page, 'office-wording-tried-fr-phone');
      await page.tap('main form[method=post] button');
      await page.waitForSelector('.said');
      expect(await page.innerText('.said')).toContain('airtel-arrived@1');
    });
  });

  test.for(LANGUAGES)('every page can be read by everybody, on both screens: %s', async (language) => {
    const pages: Record<string, string> = {
      desk: '/office',
      review: `/office/cases/review/${session_id}`,
      numbers: '/office/numbers',
      number: `/office/numbers/${number_id}`,
      wordings: '/office/wordings',
      day: '/office/day?check',
      audit: '/office/audit',
      staff: '/office/staff',
      tokens: '/office/tokens',
    };
    await visit(first, { language }, async (page) => {
      for (const [place, [name, path]] of Object.entries(pages).entries()) {
        await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        await lookAround(page, `office-${name}-${language}`, place + LANGUAGES.indexOf(language));
      }
    });
  });
});
