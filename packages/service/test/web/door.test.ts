import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { lookAtCheckouts } from '../../src/engine/checkout.ts';
import { countStatements } from '../database/statements.ts';
import { Checkout, openCheckout, pathOf, stateOf } from './checkout.ts';

let checkout: Checkout;
let merchant: string;
beforeAll(async () => {
  checkout = await openCheckout();
  merchant = await checkout.world.merchant();
});
afterAll(() => checkout.close());

const NOBODY = '01890000-0000-7000-8000-000000000000';

describe('Addresses', () => {
  test('that are no session are one and the same page, whatever they look like', async () => {
    const ids = [
      NOBODY,
      NOBODY.toUpperCase(),
      'nothing',
      '%00',
      '%F0%9F%98%80',
      '..%2f..',
      "' or 1=1",
      'x'.repeat(250),
    ];
    const answers = await Promise.all(
      ids.map((id) => checkout.get(`/pay/payment-sessions/${encodeURI(id)}`)),
    );
    for (const answer of [...answers, await checkout.get('/pay'), await checkout.get('/pay/nothing/here')]) {
      expect([answer.statusCode, stateOf(answer)]).toEqual([404, 'not_found']);
      expect(answer.body).toBe(answers[0]?.body);
      expect(answer.headers['content-security-policy']).toBe(answers[0]?.headers['content-security-policy']);
    }
  });

  test('that can not be decoded or take another method are answered by pages too', async () => {
    const session = await checkout.world.session(merchant);
    const cases = [
      ['GET', '/pay/payment-sessions/%zz', 404, undefined],
      ['PUT', pathOf(session), 405, 'GET, HEAD'],
      ['DELETE', `${pathOf(session)}/live`, 405, 'GET, HEAD'],
      ['GET', `${pathOf(session)}/claims`, 405, 'POST'],
      ['GET', `${pathOf(session)}/other`, 404, undefined],
    ] as const;
    for (const [method, url, status, allow] of cases) {
      const answer = await checkout.send({ method, url, headers: { 'accept-language': 'ar' } });
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, status, allow]);
      expect(answer.body).toContain('<html lang="ar" dir="rtl">');
    }
  });

  test('beside the pages stay the API’s', async () => {
    const answer = await checkout.get('/payments');
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('are read only: GET and HEAD change nothing', async () => {
    const session = await checkout.world.session(merchant);
    const statements = await countStatements(async () => {
      await checkout.get(pathOf(session));
      await checkout.send({ method: 'HEAD', url: pathOf(session) });
      await checkout.get(`${pathOf(session)}/live`);
    });
    expect(statements).toBeLessThanOrEqual(2);
  });
});

