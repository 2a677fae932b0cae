import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { smtpMailer } from '../../src/cli/serve/mails.ts';
import type { MailAbout } from '../../src/domain/account/mails.ts';
import { heldMails, postMails, sendAccountMails } from '../../src/engine/mail/account-mails.ts';
import type { Mailer } from '../../src/engine/mail/mailer.ts';
import {
  MailServer,
  PASSWORD,
  readable,
  refusal,
  smtpUrl,
  trustTestCertificate,
  USER,
} from './mail-server.ts';
import { openSite, type Site } from './site.ts';

const FROM = 'Chari <no-reply@pay.example>';
let site: Site;
let trustNoMore: () => void;
beforeAll(async () => {
  trustNoMore = trustTestCertificate();
  site = await openSite({ mails: 'kept' });
});
afterAll(() => {
  trustNoMore();
  return site.close();
});

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await site.world.rows('delete from account_mails');
});

async function serverWith(options = {}): Promise<{ server: MailServer; port: number }> {
  const server = new MailServer(options);
  open.push(server);
  return { server, port: await server.open() };
}

const RESET: MailAbout = { kind: 'reset', link: 'https://pay.example/account/new-password?token=T0KEN' };
const post = (to = 'awa@example.com', about: MailAbout = RESET) =>
  postMails(site.services, site.world.db.pool, [{ to, language: 'en', about }]);
const send = (mailer: Mailer) => sendAccountMails(site.services, { mailer, host: 'pay.example' });
const rows = () =>
  site.world.rows<{ state: string }>(
    'select state, attempts, failure, content_sealed is null as is_forgotten from account_mails',
  );

test('a link to sign up arrives by an encrypted connection with a password, and then nobody has it but its reader', async () => {
  const { server, port } = await serverWith({ secure: true });
  const browser = site.browser();
  await browser.get('/account/sign-up?lang=en');
  await browser.post('/account/sign-up', { email: 'awa@example.com' });
  expect(await send(smtpMailer(smtpUrl('smtps', 'localhost', port), FROM))).toBe(1);
  const [mail] = server.got;
  expect(mail).toMatchObject({
    from: 'no-reply@pay.example',
    to: 'awa@example.com',
    was_encrypted: true,
    user: USER,
  });
  const path = /https:\/\/pay\.example(\/account\/begin\?token=\S+)/.exec(readable(mail?.text ?? ''))?.[1];
  expect((await browser.get(path ?? '')).statusCode).toBe(200);
  expect(await rows()).toEqual([{ state: 'SENT', attempts: 1, failure: null, is_forgotten: true }]);
});

test('on the port without encryption it begins with STARTTLS', async () => {
  const { server, port } = await serverWith();
  await post();
  await send(smtpMailer(smtpUrl('smtp', 'localhost', port), FROM));
  expect([server.got.map(({ was_encrypted }) => was_encrypted), server.said_passwords]).toEqual([
    [true],
    [true],
  ]);
});

test('a server elsewhere that offers no encryption is told neither the password nor the mail', async () => {
  const { server, port } = await serverWith({ hideSTARTTLS: true, allowInsecureAuth: true });
  await post();
  // Leads to this machine too, and is none of the names that say so.
  await send(smtpMailer(smtpUrl('smtp', '0.0.0.0', port), FROM));
  expect([server.got, server.said_passwords]).toEqual([[], []]);
  expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 1, is_forgotten: false }]);
});

test('a server whose certificate is for another name is told nothing', async () => {
  const { server, port } = await serverWith({ secure: true });
  await post();
  await send(smtpMailer(smtpUrl('smtps', '127.0.0.1', port), FROM));
  expect([server.got, server.said_passwords]).toEqual([[], []]);
  expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 1 }]);
});

test('a mail that is refused for now is tried again, later each time, under the same message id', async () => {
  const { server, port } = await serverWith({ secure: true });
  const mailer = smtpMailer(smtpUrl('smtps', 'localhost', port), FROM);
  server.refusals.push(refusal(450, 'later'), refusal(451, 'later'));
  await post();
  expect(await send(mailer)).toBe(1);
  expect(await send(mailer)).toBe(0);
  expect(await rows()).toEqual([
    {
      state: 'WAITING',
      attempts: 1,
      failure: 'the mail server did not take it (EENVELOPE, 450 to RCPT TO)',
      is_forgotten: false,
    },
  ]);
  site.world.pass(5);
  expect(await send(mailer)).toBe(1);
  site.world.pass(29);
  expect(await send(mailer)).toBe(0);
  site.world.pass(1);
  expect(await send(mailer)).toBe(1);
  expect(server.got.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])).toEqual([
    expect.stringMatching(/^<account-[0-9a-f-]{36}@pay\.example>\r?$/),
  ]);
  expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 3, is_forgotten: true }]);
});

