import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStaff } from '../../src/engine/staff/enrol.ts';
import { endStaff, listStaff } from '../../src/engine/staff/people.ts';
import { addToStaff } from '../office/people.ts';
import { enter, isIn, OTHER, PASSWORD, withApp, withPassword } from './entering.ts';
import { headingOf, openSite, type Site, textOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const SIGNED = { actor: 'the command line', note: 'first of staff' };
const add = (email: string) =>
  addToStaff(site.services, { email, name: 'Zara', role: 'supervisor', language: 'en', ...SIGNED });
const pathOf = (link: string | null) => (link ?? '').replace('https://pay.example', '');
const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? '';

describe('Staff', () => {
  test('set up a password and a second factor by a link that works once, and only then are in', async () => {
    const { link } = await add('zara@example.com');
    const browser = site.browser();
    expect(headingOf(await browser.get(`${pathOf(link)}&lang=en`))).toBe('Your access to the office');
    const begun = await browser.post('/account/enrol', { token: tokenOf(link), password: PASSWORD });
    expect(begun.headers.location).toBe('/account/enrol/factor');
    // Half open: neither the office nor the account.
    expect([(await browser.get('/office')).statusCode, await isIn(browser)]).toEqual([303, false]);
    const { code, codes } = await withApp(site, browser, '/account/enrol/factor');
    expect(codes).toHaveLength(10);
    expect((await browser.get('/office')).statusCode).toBe(200);
    expect((await site.browser().get(pathOf(link))).statusCode).toBe(404);
    const again = await enter(site, 'zara@example.com');
    expect(again.answer.headers.location).toBe('/account/second-factor');
    site.world.pass(30);
    await again.browser.get('/account/second-factor');
    const passed = await again.browser.submit('/account/second-factor', { code: code() });
    expect(passed.body).toContain('<small>Supervisor</small>');
    const { rows } = await site.world.db.pool.query(
      `select actor, action from staff_actions where action like 'staff.%'`,
    );
    expect(rows).toEqual([{ actor: 'the command line', action: 'staff.added' }]);
  });

  test('without a second factor get in neither by password nor with a session from before', async () => {
    const known = await site.account();
    await site.givePassword(known, PASSWORD);
    const before = (await enter(site, known.email)).browser;
    const { link } = await add(known.email);
    expect(await isIn(before)).toBe(false);
    const { answer } = await enter(site, known.email);
    expect(textOf(answer.body)).toContain('Ask an administrator for a new link');
    const other = site.browser();
    await other.get(pathOf(link));
    expect((await other.post('/account/enrol', { token: tokenOf(link), password: 'short' })).statusCode).toBe(
      422,
    );
  });

  test('whose password a link replaces hear of it by mail, and it stands on their record', async () => {
    const known = await site.account();
    await site.givePassword(known, OTHER);
    const { link } = await add(known.email);
    const browser = site.browser();
    await browser.get(pathOf(link));
    await browser.post('/account/enrol', { token: tokenOf(link), password: PASSWORD });
    expect(site.mails.filter(({ to }) => to === known.email).map(({ subject }) => subject)).toEqual([
      'Your access to Chari’s office',
      'Your password was changed',
    ]);
    expect(
      await site.world.rows('select action from member_actions where account_id = $1', [known.account_id]),
    ).toEqual([{ action: 'password.reset' }]);
  });

  test('who sign in to a shop by a password alone are added once they have a second factor, and keep their password', async () => {
    const known = await withPassword(site);
    const asked = { email: known.email, name: 'Zara', role: 'auditor', language: 'en', ...SIGNED } as const;
    const { browser } = await enter(site, known.email);
    expect(await addStaff(site.services, asked)).toEqual({ kind: 'needs_factor' });
    expect([
      await isIn(browser),
      await site.world.rows('select from staff where account_id = $1', [known.account_id]),
    ]).toEqual([true, []]);
    await withApp(site, browser);
    expect(await addStaff(site.services, asked)).toMatchObject({ kind: 'added', link: null });
  });

  test('can not remove the only factor that they have', async () => {
    const { link } = await add('only@example.com');
    const browser = site.browser();
    await browser.get(pathOf(link));
    await browser.post('/account/enrol', { token: tokenOf(link), password: PASSWORD });
    await withApp(site, browser, '/account/enrol/factor');
    await browser.get('/account?lang=en');
    const kept = await browser.submit('/account/totp/remove');
    expect(textOf(kept.body)).toContain('Staff always need a second factor');
  });

  test('are out at once when their work ends, and their links with them', async () => {
    const agent = await site.staff('agent');
    expect((await agent.get('/office')).statusCode).toBe(200);
    const end = (email: string) => endStaff(site.services, { email, ...SIGNED });
    expect(await end(agent.known.email)).toEqual({ kind: 'ended' });
    expect((await agent.get('/office')).statusCode).toBe(303);
    expect(await end(agent.known.email)).toEqual({ kind: 'ended_before' });
    expect(await end('nobody@example.com')).toEqual({ kind: 'not_staff' });
    const { link } = await add('gone@example.com');
    await end('gone@example.com');
    expect((await site.browser().get(pathOf(link))).statusCode).toBe(404);
    const row = (await listStaff(site.services)).find(({ email }) => email === 'gone@example.com');
    expect(row).toMatchObject({ role: 'supervisor', is_enrolled: false, deactivated_at: site.world.now });
  });
});
