import { afterAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { Site } from '../account/site.ts';
import { openWorld } from '../collection/world.ts';
import { openBrowser, type Page } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { lookAround, screenshot } from './look.ts';

const title = `signing in with a browser${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;
const PASSWORD = 'three goats in the shade';
const PAGES = [
  ...['/account', '/account/totp'],
  ...['/dashboard/team', '/dashboard/team/activity', '/dashboard/settings'],
];

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const world = await openWorld();
  // The addresses in mails name it before the server listens.
  const port = await findFreePort('127.0.0.1');
  const url = `http://localhost:${port}`;
  Object.assign(world.services.policy, { dashboard_url: url });
  const site = new Site(world);
  await site.server.listen({ port, host: '127.0.0.1' });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const mailed = (email: string): string => {
    const text = site.mails.findLast(({ to }) => to === email)?.text ?? '';
    return /http:\/\/localhost:\S+/.exec(text)?.[0] ?? '';
  };
  const submit = async (page: Page, selector = 'main form .btn'): Promise<void> => {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  };

  test.for(LANGUAGES)(
    'a shop signs up on a phone in %s, without a script, and finds its way',
    async (language) => {
      const email = `shop-${language}@example.com`;
      await browser.withPage({ language, javascript: false, provokes: /422/ }, async (page) => {
        await page.goto(`${url}/account/sign-up`);
        await screenshot(page, `sign-up-${language}`);
        await page.fill('#email', email);
        await submit(page);
        await page.goto(mailed(email));
        await page.fill('#shop', 'Boutique Amina');
        await page.fill('#name', 'Amina');
        await page.fill('#password', 'short');
        await submit(page);
        await screenshot(page, `begin-${language}`);
        await page.fill('#password', PASSWORD);
        await submit(page);
        expect(await page.textContent('.who')).toContain('Boutique Amina');
        await screenshot(page, `home-${language}`);
        expect(await page.getAttribute('html', 'dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      });
      await browser.withPage({ language }, async (page) => {
        const here = LANGUAGES.indexOf(language);
        await page.goto(`${url}/account/sign-in`);
        await lookAround(page, `sign-in-${language}`, here);
        await page.fill('#email', email);
        await page.fill('#password', PASSWORD);
        await submit(page);
        for (const [place, path] of PAGES.entries()) {
          await page.goto(`${url}${path}`);
          await lookAround(page, `${path.slice(1).replaceAll('/', '-')}-${language}`, place + here);
        }
      });
    },
  );

  test('a passkey signs in alone, by a finger that the device asks for', async () => {
    const owner = await site.member('owner');
    await site.givePassword(owner.known, PASSWORD);
    await browser.withPage({ language: 'en', provokes: /404|403/ }, async (page, context) => {
      const devtools = await context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await page.goto(`${url}/account/sign-in`);
      await page.fill('#email', owner.known.email);
      await page.fill('#password', PASSWORD);
      await submit(page);
      await page.goto(`${url}/account`);
      await page.fill('form[data-passkey] #name', 'Phone of the shop').catch(() => undefined);
      await page.fill('form[data-passkey] input[name=name]', 'Phone of the shop');
      await submit(page, 'form[data-passkey] .btn');
      expect(await page.textContent('h1')).toBe('Your recovery codes');
      await screenshot(page, 'recovery-codes');
      await page.goto(`${url}/account`);
      expect(await page.textContent('main')).toContain('Phone of the shop');
      await page.evaluate(`document.querySelector('.menu').open = true`);
      await submit(page, '.menu form .btn');
      expect(await page.textContent('h1')).toBe('Sign in');
      await submit(page, 'form[data-passkey] .btn');
      expect(await page.textContent('.who')).toContain('Shop');
      // A device that does not ask for a finger or PIN is no second factor.
      await page.evaluate(`document.querySelector('.menu').open = true`);
      await submit(page, '.menu form .btn');
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await page.click('form[data-passkey] .btn');
      await page.waitForSelector('form[data-passkey] [data-failed]:not([hidden])');
    });
    const { rows } = await world.db.pool.query(
      'select name, signature_count::int > 0 as counts from passkeys',
    );
    expect(rows).toEqual([{ name: 'Phone of the shop', counts: true }]);
  });
});