test('a mail that is refused for good is given up at once and listed, without the server’s words', async () => {
  const { server, port } = await serverWith({ secure: true });
  server.refusals.push(refusal(550, 'no such person here'));
  await post('nobody@example.com');
  await send(smtpMailer(smtpUrl('smtps', 'localhost', port), FROM));
  expect(await rows()).toMatchObject([{ state: 'FAILED', attempts: 1, is_forgotten: true }]);
  expect(await heldMails(site.services, 10)).toMatchObject([
    {
      kind: 'reset',
      email: 'nobody@example.com',
      attempts: 1,
      failure: 'the mail server did not take it (EENVELOPE, 550 to RCPT TO)',
    },
  ]);
});

test.each([
  ['password_changed', { kind: 'password_changed' }],
  ['factor_removed', { kind: 'factor_removed' }],
  ['first_factor', { kind: 'first_factor', link: 'https://pay.example/account/undo?token=T0KEN' }],
] as const)(
  'a mail that warns of another way to sign in is tried for 72 hours, also where a full mailbox refuses it: %s',
  async (_, about) => {
    const { server, port } = await serverWith({ secure: true });
    const mailer = smtpMailer(smtpUrl('smtps', 'localhost', port), FROM);
    await post('awa@example.com', about);
    for (let hour = 0; hour < 60; hour += 6) {
      server.refusals.push(refusal(552, 'mailbox full'));
      expect(await send(mailer)).toBe(1);
      expect(await rows()).toMatchObject([{ state: 'WAITING', is_forgotten: false }]);
      site.world.pass(6 * 3_600);
    }
    expect(server.refusals).toEqual([]);
    expect(await heldMails(site.services, 10)).toMatchObject([{ state: 'WAITING', attempts: 10 }]);
    expect(await send(mailer)).toBe(1);
    expect(server.got.map(({ to }) => to)).toEqual(['awa@example.com']);
  },
);

test('a wrong password of ours is no fault of the mail: it waits until the setting is mended', async () => {
  const { server, port } = await serverWith({ secure: true });
  await post();
  await send(smtpMailer(smtpUrl('smtps', 'localhost', port, 'wrong'), FROM));
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'WAITING', attempts: 1 });
  expect(JSON.stringify(row)).not.toContain('wrong');
  site.world.pass(5);
  await send(smtpMailer(smtpUrl('smtps', 'localhost', port), FROM));
  expect(server.got.length).toBe(1);
});

/** A server of bare sockets, which greets nobody as a mail server should. */
async function rawServer(conduct: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    conduct(socket);
  });
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a server that hangs, or never ends its greeting, is left, and the mail waits for the next try', async () => {
  const silent = await rawServer(() => undefined);
  await post();
  await send(smtpMailer(smtpUrl('smtp', 'localhost', silent), FROM, { silence_ms: 50, total_ms: 60_000 }));
  expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 1 }]);
  const timers: NodeJS.Timeout[] = [];
  const talking = await rawServer((socket) => {
    timers.push(setInterval(() => socket.writable && socket.write('220-and more\r\n'), 20));
  });
  site.world.pass(5);
  await send(smtpMailer(smtpUrl('smtp', 'localhost', talking), FROM, { silence_ms: 60_000, total_ms: 200 }));
  for (const timer of timers) clearInterval(timer);
  expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 2 }]);
});

test('what nobody has taken in nine tries is given up; what it is about has not changed', async () => {
  await post();
  await site.world.rows(`update account_mails set expires_at = expires_at + interval '1 day'`);
  const mailer = smtpMailer(smtpUrl('smtp', 'localhost', 1, PASSWORD), FROM);
  const states: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    await send(mailer);
    states.push(...(await rows()).map(({ state }) => state));
    await site.world.rows(`update account_mails set due_at = $1 where state = 'WAITING'`, [site.world.now]);
  }
  expect(states).toEqual([...Array(8).fill('WAITING'), 'FAILED']);
  expect(await heldMails(site.services, 10)).toHaveLength(1);
});
