import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, isIn, OTHER, PASSWORD, withApp, withPassword } from './entering.ts';
import { headingOf, openSite, type Site, textOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('Signing in', () => {
  test('opens the pages by mail address and password, however the address is written', async () => {
    const { email } = await withPassword(site);
    const { browser, answer } = await enter(site, ` ${email.toUpperCase()} `);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/home']);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /__Host-chari-session=ey\S+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax; Secure/,
    );
    expect((await browser.follow(answer)).statusCode).toBe(200);
  });

  test('says and does the same for a wrong password and for nobody', async () => {
    const { email } = await withPassword(site);
    const wrong = await enter(site, email, OTHER);
    const nobody = await enter(site, 'nobody@example.com', OTHER);
    const seen = ({ answer }: typeof wrong, address: string) => [
      answer.statusCode,
      textOf(answer.body),
      answer.headers['set-cookie'],
      answer.body.length - address.length,
    ];
    expect(seen(wrong, email).slice(0, 3)).toEqual(seen(nobody, 'nobody@example.com').slice(0, 3));
    expect(textOf(wrong.answer.body)).toContain('The mail address or the password is not right.');
  });

  test('leads on to the page that was asked for, and to no other site', async () => {
    const { email } = await withPassword(site);
    const browser = site.browser();
    const sent = await browser.get('/dashboard/team?x=1');
    expect(sent.headers.location).toBe('/account/sign-in?next=%2Fdashboard%2Fteam%3Fx%3D1');
    await browser.follow(sent);
    const answer = await browser.post('/account/sign-in', {
      email,
      password: PASSWORD,
      next: '/dashboard/team?x=1',
    });
    expect(answer.headers.location).toBe('/dashboard/team?x=1');
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/dashboard//evil.example',
    ]) {
      const one = site.browser();
      await one.get(`/account/sign-in?next=${encodeURIComponent(next)}`);
      const away = await one.post('/account/sign-in', { email, password: PASSWORD, next });
      expect(away.headers.location).toBe('/account/home');
    }
  });

  test('gives a new session each time: one that was laid there before is worth nothing', async () => {
    const { email } = await withPassword(site);
    const attacker = await enter(site, email);
    const laid = attacker.browser.cookie('session') ?? '';
    const victim = site.browser();
    victim.keep('session', laid);
    victim.keep('form', 'laid-by-the-attacker');
    await victim.post('/account/sign-out');
    await victim.get('/account/sign-in');
    await victim.post('/account/sign-in', { email, password: PASSWORD });
    expect(victim.cookie('session')).not.toBe(laid);
    expect([await isIn(victim), await isIn(attacker.browser)]).toEqual([true, false]);
  });
});

describe('A cookie', () => {
  test('that was stolen is worth nothing after signing out', async () => {
    const { email } = await withPassword(site);
    const { browser } = await enter(site, email);
    const thief = site.browser();
    thief.keep('session', browser.cookie('session') ?? '');
    expect(await isIn(thief)).toBe(true);
    await browser.post('/account/sign-out');
    expect([await isIn(thief), await isIn(browser)]).toEqual([false, false]);
  });

  test('signs nobody in with another key, without a signature, for another purpose, or too old', async () => {
    const { browser } = await enter(site, (await withPassword(site)).email);
    const [, body = ''] = (browser.cookie('session') ?? '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const key = site.services.account_keys.session;
    const sign = (with_key: Uint8Array, alg: string, change = {}, typ = 'JWT') =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, typ }).sign(with_key);
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await sign(new Uint8Array(32), 'HS256'),
      await sign(new Uint8Array(64).fill(7), 'HS512'),
      await sign(site.services.account_keys.form, 'HS256'),
      await sign(site.services.secret_key, 'HS256'),
      await sign(key, 'HS256', { aud: 'other' }),
      await sign(key, 'HS256', { iss: 'other' }),
      await sign(key, 'HS256', { exp: Math.floor(site.world.now.getTime() / 1000) - 1 }),
      await sign(key, 'HS256', { sub: site.services.newId() }),
      await sign(key, 'HS256', { jti: site.services.newId() }),
      await sign(key, 'HS256', { jti: "' or 1=1" }),
      await sign(key, 'HS256', {}, 'at+jwt'),
      `${browser.cookie('session')}x`,
      'ey',
    ];
    const answers = await Promise.all(
      forged.map(async (cookie) => {
        const one = site.browser();
        one.keep('session', cookie);
        return isIn(one);
      }),
    );
    expect(answers).toEqual(forged.map(() => false));
    const right = site.browser();
    right.keep('session', await sign(key, 'HS256'));
    expect(await isIn(right)).toBe(true);
  });

  test('is refused by the API with a sentence that names the header', async () => {
    const { browser } = await enter(site, (await withPassword(site)).email);
    const token = browser.cookie('session');
    for (const headers of [
      { cookie: `__Host-chari-session=${token}` },
      { cookie: `chari-session=${token}` },
      { authorization: `Bearer ${token}` },
    ]) {
      const answer = await site.server.inject({ method: 'GET', url: '/v1/transactions', headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'AUTH_REQUIRED']);
      expect(answer.json().error.message).toMatch(
        /Signing in to the dashboard is not accepted here.*X-API-Key/,
      );
    }
  });

  test('ends after a month, or after half a day for staff', async () => {
    const owner = await site.member('owner');
    const agent = await site.staff('agent');
    site.world.pass(12 * 3600 - 1);
    expect([await isIn(owner), await isIn(agent)]).toEqual([true, true]);
    site.world.pass(2);
    expect([await isIn(owner), await isIn(agent)]).toEqual([true, false]);
    site.world.pass(30 * 86_400);
    expect(await isIn(owner)).toBe(false);
  });
});

