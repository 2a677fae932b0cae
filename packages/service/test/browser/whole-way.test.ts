import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { LiveSim } from '../chaos/live-world.ts';
import { chariJson } from '../cli/run.ts';
import { serve } from '../cli/server.ts';
import { layDataDirectory } from '../database/data-directory.ts';
import { COMPLETE, FILES } from '../kyc/world.ts';
import { until } from '../waiting/until.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { openBrowser, type Page, SCREENS } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { expectNoSidewaysScroll, screenshot } from './look.ts';

const title = `the whole way, in a fresh folder${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;
const PASSWORD = 'three goats in the shade';
const NUMBER = '+23566001001';
const CHOICES: ReadonlySet<string> = new Set(['legal_form', 'identity_kind']);
const IS_SOAK = process.env.CHARI_SOAK === '1';

/** Looks at where somebody is on both screens; at length in each language, as far as the page can be asked for again. */
async function look(page: Page, name: string, { is_shown_once = false } = {}): Promise<void> {
  const here = page.url();
  for (const language of IS_SOAK && !is_shown_once ? (['fr', 'ar', 'en'] as const) : [null]) {
    if (language !== null) {
      const address = new URL(here);
      address.searchParams.set('lang', language);
      await page.goto(address.href);
    }
    for (const [screen, size] of Object.entries(SCREENS)) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await screenshot(page, `way-${name}-${language ?? 'en'}-${screen}`);
    }
  }
}

/** Presses a button of a form and waits for the page that comes of it. */
async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);
}

describe.skipIf(!HAS_CHROMIUM)(title, { timeout: 400_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chari-way-'));
  // Run as root, the database belongs to another user, who must get through.
  await chmod(folder, 0o755);
  const data_dir = join(folder, 'data');
  await layDataDirectory(data_dir);
  const env = {
    CHARI_DATA_DIR: data_dir,
    PORT: '0',
    // Nobody has confirmed a wording before.
    CHARI_DEMO: 'false',
  };
  const [chari, browser, receiver] = await Promise.all([serve([], env), openBrowser(), openReceiver()]);
  const url = /ready at (\S+)/.exec(chari.stdout())?.[1] ?? '';
  afterAll(async () => {
    await browser.close();
    await Promise.all([chari.end(), receiver.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  const cli = <T = Record<string, string>>(...args: string[]) => chariJson<T>(args, { env });

  /** A browser of one's own, which stays open from step to step: its cookies are kept here. */
  type Cookies = Awaited<ReturnType<import('playwright-core').BrowserContext['cookies']>>;
  const kept = new Map<string, Cookies>();
  const as = (who: string, work: (page: Page) => Promise<void>, provokes = /$^/) =>
    browser.withPage({ language: 'en', provokes }, async (page, context) => {
      await context.addCookies(kept.get(who) ?? []);
      await work(page);
      // The language of the pictures is not the visitor's own.
      kept.set(
        who,
        (await context.cookies()).filter(({ name }) => name !== 'lang'),
      );
    });

  /** Follows the link of the newest mail to somebody, from the page of mails. */
  async function followMail(page: Page, email: string, name: string): Promise<void> {
    const link = page.locator('section', { hasText: email }).first().locator('a[href*="token="]');
    // It is written after the form was answered.
    await until(async () => {
      await page.goto(`${url}/account/mails`);
      return (await link.count()) > 0;
    });
    await look(page, name);
    await Promise.all([page.waitForNavigation(), link.click()]);
  }

  /** As the merchant's server. */
  async function createSession(key: string, fields: Record<string, unknown>) {
    const answer = await fetch(`${url}/v1/payment-sessions`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ currency: 'XAF', ...fields }),
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; checkout_url: string } };
  }

  /** Makes a key on the page, and copies it by the button beside it. */
  async function makeKey(page: Page, environment: 'test' | 'live', name: string): Promise<string> {
    await page.goto(`${url}/dashboard/${environment}/keys`);
    await page.fill('#name', name);
    await press(page, 'form[action$="/keys"] button');
    await look(page, `key-${environment}`, { is_shown_once: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
    await page.click('button[data-copy]');
    await page.waitForFunction("document.querySelector('button[data-copy]').textContent === 'Copied'");
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.innerText('#key'));
    return copied;
  }

  // The SIM is plugged in first: what its phone says is noted every ten seconds, and nobody waits for that at the end.
  const made = await cli<{ id: string; secret: string }>(
    'gateways',
    'create',
    'phone-1',
    '--as',
    'Awa',
    '--note',
    'a new phone',
  );
  const sim = new LiveSim('AIRTEL', NUMBER, { id: made.id, name: 'phone-1', secret: made.secret });
  const send = async (text: string): Promise<void> => {
    const body = sim.event(text);
    const path = `${url}/gateways/${sim.gateway.id}/inbound`;
    expect((await fetch(path, { method: 'POST', headers: sim.headers(body), body })).status).toBe(200);
  };
  await cli(
    ...[
      'numbers',
      'add',
      NUMBER,
      '--operator',
      'AIRTEL',
      '--senders',
      'AirtelMoney',
      '--as',
      'Awa',
      '--note',
      'a new SIM',
    ],
    ...['--gateway', 'phone-1', '--device', 'phone-1', '--sim', '1'],
  );
  const second = ['--as', 'Brahim', '--note', 'as the SIM shows it'];
  await cli('numbers', 'senders', NUMBER, 'AirtelMoney', ...second);
  await send('Info client: 250 F offerts a NOM. Ref: MP261121.1200.B10001. Solde: 410 F');

  let merchant_id = '';

  test('a shop signs up by the mail that it reads', async () => {
    await as('owner', async (page) => {
      await page.goto(`${url}/account/sign-up`);
      await look(page, 'sign-up');
      await page.fill('#email', 'owner@shop.example.com');
      await press(page, 'main form .btn');
      await followMail(page, 'owner@shop.example.com', 'mail');
      await look(page, 'begin');
      await page.fill('#shop', 'Boutique du marché');
      await page.fill('#name', 'The owner');
      await page.fill('#password', PASSWORD);
      await press(page, 'main form .btn');
      expect(await page.innerText('header .who')).toContain('Boutique du marché');
      await look(page, 'home');
    });
    const { merchants } = await cli<{ merchants: { id: string; name: string }[] }>('merchants', 'list');
    merchant_id = merchants.find(({ name }) => name === 'Boutique du marché')?.id ?? '';
  });

  test('makes a test key, takes a payment with it, and sees its webhook’s attempts', async () => {
    await as('owner', async (page) => {
      const key = await makeKey(page, 'test', 'Server of the shop');
      await page.goto(`${url}/dashboard/test/webhooks`);
      await look(page, 'webhooks');
      await page.fill('#url', receiver.url);
      await press(page, 'form[action$="/webhooks"] button');
      expect(await page.innerText('#secret')).toMatch(/^whsec_/);
      await look(page, 'webhook-secret', { is_shown_once: true });
      const created = await createSession(key, { reference: 'BASKET-1', amount: 5_000, operator: 'AIRTEL' });
      expect(created.status).toBe(201);
      await page.goto(`${url}/pay/payment-sessions/${created.body.id}`);
      await look(page, 'checkout');
      await page.locator('button[value=paid]').click();
      await page.waitForSelector('main[data-state=paid]');
      await look(page, 'checkout-paid');
      await until(async () => receiver.received.some(({ body }) => body.includes('"BASKET-1"')));
      await until(async () => {
        await page.goto(`${url}/dashboard/test/payments/${created.body.id}`);
        return (await page.textContent('#webhooks'))?.includes('HTTP answer 200');
      });
      await page.click('#webhooks summary');
      await look(page, 'payment');
      for (const path of ['home', 'payments', 'keys', 'events', 'requests']) {
        await page.goto(`${url}/dashboard/test/${path}`);
        await look(page, path === 'home' ? 'home-paid' : path);
      }
    });
  });

  test('invites a cashier, who finds no keys', async () => {
    await as('owner', async (page) => {
      await page.goto(`${url}/dashboard/team`);
      await page.fill('#email', 'cashier@shop.example.com');
      await page.selectOption('form[action$="/invitations"] select[name=role]', 'cashier');
      await press(page, 'form[action$="/invitations"] button');
      await look(page, 'team');
    });
    await as(
      'cashier',
      async (page) => {
        await followMail(page, 'cashier@shop.example.com', 'mail-invitation');
        await look(page, 'join');
        await page.fill('#name', 'The cashier');
        await page.fill('#password', PASSWORD);
        await press(page, 'main form .btn');
        expect(await page.innerText('header .who')).toContain('Boutique du marché');
        expect(await page.locator('a[href$="/keys"]').count()).toBe(0);
        await look(page, 'cashier-home');
        for (const environment of ['test', 'live'])
          expect((await page.goto(`${url}/dashboard/${environment}/keys`))?.status()).toBe(403);
        await look(page, 'cashier-refused');
      },
      /status of 403/,
    );
  });

  test('hands its profile in', async () => {
    await as('owner', async (page) => {
      await page.goto(`${url}/dashboard/profile`);
      await look(page, 'profile');
      for (const [name, value] of Object.entries(COMPLETE))
        await (CHOICES.has(name) ? page.selectOption(`#${name}`, value) : page.fill(`#${name}`, value));
      await page.locator('main form button.btn').last().click();
      await page.waitForURL('**/documents');
      for (const kind of ['registration', 'identity', 'tax'] as const) {
        const file = { name: `${kind}.pdf`, mimeType: 'application/pdf', buffer: FILES[kind] };
        await page.locator(`#file-${kind}`).setInputFiles(file);
        await press(page, `#${kind} form[enctype] button`);
      }
      await look(page, 'documents');
      await page.goto(`${url}/dashboard/profile/check?lang=en`);
      await look(page, 'profile-check');
      await press(page, 'main form[method=post] button');
      await look(page, 'profile-sent');
    });
  });

  test.each(['first', 'second'])('staff made by the command line enrol with a code app: %s', async (who) => {
    const { link } = await cli<{ link: string }>(
      ...[
        'staff',
        'add',
        `${who}@staff.example.com`,
        '--role',
        'administrator',
        '--name',
        `The ${who}`,
        '--as',
        'Awa',
        '--note',
        'hired',
      ],
    );
    await as(who, async (page) => {
      const { pathname, search } = new URL(link);
      await page.goto(`${url}${pathname}${search}`);
      await page.fill('#password', PASSWORD);
      await press(page, 'main form .btn');
      await look(page, 'enrol-factor', { is_shown_once: true });
      const secret = (await page.innerText('code.code')).replaceAll(' ', '');
      await page.fill('#code', new TOTP({ secret: Secret.fromBase32(secret) }).generate());
      await press(page, 'main form .btn');
      await look(page, 'recovery-codes', { is_shown_once: true });
      await press(page, 'main a.btn');
      expect(new URL(page.url()).pathname).toBe('/office');
      await look(page, 'office');
    });
  });

  test('staff open each document and approve the shop', async () => {
    await as('first', async (page) => {
      await page.goto(`${url}/office/merchants`);
      await look(page, 'office-merchants');
      await page.goto(`${url}/office/merchants/${merchant_id}`);
      for (let at = 0; at < 3; at += 1) {
        const arrival = page.waitForEvent('download');
        await page.locator('form[action*="/documents/"] button').nth(at).click();
        await arrival;
      }
      await page.goto(`${url}/office/merchants/${merchant_id}`);
      await look(page, 'office-merchant');
      await page.fill('#note-approve', 'the register says so');
      await press(page, '#approve button');
    });
    await as('owner', async (page) => {
      await page.goto(`${url}/dashboard/profile`);
      await look(page, 'profile-approved');
    });
    const { merchants } = await cli<{ merchants: { id: string; kyc_status: string }[] }>('merchants', 'list');
    expect(merchants.find(({ id }) => id === merchant_id)?.kyc_status).toBe('APPROVED');
  });

  test('anchor a number, and teach a wording that came to it', async () => {
    await as('first', async (page) => {
      await page.goto(`${url}/office/numbers`);
      await look(page, 'office-numbers');
      await press(page, 'a[data-row]');
      await look(page, 'office-number');
      await page.fill('#balance_xaf', String(sim.balance_xaf));
      await press(page, '#anchor button');
      await look(page, 'office-anchor');
      await press(page, 'main form[method=post] button');
      expect(await page.innerText('.said')).not.toBe('');
      await until(async () => {
        await page.goto(`${url}/office/wordings?lang=en`);
        return (await page.locator('a[data-row]').count()) > 0;
      });
      await look(page, 'office-wordings');
      await press(page, 'a[data-row]');
      await look(page, 'office-wording');
      await page.fill('#name', 'airtel-gift');
      await press(page, 'form[action$="/wordings/new"] button');
      await look(page, 'office-wording-tried');
      await page.fill('#note', 'new since Monday');
      await press(page, 'main form[method=post] button');
      expect(await page.innerText('.said')).toContain('airtel-gift@1');
    });
  });

  test('a payment by another phone is worked by two accounts', async () => {
    for (const [who, said] of Object.entries({ first: 'Another person must say', second: 'It is confirmed' }))
      await as(who, async (page) => {
        await page.goto(`${url}/office/wordings?lang=en`);
        const wording = page.locator('details', { has: page.locator('input[value="airtel-credit@2"]') });
        await wording.locator('summary').click();
        await wording.getByLabel('Why').fill('ten payments compared with the SIM');
        await Promise.all([page.waitForNavigation(), wording.locator('button').click()]);
        expect(await page.innerText('.said')).toContain(said);
        await look(page, `office-wording-by-${who}`);
      });
    let session_id = '';
    await as('owner', async (page) => {
      const key = await makeKey(page, 'live', 'Live server');
      session_id = await until(async () => {
        const fields = { reference: 'BASKET-2', amount: 150_000, operator: 'AIRTEL' };
        const { status, body } = await createSession(key, { ...fields, customer_phone: '+23566000001' });
        if (status === 201) return body.id;
        expect([status, JSON.stringify(body)]).toEqual([503, expect.anything()]);
        return '';
      });
    });
    await send(sim.credit(150_000).text);
    await as('first', async (page) => {
      await until(async () => {
        await page.goto(`${url}/office?queue=review&lang=en`);
        return (await page.locator('a[data-row]').count()) > 0;
      });
      await look(page, 'office-reviews');
      await press(page, 'a[data-row]');
      await look(page, 'office-review');
      await page.fill('#note', 'compared with the SIM');
      await press(page, '#decide button[data-key="1"]');
      expect(await page.innerText('.said')).toContain('Another person must say the same');
    });
    await as('second', async (page) => {
      await page.goto(`${url}/office/cases/review/${session_id}?lang=en`);
      await page.fill('#note', 'I see the same');
      await press(page, '#decide button[data-key="1"]');
      expect(await page.innerText('.said')).toContain('It is confirmed');
      await page.goto(`${url}/office/audit`);
      await look(page, 'office-audit');
    });
    await as('owner', async (page) => {
      await page.goto(`${url}/dashboard/live/payments/${session_id}`);
      expect(await page.innerText('.figure')).toContain('150');
      await look(page, 'payment-live');
    });
  });
});
