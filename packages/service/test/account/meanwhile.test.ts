import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownFactors } from '../../src/engine/account/own.ts';
import { signInWithPasskey } from '../../src/engine/account/passkey-sign-in.ts';
import { addPasskey } from '../../src/engine/account/passkeys.ts';
import { changePassword } from '../../src/engine/account/passwords.ts';
import { findPerson } from '../../src/engine/account/person.ts';
import { removePasskey, removeTotp } from '../../src/engine/account/remove-factor.ts';
import { completeHalf, findHalf } from '../../src/engine/account/second-factor.ts';
import { signIn } from '../../src/engine/account/sign-in.ts';
import { confirmTotp, offerTotp, renewRecoveryCodes } from '../../src/engine/account/totp.ts';
import type { Pool } from '../../src/store/connect/connect.ts';
import { authenticator } from './authenticator.ts';
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

/** Services with which something happens just after a statement of this name was carried out, once. */
function whenDone(statement: string, meanwhile: () => Promise<unknown>) {
  const { pool } = site.services;
  let is_over = false;
  const query = async (asked: { name: string }) => {
    const result = await pool.query(asked as never);
    if (asked.name === statement && !is_over) {
      is_over = true;
      await meanwhile();
    }
    return result;
  };
  const watched = new Proxy(pool, {
    get: (_, name) => {
      if (name === 'query') return query;
      const value = Reflect.get(pool, name);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  }) as Pool;
  return { ...site.services, pool: watched };
}

/** Who is signed in with a browser. */
async function personIn(browser: Browser) {
  const person = await findPerson(site.services, browser.cookie('session') ?? '');
  if (person === null) throw new Error('nobody is signed in');
  return person;
}

async function askedToMake(browser: Browser): Promise<string> {
  const offer = await browser.post('/account/passkeys/offer');
  return offer.json<{ challenge: string }>().challenge;
}

async function askedToSign(): Promise<string> {
  const browser = site.browser();
  await browser.get('/account/sign-in?lang=en');
  return (await browser.post('/account/sign-in/passkey-request')).json<{ challenge: string }>().challenge;
}

test.each([
  ['is in while the key is there', false],
  ['is not in once the key was removed', true],
])('who was just signing in with a passkey %s', async (_, is_removed) => {
  const { email } = await withPassword(site);
  const { browser } = await enter(site, email);
  const device = authenticator();
  const made = await browser.post('/account/passkeys', { response: device.make(await askedToMake(browser)) });
  expect(made.body).toContain('class="secret"');
  const person = await personIn(browser);
  const [key] = await site.world.rows<{ id: string }>('select id from passkeys where account_id = $1', [
    person.account.id,
  ]);
  const services = whenDone('use_passkey', async () => {
    if (is_removed) await removePasskey(site.services, person, key?.id ?? '');
  });
  const response = device.sign(await askedToSign());
  const outcome = await signInWithPasskey(services, { response, ...THIEF });
  expect(outcome.kind).toBe(is_removed ? 'wrong' : 'signed_in');
  const sessions = await site.world.rows(
    'select from browser_sessions where account_id = $1 and user_agent = $2',
    [person.account.id, THIEF.user_agent],
  );
  expect(sessions).toHaveLength(is_removed ? 0 : 1);
});

test.each([
  ['adds it while nothing happens', async () => undefined, true],
  ['adds none once the password is changed', withOther, false],
  [
    'adds none once he is signed out everywhere else',
    (browser: Browser) => browser.post('/account/sessions/end-others'),
    false,
  ],
])('who was just adding a passkey %s', async (_, meanwhile, is_added) => {
  const { email } = await withPassword(site);
  const [owner, thief] = [(await enter(site, email)).browser, (await enter(site, email)).browser];
  const person = await personIn(thief);
  const response = authenticator().make(await askedToMake(thief));
  const services = whenDone('take_passkey_challenge', () => meanwhile(owner));
  const added = await addPasskey(services, person, { response, name: 'Mine' });
  const keys = await site.world.rows('select from passkeys where account_id = $1', [person.account.id]);
  expect([added.kind === 'added', keys.length]).toEqual([is_added, is_added ? 1 : 0]);
});

test.each([
  ['sets it up while nothing happens', async () => undefined, true],
  [
    'sets none up once he is signed out everywhere else',
    (browser: Browser) => browser.post('/account/sessions/end-others'),
    false,
  ],
])('who was just setting up a code app %s', async (_, meanwhile, is_set) => {
  const { email } = await withPassword(site);
  const [owner, thief] = [(await enter(site, email)).browser, (await enter(site, email)).browser];
  const person = await personIn(thief);
  const offer = await offerTotp(site.services, person.account);
  const services = whenDone('take_tries', () => meanwhile(owner));
  const totp = new TOTP({ secret: Secret.fromBase32(offer?.secret ?? '') });
  const outcome = await confirmTotp(services, person, totp.generate({ timestamp: site.world.now.getTime() }));
  const { has_totp } = await ownFactors(site.services, person.account.id);
  expect([outcome.kind, has_totp]).toEqual([is_set ? 'confirmed' : 'wrong', is_set]);
});

/** What its own statements leave, where the process dies right behind them: another browser of the account, and this one. */
async function beside(
  change: (person: Awaited<ReturnType<typeof personIn>>, browser: Browser) => Promise<unknown>,
) {
  const { email } = await withPassword(site);
  const [browser, other] = [(await enter(site, email)).browser, (await enter(site, email)).browser];
  const person = await personIn(browser);
  await change(person, browser);
  const { account, session_id } = person;
  const [row] = await site.world.rows<{ has_second_factor: boolean }>(
    'select has_second_factor from browser_sessions where id = $1',
    [session_id],
  );
  const { recovery_codes_left } = await ownFactors(site.services, account.id);
  return {
    is_other_in: await isIn(other),
    is_in: await isIn(browser),
    has_shown_it: row?.has_second_factor,
    recovery_codes_left,
  };
}

test('a factor that is taken away signs other browsers out with it, whatever happens behind it', async () => {
  const left = await beside(async (person) => {
    await site.world.rows(
      `insert into totp_factors (account_id, secret_sealed, created_at, confirmed_at) values ($1, '\\x00', now(), now())`,
      [person.account.id],
    );
    expect(await removeTotp(site.services, person)).toBe('removed');
  });
  expect(left).toMatchObject({ is_other_in: false, is_in: true });
});

test('a first factor signs out whoever has not shown it, and comes with its recovery codes, whatever happens behind it', async () => {
  const whole = { is_other_in: false, is_in: true, has_shown_it: true, recovery_codes_left: 10 };
  const by_app = await beside(async (person) => {
    const offer = await offerTotp(site.services, person.account);
    const totp = new TOTP({ secret: Secret.fromBase32(offer?.secret ?? '') });
    const code = totp.generate({ timestamp: site.world.now.getTime() });
    await confirmTotp(site.services, person, code);
  });
  const by_key = await beside(async (person, browser) => {
    const response = authenticator().make(await askedToMake(browser));
    await addPasskey(site.services, person, { response, name: 'Mine' });
  });
  expect([by_app, by_key]).toEqual([whole, whole]);
});

test('of two factors that a member of staff takes away at the same moment one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const browser = await site.staff('agent');
    const { account } = await personIn(browser);
    const ids = [site.services.newId(), site.services.newId()];
    await site.world.rows(
      `insert into passkeys (id, account_id, credential_id, public_key, signature_count, transports, name, created_at)
       select id, $1, id::text, '\\x00', 0, '{}', 'Mine', now() from unnest($2::uuid[]) id`,
      [account.id, ids],
    );
    await browser.get('/account');
    const answers = await Promise.all(ids.map((id) => browser.post('/account/passkeys/remove', { id })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await ownFactors(site.services, account.id)).toMatchObject({ passkeys: [{}] });
  }
});

test('of recovery codes that are made twice at the same moment only ten are good', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { account } = await personIn(await site.member('owner'));
    await Promise.all([1, 2].map(() => renewRecoveryCodes(site.services, account)));
    expect(await ownFactors(site.services, account.id)).toMatchObject({ recovery_codes_left: 10 });
  }
});
