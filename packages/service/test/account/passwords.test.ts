import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteServices } from '../../src/engine/account/services.ts';
import { newDevice, signIn } from '../../src/engine/account/sign-in.ts';
import type { Browser } from './browser.ts';
import { enter, isIn, OTHER, PASSWORD, withApp, withPassword } from './entering.ts';
import { openSite, type Site, textOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('A password', () => {
  test('that is changed signs every other browser out and kills the links that stand open', async () => {
    const { email } = await withPassword(site);
    const other = (await enter(site, email)).browser;
    await other.post('/account/forgotten', { email });
    const { browser } = await enter(site, email);
    const refused = await browser.post('/account/password', { current: OTHER, password: OTHER });
    expect([refused.statusCode, await isIn(other)]).toEqual([422, true]);
    const changed = await browser.submit('/account/password', { current: PASSWORD, password: OTHER });
    expect(textOf(changed.body)).toContain('Your password is changed');
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect(
      (
        await site
          .browser()
          .get(
            site.mails
              .findLast(({ text }) => text.includes('/account/new-password'))
              ?.text.match(/\/account\/new\S+/)?.[0] ?? '',
          )
      ).statusCode,
    ).toBe(404);
    expect((await enter(site, email)).answer.statusCode).toBe(422);
    expect((await enter(site, email, OTHER)).answer.statusCode).toBe(303);
  });

  test('that is changed voids a code app that was begun with the one before, and never confirmed', async () => {
    const { email } = await withPassword(site);
    const thief = (await enter(site, email)).browser;
    const secretOf = (page: { body: string }) =>
      /<code class="code">([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1];
    const planted = secretOf(await thief.get('/account/totp'));
    const { browser } = await enter(site, email);
    expect(secretOf(await browser.get('/account/totp'))).toBe(planted);
    await browser.submit('/account/password', { current: PASSWORD, password: OTHER });
    const shown = secretOf(await browser.get('/account/totp'));
    expect([shown, shown === planted]).toEqual([expect.any(String), false]);
  });

  test('is asked for anew once a code app was begun a while ago, and its secret is another one then', async () => {
    const { email } = await withPassword(site);
    const { browser } = await enter(site, email);
    const secretOf = (page: { body: string }) =>
      /<code class="code">([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1];
    const seen = secretOf(await browser.get('/account/totp'));
    expect(secretOf(await browser.get('/account/totp'))).toBe(seen);
    site.world.pass(16 * 60);
    await browser.get('/account/confirm');
    await browser.post('/account/confirm', { password: PASSWORD, next: '/account/totp' });
    const shown = secretOf(await browser.get('/account/totp'));
    expect([shown, shown === seen]).toEqual([expect.any(String), false]);
  });

  test('is set anew by a mailed link, once, within an hour; for nobody there is none, and the answer is the same', async () => {
    const { email } = await withPassword(site);
    const signed_in = (await enter(site, email)).browser;
    const ask = async (address: string) => {
      const browser = site.browser();
      await browser.get('/account/forgotten?lang=en');
      const answer = await browser.post('/account/forgotten', { email: address });
      return [answer.statusCode, textOf(answer.body).replaceAll(address, 'X')];
    };
    const count = site.mails.length;
    expect(await ask('nobody-at-all@example.com')).toEqual(await ask(email));
    expect(site.mails.slice(count).map(({ to }) => to)).toEqual([email]);
    const token = new URL(site.linkTo(email), 'https://pay.example').searchParams.get('token') ?? '';
    const browser = site.browser();
    expect((await browser.get(site.linkTo(email))).statusCode).toBe(200);
    const raced = await Promise.all(
      [1, 2].map(() => browser.post('/account/new-password', { token, password: OTHER })),
    );
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404]);
    expect(await isIn(signed_in)).toBe(false);
    expect((await enter(site, email, OTHER)).answer.statusCode).toBe(303);
    await ask(email);
    site.world.pass(3601);
    expect((await browser.get(site.linkTo(email))).statusCode).toBe(404);
  });

  test('is stored as Argon2id and nothing else of it anywhere', async () => {
    await withPassword(site);
    const { rows } = await site.world.db.pool.query('select hash from account_passwords');
    for (const { hash } of rows)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});

describe('Tries', () => {
  test('of strangers are limited for an account, whoever has it, and shut out neither its owner’s browser nor its mail', async () => {
    const { email } = await withPassword(site);
    const owner = await enter(site, email);
    await owner.browser.post('/account/sign-out');
    const guess = async (address: string, ip: string) => {
      const browser = site.browser();
      browser.headers = { 'x-forwarded-for': ip };
      return (await enter(site, address, 'not at all the password', browser)).answer.statusCode;
    };
    const many = async (address: string) => {
      const seen = [];
      for (let at = 0; at < 22; at += 1) seen.push(await guess(address, `41.0.0.${at}`));
      return seen;
    };
    // Its owner has signed in once.
    expect(await many(email)).toEqual([...Array(19).fill(422), 429, 429, 429]);
    expect(await many('nobody-here@example.com')).toEqual([...Array(20).fill(422), 429, 429]);
    expect((await enter(site, email, PASSWORD, owner.browser)).answer.statusCode).toBe(303);
    const fresh = site.browser();
    expect((await enter(site, email, PASSWORD, fresh)).answer.statusCode).toBe(429);
    await fresh.post('/account/forgotten', { email });
    const token = new URL(site.linkTo(email), 'https://pay.example').searchParams.get('token') ?? '';
    await fresh.post('/account/new-password', { token, password: OTHER });
    expect((await enter(site, email, OTHER, fresh)).answer.statusCode).toBe(303);
    site.world.pass(3 * 60);
    expect(await guess(email, '41.1.1.1')).toBe(422);
  });

  test.each([
    ['an address of a client', () => '41.9.9.9'],
    ['all the addresses of IPv6 that one client has', (at: number) => `2001:db8:7:7::${at.toString(16)}`],
  ])('are limited for %s too', async (_, addressOf) => {
    const statuses = new Set<number>();
    for (let at = 0; at < 101; at += 1) {
      const browser = site.browser();
      browser.headers = { 'x-forwarded-for': addressOf(at) };
      statuses.add((await enter(site, `guess-${at}@example.com`, OTHER, browser)).answer.statusCode);
    }
    expect([...statuses]).toEqual([422, 429]);
  });

  test('of strangers at an address that many share shut out no browser that has signed in before, nor its mail', async () => {
    const { email } = await withPassword(site);
    const at = (browser = site.browser()) =>
      Object.assign(browser, { headers: { 'x-forwarded-for': '41.8.8.8' } });
    const known = at((await enter(site, email)).browser);
    const device = known.cookie('device');
    await known.post('/account/sign-out');
    for (let n = 0; n < 101; n += 1) await enter(site, `stranger-${n}@example.com`, OTHER, at());
    for (let n = 0; n < 31; n += 1)
      await at().post('/account/sign-up', { email: `newcomer-${n}@example.com` });
    expect((await enter(site, email, PASSWORD, at())).answer.statusCode).toBe(429);
    expect((await enter(site, email, PASSWORD, known)).answer.statusCode).toBe(303);
    expect(known.cookie('device')).toBe(device);
    await known.post('/account/sign-out');
    expect((await known.post('/account/forgotten', { email })).statusCode).toBe(200);
    expect(site.linkTo(email)).toContain('/account/new-password?token=');
    expect((await at().post('/account/forgotten', { email })).statusCode).toBe(429);
  });

  test('of strangers come behind all others, so that many of them keep no browser waiting that has signed in before', async () => {
    const { email } = await withPassword(site);
    const known = (await enter(site, email)).browser;
    const are_last: (boolean | undefined)[] = [];
    const hashing: SiteServices['hashing'] = {
      ...site.services.hashing,
      matches: (hash, password, by) => {
        are_last.push(by?.is_stranger);
        return site.services.hashing.matches(hash, password, by);
      },
    };
    const asked = { email, password: PASSWORD, user_agent: 'Test', ip: '41.6.6.6' };
    await signIn({ ...site.services, hashing }, { ...asked, device: null });
    await signIn({ ...site.services, hashing }, { ...asked, device: known.cookie('device') });
    expect(are_last).toEqual([true, false]);
  });

  test('of a browser that has signed in before are counted as its own, whatever is written behind its cookie', async () => {
    const { email } = await withPassword(site);
    const known = (await enter(site, email)).browser;
    const device = known.cookie('device') ?? '';
    await known.post('/account/sign-out');
    const seen = [];
    for (let n = 0; n < 11; n += 1) {
      known.keep('device', n === 0 ? device : `${device}.${n}`);
      seen.push((await enter(site, email, 'not at all the password', known)).answer.statusCode);
    }
    expect(seen).toEqual([...Array(10).fill(422), 429]);
    expect((await enter(site, email, PASSWORD, known)).answer.statusCode).toBe(429);
    site.world.pass(60);
    await enter(site, email, PASSWORD, known);
    expect(known.cookie('device')).toBe(device);
  });

  test('of a browser that signed in by the password before are a stranger’s; one that signs in by two factors stays the same', async () => {
    const known = await withPassword(site);
    const { email } = known;
    const partner = (await enter(site, email)).browser;
    const own = (await enter(site, email)).browser;
    site.world.pass(1);
    await own.post('/account/password', { current: PASSWORD, password: OTHER });
    const device = own.cookie('device');
    const tries = async (browser: Browser, count: number) => {
      const seen = [];
      for (let n = 0; n < count; n += 1)
        seen.push((await enter(site, email, 'not at all the password', browser)).answer.statusCode);
      return seen;
    };
    // Strangers have used up what the account has for them.
    await tries(site.browser(), 20);
    expect(await tries(partner, 1)).toEqual([429]);
    await own.post('/account/sign-out');
    expect((await enter(site, email, OTHER, own)).answer.statusCode).toBe(303);
    expect(own.cookie('device')).toBe(device);
    const { code } = await withApp(site, own);
    await own.post('/account/sign-out');
    site.world.pass(60);
    await enter(site, email, OTHER, own);
    await own.get('/account/second-factor');
    await own.post('/account/second-factor', { code: code() });
    expect([await isIn(own), own.cookie('device')]).toEqual([true, device]);
  });

  test('of one account’s many known browsers come behind all others once they are many, and none is refused for it', async () => {
    const { email } = await withPassword(site);
    const are_last: (boolean | undefined)[] = [];
    const hashing: SiteServices['hashing'] = {
      ...site.services.hashing,
      matches: async (_hash, _password, by) => {
        are_last.push(by?.is_stranger);
        return false;
      },
    };
    const asked = { email, password: OTHER, user_agent: 'Test', ip: '41.6.6.7' };
    for (let n = 0; n < 4; n += 1) {
      const device = newDevice(site.services, { email, password_set_at: site.world.now });
      for (let at = 0; at < 10; at += 1) await signIn({ ...site.services, hashing }, { ...asked, device });
    }
    expect(are_last).toEqual([...Array(20).fill(false), ...Array(20).fill(true)]);
  });

  test('in somebody’s name never keep the link from them that sets a new password', async () => {
    const { email } = await withPassword(site);
    for (let at = 0; at < 8; at += 1) {
      const stranger = site.browser();
      stranger.headers = { 'x-forwarded-for': `41.3.3.${at}` };
      await stranger.post('/account/sign-up', { email });
    }
    await site.browser().post('/account/forgotten', { email });
    expect(site.linkTo(email)).toContain('/account/new-password?token=');
  });

  test('that are refused where they come from use up nobody’s: a link that was not mailed keeps none away', async () => {
    const { email } = await withPassword(site);
    const strangers = site.browser();
    strangers.headers = { 'x-forwarded-for': '41.5.5.5' };
    for (let n = 0; n < 30; n += 1)
      await strangers.post('/account/sign-up', { email: `many-${n}@example.com` });
    for (let n = 0; n < 6; n += 1)
      expect((await strangers.post('/account/forgotten', { email })).statusCode).toBe(429);
    expect(site.mails.filter(({ to }) => to === email)).toEqual([]);
    expect((await site.browser().post('/account/forgotten', { email })).statusCode).toBe(200);
    expect(site.linkTo(email)).toContain('/account/new-password?token=');
  });

  test('at mails are limited for whom they go to', async () => {
    const before = site.mails.length;
    for (let at = 0; at < 6; at += 1) {
      const browser = site.browser();
      browser.headers = { 'x-forwarded-for': `41.2.2.${at}` };
      await browser.post('/account/sign-up', { email: 'bombed@example.com' });
    }
    expect(site.mails.length - before).toBe(4);
  });
});
