import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { headingOf, type Known, openSite, type Site, textOf } from './site.ts';

let site: Site;
let owner: Browser & { known: Known };
let merchant_id: string;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** A team of its own for each test. */
async function newTeam(): Promise<void> {
  owner = await site.member('owner');
  merchant_id = owner.known.merchant_id ?? '';
}

const tokenTo = (email: string): string =>
  new URL(site.linkTo(email), 'https://pay.example').searchParams.get('token') ?? '';
const PASSWORD = 'three goats in the shade';

async function memberId(account_id: string): Promise<string> {
  const { rows } = await site.world.db.pool.query(
    'select id from members where account_id = $1 and merchant_id = $2 and ended_at is null',
    [account_id, merchant_id],
  );
  return rows[0]?.id ?? 'nobody';
}

const roleOf = async (browser: Browser): Promise<string> => {
  const page = await browser.follow(await browser.get('/dashboard'));
  return page.statusCode === 200
    ? (/<small>([^<]+)<\/small>/.exec(page.body)?.[1] ?? '?')
    : String(page.statusCode);
};

describe('An invitation', () => {
  test('opens an account with its role by the mailed link, once', async () => {
    await newTeam();
    const told = await owner.submit('/dashboard/team/invitations', {
      email: 'New@Example.com',
      role: 'cashier',
      language: 'en',
    });
    expect(textOf(told.body)).toContain('The invitation is on its way.');
    const browser = site.browser();
    const page = await browser.get(`${site.linkTo('new@example.com')}&lang=en`);
    expect(textOf(page.body)).toMatch(/You are invited to the team of Shop .*Cashier/);
    const form = { token: tokenTo('new@example.com'), name: 'Hassan', password: PASSWORD };
    const other = site.browser();
    await other.get(`${site.linkTo('new@example.com')}&lang=en`);
    const raced = await Promise.all([browser.post('/account/join', form), other.post('/account/join', form)]);
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404]);
    const joined = raced[0]?.statusCode === 303 ? browser : other;
    expect(await roleOf(joined)).toBe('Cashier');
    expect((await site.browser().get(site.linkTo('new@example.com'))).statusCode).toBe(404);
    expect((await joined.get('/dashboard/team')).statusCode).toBe(403);
  });

  test('is for its mail address alone, and takes whoever has an account in after they sign in', async () => {
    await newTeam();
    const guest = await site.member('owner');
    const stranger = await site.member('owner');
    await owner.post('/dashboard/team/invitations', { email: guest.known.email, role: 'accountant' });
    const link = site.linkTo(guest.known.email);
    const token = tokenTo(guest.known.email);
    expect(textOf((await stranger.get(`${link}&lang=en`)).body)).toContain('for another mail address');
    await stranger.post('/account/join/accept', { token });
    expect(await roleOf(stranger)).toBe('Owner');
    // Nobody takes its account over by choosing a password for it.
    const thief = site.browser();
    expect((await thief.post('/account/join', { token, name: 'Thief', password: PASSWORD })).statusCode).toBe(
      404,
    );
    expect((await thief.get(link)).body).toContain('/account/sign-in?next=%2Faccount%2Fjoin%3Ftoken%3D');
    await guest.get(link);
    await guest.submit('/account/join/accept', { token });
    expect(await roleOf(guest)).toBe('Accountant');
  });

  test('is no good once it is taken back, replaced, or older than seven days', async () => {
    await newTeam();
    const invite = (role: string) =>
      owner.post('/dashboard/team/invitations', { email: 'back@example.com', role });
    await invite('owner');
    const first = site.linkTo('back@example.com');
    await invite('cashier');
    const second = site.linkTo('back@example.com');
    expect((await site.browser().get(first)).statusCode).toBe(404);
    const page = await owner.get('/dashboard/team');
    const revoke = /action="(\/dashboard\/team\/invitations\/[0-9a-f-]+\/revoke)"/.exec(page.body)?.[1] ?? '';
    expect((await (await site.member('owner')).post(revoke)).statusCode).toBe(404);
    await owner.post(revoke);
    expect((await site.browser().get(second)).statusCode).toBe(404);
    expect((await owner.post(revoke)).statusCode).toBe(404);
    await invite('cashier');
    site.world.pass(7 * 86_400 + 1);
    expect((await site.browser().get(site.linkTo('back@example.com'))).statusCode).toBe(404);
  });

  test('is refused for a member, for what is no role and no address, and beyond five mails to one address', async () => {
    await newTeam();
    const invite = (email: string, role: string) =>
      owner.post('/dashboard/team/invitations', { email, role });
    expect((await invite(owner.known.email, 'cashier')).statusCode).toBe(422);
    expect((await invite('x@example.com', 'administrator')).statusCode).toBe(422);
    expect((await invite('nobody', 'cashier')).statusCode).toBe(422);
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await invite('often@example.com', 'cashier')).statusCode);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 422]);
  });
});

