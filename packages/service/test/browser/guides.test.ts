import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SITE_PAGES } from '../../src/web/site.ts';
import { LiveSim } from '../chaos/live-world.ts';
import { COMPLETE, FILES } from '../kyc/world.ts';
import { until } from '../waiting/until.ts';
import { openBrowser, type Page } from './browser.ts';
import { openChari } from './chari.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { DOCS, englishSentences, GUIDES, type Guide, openGuide } from './guides.ts';

const LINK_SENT = /^https:\/\/wa\.me\/\?text=(.*)$/;
const CHOICES: ReadonlySet<string> = new Set(['legal_form', 'identity_kind']);
/** Live is not ready before the phone of its SIM was heard, and who asks again too fast is told to wait. */
const NOT_READY = /status of (?:429|503)/;
const PASSWORD = 'three goats in the shade';

/** What only other payments and other days bring about: it is looked up in the catalogue alone. */
const AT_OTHER_TIMES = new Set([
  ...['To correct', 'In review', 'Not paid', 'A message has come', 'Remove'],
  ...['A message from another phone', 'Not paid: sent back', 'Cancelled', 'Taken back'],
  ...['Taken back by the operator', 'Refunded', 'The time is over', 'The money is with Chari’s staff'],
  // Once there is money in live, and on the page of settlements.
  ...[
    'Of it not payable yet',
    'On its way',
    'Kept in reserve',
    'Every day',
    'Every week',
    'Only when we ask',
  ],
]);
/** What a page makes of a sentence with a blank. */
const FILLED_IN = new Set(['Continue with Airtel Money']);