describe('Headers', () => {
  test('let a page load nothing, be framed by nobody, tell nobody where its reader came from, and stay in no cache', async () => {
    const session = await checkout.world.session(merchant);
    const { headers, body } = await checkout.get(pathOf(session));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "connect-src 'self'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    // Every style and script of the page is named by its hash, so nothing else runs.
    for (const [, kind, text] of body.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      expect(policy).toContain(`${kind}-src`);
      expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);
    }
    expect(body).not.toMatch(/ style="| on[a-z]+="/);
  });

  test('keep a chosen language and speak it from then on', async () => {
    const session = await checkout.world.session(merchant);
    for (const language of LANGUAGES) {
      const chosen = await checkout.get(`${pathOf(session)}?lang=${language}`, { 'accept-language': 'de' });
      const cookie = String(chosen.headers['set-cookie']);
      expect(cookie).toMatch(new RegExp(`^lang=${language}; .*SameSite=Lax; HttpOnly; Secure$`));
      const next = await checkout.get(pathOf(session), { cookie: cookie.split(';')[0] ?? '' });
      expect(next.body).toContain(`<html lang="${language}"`);
      expect(next.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('A page that asks again', () => {
  test('gets 304 until something has happened, and then the part that changed', async () => {
    const session = await checkout.world.session(merchant);
    const page = await checkout.get(`${pathOf(session)}?lang=en`);
    const tag = /data-tag="&quot;([^&]+)&quot;"/.exec(page.body)?.[1];
    const live = `${pathOf(session)}/live?lang=en`;
    const again = (known: string) => checkout.get(live, { 'if-none-match': known });
    const same = await again(`"${tag}"`);
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', `W/"${tag}"`]);
    // As a proxy between hands it on that has compressed the answer, or that knows others.
    for (const known of [`W/"${tag}"`, `"other", W/"${tag}"`, '*'])
      expect((await again(known)).statusCode).toBe(304);
    for (const known of ['W/"other"', `${tag}`, '']) expect((await again(known)).statusCode).toBe(200);
    await checkout.world.pay(session);
    checkout.world.pass(1);
    const changed = await again(`"${tag}"`);
    expect([changed.statusCode, stateOf(changed)]).toEqual([200, 'paid']);
    expect(changed.body).toMatch(/^<main /);
    expect((await again(String(changed.headers.etag))).statusCode).toBe(304);
  });

  test('touches a session’s row once a second, however many look at it', async () => {
    const session = await checkout.world.session(merchant);
    checkout.world.pass(2);
    const looks = () =>
      Promise.all(Array.from({ length: 50 }, () => checkout.get(`${pathOf(session)}/live`)));
    const statements = (work: () => Promise<unknown>) => countStatements(work);
    expect(await statements(looks)).toBe(1);
    expect(await statements(looks)).toBe(0);
    checkout.world.pass(1);
    expect(await statements(looks)).toBe(1);
  });

  test('costs as many statements for a hundred sessions as for one', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 100 }, (_, at) => checkout.world.session(merchant, { amount_xaf: 10_000 + at })),
    );
    const ids = sessions.map(({ id }) => id);
    checkout.world.pass(2);
    const { services } = checkout.world;
    expect(await countStatements(() => lookAtCheckouts(services, ids))).toBe(1);
    await Promise.all(sessions.slice(0, 50).map((session) => checkout.world.pay(session)));
    checkout.world.pass(2);
    expect(await countStatements(() => lookAtCheckouts(services, ids))).toBe(2);
    const views = await lookAtCheckouts(services, [...ids, NOBODY]);
    expect(views.map((view) => view?.status)).toEqual([
      ...Array(50).fill('SUCCESS'),
      ...Array(50).fill('AWAITING_PAYMENT'),
      undefined,
    ]);
  });
});

describe('The sandbox’s buttons', () => {
  const play = (id: string, scenario: string, headers = {}) =>
    checkout.post(`/pay/payment-sessions/${id}/sandbox?lang=en`, { scenario }, headers);

  test('play on a test session, and the next page shows it at once', async () => {
    const session = await checkout.world.session(merchant, { amount_xaf: 12_500 });
    expect(stateOf(await checkout.get(pathOf(session)))).toBe('waiting');
    const answer = await play(session.id, 'paid');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${pathOf(session)}?lang=en`]);
    expect(stateOf(await checkout.get(pathOf(session)))).toBe('paid');
    expect((await play(session.id, 'expire')).statusCode).toBe(303);
    expect((await checkout.world.again(session)).status).toBe('SUCCESS');
  });

  test('say so where a session can not play that', async () => {
    const session = await checkout.world.session(merchant, { amount_xaf: 12_600 });
    const { location } = (await play(session.id, 'wrong_payer')).headers;
    expect((await checkout.get(String(location))).body).toContain('can’t play that');
  });

  test('are not there in live: the same page as for what is not', async () => {
    await checkout.world.liveNumber('+23566700700');
    checkout.world.pass(2);
    const session = await checkout.world.session(merchant, { environment: 'live', amount_xaf: 12_700 });
    const page = await checkout.get(pathOf(session));
    expect(page.body).not.toMatch(/name="scenario"|class="banner"/);
    const refused = await play(session.id, 'paid');
    const nothing = await play(NOBODY, 'paid');
    expect([refused.statusCode, refused.body]).toEqual([404, nothing.body]);
    expect((await checkout.world.again(session)).status).toBe('AWAITING_PAYMENT');
  });

  test('are refused from another site, and play nothing that is no scenario', async () => {
    const session = await checkout.world.session(merchant, { amount_xaf: 12_800 });
    expect((await play(session.id, 'paid', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await play(session.id, 'constructor')).statusCode).toBe(404);
    expect((await checkout.world.again(session)).status).toBe('AWAITING_PAYMENT');
  });
});

describe('Limits', () => {
  test('hold for each address of a client: reading generously, telling and playing little', async () => {
    const limited = new Checkout(checkout.world, { is_limited: true });
    const session = await checkout.world.session(merchant, { amount_xaf: 12_900 });
    const statuses = async (count: number, ask: () => Promise<{ statusCode: number }>) =>
      (await Promise.all(Array.from({ length: count }, ask))).map(({ statusCode }) => statusCode);
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const read = (ip: string) => () => limited.get(pathOf(session), from(ip));
    const told = (ip: string) => () =>
      limited.post(`${pathOf(session)}/claims`, { transaction: '', phone: '' }, from(ip));
    expect((await statuses(520, read('41.1.1.1'))).filter((status) => status === 429)).toHaveLength(20);
    expect(await statuses(1, read('41.1.1.2'))).toEqual([200]);
    expect((await statuses(12, told('41.1.1.1'))).filter((status) => status === 429)).toHaveLength(2);
    // A subscriber has 64 bits of IPv6.
    expect((await statuses(10, told('2001:db8:1:2::1'))).includes(429)).toBe(false);
    expect(await statuses(1, told('2001:db8:1:2:ffff::9'))).toEqual([429]);
    expect(await statuses(1, told('2001:db8:1:3::1'))).toEqual([303]);
    const refused = await read('41.1.1.1')();
    expect([refused.statusCode, stateOf(refused)]).toEqual([429, 'too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await limited.server.close();
  });

  test('lead whoever sent a form too often back to it, but draw no more pages for an address than it may read', async () => {
    const limited = new Checkout(checkout.world, { is_limited: true });
    const session = await checkout.world.session(merchant, { amount_xaf: 12_950 });
    const home = `href="${pathOf(session)}?lang=`;
    const tell = () =>
      limited.post(
        `${pathOf(session)}/claims`,
        { transaction: '', phone: '' },
        { 'x-forwarded-for': '41.1.1.9' },
      );
    const answers = await Promise.all(Array.from({ length: 540 }, tell));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.filter(({ body }) => body.includes(home))).toHaveLength(500);
    const alike = refused.filter(({ body }) => !body.includes(home));
    expect([alike.length, new Set(alike.map(({ body }) => body)).size]).toEqual([30, 1]);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await limited.server.close();
  });
});