describe('A team', () => {
  test('always has an owner, also when two owners take each other out at the same moment', async () => {
    await newTeam();
    const id = await memberId(owner.known.account_id);
    for (const path of ['/dashboard/leave', `/dashboard/team/members/${id}/remove`])
      expect(textOf((await owner.submit(path)).body)).toContain('A team always has an owner');
    await owner.post(`/dashboard/team/members/${id}/role`, { role: 'cashier' });
    expect(await roleOf(owner)).toBe('Owner');
    const other = await site.member('owner', merchant_id);
    const other_id = await memberId(other.known.account_id);
    await Promise.all([owner.get('/dashboard/team'), other.get('/dashboard/team')]);
    await Promise.all([
      owner.post(`/dashboard/team/members/${other_id}/remove`),
      other.post(`/dashboard/team/members/${id}/remove`),
    ]);
    const { rows } = await site.world.db.pool.query(
      `select count(*)::int as owners from members where merchant_id = $1 and role = 'owner' and ended_at is null`,
      [merchant_id],
    );
    expect(rows).toEqual([{ owners: 1 }]);
  });

  test('gives another role and takes people out at once, in the browser that they have open', async () => {
    await newTeam();
    const member = await site.member('developer', merchant_id);
    const id = await memberId(member.known.account_id);
    expect((await member.get('/dashboard/settings')).body).toContain('id="checkout"');
    await owner.post(`/dashboard/team/members/${id}/role`, { role: 'cashier' });
    expect((await member.get('/dashboard/settings')).body).not.toContain('id="checkout"');
    expect((await member.post('/dashboard/settings/checkout')).statusCode).toBe(403);
    await owner.post(`/dashboard/team/members/${id}/remove`);
    expect((await member.get('/dashboard')).headers.location).toBe('/account');
    expect(headingOf(await member.get('/account'))).toBe('My account');
  });

  test('is nobody else’s: another merchant’s members and invitations are not there', async () => {
    await newTeam();
    const id = await memberId(owner.known.account_id);
    const stranger = await site.member('owner');
    for (const path of [
      `/dashboard/team/members/${id}/remove`,
      `/dashboard/team/members/${id}/role`,
      '/dashboard/team/members/x/remove',
    ])
      expect((await stranger.post(path, { role: 'cashier' })).statusCode).toBe(404);
    expect(await roleOf(owner)).toBe('Owner');
    expect((await stranger.get('/dashboard/team')).body).not.toContain(owner.known.email);
  });

  test('says who did what, for its owner to read, newest first and page by page', async () => {
    await newTeam();
    await owner.post('/dashboard/team/invitations', { email: 'who@example.com', role: 'cashier' });
    await owner.post('/dashboard/settings/checkout', { return_url: 'https://shop.example/thanks' });
    const page = textOf((await owner.get('/dashboard/team/activity')).body);
    expect(page).toMatch(/changed the settings.*invited who@example.com/);
    for (let at = 0; at < 60; at += 1) await owner.post('/dashboard/settings/checkout', {});
    const first = await owner.get('/dashboard/team/activity');
    const older = /rel="next" href="([^"]+)"/.exec(first.body)?.[1] ?? '';
    expect(textOf((await owner.get(older)).body)).toContain('who@example.com');
    await expect(site.world.db.pool.query(`update member_actions set action = 'x.y'`)).rejects.toThrow(
      'append-only',
    );
  });
});

