import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '../../src/engine/account/passwords.ts';
import { completeHalf, findHalf } from '../../src/engine/account/second-factor.ts';
import { signIn } from '../../src/engine/account/sign-in.ts';
import type { Browser } from './browser.ts';
import { enter, isIn, OTHER, PASSWORD, withApp, withPassword } from './entering.ts';
import { openSite, type Site } from './site.ts';

const THIRD = 'a wet dog under the table';
const THIEF = { ip: '41.7.7.7', user_agent: 'Thief' };

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Services with which something happens just after a password was found right, and before anything comes of it. */
const whenRight = (meanwhile: () => Promise<unknown>) => ({
  ...site.services,
  hashing: {
    ...site.services.hashing,
    matches: async (hash: string | null, password: string) => {
      const is_right = await site.services.hashing.matches(hash, password);
      await meanwhile();
      return is_right;
    },
  },
});

const withOther = (browser: Browser) =>
  browser.post('/account/password', { current: PASSWORD, password: OTHER });

/** Whether a thief who knows the password is in, after its owner has done something as he was signing in. */
async function isThiefIn(email: string, meanwhile: () => Promise<unknown>): Promise<boolean> {
  const asked = { email, password: PASSWORD, device: null, ...THIEF };
  const outcome = await signIn(whenRight(meanwhile), asked);
  const thief = site.browser();
  if ('begun' in outcome) thief.keep('session', outcome.begun.cookie);
  return isIn(thief);
}

test('who was just signing in with the old password is not in once it is changed', async () => {
  const { email } = await withPassword(site);
  const { browser } = await enter(site, email);
  expect(await isThiefIn(email, () => withOther(browser))).toBe(false);
  expect(await isIn(browser)).toBe(true);
});

test('who was just signing in by the password alone is not in once there is a second factor', async () => {
  const { email } = await withPassword(site);
  const { browser } = await enter(site, email);
  expect(await isThiefIn(email, () => withApp(site, browser))).toBe(false);
  expect(await isIn(browser)).toBe(true);
});

test('who was just showing a second factor is not in once the password is changed', async () => {
  const { email } = await withPassword(site);
  const { browser } = await enter(site, email);
  await withApp(site, browser);
  const thief = (await enter(site, email)).browser;
  const half = await findHalf(site.services, thief.cookie('session'));
  if (half === null) throw new Error('nobody is half in');
  await withOther(browser);
  expect(await completeHalf(site.services, half, THIEF)).toBe(null);
});

test('who was just changing the password does not change the one that its owner has chosen meanwhile', async () => {
  const { email } = await withPassword(site);
  const [owner, thief] = [(await enter(site, email)).browser, (await enter(site, email)).browser];
  const sessions = await site.world.rows<{ session_id: string; account_id: string; name: string }>(
    `select s.id as session_id, a.id as account_id, a.name from accounts a join browser_sessions s on s.account_id = a.id
     where a.email = $1 order by s.id desc limit 1`,
    [email],
  );
  const { session_id = '', account_id = '', name = '' } = sessions[0] ?? {};
  const changed = await changePassword(
    whenRight(() => withOther(owner)),
    { session_id, account: { id: account_id, email, name, language: 'en' } },
    { current: PASSWORD, next: THIRD },
  );
  expect(changed).toEqual({ kind: 'wrong' });
  expect([await isIn(owner), await isIn(thief)]).toEqual([true, false]);
  expect((await enter(site, email, OTHER)).answer.statusCode).toBe(303);
});
