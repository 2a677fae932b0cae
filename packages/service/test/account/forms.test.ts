import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDoor } from '../../src/web/frame/door.ts';
import { postForm } from '../../src/web/frame/parts.ts';
import { goTo, memberPage, openPage, show } from '../../src/web/frame/table.ts';
import { html } from '../../src/web/html.ts';
import { Browser } from './browser.ts';
import { openSite, type Site, textOf } from './site.ts';

/** What a page got of a form. */
const got: { name: string; type: string; bytes: string; text: string; all: string[] }[] = [];

const uploads = openPage({
  path: '/account/uploads',
  uploads: { file_bytes: 1000, files: 2 },
  get: (visit) =>
    show({
      title: 'Uploads',
      content: postForm(visit, visit.at('/account/uploads'), html``, { has_files: true }),
    }),
  post: ({ form, at }) => {
    const { name, type, bytes } = form.file('paper') ?? { name: '', type: '', bytes: Buffer.alloc(0) };
    got.push({ name, type, bytes: bytes.toString(), text: form.text('text'), all: form.all('box') });
    return goTo(at('/account/uploads'), '<b>kept</b>');
  },
});
const file = memberPage(['owner'], {
  path: '/dashboard/:environment/file',
  get: () => ({
    kind: 'file',
    name: '../é"\r\nx: y.pdf',
    type: 'text/html',
    body: Buffer.from('<script>1</script>'),
  }),
});
const faulty = openPage({
  path: '/account/faulty',
  get: () => {
    throw new Error('a secret');
  },
});

let site: Site;
let app: FastifyInstance;
beforeAll(async () => {
  site = await openSite();
  app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  openDoor({
    services: site.services,
    pages: [uploads, file, faulty],
    base: '/base',
    dashboard_url: 'https://pay.example/base',
    is_secure: true,
    is_limited: false,
    failed: () => 'fault',
  }).routes(app);
});
afterAll(async () => {
  await app.close();
  await site.close();
});

/** Sends parts as a browser does; a part with a file name is a file. */
async function send(browser: Browser, parts: readonly [name: string, value: string, file?: string][]) {
  const boundary = '----boundary';
  const written = parts.map(([name, value, file_name]) => {
    const file_part =
      file_name === undefined ? '' : `; filename="${file_name}"\r\ncontent-type: application/pdf`;
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file_part}\r\n\r\n${value}\r\n`;
  });
  return browser.send({
    method: 'POST',
    url: '/account/uploads',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${written.join('')}--${boundary}--\r\n`,
  });
}

async function opened(): Promise<{ browser: Browser; csrf: [string, string] }> {
  const browser = new Browser(app);
  await browser.get('/account/uploads');
  return { browser, csrf: ['csrf', browser.csrf ?? ''] };
}

describe('A form with files', () => {
  test('comes whole, in a memory that is bounded', async () => {
    const { browser, csrf } = await opened();
    const answer = await send(browser, [
      ['paper', 'the paper', 'a.pdf'],
      csrf,
      ['text', ' é\0 '],
      ['box', '1'],
      ['box', '2'],
    ]);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/base/account/uploads']);
    expect(got.at(-1)).toEqual({
      name: 'a.pdf',
      type: 'application/pdf',
      bytes: 'the paper',
      text: 'é',
      all: ['1', '2'],
    });
    // What it says once is text, and only to this browser.
    const next = await browser.get('/account/uploads');
    expect([
      next.body.includes('&lt;b&gt;kept'),
      (await browser.get('/account/uploads')).body.includes('kept'),
    ]).toEqual([true, false]);
  });

  test.each([
    ['a file too large', [['paper', 'x'.repeat(1001), 'a.pdf']]],
    ['too many files', [1, 2, 3].map((n) => [`f${n}`, 'x', 'a'])],
    ['too many fields', Array.from({ length: 300 }, (_, n) => [`n${n}`, 'x'])],
    ['a field too large', [['text', 'x'.repeat(70_000)]]],
    ['a name of an object’s own', [['__proto__', 'x']]],
  ] as [string, [string, string, string?][]][])('is refused with %s', async (_, parts) => {
    const { browser, csrf } = await opened();
    const count = got.length;
    const answer = await send(browser, [csrf, ...parts]);
    expect([answer.statusCode, got.length - count, /h1>/.test(answer.body)]).toEqual([413, 0, true]);
  });

  test('is refused without its token, and when it is no form at all', async () => {
    const { browser, csrf } = await opened();
    expect((await send(browser, [['paper', 'x', 'a.pdf']])).statusCode).toBe(403);
    const post = (type: string, payload: string) =>
      browser.send({ method: 'POST', url: '/account/uploads', headers: { 'content-type': type }, payload });
    expect((await post('application/json', JSON.stringify({ csrf: csrf[1] }))).statusCode).toBe(413);
    expect((await post('text/plain', `csrf=${csrf[1]}`)).statusCode).toBe(413);
    expect((await post('multipart/form-data', 'x')).statusCode).toBe(413);
    expect((await post('application/x-www-form-urlencoded', `csrf=${'x'.repeat(70_000)}`)).statusCode).toBe(
      413,
    );
  });
});

test('A file is saved under a harmless name, and does nothing wherever it is opened', async () => {
  const owner = await site.member('owner');
  const answer = await app.inject({
    method: 'GET',
    url: '/dashboard/test/file',
    headers: { cookie: `__Host-chari-session=${owner.cookie('session')}` },
  });
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename=".._____x__y.pdf"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('A page that fails says so and nothing of why', async () => {
  const answer = await app.inject({ method: 'GET', url: '/account/faulty' });
  expect([answer.statusCode, textOf(answer.body).includes('secret')]).toEqual([500, false]);
});
