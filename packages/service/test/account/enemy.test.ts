import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSettlementTerms } from '../../src/engine/desk/settlements/rules.ts';
import { endStaff } from '../../src/engine/staff/people.ts';
import { whoSigns } from '../../src/engine/staff/tokens.ts';
import { addToStaff, tokenOf } from '../office/people.ts';
import { withPassword } from './entering.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('whoever is taken out of a team, or is no owner any more, comes back by no invitation that they sent', async () => {
  const owner = await site.member('owner');
  const merchant_id = owner.known.merchant_id ?? '';
  const [ousted, demoted] = [
    await site.member('owner', merchant_id),
    await site.member('owner', merchant_id),
  ];
  const invite = async (by: typeof owner, email: string): Promise<string> => {
    await by.post('/dashboard/team/invitations', { email, role: 'owner' });
    return site.linkTo(email);
  };
  const links = [
    await invite(ousted, 'ousted-again@example.com'),
    await invite(demoted, 'demoted-again@example.com'),
  ];
  const honest = await invite(owner, 'honest@example.com');
  const memberOf = async ({ known }: typeof owner) =>
    (
      await site.world.rows<{ id: string }>('select id from members where account_id = $1', [
        known.account_id,
      ])
    )[0]?.id;
  await owner.post(`/dashboard/team/members/${await memberOf(ousted)}/remove`);
  await owner.post(`/dashboard/team/members/${await memberOf(demoted)}/role`, { role: 'cashier' });
  const answers = await Promise.all([...links, honest].map((link) => site.browser().get(link)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
});

test('the page of mails in development is for its own machine alone', async () => {
  const shown = await openSite({ mails: 'shown' });
  try {
    const { email } = await withPassword(shown);
    const browser = shown.browser();
    await browser.get('/account/forgotten?lang=en');
    const asked = await browser.post('/account/forgotten', { email });
    expect(asked.body).toContain('/account/mails');
    const here = await browser.get('/account/mails');
    expect([here.statusCode, here.body.includes('new-password?token=')]).toEqual([200, true]);
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const there = await browser.get('/account/mails', elsewhere);
    expect([there.statusCode, there.body.includes('token=')]).toEqual([404, false]);
    const form = await browser.post('/account/forgotten', { email }, { headers: elsewhere });
    expect(form.body).not.toContain('/account/mails');
    // A name of somebody else's that leads to this machine: what a page of theirs reads by it is theirs.
    const by = async (host: string, more = {}) =>
      (await browser.get('/account/mails', { host, ...more })).statusCode;
    expect([
      await by('evil.example:8080'),
      await by('127.0.0.1.evil.example'),
      await by('evil.example', { 'x-forwarded-host': 'localhost' }),
    ]).toEqual([404, 404, 404]);
    expect([await by('127.0.0.1:8080'), await by('[::1]:8080'), await by('pay.example')]).toEqual([
      200, 200, 200,
    ]);
  } finally {
    await shown.close();
  }
});

test('tokens of somebody whose work here was ended stay dead when they come back', async () => {
  const signed = { actor: 'the command line', note: 'as agreed' };
  const add = () =>
    addToStaff(site.services, {
      email: 'back@example.com',
      name: 'Zara',
      role: 'agent',
      language: 'en',
      ...signed,
    });
  const { staff } = await add();
  const person = { actor: 'Zara', account_id: staff.account_id, email: staff.email, note: 'mine' };
  const { secret } = await tokenOf(site.services, person);
  expect((await whoSigns(site.services, secret)).kind).toBe('signer');
  await endStaff(site.services, { email: staff.email, ...signed });
  expect((await whoSigns(site.services, secret)).kind).toBe('left_the_staff');
  await add();
  expect((await whoSigns(site.services, secret)).kind).toBe('revoked');
});

test('what somebody of the staff proposed counts no more once the command line makes them something else there', async () => {
  const add = async (email: string, role: 'supervisor' | 'auditor') => {
    const asked = {
      email,
      name: 'Zara',
      role,
      language: 'en',
      actor: 'the command line',
      note: 'x',
    } as const;
    const { staff } = await addToStaff(site.services, asked);
    return { actor: 'Zara', account_id: staff.account_id, note: 'as agreed' };
  };
  const merchant_id = await site.world.merchant();
  const terms = { merchant_id, environment: 'live', hold_days: 0, reserve_xaf: 0 } as const;
  const set = async (by: Awaited<ReturnType<typeof add>>) =>
    (await setSettlementTerms(site.services, [{ ...terms, ...by }]))[0]?.kind;
  const [first, second] = [
    await add('one@example.com', 'supervisor'),
    await add('two@example.com', 'supervisor'),
  ];
  expect(await set(first)).toBe('proposed');
  await add('one@example.com', 'supervisor');
  expect(await set(first)).toBe('same_person');
  await add('one@example.com', 'auditor');
  expect(await set(second)).toBe('proposed');
});

test('a rival who keeps inviting somebody keeps nobody else from inviting them', async () => {
  const email = 'awaited@example.com';
  const [rival, honest] = [await site.member('owner'), await site.member('owner')];
  const invite = async (owner: typeof rival) =>
    (await owner.post('/dashboard/team/invitations', { email, role: 'cashier' })).statusCode;
  const tried: number[] = [];
  while (tried.length < 10) tried.push(await invite(rival));
  // Their mailbox isn't flooded by one merchant.
  expect(tried.filter((status) => status === 303)).toHaveLength(5);
  expect([await invite(honest), await invite(honest)]).toEqual([303, 422]);
});
