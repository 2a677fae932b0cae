import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAccountMails } from '../../src/engine/mail/account-mails.ts';
import type { OutgoingMail } from '../../src/engine/mail/mailer.ts';
import { enter, OTHER, PASSWORD, withApp, withPassword } from './entering.ts';
import { openSite, type Site, textOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  // Nothing takes mails out of the outbox, as when the process dies right after its answer.
  site = await openSite({ mails: 'kept' });
});
afterAll(() => site.close());

type Waiting = { kind: string; email: string; state: string; content: string | null };
const mailsTo = (email: string) =>
  site.world.rows<Waiting>(
    `select kind, email, state, encode(content_sealed, 'escape') as content from account_mails where email = $1 order by id`,
    [email],
  );
async function carry(services = site.services): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const mailer = async (mail: OutgoingMail) => void sent.push(mail);
  await sendAccountMails(services, { mailer, host: 'pay.example' });
  return sent;
}

test('the mails of signing up, resetting and inviting outlive the process that wrote them, and cannot be read in the database', async () => {
  const owner = await site.member('owner');
  const stranger = site.browser();
  await stranger.get('/account/sign-up?lang=en');
  await stranger.post('/account/sign-up', { email: 'new@example.com' });
  await stranger.post('/account/forgotten', { email: owner.known.email });
  await owner.submit('/dashboard/team/invitations', { email: 'cashier@example.com', role: 'cashier' });
  const waiting = (
    await Promise.all(['new@example.com', owner.known.email, 'cashier@example.com'].map(mailsTo))
  ).flat();
  expect(waiting.map(({ kind, state }) => [kind, state])).toEqual([
    ['sign_up', 'WAITING'],
    ['reset', 'WAITING'],
    ['invitation', 'WAITING'],
  ]);
  for (const { content } of waiting) expect(content).not.toMatch(/token|http|Chari/);
  const sent = await carry();
  expect(sent.map(({ to }) => to).toSorted()).toEqual([
    'cashier@example.com',
    'new@example.com',
    owner.known.email,
  ]);
  for (const { text } of sent) {
    const path = /https:\/\/pay\.example(\S+)/.exec(text)?.[1] ?? '';
    expect((await site.browser().get(path)).statusCode).toBe(200);
  }
  expect((await mailsTo('new@example.com')).map(({ state, content }) => [state, content])).toEqual([
    ['SENT', null],
  ]);
  expect(await carry()).toEqual([]);
});

test('what changes how somebody signs in is written with the mail that tells of it', async () => {
  const { email } = await withPassword(site);
  const { browser } = await enter(site, email);
  await browser.submit('/account/password', { current: PASSWORD, password: OTHER });
  const { codes } = await withApp(site, browser);
  const half = (await enter(site, email, OTHER)).browser;
  await half.post('/account/second-factor', { code: codes[0] ?? '' });
  await half.submit('/account/recovery-codes', {});
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual([
    'password_changed',
    'first_factor',
    'recovery_code_used',
    'recovery_codes_made',
  ]);
});

test('for an address without an account a mail is written that nobody gets', async () => {
  const browser = site.browser();
  await browser.get('/account/forgotten?lang=en');
  await browser.post('/account/forgotten', { email: 'stranger@example.com' });
  expect((await mailsTo('stranger@example.com')).map(({ state, content }) => [state, content])).toEqual([
    ['DROPPED', null],
  ]);
});

test('a mail whose link has run out, or that another key sealed, is given up and says so', async () => {
  const held = (email: string) =>
    site.world.rows('select state, failure from account_mails where email = $1 order by id desc limit 1', [
      email,
    ]);
  const { email } = await withPassword(site);
  const browser = site.browser();
  await carry();
  await browser.get('/account/forgotten?lang=en');
  await browser.post('/account/forgotten', { email });
  await carry({ ...site.services, secret_key: new Uint8Array(32).fill(8) });
  expect(await held(email)).toEqual([{ state: 'FAILED', failure: 'sealed with another CHARI_SECRET_KEY' }]);
  await browser.post('/account/forgotten', { email });
  site.world.pass(3_600);
  expect(await carry()).toEqual([]);
  expect(await held(email)).toEqual([{ state: 'FAILED', failure: 'sent by nobody in time' }]);
});

test('where there is no mail server, signing up, resetting and inviting say so and begin nothing', async () => {
  const mute = await openSite({ mails: 'none' });
  try {
    const browser = mute.browser();
    for (const path of ['/account/sign-up', '/account/forgotten']) {
      const page = await browser.get(`${path}?lang=en`);
      const answer = await browser.post(path, { email: 'awa@example.com' });
      expect([page.statusCode, answer.statusCode]).toEqual([503, 503]);
      for (const { body } of [page, answer])
        expect(textOf(body)).toContain('No mail can be sent from here at present');
    }
    const owner = await mute.member('owner');
    const invited = await owner.post('/dashboard/team/invitations', {
      email: 'a@example.com',
      role: 'cashier',
    });
    expect(textOf(invited.body)).toContain('Nobody was invited');
    for (const name of ['account_links', 'account_mails', 'invitations', 'member_actions'])
      expect(await mute.world.rows(`select from ${name}`), name).toEqual([]);
  } finally {
    await mute.close();
  }
});
