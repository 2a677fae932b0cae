import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailNoticeSteps } from '../../src/cli/serve/mail-notices.ts';
import { findPerson } from '../../src/engine/account/person.ts';
import { removeMember, setRole } from '../../src/engine/account/team.ts';
import { decidePayoutAccounts } from '../../src/engine/desk/settlements/decide-payout-account.ts';
import type { OutgoingMail } from '../../src/engine/mail/mailer.ts';
import { accountsOf } from '../../src/engine/settlements/destination.ts';
import { askPayoutAccounts } from '../../src/engine/settlements/payout-accounts.ts';
import { payOutTo, verify } from '../settlements/shop.ts';
import type { Browser } from './browser.ts';
import { type Known, openSite, type Site, textOf } from './site.ts';

type Person = Browser & { known: Known };

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const PASSWORD = 'correct horse battery staple';
const NUMBER = { kind: 'number', operator: 'AIRTEL', msisdn: '66 99 99 99', holder_name: 'MAHAMAT Awa' };
const merchantOf = ({ known }: Person): string => known.merchant_id ?? '';

async function pathOf(person: Person, what: 'role' | 'remove'): Promise<string> {
  const [row] = await site.world.rows<{ id: string }>(
    'select id from members where account_id = $1 and ended_at is null',
    [person.known.account_id],
  );
  return `/dashboard/team/members/${row?.id}/${what}`;
}

const invite = (owner: Person, email: string, role: string) =>
  owner.post('/dashboard/team/invitations', { email, role, language: 'en' });

/** The mails that a worker sends now: to whom, about what, and whether they are told that they are an owner no longer. */
async function told(): Promise<string[]> {
  const sent: OutgoingMail[] = [];
  const mailer = async (mail: OutgoingMail) => void sent.push(mail);
  await mailNoticeSteps(site.world.services, mailer).at(-1)?.run();
  return sent.map(({ to, subject, text }) => {
    const end = text.includes('You are no longer an owner') ? ' (former)' : '';
    return `${to}: ${subject.replace(/^Shop:? /, '')}${end}`;
  });
}

const rolesOf = (merchant_id: string) =>
  site.world.rows<{ role: string; n: number }>(
    `select role, count(*)::int as n from members where merchant_id = $1 and ended_at is null group by role order by role`,
    [merchant_id],
  );

test('who finds an owner’s browser open gives nobody more than a cashier’s role, and takes no owner out, without the password', async () => {
  const awa = await site.member('owner');
  const [other, clerk] = [
    await site.member('owner', merchantOf(awa)),
    await site.member('cashier', merchantOf(awa)),
  ];
  await site.givePassword(awa.known, PASSWORD);
  site.world.pass(15 * 60);
  const before = await rolesOf(merchantOf(awa));
  const tries: [string, Record<string, string>][] = [
    ['/dashboard/team/invitations', { email: 'thief@example.com', role: 'owner', language: 'en' }],
    [await pathOf(clerk, 'role'), { role: 'owner' }],
    [await pathOf(clerk, 'role'), { role: 'accountant' }],
    [await pathOf(clerk, 'role'), { role: 'developer' }],
    ['/dashboard/team/invitations', { email: 'thief@example.com', role: 'developer', language: 'en' }],
    [await pathOf(other, 'role'), { role: 'cashier' }],
    [await pathOf(other, 'remove'), {}],
    ['/dashboard/leave', {}],
  ];
  await awa.get('/dashboard/team');
  for (const [path, form] of tries) {
    const asked = await awa.post(path, form);
    expect(asked.headers.location).toMatch(/^\/account\/confirm\?next=%2F(?:dashboard%2Fteam|account)$/);
  }
  expect(textOf((await awa.get('/account/confirm')).body)).toContain('Confirm first that it is you');
  expect([site.mails, await rolesOf(merchantOf(awa)), await told()]).toEqual([[], before, []]);

  // A cashier is invited, and whoever is no owner is made one and taken out, without it.
  await awa.get('/dashboard/team');
  expect((await invite(awa, 'clerk@example.com', 'cashier')).headers.location).toBe('/dashboard/team');
  const helper = await site.member('accountant', merchantOf(awa));
  await awa.post(await pathOf(helper, 'role'), { role: 'cashier' });
  await awa.post(await pathOf(clerk, 'remove'));
  expect(await rolesOf(merchantOf(awa))).toEqual([
    { role: 'cashier', n: 1 },
    { role: 'owner', n: 2 },
  ]);

  // With the password it is done.
  await awa.submit('/account/confirm', { password: PASSWORD, next: '/dashboard/team' });
  await awa.post(await pathOf(other, 'remove'));
  expect((await rolesOf(merchantOf(awa))).at(-1)).toEqual({ role: 'owner', n: 1 });
});