const title = `the guides, followed word for word${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

/** What `kyc show` tells, as far as it is used here. */
type Shown = { submissions: { documents: { id: string }[] }[] };

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const chari = await openChari();
  afterAll(async () => {
    await browser.close();
    await chari.close();
  });

  /** Presses what is called so, and waits for the next page. */
  async function press(page: Page, name: string): Promise<void> {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()]);
  }

  async function follow(page: Page, name: string): Promise<void> {
    await Promise.all([
      page.waitForEvent('load'),
      page.locator('main').getByRole('link', { name, exact: true }).first().click(),
    ]);
  }

  async function menu(page: Page, name: string): Promise<void> {
    await page.locator('details.menu summary').click();
    const link = page.locator('details.menu').getByRole('link', { name, exact: true });
    await Promise.all([page.waitForEvent('load'), link.click()]);
  }

  /** How many mails have been read. */
  let mails = 0;
  /** The newest mail, of which the page tells where it is, and the link in it. */
  async function readMail(page: Page): Promise<void> {
    const links = page.locator('main a[href*="token="]');
    const before = mails;
    // It is written after the form was answered.
    await until(async () => {
      await page.goto(`${chari.url}/account/mails`);
      mails = await links.count();
      return mails > before;
    });
    await Promise.all([page.waitForEvent('load'), links.first().click()]);
  }

  async function signUp(page: Page, guide: Guide): Promise<void> {
    await page.goto(`${chari.url}/account/sign-up`);
    await guide.see(page);
    await page.getByLabel('Mail address').fill('owner@shop.example.com');
    await press(page, 'Mail me the link');
    await follow(page, 'Mails');
    await readMail(page);
    await guide.see(page);
    await page.getByLabel('Name of your shop').fill('Alimentation du Chari');
    await page.getByLabel('Your name').fill('The owner');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Open the account');
    await guide.see(page);
  }

  async function handIn(page: Page, guide: Guide): Promise<void> {
    await menu(page, 'Profile');
    await guide.see(page);
    for (const [name, value] of Object.entries(COMPLETE))
      await (CHOICES.has(name) ? page.selectOption(`#${name}`, value) : page.fill(`#${name}`, value));
    await press(page, 'Save and go on');
    await guide.see(page);
    for (const [kind, buffer] of Object.entries(FILES)) {
      const file = { name: `${kind}.pdf`, mimeType: 'application/pdf', buffer };
      await page.locator(`#file-${kind}`).setInputFiles(file);
      const add = page.locator(`#${kind}`).getByRole('button', { name: 'Add' });
      await Promise.all([page.waitForEvent('load'), add.click()]);
    }
    await follow(page, 'Go on');
    await guide.see(page);
    await guide.picture(page, 'shop-check', page.getByRole('button', { name: 'Send for checking' }));
    await press(page, 'Send for checking');
    await guide.see(page);
    await menu(page, 'Profile');
    await guide.see(page);
  }

  async function sendLink(page: Page, guide: Guide): Promise<string> {
    await menu(page, 'Payment links');
    await guide.see(page);
    const address = await makeLink(page, guide);
    await guide.picture(page, 'shop-link', page.locator('.qr svg'));
    return address;
  }

  /**
   * From the list of links.
   * @returns the address that is sent
   */
  async function makeLink(page: Page, guide: Guide): Promise<string> {
    await follow(page, 'New link');
    await guide.see(page);
    await page.getByLabel('What is it for?').fill('School fees');
    await page.getByLabel('Fixed amount, in FCFA').fill('25000');
    await page.getByLabel('Most payments').fill('1');
    await press(page, 'Create the link');
    await guide.see(page);
    const share = page.getByRole('link', { name: 'Send by WhatsApp' });
    const text = LINK_SENT.exec((await share.getAttribute('href')) ?? '')?.[1] ?? '';
    return /http:\S+/.exec(decodeURIComponent(text))?.[0] ?? '';
  }

  async function pay(page: Page, address: string, guide: Guide): Promise<void> {
    await page.goto(address);
    await guide.see(page);
    await guide.picture(page, 'shop-payer', page.locator('h1, h2').first());
    await page.getByRole('button', { name: 'Continue with Airtel Money' }).click();
    await playPaid(page, guide);
  }

  async function playPaid(page: Page, guide: Guide): Promise<void> {
    const paid = page.getByRole('button', { name: 'Paid', exact: true });
    await paid.waitFor();
    await guide.see(page);
    await paid.click();
    await page.waitForSelector('main[data-state=paid]');
  }

  /** Until a page that looks every five seconds, and at once when somebody comes back to it, shows a payment as paid. */
  async function seePaid(page: Page, of: string): Promise<void> {
    await until(async () => {
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      return (await page.locator(`${of}[data-state=paid]`).count()) > 0;
    });
  }

  /** Staff plug a SIM in whose phone tells of its SMS: what a phone says is noted every ten seconds. */
  async function plugIn(): Promise<LiveSim> {
    for (const person of ['desk', 'manager'])
      await chari.cli(
        ...['templates', 'confirm', 'airtel-credit@2'],
        ...['--as', person, '--note', 'ten payments compared'],
      );
    const made = await chari.cli<{ id: string; secret: string }>(
      'gateways',
      'create',
      'phone-1',
      '--as',
      'Awa',
      '--note',
      'a new phone',
    );
    const sim = new LiveSim('AIRTEL', '+23566001001', { id: made.id, name: 'phone-1', secret: made.secret });
    await chari.cli(
      ...[
        'numbers',
        'add',
        sim.number,
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
    await chari.cli('numbers', 'senders', sim.number, 'AirtelMoney', ...second);
    const read = ['--as', 'desk', '--note', 'read on the SIM'];
    await chari.cli('feeds', 'anchor', sim.number, String(sim.balance_xaf), ...read);
    await tell(sim, 'Info client: bienvenue.');
    return sim;
  }

  /** Staff look at what the shop has handed in, and approve it. */
  async function approve(): Promise<void> {
    const { merchants } = await chari.cli<{ merchants: { id: string; name: string }[] }>('merchants', 'list');
    const shop = merchants.find(({ name }) => name === 'Alimentation du Chari')?.id ?? '';
    const signed = ['--as', 'desk', '--note', 'the register says so'];
    const { submissions } = await chari.cli<Shown>('kyc', 'show', shop);
    const folder = await mkdtemp(join(tmpdir(), 'chari-documents-'));
    for (const { id } of submissions[0]?.documents ?? [])
      await chari.cli('kyc', 'document', shop, id, '--to', join(folder, id), ...signed);
    await rm(folder, { recursive: true });
    await chari.cli('kyc', 'approve', shop, '--submission', '1', ...signed);
  }

  /** Until the phone of a SIM was heard: whoever tries to pay before spends the few tries that an address has. */
  async function hear(sim: LiveSim): Promise<void> {
    const heard = `select from collection_numbers n where msisdn = $1 and feed_status = 'HEALTHY'
      and exists (select from sms_gateway_signals where gateway_id = $2)`;
    await until(async () => (await chari.db.query(heard, [sim.number, sim.gateway.id])).rowCount);
  }

  async function tell(sim: LiveSim, text: string): Promise<void> {
    const body = sim.event(text);
    const to = `${chari.url}/gateways/${sim.gateway.id}/inbound`;
    const answer = await fetch(to, { method: 'POST', headers: sim.headers(body), body });
    expect(answer.status).toBe(200);
  }

  /** Once the shop is verified: the same link under Live, paid by an SMS that the phone of the SIM tells of. */
  async function goLive(page: Page, guide: Guide, sim: LiveSim): Promise<void> {
    await approve();
    await hear(sim);
    await page.goto(`${chari.url}/account/sign-in`);
    await page.getByLabel('Mail address').fill('owner@shop.example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await menu(page, 'Profile');
    expect(await page.textContent('main')).toContain('Verified');
    await guide.see(page);
    await page.goto(`${chari.url}/dashboard/live/links`);
    const address = await makeLink(page, guide);
    const desk = page.url();
    const onwards = page.getByRole('button', { name: 'Continue with Airtel Money' });
    // What the pages know of the rails may be a second old.
    await until(async () => {
      await page.goto(address);
      if ((await onwards.count()) === 0) return false;
      await Promise.all([page.waitForNavigation(), onwards.click()]);
      return page.url().includes('/pay/payment-sessions/');
    });
    expect(await page.textContent('body')).not.toContain('TEST');
    await tell(sim, sim.credit(25_000).text);
    await seePaid(page, 'main');
    await page.goto(desk);
    await menu(page, 'Payments');
    expect(page.url()).toContain('/dashboard/live/');
    expect(await page.textContent('main tbody')).toContain('Paid');
  }

  test('an owner, from signing up to a link that was paid, and a cashier invited by them', async () => {
    const [shop, cashier] = await Promise.all([openGuide('shop'), openGuide('cashier')]);
    const sim = await plugIn();
    await browser.withPage({ language: 'en' }, async (page) => {
      await signUp(page, shop);
      await handIn(page, shop);
      const link = await page.evaluate<string>('location.href');
      const address = await sendLink(page, shop);
      await pay(page, address, shop);
      await page.goto(link);
      await menu(page, 'Payment links');
      await follow(page, 'School fees');
      expect(await page.textContent('main')).toContain('Paid');
      await shop.see(page);
      await menu(page, 'Payments');
      await shop.see(page);
      await shop.picture(page, 'shop-payments', page.locator('main tbody tr').first());
      await menu(page, 'Team');
      await shop.see(page);
      await page.getByLabel('Mail address').fill('cashier@shop.example.com');
      await page.getByLabel('Role').last().selectOption({ label: 'Cashier' });
      await press(page, 'Send the invitation');
      await shop.see(page);
      await follow(page, 'Who did what');
      const done = await page.locator('td[data-label=What]').allTextContents();
      expect(done.length).toBeGreaterThan(5);
      expect(done.filter((what) => /[a-z]\.[a-z]/.test(what))).toEqual([]);
      await menu(page, 'Settings');
      await shop.see(page);
    });
    await browser.withPage({ language: 'en' }, async (page, context) => {
      await readMail(page);
      await cashier.see(page);
      await page.getByLabel('Your name').fill('The cashier');
      await page.getByLabel('Password').fill(PASSWORD);
      await press(page, 'Join the team');
      await menu(page, 'New payment');
      await cashier.see(page);
      await page.getByLabel('Amount').fill('5000');
      await page.getByLabel('Operator').selectOption({ label: 'Airtel Money' });
      await press(page, 'Show the number');
      await cashier.see(page);
      await cashier.picture(page, 'cashier-waiting', page.locator('.qr svg'));
      const customer = await context.newPage();
      await customer.goto(
        (await page.getByRole('link', { name: 'Customer’s page' }).getAttribute('href')) ?? '',
      );
      await playPaid(customer, cashier);
      await seePaid(page, '#till');
      await cashier.see(page);
      await cashier.picture(page, 'cashier-paid', page.locator('#till'));
      await follow(page, 'Next payment');
      await cashier.see(page);
      await menu(page, 'Payment links');
    });
    await browser.withPage({ language: 'en', provokes: NOT_READY }, (page) => goLive(page, shop, sim));
    const unseen = [...shop.unseen(), ...cashier.unseen()];
    expect(unseen.filter((words) => !AT_OTHER_TIMES.has(words))).toEqual([]);
    expect([shop.taken, cashier.taken]).toEqual([shop.shown, cashier.shown]);
  });
});

describe('the guides', async () => {
  const guides = await Promise.all(GUIDES.map(openGuide));

  test('quote nothing that the English pages don’t say', () => {
    const sentences = englishSentences();
    const quoted = guides.flatMap((guide) => guide.quoted);
    expect(quoted.filter((words) => !sentences.has(words) && !FILLED_IN.has(words))).toEqual([]);
  });

  test('show the pictures that are there, eight at most, each as wide as a phone and quickly loaded', async () => {
    const names = (await readdir(`${DOCS}pictures`)).toSorted();
    expect(names).toEqual(guides.flatMap(({ shown }) => shown.map((name) => `${name}.png`)).toSorted());
    expect(names.length).toBeLessThanOrEqual(8);
    const pictures = await Promise.all(names.map((name) => readFile(`${DOCS}pictures/${name}`)));
    // The width stands behind the signature, the length and the name of the first chunk.
    for (const bytes of pictures) expect(bytes.readUInt32BE(16)).toBe(360);
    for (const bytes of pictures) expect(bytes.length).toBeLessThanOrEqual(60_000);
  });

  test('for staff names the pages of the back office, in their order', async () => {
    const { text } = await openGuide('back-office');
    const table = /\| page \|.*\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '';
    const named = [...table.matchAll(/^\| ([A-Z][^|]*?) \|/gm)].map(([, name]) => name);
    const links = SITE_PAGES.flatMap((page) =>
      page.for === 'staff' && page.link !== undefined ? [page.link] : [],
    );
    expect(named).toEqual(links.toSorted((a, b) => a.place - b.place).map(({ label }) => label.en));
  });
});
