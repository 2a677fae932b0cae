import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoFactors } from '../../src/engine/account/undo-factors.ts';
import { addStaff } from '../../src/engine/staff/enrol.ts';
import { insertPasskey } from '../../src/store/accounts/factors.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
import type { Browser } from './browser.ts';
import { enter, isIn, OTHER, withApp, withPassword } from './entering.ts';
import { type Known, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const tokenIn = (path: string) => new URL(path, 'https://pay.example').searchParams.get('token') ?? '';

/** Somebody who knows the password of an owner without a second factor adds one of his own. */
async function intruded(): Promise<{ owner: Known; intruder: Browser; path: string }> {
  const owner = await withPassword(site);
  const intruder = (await enter(site, owner.email)).browser;
  await withApp(site, intruder);
  return { owner, intruder, path: site.linkTo(owner.email) };
}

const undo = async (path: string) => {
  const browser = site.browser();
  const shown = await browser.get(`${path}&lang=en`);
  const done = await browser.post('/account/undo-factors', { token: tokenIn(path) });
  return [shown.statusCode, done.statusCode, done.headers.location];
};
const UNDONE = [200, 303, expect.stringMatching(/^\/account\/new-password\?token=/)];
const THIRD = 'nine lamps above the market';
const DEAD = [404, 404, undefined];

async function chooseAnother({ email }: Known, password = OTHER): Promise<void> {
  const browser = site.browser();
  await browser.get('/account/forgotten?lang=en');
  await browser.post('/account/forgotten', { email });
  const path = site.linkTo(email);
  await browser.get(path);
  await browser.post('/account/new-password', { token: tokenIn(path), password });
}

test('a first second factor that somebody else added is taken away by the mail that told of it, with what came after it', async () => {
  const { owner, intruder, path } = await intruded();
  await insertPasskey(site.world.db.pool, {
    ...{
      id: site.services.newId(),
      account_id: owner.account_id,
      credential_id: 'his-key-his-key-his-key',
      name: 'his',
    },
    ...{ public_key: Buffer.alloc(77, 1), counter: 0, transports: [], now: site.world.now },
  });
  // Another password, whoever chooses it, ends neither the factor nor the way to undo it.
  await chooseAnother(owner);
  expect((await enter(site, owner.email, OTHER)).answer.headers.location).toBe('/account/second-factor');
  await site.browser().get(path);
  expect(await undo(path)).toEqual(UNDONE);
  expect(await isIn(intruder)).toBe(false);
  expect(site.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'A second factor was removed' });
  await chooseAnother(owner, THIRD);
  const { browser } = await enter(site, owner.email, THIRD);
  expect(await isIn(browser)).toBe(true);
  expect(
    await site.world.rows(
      `select (select count(*)::int from totp_factors where account_id = $1) as apps,
        (select count(*)::int from passkeys where account_id = $1) as keys,
        (select count(*)::int from recovery_codes where account_id = $1) as codes`,
      [owner.account_id],
    ),
  ).toEqual([{ apps: 0, keys: 0, codes: 0 }]);
  expect(
    await site.world.rows(
      `select action from member_actions where account_id = $1 and action like '%.removed' order by action`,
      [owner.account_id],
    ),
  ).toEqual([{ action: 'passkey.removed' }, { action: 'totp.removed' }]);
  expect(await undo(path)).toEqual(DEAD);
});

test('whoever knows the password is not back before its owner has chosen another, on the page that comes next', async () => {
  const { owner, path } = await intruded();
  const browser = site.browser();
  await browser.get(`${path}&lang=en`);
  const undone = await browser.post('/account/undo-factors', { token: tokenIn(path) });
  // The password lets nobody in, though the account has no second factor.
  expect((await enter(site, owner.email)).answer.statusCode).toBe(422);
  const next = undone.headers.location ?? '';
  expect((await browser.get(next)).body).toContain('They are taken away');
  const token = tokenIn(next);
  const set = await browser.post('/account/new-password', { token, password: OTHER });
  expect(set.headers.location).toBe('/account/sign-in');
  expect(await isIn((await enter(site, owner.email, OTHER)).browser)).toBe(true);
  expect((await enter(site, owner.email)).answer.statusCode).toBe(422);
});

test('nobody gets a link over a shop by adding its owner to the staff before another password is chosen', async () => {
  const { owner, path } = await intruded();
  expect(await undo(path)).toEqual(UNDONE);
  const asked = { email: owner.email, name: 'Zara', role: 'agent', language: 'en' } as const;
  const signed = { actor: 'the command line', note: 'a new colleague' };
  expect(await addStaff(site.services, { ...asked, ...signed })).toEqual({ kind: 'needs_factor' });
  await chooseAnother(owner);
  const { browser } = await enter(site, owner.email, OTHER);
  await withApp(site, browser);
  expect(await addStaff(site.services, { ...asked, ...signed })).toMatchObject({ kind: 'added', link: null });
});

/** An owner to whom somebody else has added a factor is added to the staff, while the owner undoes that factor. */
async function atOnce(held: string, first: 'added' | 'undone') {
  const { owner, path } = await intruded();
  const { pool } = site.world.db;
  const asked = { email: owner.email, name: 'Zara', role: 'agent', language: 'en' } as const;
  const add = () => addStaff(site.services, { ...asked, actor: 'the command line', note: 'a new colleague' });
  const undoes = () => undoFactors(site.services, tokenIn(path));
  const release = await hold(pool, held);
  const begun = first === 'added' ? add() : undoes();
  await untilWaiting(pool, 1);
  const other = first === 'added' ? undoes() : add();
  await Promise.race([other, untilWaiting(pool, 2)]);
  await release();
  return Promise.all([begun, other]);
}

test('whoever is just being added to the staff keeps the factors by which no link is made', async () => {
  const [added, undone] = await atOnce('lock table staff in share row exclusive mode', 'added');
  expect(added).toMatchObject({ kind: 'added', link: null });
  expect(undone).toBeNull();
});

test('whose factors are just being undone is not added to the staff by them', async () => {
  const [undone, added] = await atOnce('select from totp_factors for update', 'undone');
  expect(undone).toEqual(expect.any(String));
  expect(added).toEqual({ kind: 'needs_factor' });
});

test('a factor that has stood for 72 hours is never taken away by mail, nor are those of staff', async () => {
  const first = await intruded();
  site.world.pass(72 * 3_600);
  expect(await undo(first.path)).toEqual(DEAD);
  const second = await intruded();
  await site.world.rows(`insert into staff (account_id, role, created_at) values ($1, 'agent', $2)`, [
    second.owner.account_id,
    site.world.now,
  ]);
  expect(await undo(second.path)).toEqual(DEAD);
});

test('the mail of a factor beside another carries no link', async () => {
  const owner = await withPassword(site);
  await insertPasskey(site.world.db.pool, {
    ...{
      id: site.services.newId(),
      account_id: owner.account_id,
      credential_id: 'own-key-own-key-own-key',
      name: 'own',
    },
    ...{ public_key: Buffer.alloc(77, 1), counter: 0, transports: [], now: site.world.now },
  });
  await withApp(site, await site.signedIn(owner));
  const mail = site.mails.findLast(({ to }) => to === owner.email);
  expect(mail?.subject).toBe('A second factor was added');
  expect(mail?.text).not.toContain('http');
});
