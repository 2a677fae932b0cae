import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { BrowserContext } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { Language } from '../../src/domain/account/person.ts';
import { createKeys } from '../../src/engine/keys/keys.ts';
import { createMerchants } from '../../src/engine/merchants.ts';
import { PROFILE_WORDS } from '../../src/web/dashboard/profile/parts.ts';
import type { ProfileWords } from '../../src/web/dashboard/profile/words/words.ts';
import { MERCHANT_WORDS } from '../../src/web/office/merchants/forms.ts';
import type { Browser as SignedIn } from '../account/browser.ts';
import { openSite } from '../account/site.ts';
import { COMPLETE, FILES } from '../kyc/world.ts';
import { openBrowser, type Page } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { expectAccessible, expectNoSidewaysScroll, screenshot } from './look.ts';

/** The browser calls a 422 an error, though its page is what its reader needs. */
const FORM_REFUSED = /status of 422/;
const KINDS = ['registration', 'identity', 'tax'] as const;
const IS_SOAK = process.env.CHARI_SOAK === '1';
const CHOICES: ReadonlySet<string> = new Set(['legal_form', 'identity_kind']);

const title = `a merchant's profile, from the first word to the approval${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const site = await openSite();
  const url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const enter = (context: BrowserContext, person: SignedIn) =>
    context.addCookies(
      [...person.cookies].map(([name, value]) => ({
        name,
        value,
        url: url.replace('http:', 'https:'),
        secure: true,
      })),
    );
  /** Whether everybody can read it is asked of each page on one of the two screens; with `CHARI_SOAK=1` on both. */
  function looker({
    language,
    screen,
  }: (typeof visitors)[number]): (page: Page, name: string) => Promise<void> {
    let turn = screen === 'phone' ? 0 : 1;
    return async (page, name) => {
      await expectNoSidewaysScroll(page);
      if (IS_SOAK || turn % 2 === 0) await expectAccessible(page);
      turn += 1;
      await screenshot(page, `kyc-${name}-${language}-${screen}`);
    };
  }
  const speak = (language: Language) => site.world.rows('update accounts set language = $1', [language]);

  async function openShop() {
    const [made] = await createMerchants(site.services, [{ name: 'Nom provisoire', fee_basis_points: 0 }]);
    if (made?.kind !== 'created') throw new Error('no merchant');
    const merchant_id = made.merchant.id;
    const random_bytes = site.services.randomBytes(32);
    await createKeys(site.services, [{ merchant_id, environment: 'test', scopes: null, random_bytes }]);
    return { merchant_id, owner: await site.member('owner', merchant_id) };
  }

  async function write(page: Page): Promise<void> {
    for (const [name, value] of Object.entries(COMPLETE))
      await (CHOICES.has(name) ? page.selectOption(`#${name}`, value) : page.fill(`#${name}`, value));
  }

  async function upload(page: Page, kind: (typeof KINDS)[number], buffer = FILES[kind]): Promise<void> {
    const file = { name: `${kind}.pdf`, mimeType: 'application/pdf', buffer };
    await page.locator(`#file-${kind}`).setInputFiles(file);
    const add = page.locator(`#${kind} form[enctype] button`);
    await Promise.all([page.waitForNavigation(), add.click()]);
  }

  /** Writes the profile and uploads the documents, each once as it is refused, and sends everything. */
  async function handIn(page: Page, words: ProfileWords, look: ReturnType<typeof looker>): Promise<void> {
    await page.goto(`${url}/dashboard/profile`);
    await write(page);
    await page.fill('#trade_name', 'Envoyez au 66 00 00 01');
    await page.locator('main form button.btn').last().click();
    await page.waitForSelector('[aria-invalid]');
    await look(page, '1-profile-refused');
    await page.fill('#trade_name', COMPLETE.trade_name ?? '');
    await page.locator('main form button.btn').last().click();
    await page.waitForURL('**/documents');
    await upload(page, 'registration', Buffer.from('<html><script>alert(1)</script></html>'));
    await page.waitForSelector('[aria-invalid]');
    await look(page, '2-document-refused');
    for (const kind of KINDS) await upload(page, kind);
    await look(page, '3-documents');
    await page.goto(`${url}/dashboard/profile/check`);
    await look(page, '4-check');
    await page.getByRole('button', { name: words.submit }).click();
    await page.getByText(words.submitted).waitFor();
    await look(page, '5-sent');
    await page.goto(`${url}/dashboard/settings`);
    await look(page, '6-settings');
  }

  const visitors = (['fr', 'ar', 'en'] as const).flatMap((language) =>
    (['phone', 'desktop'] as const).map((screen) => ({ language, screen })),
  );
  // By default each language is seen on one of the two screens.
  const wanted = visitors.filter((_, at) => IS_SOAK || at === 0 || at === 3);
  test.for(wanted)('$language, $screen', { timeout: 300_000 }, async ({ language, screen }) => {
    const { merchant_id, owner } = await openShop();
    const staff = await site.staff('supervisor');
    await speak(language);
    const words = PROFILE_WORDS[language];
    const office = MERCHANT_WORDS[language];
    const look = looker({ language, screen });
    const visitor = { language, screen, provokes: FORM_REFUSED };

    await browser.withPage(visitor, async (page, context) => {
      await enter(context, owner);
      await handIn(page, words, look);
    });

    await browser.withPage(visitor, async (page, context) => {
      await enter(context, staff);
      await page.goto(`${url}/office/merchants`);
      await look(page, '7-list');
      await page.goto(`${url}/office/merchants/${merchant_id}/send-back?version=1`);
      await page.fill('#nif', 'Illisible.');
      await page.fill('#note-send-back', 'blurred');
      await look(page, '8-send-back');
      await page.getByRole('button', { name: office.send_back }).click();
      await page.getByText(office.outcomes.sent_back).waitFor();
    });

    await browser.withPage(visitor, async (page, context) => {
      await enter(context, owner);
      await page.goto(`${url}/dashboard/profile`);
      await look(page, '9-sent-back');
      await page.fill('#nif', '600099999');
      await page.locator('main form button.btn').last().click();
      await page.waitForURL('**/documents');
      await page.goto(`${url}/dashboard/profile/check`);
      await page.getByRole('button', { name: words.submit }).click();
      await page.getByText(words.submitted).waitFor();
    });

    await browser.withPage(visitor, async (page, context) => {
      await enter(context, staff);
      await page.goto(`${url}/office/merchants/${merchant_id}`);
      for (let at = 0; at < KINDS.length; at += 1) {
        const arrival = page.waitForEvent('download');
        await page.locator('form[action*="/documents/"] button').nth(at).click();
        const bytes = await readFile(await (await arrival).path());
        expect(Object.values(FILES).some((one) => one.equals(bytes))).toBe(true);
      }
      await page.reload();
      await look(page, '10-merchant');
      await page.fill('#note-approve', 'the register says so');
      await page.locator('#approve button').click();
      await page.getByText(office.outcomes.approved).waitFor();
    });
    const [row] = await site.world.rows<{ kyc_status: string; name: string }>(
      'select kyc_status, name from merchants where id = $1',
      [merchant_id],
    );
    expect(row).toEqual({ kyc_status: 'APPROVED', name: 'Chez Alpha' });
  });
});
