import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { pdf } from '../kyc/files.ts';
import { sendForm } from '../kyc/multipart.ts';
import { addToStaff, tokenOf } from '../office/people.ts';
import type { Browser } from './browser.ts';
import { enter, OTHER, withApp } from './entering.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const PASSWORD = 'nine lanterns by the dry well';
const EMAIL = 'owner-of-secrets@example.com';

/** What must stand nowhere, by what it is. */
const secrets = new Map<string, string>();
function keep(what: string, secret: string | null | undefined): string {
  if (secret === null || secret === undefined || secret.length < 6) throw new Error(`no secret: ${what}`);
  secrets.set(what, secret);
  return secret;
}
const valueIn = (body: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? '';
const tokenIn = (path: string): string =>
  new URL(path, 'https://pay.example').searchParams.get('token') ?? '';
function keepCookies(whose: string, browser: Browser): void {
  // What the last form said and which environment was seen are no secrets.
  for (const [name, value] of browser.cookies)
    if (/(session|device|form)$/.test(name)) keep(`${whose}: ${name}`, value);
}

/** Signs up as anybody does. */
async function signUp(): Promise<Browser> {
  const browser = site.browser();
  await browser.get('/account/sign-up?lang=en');
  await browser.post('/account/sign-up', { email: EMAIL });
  const path = site.linkTo(EMAIL);
  const token = keep('link to sign up', tokenIn(path));
  await browser.get(path);
  const fields = { token, name: 'Owner', shop: 'Shop of secrets', password: PASSWORD };
  expect((await browser.post('/account/begin', fields)).statusCode).toBe(303);
  keep('password', PASSWORD);
  return browser;
}

async function addFactors(browser: Browser): Promise<void> {
  const page = await browser.get('/account/totp');
  const secret = /<code class="code">([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1]?.replaceAll(' ', '');
  keep('secret of the code app', secret);
  const { codes } = await withApp(site, browser);
  expect(codes).toHaveLength(10);
  codes.forEach((code, n) => {
    keep(`recovery code ${n}`, code);
    keep(`recovery code ${n}, as it is hashed`, code.replaceAll('-', ''));
  });
  const half = (await enter(site, EMAIL, PASSWORD)).browser;
  keepCookies('half a session', half);
  expect((await half.submit('/account/second-factor', { code: codes[0] ?? '' })).statusCode).toBe(200);
  keepCookies('another browser', half);
  const asked = await browser.post('/account/passkeys/offer', {});
  expect(asked.statusCode).toBe(200);
}

async function makeKeys(browser: Browser): Promise<void> {
  const keys = await browser.get('/dashboard/test/keys');
  const made = await browser.post('/dashboard/test/keys', {
    id: valueIn(keys.body, 'id'),
    name: 'Server',
    scopes: ['payment_sessions:write'],
  });
  keep('API key', /service_test_[0-9A-Za-z]{43}/.exec(made.body)?.[0]);
  const secretIn = (body: string) => /whsec_([A-Za-z0-9+/=]{40,})/.exec(body)?.[1];
  const hooks = '/dashboard/test/webhooks';
  const list = await browser.get(hooks);
  const created = await browser.post(hooks, {
    once: valueIn(list.body, 'once'),
    url: 'https://shop.example.com/hooks',
    description: '',
  });
  keep('webhook secret', secretIn(created.body));
  const [{ id } = { id: '' }] = await site.world.rows<{ id: string }>('select id from webhook_endpoints');
  const once = valueIn((await browser.get(`${hooks}/${id}`)).body, 'once');
  keep('next webhook secret', secretIn((await browser.post(`${hooks}/${id}/rotate`, { once })).body));
}

async function mailLinks(browser: Browser): Promise<void> {
  await browser.post('/account/forgotten', { email: EMAIL });
  keep('link to a new password', tokenIn(site.linkTo(EMAIL)));
  await browser.post('/dashboard/team/invitations', { email: 'invited@example.com', role: 'cashier' });
  keep('invitation', tokenIn(site.linkTo('invited@example.com')));
}

const INSIDE = 'THE-PAPERS-OF-A-PERSON';
async function handIn(browser: Browser): Promise<void> {
  keep('what a document says', INSIDE);
  const bytes = pdf(`/Title (${INSIDE}) `);
  const sent = await sendForm(browser, '/dashboard/profile/documents', { kind: 'registration' }, [
    { field: 'file-registration', name: 'register.pdf', bytes },
  ]);
  expect(sent.statusCode).toBe(303);
  expect(await site.world.rows('select from kyc_documents')).toHaveLength(1);
}

async function hireStaff(): Promise<void> {
  const { staff, link } = await addToStaff(site.services, {
    ...{ email: 'staff@example.com', name: 'Staff', role: 'administrator', language: 'en' },
    ...{ actor: 'the command line', note: 'first' },
  });
  const token = keep('link for staff', tokenIn(link ?? ''));
  const browser = site.browser();
  await browser.get(link?.replace('https://pay.example', '') ?? '');
  keep('password of staff', OTHER);
  await browser.post('/account/enrol', { token, password: OTHER });
  await withApp(site, browser, '/account/enrol/factor');
  expect((await browser.get('/office')).statusCode).toBe(200);
  keepCookies('staff', browser);
  const signer = { actor: 'Staff', account_id: staff.account_id, email: 'staff@example.com', note: 'mine' };
  keep('staff token', (await tokenOf(site.services, signer)).secret);
  const sending = {
    send_url: 'http://127.0.0.1:1',
    username: 'phone',
    password: 'lamp of the phone',
    is_private: true,
  };
  const [gateway] = await createGateways({ ...site.services, randomBytes }, [
    { name: 'phone', adapter: 'sms-gate', secret: null, config: {}, sending },
  ]);
  keep('secret of a gateway', gateway?.kind === 'created' ? gateway.secret : null);
  keep('password of a gateway', sending.password);
}

/** Every row of every table, with each column as PostgreSQL writes it as text. */
async function dump(): Promise<string> {
  const tables = await site.world.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => site.world.rows<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows.flatMap((found, n) => found.map(({ row }) => `${tables[n]?.name} ${row}`)).join('\n');
}

/** The same secret as it could stand there all the same: its text, and its bytes in hex and base64. */
function formsOf(secret: string): string[] {
  const base32 = /^[A-Z2-7]{32}$/.test(secret) ? [Buffer.from(Secret.fromBase32(secret).bytes)] : [];
  const bytes = [Buffer.from(secret), ...base32];
  // A token and a webhook secret stand for bytes, which would do as well.
  const decoded = /^[\w+/=-]{40,}$/.test(secret) ? [Buffer.from(secret, 'base64')] : [];
  return [
    secret,
    ...[...bytes, ...decoded].flatMap((one) => [one.toString('hex'), one.toString('base64').slice(0, -4)]),
  ];
}

function found(text: string): string[] {
  const lines = text.split('\n');
  return [...secrets].flatMap(([what, secret]) =>
    lines
      .filter((line) => formsOf(secret).some((form) => line.includes(form)))
      .map((line) => `${what} in ${line.slice(0, 200)}`),
  );
}

test('no secret of anybody stands readable in the database or in the log, whatever people do', async () => {
  const owner = await signUp();
  keepCookies('owner', owner);
  await addFactors(owner);
  await makeKeys(owner);
  await mailLinks(owner);
  await handIn(owner);
  await hireStaff();
  keep('the service’s key', Buffer.from(site.services.secret_key).toString('hex'));
  const text = await dump();
  // It is a dump of everything indeed: what may be read is there.
  for (const readable of [EMAIL, 'Shop of secrets', 'https://shop.example.com/hooks'])
    expect(text).toContain(readable);
  expect(site.log.length).toBeGreaterThan(20);
  expect(secrets.size).toBeGreaterThan(35);
  expect(found(text)).toEqual([]);
  expect(found(site.log.join('\n'))).toEqual([]);
});

test('no link of a mail that waits to be sent stands readable in the database', async () => {
  const quiet = await openSite({ mails: 'kept' });
  try {
    const browser = quiet.browser();
    await browser.get('/account/sign-up?lang=en');
    await browser.post('/account/sign-up', { email: EMAIL });
    const [before] = await quiet.world.rows<{ row: string }>('select t::text as row from account_mails t');
    expect(before?.row).toContain('WAITING');
    const sent: string[] = [];
    const { sendAccountMails } = await import('../../src/engine/mail/account-mails.ts');
    await sendAccountMails(quiet.services, { mailer: async ({ text }) => void sent.push(text), host: 'x' });
    const token = /token=(\S+)/.exec(sent[0] ?? '')?.[1] ?? '';
    expect(token.length).toBeGreaterThan(40);
    for (const form of formsOf(token)) expect(before?.row).not.toContain(form);
  } finally {
    await quiet.close();
  }
});