test('every owner is mailed who is invited, joins, is made or is no longer an owner, the one taken out included', async () => {
  const awa = await site.member('owner');
  await told();
  await awa.get('/dashboard/team');
  await invite(awa, 'new-owner@example.com', 'owner');
  expect(await told()).toEqual([`${awa.known.email}: an owner is invited`]);

  const link = `${site.linkTo('new-owner@example.com')}&lang=en`;
  const token = new URL(link, 'https://pay.example').searchParams.get('token') ?? '';
  const newcomer = site.browser();
  await newcomer.get(link);
  await newcomer.submit('/account/join', { token, name: 'N', password: PASSWORD });
  expect(await told()).toEqual([`${awa.known.email}: has one more owner`]);

  const clerk = await site.member('cashier', merchantOf(awa));
  await awa.post(await pathOf(clerk, 'role'), { role: 'owner' });
  expect((await told()).toSorted()).toEqual(
    ['new-owner@example.com: has one more owner', `${awa.known.email}: has one more owner`].toSorted(),
  );

  // She reads it, though she is in the team no longer by the time that it is sent.
  await newcomer.get('/dashboard/team');
  await newcomer.post(await pathOf(awa, 'remove'));
  expect((await told()).toSorted()).toEqual(
    [
      'new-owner@example.com: has one owner less',
      `${awa.known.email}: has one owner less (former)`,
      `${clerk.known.email}: has one owner less`,
    ].toSorted(),
  );
});

test('every owner is mailed who is invited, joins or is made accountant or developer; of cashiers nothing is told', async () => {
  const awa = await site.member('owner');
  await told();
  await awa.get('/dashboard/team');
  await invite(awa, 'accounts@example.com', 'accountant');
  expect(await told()).toEqual([`${awa.known.email}: somebody is invited as accountant`]);
  const link = `${site.linkTo('accounts@example.com')}&lang=en`;
  const token = new URL(link, 'https://pay.example').searchParams.get('token') ?? '';
  const newcomer = site.browser();
  await newcomer.get(link);
  await newcomer.submit('/account/join', { token, name: 'N', password: PASSWORD });
  expect(await told()).toEqual([`${awa.known.email}: there is a new accountant`]);

  const clerk = await site.member('cashier', merchantOf(awa));
  await awa.post(await pathOf(clerk, 'role'), { role: 'developer' });
  expect(await told()).toEqual([`${awa.known.email}: there is a new developer`]);
  await awa.post(await pathOf(clerk, 'role'), { role: 'developer' });
  await awa.post(await pathOf(clerk, 'role'), { role: 'cashier' });
  await invite(awa, 'till@example.com', 'cashier');
  expect(await told()).toEqual([]);
});

test('another payout account is told for 72 hours to whoever was an owner before, and then no more', async () => {
  const [awa, thief] = [await site.member('owner'), await site.member('owner')];
  const merchant_id = merchantOf(awa);
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
  await verify(site.world, merchant_id);
  await site.join(thief.known.account_id, merchant_id, 'owner');
  await thief.get('/account');
  await thief.submit('/account/merchant', { merchant_id });
  const hassan = await site.member('owner', merchant_id);
  await thief.post(await pathOf(awa, 'remove'));
  await thief.post(await pathOf(hassan, 'role'), { role: 'accountant' });
  await told();

  await thief.submit('/dashboard/payout', NUMBER);
  const asked = 'another payout account is asked for';
  expect((await told()).toSorted()).toEqual(
    [
      `${thief.known.email}: ${asked}`,
      `${awa.known.email}: ${asked} (former)`,
      `${hassan.known.email}: ${asked} (former)`,
    ].toSorted(),
  );

  site.world.pass(72 * 3_600);
  const [row] = await site.world.rows<{ id: string }>(
    'select id from payout_accounts where merchant_id = $1',
    [merchant_id],
  );
  await thief.get('/dashboard/payout');
  await thief.post(`/dashboard/payout/${row?.id}/withdraw`);
  expect((await told()).map((line) => line.split(':')[0])).toEqual([thief.known.email]);
});

