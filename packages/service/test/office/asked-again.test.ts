import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addStaff } from '../../src/engine/staff/enrol.ts';
import { endStaff } from '../../src/engine/staff/people.ts';
import { createTokens } from '../../src/engine/staff/tokens.ts';
import { PASSWORD } from '../account/entering.ts';
import { openSite, type Site } from '../account/site.ts';

type Staff = Awaited<ReturnType<Site['staff']>>;
let site: Site;
let administrator: Staff;
let agent: Staff;
beforeAll(async () => {
  site = await openSite();
  administrator = await site.staff('administrator');
  await site.givePassword(administrator.known, PASSWORD);
});
afterAll(() => site.close());
beforeEach(async () => {
  agent = await site.staff('agent');
});

/** The browser stays open, and its owner has gone to lunch. */
const away = () =>
  site.world.rows(
    "update browser_sessions set proved_at = created_at - interval '20 minutes' where account_id = $1",
    [administrator.known.account_id],
  );
const tokens = () =>
  site.world.rows<{ is_good: boolean }>(
    'select approved_at is not null as is_good from staff_tokens where account_id = $1',
    [administrator.known.account_id],
  );
const roleOf = async ({ known }: Staff) =>
  (await site.world.rows('select role from staff where account_id = $1', [known.account_id]))[0];
const giveRole = (role: string) =>
  administrator.post(`/office/staff/${agent.known.account_id}/role`, { role, note: 'as agreed' });
const mailsTo = ({ known }: Staff) => site.mails.filter(({ to }) => to === known.email);

test('A token is made, and one is approved, only by who has just shown that it is them', async () => {
  await away();
  const refused = await administrator.post('/office/tokens', { name: 'laptop', days: '30' });
  expect([refused.statusCode, refused.headers.location]).toEqual([
    303,
    '/account/confirm?next=%2Foffice%2Ftokens',
  ]);
  expect(await tokens()).toEqual([]);
  const { account_id: of } = administrator.known;
  const by_shell = { of, name: 'shell', days: 30, is_approved: false, actor: 'the shell', note: 'made' };
  const [made] = await createTokens(site.services, [
    { ...by_shell, random_bytes: site.services.randomBytes(32) },
  ]);
  const id = made?.kind === 'created' ? made.token.id : '';
  expect((await administrator.post(`/office/tokens/${id}/approve`)).headers.location).toContain(
    '/account/confirm',
  );
  expect(await tokens()).toEqual([{ is_good: false }]);

  const wrong = await administrator.post('/account/confirm', { next: '/office/tokens', password: 'not it' });
  expect(wrong.statusCode).toBe(422);
  const right = await administrator.post('/account/confirm', { next: '/office/tokens', password: PASSWORD });
  expect([right.statusCode, right.headers.location]).toEqual([303, '/office/tokens']);
  expect((await administrator.post('/office/tokens', { name: 'laptop', days: '30' })).body).toContain(
    'chari_staff_',
  );
  await administrator.post(`/office/tokens/${id}/approve`);
  expect(await tokens()).toEqual([{ is_good: true }, { is_good: true }]);
});

test('A token is revoked, and somebody is sent away, without it: what takes away waits for nothing', async () => {
  await away();
  const path = `/office/staff/${agent.known.account_id}/deactivate`;
  expect((await administrator.post(path, { note: 'gone' })).headers.location).toBe('/office/staff');
  expect((await agent.get('/office')).statusCode).not.toBe(200);
});

test('A role is given only by who has just shown that it is them', async () => {
  await away();
  expect((await giveRole('supervisor')).headers.location).toBe('/account/confirm?next=%2Foffice%2Fstaff');
  expect(await roleOf(agent)).toEqual({ role: 'agent' });
  expect(mailsTo(agent)).toEqual([]);
  await administrator.post('/account/confirm', { next: '/office/staff', password: PASSWORD });
  await giveRole('supervisor');
  expect(await roleOf(agent)).toEqual({ role: 'supervisor' });
});

test('Who has another role hears of it by mail, and so does in whose name it was given; the same role is no news', async () => {
  await site.world.rows('update browser_sessions set proved_at = $1', [site.world.now]);
  const before = mailsTo(administrator).length;
  await giveRole('supervisor');
  await giveRole('supervisor');
  expect(mailsTo(agent)).toMatchObject([
    { subject: expect.stringMatching(/role/i), text: expect.stringContaining(administrator.known.name) },
  ]);
  const own = mailsTo(administrator).slice(before);
  expect(own).toMatchObject([{ text: expect.stringContaining(agent.known.name) }]);
});

test('Who joins the staff, comes back or has another role by the command line hears of it, and so does in whose name', async () => {
  const { known } = administrator;
  const by = { actor: known.name, account_id: known.account_id, note: 'as agreed' };
  const add = async (email: string, role: 'agent' | 'supervisor') => {
    const before = site.mails.length;
    await addStaff(site.services, { email, name: 'Zara', role, language: 'en', ...by });
    await site.carryMails();
    return site.mails.slice(before).flatMap(({ to, subject }) => (/role/.test(subject) ? [to] : []));
  };
  const both = (email: string) => [email, known.email];
  expect(await add('zara@example.com', 'agent')).toEqual(both('zara@example.com'));
  expect(await add('zara@example.com', 'agent')).toEqual([]);
  expect(await add('zara@example.com', 'supervisor')).toEqual(both('zara@example.com'));
  await endStaff(site.services, { email: agent.known.email, ...by });
  expect(await add(agent.known.email, 'agent')).toEqual(both(agent.known.email));
});