describe('Somebody in several teams', () => {
  test('goes from one to the other, and to no third', async () => {
    await newTeam();
    const second = await site.world.merchant();
    await site.world.db.pool.query(`update merchants set name = 'Second shop' where id = $1`, [second]);
    await site.join(owner.known.account_id, second, 'cashier');
    expect(await roleOf(owner)).toBe('Owner');
    await owner.get('/account');
    const there = await owner.submit('/account/merchant', { merchant_id: second });
    expect([headingOf(there), await roleOf(owner)]).toEqual(['New payment', 'Cashier']);
    expect(textOf(there.body)).toContain('Second shop');
    const third = await site.world.merchant();
    expect((await owner.post('/account/merchant', { merchant_id: third })).statusCode).toBe(404);
    expect((await owner.post('/account/merchant', { merchant_id: "' or 1=1" })).statusCode).toBe(404);
    await owner.post('/dashboard/leave');
    expect(await roleOf(owner)).toBe('Owner');
  });

  test('does nothing for one by a form that was open for another', async () => {
    await newTeam();
    const second = await site.world.merchant();
    await site.join(owner.known.account_id, second, 'owner');
    const fields = { email: 'meant-for-the-first@example.com', role: 'owner', language: 'fr' };
    await owner.get('/dashboard/team');
    const { csrf } = owner;
    // In another tab.
    await owner.submit('/account/merchant', { merchant_id: second });
    const late = await owner.post('/dashboard/team/invitations', fields, { csrf });
    expect([late.statusCode, site.mails.some(({ to }) => to === fields.email)]).toEqual([403, false]);
    // What is about the person alone is still done.
    expect((await owner.post('/account/sign-out', {}, { csrf })).statusCode).toBe(303);
  });

  test('does nothing for one by a form that was open for another which they were taken out of', async () => {
    await newTeam();
    const first = await site.member('owner');
    await site.join(owner.known.account_id, first.known.merchant_id ?? '', 'developer');
    await owner.submit('/account/merchant', { merchant_id: first.known.merchant_id ?? '' });
    await owner.get('/dashboard/test/keys');
    const { csrf } = owner;
    const members = await site.world.rows<{ id: string }>(
      'select id from members where merchant_id = $1 and account_id = $2',
      [first.known.merchant_id, owner.known.account_id],
    );
    await first.post(`/dashboard/team/members/${members[0]?.id}/remove`);
    const fields = { id: site.services.newId(), name: 'for the first', scopes: ['events:read'] };
    expect((await owner.post('/dashboard/test/keys', fields, { csrf })).statusCode).toBe(403);
    expect(await site.world.rows('select 1 from api_keys where id = $1', [fields.id])).toEqual([]);
  });
});

describe('Settings', () => {
  test('keep where the checkout leads back to, and refuse what is no address with a sentence', async () => {
    await newTeam();
    const saved = await owner.submit('/dashboard/settings/checkout', {
      return_url: 'https://shop.example/thanks',
      shows_description: 'yes',
    });
    expect(saved.body).toContain('value="https://shop.example/thanks"');
    const refused = await owner.post('/dashboard/settings/checkout', { return_url: 'javascript:alert(1)' });
    expect([refused.statusCode, refused.body.includes('id="return_url-wrong"')]).toEqual([422, true]);
  });
});