describe('A second factor', () => {
  test('is asked for after the password, and until then nothing opens', async () => {
    const { email } = await withPassword(site);
    const { code, codes } = await withApp(site, (await enter(site, email)).browser);
    expect(codes).toHaveLength(10);
    site.world.pass(30);
    const { browser, answer } = await enter(site, email);
    expect(answer.headers.location).toBe('/account/second-factor');
    expect([await isIn(browser), (await browser.get('/dashboard')).statusCode]).toEqual([false, 303]);
    await browser.get('/account/second-factor');
    const wrong = await browser.post('/account/second-factor', { code: '000000' });
    expect([wrong.statusCode, await isIn(browser)]).toEqual([422, false]);
    const half = browser.cookie('session') ?? '';
    await browser.get('/account/second-factor');
    expect((await browser.post('/account/second-factor', { code: code() })).headers.location).toBe(
      '/account/home',
    );
    expect(await isIn(browser)).toBe(true);
    // The half-open session is over: its cookie opens nothing.
    const other = site.browser();
    other.keep('session', half);
    expect((await other.get('/account/second-factor')).headers.location).toBe('/account/sign-in');
  });

  test('takes a code once, also when it is sent twice at the same moment', async () => {
    const { email } = await withPassword(site);
    const { code } = await withApp(site, (await enter(site, email)).browser);
    const browsers = await Promise.all([1, 2, 3].map(async () => (await enter(site, email)).browser));
    for (const browser of browsers) await browser.get('/account/second-factor');
    // The code that set the app up is used up as well.
    expect((await browsers[2]?.post('/account/second-factor', { code: code() }))?.statusCode).toBe(422);
    site.world.pass(30);
    const raced = await Promise.all(
      browsers.slice(0, 2).map((one) => one.post('/account/second-factor', { code: code() })),
    );
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
  });

  test('may be a recovery code, once, also when it is sent twice at the same moment', async () => {
    const { email } = await withPassword(site);
    const { codes } = await withApp(site, (await enter(site, email)).browser);
    const { rows } = await site.world.db.pool.query('select code_hash::text from recovery_codes');
    expect(JSON.stringify(rows)).not.toContain((codes[0] ?? '?').replaceAll('-', ''));
    const browsers = await Promise.all([1, 2].map(async () => (await enter(site, email)).browser));
    for (const browser of browsers) await browser.get('/account/second-factor');
    const sent = (codes[3] ?? '').toLowerCase();
    const raced = await Promise.all(
      browsers.map((one) => one.post('/account/second-factor', { code: sent })),
    );
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
    expect(site.mails.at(-1)).toMatchObject({ to: email, subject: 'A recovery code was used' });
  });

  test('lets nobody guess: six tries, and recovery codes have their own count', async () => {
    const { email } = await withPassword(site);
    const { code, codes } = await withApp(site, (await enter(site, email)).browser);
    site.world.pass(30);
    const { browser } = await enter(site, email);
    await browser.get('/account/second-factor');
    const tried = [];
    for (const guess of ['000001', '000002', '000003', '000004', '000005', '000006', '000007'])
      tried.push((await browser.post('/account/second-factor', { code: guess })).statusCode);
    expect(tried).toEqual([422, 422, 422, 422, 422, 422, 429]);
    expect((await browser.post('/account/second-factor', { code: code() })).statusCode).toBe(429);
    expect((await browser.post('/account/second-factor', { code: codes[0] ?? '' })).statusCode).toBe(303);
  });

  test('ends every other session when it is set up, and is not asked away by another password', async () => {
    const { email } = await withPassword(site);
    const before = (await enter(site, email)).browser;
    const { browser } = await enter(site, email);
    await withApp(site, browser);
    expect([await isIn(before), await isIn(browser)]).toEqual([false, true]);
    const stranger = site.browser();
    await stranger.get('/account/forgotten');
    await stranger.post('/account/forgotten', { email });
    const token = new URL(site.linkTo(email), 'https://pay.example').searchParams.get('token') ?? '';
    await stranger.post('/account/new-password', { token, password: OTHER });
    const { answer } = await enter(site, email, OTHER, stranger);
    expect(answer.headers.location).toBe('/account/second-factor');
  });

  // It is most likely on a device that was lost, or copied: whoever has that is in by it.
  test('that is removed signs every other browser out, and not the one that removes it', async () => {
    const { email, account_id } = await withPassword(site);
    const { browser } = await enter(site, email);
    const { codes } = await withApp(site, browser);
    const { browser: lost } = await enter(site, email);
    await lost.get('/account/second-factor');
    await lost.post('/account/second-factor', { code: codes[0] ?? '' });
    const id = site.services.newId();
    await site.world.db.pool.query(
      `insert into passkeys (id, account_id, credential_id, public_key, signature_count, transports, name, created_at)
       values ($1, $2, 'bG9zdCBwaG9uZSBvZiBBbWluYQ', '', 0, '{}', 'Lost phone', now())`,
      [id, account_id],
    );
    expect([await isIn(lost), await isIn(browser)]).toEqual([true, true]);
    const kept = await browser.post('/account/passkeys/remove', { id: site.services.newId() });
    expect([kept.statusCode, await isIn(lost)]).toEqual([404, true]);
    const removed = await browser.submit('/account/passkeys/remove', { id });
    expect(textOf(removed.body)).toContain('Removed, and every other browser is signed out.');
    expect([await isIn(lost), await isIn(browser)]).toEqual([false, true]);
  });

  test('is changed only by somebody who has shown a moment ago who they are', async () => {
    const { email } = await withPassword(site);
    const { browser } = await enter(site, email);
    site.world.pass(16 * 60);
    const asked = await browser.get('/account/totp');
    expect(asked.headers.location).toBe('/account/confirm?next=%2Faccount%2Ftotp');
    await browser.follow(asked);
    expect(
      (await browser.post('/account/confirm', { password: OTHER, next: '/account/totp' })).statusCode,
    ).toBe(422);
    const confirmed = await browser.post('/account/confirm', { password: PASSWORD, next: '/account/totp' });
    expect(confirmed.headers.location).toBe('/account/totp');
    expect(headingOf(await browser.follow(confirmed))).toBe('Set up a code app');
  });

  test('leads back to where somebody was, and never to another site', async () => {
    const { email } = await withPassword(site);
    const { browser } = await enter(site, email);
    const after = async (next: string) => {
      const page = await browser.get(`/account/confirm?next=${encodeURIComponent(next)}`);
      const kept = /name="next" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
      const { headers } = await browser.post('/account/confirm', { password: PASSWORD, next });
      return [kept, headers.location];
    };
    expect(await after('/dashboard/live/keys')).toEqual(['/dashboard/live/keys', '/dashboard/live/keys']);
    for (const next of ['//evil.example', 'https://evil.example/dashboard', '/dashboard//evil.example', ''])
      expect(await after(next)).toEqual(['/account', '/account']);
  });
});

describe('Sessions', () => {
  test('are listed, and signed out one by one or all but this one; nobody ends another’s', async () => {
    const { email } = await withPassword(site);
    const [one, two, three] = await Promise.all([enter(site, email), enter(site, email), enter(site, email)]);
    const page = await one.browser.get('/account');
    const ids = [...page.body.matchAll(/sessions\/end"[\s\S]*?name="id" value="([0-9a-f-]{36})"/g)].map(
      ([, id]) => id ?? '',
    );
    expect(ids).toHaveLength(2);
    const stranger = await site.member('owner');
    expect((await stranger.post('/account/sessions/end', { id: ids[0] ?? '' })).statusCode).toBe(404);
    const shown = await one.browser.submit('/account/sessions/end', { id: ids[0] ?? '' });
    expect(textOf(shown.body)).toContain('That browser is signed out.');
    const in_now = await Promise.all([two, three].map(({ browser }) => isIn(browser)));
    expect(in_now.toSorted()).toEqual([false, true]);
    await one.browser.post('/account/sessions/end-others');
    expect(await Promise.all([one, two, three].map(({ browser }) => isIn(browser)))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