test.each(['remove', 'role'] as const)(
  'what an owner has asked for as a payout account goes with him: %s',
  async (how) => {
    const awa = await site.member('owner');
    const merchant_id = merchantOf(awa);
    const thief = await site.member('owner', merchant_id);
    await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
    await verify(site.world, merchant_id);
    await payOutTo(site.world, merchant_id);
    const before = (await accountsOf(site.services, merchant_id)).in_force?.id;
    await thief.get('/dashboard/payout');
    await thief.submit('/dashboard/payout', NUMBER);
    const { coming } = await accountsOf(site.services, merchant_id);
    const payout_account_id = coming[0]?.id ?? '';
    if (how === 'remove')
      await decidePayoutAccounts(site.services, [
        { payout_account_id, does: 'confirm', actor: 'Zara', note: 'called them' },
      ]);
    await told();

    await awa.get('/dashboard/team');
    await awa.post(await pathOf(thief, how), { role: 'cashier' });
    expect((await told()).toSorted()).toEqual(
      [
        `${awa.known.email}: a payout account was taken back`,
        `${awa.known.email}: has one owner less`,
        `${thief.known.email}: a payout account was taken back (former)`,
        `${thief.known.email}: has one owner less (former)`,
      ].toSorted(),
    );
    expect(
      await site.world.rows('select state, decided_by from payout_accounts where id = $1', [
        payout_account_id,
      ]),
    ).toEqual([{ state: 'WITHDRAWN', decided_by: awa.known.email }]);
    // What he sends from a page that stood open asks for no other one.
    const typed = { ...NUMBER, msisdn: '66 99 99 98' };
    const by = { id: thief.known.account_id, email: thief.known.email };
    expect(await askPayoutAccounts(site.services, [{ merchant_id, by, typed }])).toEqual([
      { kind: 'not_found' },
    ]);
    site.world.pass(73 * 3_600);
    const now = await accountsOf(site.services, merchant_id);
    expect([now.in_force?.id, now.coming]).toEqual([before, []]);
  },
);

test('what somebody has asked for who is an owner no longer is not confirmed, however they ceased to be one', async () => {
  const awa = await site.member('owner');
  const merchant_id = merchantOf(awa);
  const thief = await site.member('owner', merchant_id);
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
  await verify(site.world, merchant_id);
  await thief.get('/dashboard/payout');
  await thief.submit('/dashboard/payout', NUMBER);
  const { coming } = await accountsOf(site.services, merchant_id);
  const payout_account_id = coming[0]?.id ?? '';
  // As a release did that took nothing back with them.
  await site.world.rows('update members set ended_at = $2 where account_id = $1', [
    thief.known.account_id,
    site.world.now,
  ]);
  const decided = async (does: 'confirm' | 'refuse') =>
    (
      await decidePayoutAccounts(site.services, [
        { payout_account_id, does, actor: 'Zara', note: 'called them' },
      ])
    )[0];
  expect(await decided('confirm')).toEqual({ kind: 'asker_gone', asked_by: thief.known.email });
  expect(await decided('refuse')).toMatchObject({ kind: 'refused' });
});

test('an account that is in force, and what another owner has asked for, stay when an owner goes', async () => {
  const awa = await site.member('owner');
  const merchant_id = merchantOf(awa);
  const bob = await site.member('owner', merchant_id);
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
  await verify(site.world, merchant_id);
  await payOutTo(site.world, merchant_id, bob.known.email);
  const { in_force } = await accountsOf(site.services, merchant_id);
  await awa.get('/dashboard/payout');
  await awa.submit('/dashboard/payout', NUMBER);
  await awa.get('/dashboard/team');
  await awa.post(await pathOf(bob, 'remove'));
  const now = await accountsOf(site.services, merchant_id);
  expect([now.in_force?.id, now.coming.length]).toEqual([in_force?.id, 1]);
});

test('an owner who is made a cashier as he asks makes himself no owner again, and may still leave', async () => {
  const awa = await site.member('owner');
  const bob = await site.member('owner', merchantOf(awa));
  const person = await findPerson(site.services, bob.cookie('session') ?? '');
  if (person === null || person.membership === null) throw new Error('nobody is signed in');
  const stale = { ...person, membership: person.membership };
  await awa.post(await pathOf(bob, 'role'), { role: 'cashier' });
  const member_id = (await pathOf(bob, 'role')).split('/').at(-2) ?? '';
  expect(await setRole(site.services, stale, { member_id, role: 'owner' })).toEqual({ kind: 'not_found' });
  expect(await rolesOf(merchantOf(awa))).toEqual([
    { role: 'cashier', n: 1 },
    { role: 'owner', n: 1 },
  ]);
  expect(await removeMember(site.services, stale, member_id)).toEqual({ kind: 'done' });
});
