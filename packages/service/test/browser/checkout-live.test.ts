import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openBrowser, type Page } from './browser.ts';
import { openChari } from './chari.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { expectAccessible } from './look.ts';

const title = `a checkout that somebody watches${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  const { api, db, url, close } = await openChari();
  afterAll(async () => {
    await browser.close();
    await close();
  });

  const create = () =>
    api.paymentSessions.create({
      reference: randomUUID(),
      amount: 5000,
      currency: 'XAF',
      operator: 'AIRTEL',
    });
  /** Plays it, and waits until pages know: they may be told what was so a second ago. */
  async function simulate(id: string, scenario: 'paid' | 'expire'): Promise<void> {
    const { payment_session } = await api.sandbox.simulate(id, { scenario });
    const name = payment_session.status === 'SUCCESS' ? 'paid' : 'expired';
    await vi.waitFor(
      async () => {
        const live = await fetch(`${url}/pay/payment-sessions/${id}/live`);
        expect(await live.text()).toContain(`data-state="${name}"`);
      },
      { timeout: 100_000, interval: 50 },
    );
  }
  const state = (name: string) => `main[data-state=${name}]`;

  /** Opens the checkout of a new session, and leaves a mark that a reload would wipe away. */
  async function watch(page: Page): Promise<string> {
    const { id, checkout_url } = await create();
    await page.goto(checkout_url);
    await page.waitForSelector(state('waiting'));
    await page.evaluate('window.mark = true');
    return id;
  }
  const expectNoReload = async (page: Page) => expect(await page.evaluate('window.mark')).toBe(true);
  /** How often the page has asked for its live part. */
  function looks(page: Page): () => number {
    let count = 0;
    page.on('request', (request) => {
      if (request.url().includes('/live')) count += 1;
    });
    return () => count;
  }

  test.for([true, false])(
    'the sandbox plays a payment by a button, with JavaScript: %s',
    async (javascript) => {
      await browser.withPage({ javascript }, async (page) => {
        const { ticket, checkout_url } = await create();
        await page.goto(checkout_url);
        await page.locator('button[value=paid]').click();
        await page.waitForSelector(state('paid'));
        const receipt = await page.locator('main').innerText();
        expect(receipt).toContain(ticket.slice(0, 4));
        expect(receipt.replaceAll(/\s/g, '')).toContain('5000FCFA');
      });
    },
  );

  test('“paid” appears by itself: heard, in the title, without a reload', async () => {
    await browser.withPage({ language: 'en' }, async (page) => {
      await page.clock.install();
      const id = await watch(page);
      await simulate(id, 'paid');
      await page.clock.fastForward(5_000);
      await page.waitForSelector(state('paid'));
      expect(await page.getByRole('status').first().innerText()).toBe('Paid');
      expect(await page.title()).toMatch(/^Paid /);
      await expectNoReload(page);
      await expectAccessible(page);
    });
  });

  test('with the network cut it says so, and shows what was paid meanwhile once it is back', async () => {
    await browser.withPage(
      { language: 'en', provokes: /ERR_INTERNET_DISCONNECTED/ },
      async (page, context) => {
        // Nothing is asked by the clock, so that only the browser's own events are left.
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
        const id = await watch(page);
        await context.setOffline(true);
        await page.evaluate(`dispatchEvent(new Event('focus'))`);
        await page.getByText('No connection').waitFor();
        await simulate(id, 'paid');
        await context.setOffline(false);
        await page.waitForSelector(state('paid'));
        await expectNoReload(page);
      },
    );
  });

  test('with the network cut it says by itself that the time to pay is over, and shows no number any more', async () => {
    await browser.withPage(
      { language: 'en', provokes: /ERR_INTERNET_DISCONNECTED/ },
      async (page, context) => {
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
        const id = await watch(page);
        const { assigned_collection_number: number } = await api.paymentSessions.retrieve(id);
        const shown = number.slice(-8).replaceAll(/(..)(?=.)/g, '$1\u00a0');
        const main = page.locator('main');
        expect(await main.innerText()).toContain(shown);
        await context.setOffline(true);
        await page.clock.fastForward(11 * 60_000);
        await page.evaluate(`dispatchEvent(new Event('focus'))`);
        await page.getByText('send no money any more').waitFor({ state: 'visible' });
        expect(await page.getByRole('heading').allInnerTexts()).toEqual(['The time to pay is over']);
        expect(await page.getByRole('status').first().innerText()).toBe('Time is over, we still listen');
        expect(await main.innerText()).not.toContain(shown);
        await page.getByText('No connection').waitFor({ state: 'visible' });
        expect(await page.title()).toMatch(/^Time is over/);
        await page.clock.resume();
        await expectAccessible(page);
        // What the service knows counts, as where the clock of the phone has jumped.
        await context.setOffline(false);
        await page.getByText(shown).first().waitFor();
        expect(await page.getByRole('heading').first().innerText()).toBe('Send the money');
        await simulate(id, 'paid');
        await page.evaluate(`dispatchEvent(new Event('focus'))`);
        await page.waitForSelector(state('paid'));
        await expectNoReload(page);
      },
    );
  });

  test('asks every 5 seconds, then every 10, then every 30, and no more once all is said', async () => {
    await browser.withPage({}, async (page) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const id = await watch(page);
      const count = looks(page);
      /** Does what makes the page ask once, and waits until it has taken the answer in. */
      const expectLook = async (work: () => Promise<unknown>) => {
        const before = count();
        const answered = page.waitForResponse(/\/live/);
        await work();
        await answered;
        // What the page was given before the answer to this it has taken in.
        await page.evaluate(`fetch(location.href).then((answer) => answer.text())`);
        expect(count()).toBe(before + 1);
      };
      const expectLookAfter = async (seconds: number) => {
        const before = count();
        await page.clock.runFor(seconds * 1_000 - 1);
        expect(count()).toBe(before);
        await expectLook(() => page.clock.runFor(1));
      };
      await expectLookAfter(5);
      await expectLookAfter(5);
      await expectLook(() => page.clock.fastForward(2 * 60_000));
      await expectLookAfter(10);
      await expectLook(() => page.clock.fastForward(10 * 60_000));
      await expectLookAfter(30);
      await simulate(id, 'paid');
      await expectLookAfter(30);
      await page.waitForSelector(state('paid'));
      const all = count();
      await page.clock.runFor(60 * 60_000);
      expect(count()).toBe(all);
    });
  });

  test('asks nothing while nobody sees it, and at once when it is seen again', async () => {
    await browser.withPage({}, async (page) => {
      // What it would ask by the clock before somebody looks away, a busy machine would see.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.addInitScript(`
        window.is_hidden = false;
        Object.defineProperty(document, 'hidden', { get: () => window.is_hidden });`);
      const id = await watch(page);
      const count = looks(page);
      const turn = (is_hidden: boolean) =>
        page.evaluate(
          `window.is_hidden = ${is_hidden}; document.dispatchEvent(new Event('visibilitychange'))`,
        );
      await turn(true);
      await simulate(id, 'paid');
      await page.clock.runFor(60 * 60_000);
      expect(count()).toBe(0);
      await turn(false);
      await page.waitForSelector(state('paid'));
      expect(count()).toBe(1);
    });
  });

  test('asks anew when it is seen again, where the question before it never got an answer', async () => {
    await browser.withPage({ provokes: /ERR_ABORTED|ERR_FAILED/ }, async (page) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.addInitScript(`
        window.is_hidden = false;
        Object.defineProperty(document, 'hidden', { get: () => window.is_hidden });`);
      const id = await watch(page);
      const count = looks(page);
      // The phone has killed the socket, and nobody tells the page.
      await page.route('**/live?*', () => {}, { times: 1 });
      await page.clock.runFor(5_000);
      await vi.waitFor(() => expect(count()).toBe(1));
      const turn = (is_hidden: boolean) =>
        page.evaluate(
          `window.is_hidden = ${is_hidden}; document.dispatchEvent(new Event('visibilitychange'))`,
        );
      await turn(true);
      await simulate(id, 'paid');
      await turn(false);
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await page.waitForSelector(state('paid'), { timeout: 20_000 });
      expect(count()).toBe(2);
      await expectNoReload(page);
    });
  });

  test('asks anew behind a menu that lay over the page, also where no question can be taken back', async () => {
    await browser.withPage({ provokes: /ERR_ABORTED|ERR_FAILED/ }, async (page) => {
      await page.addInitScript('delete window.AbortController');
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const id = await watch(page);
      const count = looks(page);
      // Its answer comes when another one is there already.
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(
        '**/live?*',
        async (route) => {
          const answer = await route.fetch({ headers: {} });
          await held;
          await route.fulfill({ response: answer });
        },
        { times: 1 },
      );
      const asked = page.waitForRequest(/\/live/);
      await page.evaluate(`dispatchEvent(new Event('blur'))`);
      await page.clock.runFor(5_000);
      const first = await asked;
      await simulate(id, 'paid');
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await page.waitForSelector(state('paid'), { timeout: 20_000 });
      release();
      await first.response();
      await page.evaluate(`fetch(location.href).then((answer) => answer.text())`);
      expect(await page.locator('main').getAttribute('data-state')).toBe('paid');
      expect(count()).toBe(2);
    });
  });

  test('copies the number as one types it', async () => {
    await browser.withPage({ language: 'en' }, async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
      const id = await watch(page);
      await page.getByRole('button', { name: 'Copy the number' }).click();
      await page.getByRole('button', { name: 'Number copied' }).waitFor();
      const { assigned_collection_number: number } = await api.paymentSessions.retrieve(id);
      expect(`+235${await page.evaluate('navigator.clipboard.readText()')}`).toBe(number);
    });
  });

  test.for([true, false])(
    'after the end, “I have sent it” is kept and confirms nothing, with JavaScript: %s',
    async (javascript) => {
      await browser.withPage({ javascript, language: 'en' }, async (page) => {
        const { id, checkout_url } = await create();
        await simulate(id, 'expire');
        await page.goto(checkout_url);
        await page.getByText('I have sent the money').click();
        await page.getByLabel('Transaction id').fill('pp261122.1301.a12345');
        await page.getByLabel('Your number').fill('66 12 34 56');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('has arrived').waitFor();
        expect(await page.locator('main').getAttribute('data-state')).toBe('expired');
        const { rows } = await db.query('select * from payer_claims where session_id = $1', [id]);
        expect(rows).toMatchObject([{ operator_transaction_id: 'PP261122.1301.A12345' }]);
        expect((await api.paymentSessions.retrieve(id)).status).toBe('EXPIRED');
      });
    },
  );

  test('what a payer types stays, though something of the page has changed meanwhile', async () => {
    await browser.withPage({ language: 'en' }, async (page) => {
      const { id, checkout_url } = await create();
      await simulate(id, 'expire');
      await page.goto(checkout_url);
      await page.getByText('I have sent the money').click();
      await page.getByLabel('Transaction id').fill('pp261122.1301.a12345');
      const live = `${url}/pay/payment-sessions/${id}/live?lang=en`;
      await fetch(`${url}/pay/payment-sessions/${id}/claims`, {
        method: 'POST',
        body: new URLSearchParams({ transaction: 'PP261122.1300.A1', phone: '66 12 34 56' }),
      });
      await vi.waitFor(async () => expect(await (await fetch(live)).text()).toContain('has arrived'));
      const look = async () => {
        const answered = page.waitForResponse(/\/live/);
        await page.evaluate(`dispatchEvent(new Event('focus'))`);
        await (await answered).finished();
        await page.evaluate(`fetch(location.href).then((answer) => answer.text())`);
      };
      await look();
      expect(await page.getByLabel('Transaction id').inputValue()).toBe('pp261122.1301.a12345');
      await page.getByLabel('Transaction id').fill('');
      await look();
      await page.getByText('has arrived').waitFor();
    });
  });

  test('without JavaScript it is looked at again by a link, or by itself for whoever asked for that', async () => {
    await browser.withPage({ javascript: false, language: 'en' }, async (page) => {
      const { id, checkout_url } = await create();
      await page.goto(checkout_url);
      expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
      await page.getByRole('link', { name: /every 15 seconds/ }).click();
      expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(1);
      await page.getByRole('link', { name: /Stop/i }).click();
      expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
      await simulate(id, 'paid');
      await page.getByRole('link', { name: 'Look again' }).click();
      await page.waitForSelector(state('paid'));
    });
  });

  test('where scripts run but ours can not, it reloads for whoever asked for that, and for nobody else', async () => {
    await browser.withPage({ language: 'en' }, async (page) => {
      await page.addInitScript('delete window.fetch');
      await page.clock.install();
      const { id, checkout_url } = await create();
      await page.goto(checkout_url);
      await page.evaluate('window.mark = true');
      await page.clock.runFor(60_000);
      await expectNoReload(page);
      await page.getByRole('link', { name: /every 15 seconds/ }).click();
      await page.getByRole('link', { name: /Stop/i }).waitFor();
      await simulate(id, 'paid');
      await page.clock.runFor(15_000);
      await page.waitForSelector(state('paid'));
    });
  });

  test('an address of nobody’s says the same whatever it looks like', async () => {
    await browser.withPage({ language: 'en', provokes: /status of 404/ }, async (page) => {
      const said: string[] = [];
      for (const id of [randomUUID(), 'nothing', '%00']) {
        await page.goto(`${url}/pay/payment-sessions/${id}`);
        said.push(await page.locator('body').innerText());
        await expectAccessible(page);
      }
      expect(new Set(said).size).toBe(1);
    });
  });
});
