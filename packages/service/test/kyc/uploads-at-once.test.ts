import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../account/browser.ts';
import { type Known, openSite, type Site, textOf } from '../account/site.ts';
import { until } from '../waiting/until.ts';
import { pdf } from './files.ts';
import { multipart, sendForm } from './multipart.ts';

let site: Site;
let url: string;
/** So many forms were let in: what they send is being read. */
let let_in = 0;
beforeAll(async () => {
  site = await openSite();
  site.server.addHook('preParsing', async () => {
    let_in += 1;
  });
  url = await site.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

const DOCUMENTS = '/dashboard/profile/documents';
const FILE = { field: 'file-tax', name: 'a.pdf', bytes: pdf() };

/** An upload that is let in, and of which the last byte is still to come. */
async function hold(browser: Browser) {
  const before = let_in;
  const body = multipart({ csrf: browser.csrf ?? '', kind: 'tax' }, [FILE]);
  const boundary = /--([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? '';
  const headers = {
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  };
  const sent = request(`${url}${DOCUMENTS}`, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, -1));
  await until(async () => let_in > before);
  return {
    end: async (): Promise<number | undefined> => {
      const answered = once(sent, 'response');
      sent.end(body.subarray(-1));
      const [answer] = (await answered) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    },
    cut: () => sent.destroy(),
  };
}

async function newOwner(): Promise<Browser & { known: Known }> {
  const owner = await site.member('owner');
  await owner.get(DOCUMENTS);
  return owner;
}

const upload = (browser: Browser) => sendForm(browser, DOCUMENTS, { kind: 'tax' }, [FILE]);
/** An upload that would keep nothing: it is of no kind of document. */
const isTaken = async (browser: Browser) =>
  (await sendForm(browser, DOCUMENTS, { kind: 'none' }, [FILE])).statusCode === 404;

test('two uploads of one shop arrive at once, a third is told to come again, and other shops’ are taken meanwhile', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const [first, second] = [await hold(owner), await hold(owner)];
  const third = await upload(owner);
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '5']);
  expect(textOf(third.body)).toContain('Nothing was kept. Wait a moment, then send this file again.');
  expect((await upload(other)).statusCode).toBe(303);
  expect(await first.end()).toBe(303);
  // One has arrived, so one more may.
  const fourth = await hold(owner);
  expect((await upload(owner)).statusCode).toBe(429);
  // Whoever goes away without an answer leaves his place.
  for (const one of [second, fourth]) one.cut();
  await until(() => isTaken(owner));
  const rows = await site.world.rows('select 1 from kyc_documents where merchant_id = $1', [
    owner.known.merchant_id,
  ]);
  expect(rows).toHaveLength(1);
});

test('eight uploads arrive at once in one process, of eight shops if so many come; staff bring statements all the same', async () => {
  const held: Awaited<ReturnType<typeof hold>>[] = [];
  for (const owner of [await newOwner(), await newOwner()]) held.push(await hold(owner), await hold(owner));
  // Half of the places are taken: whoever has one of the rest gets no second.
  for (const owner of [await newOwner(), await newOwner(), await newOwner(), await newOwner()]) {
    held.push(await hold(owner));
    expect((await upload(owner)).statusCode).toBe(429);
  }
  const last = await newOwner();
  expect((await upload(last)).statusCode).toBe(429);
  // A page without files is open to everybody.
  expect((await last.get(DOCUMENTS)).statusCode).toBe(200);
  const staff = await site.staff('agent');
  expect((await sendForm(staff, '/office/statements/import', {}, [])).statusCode).toBe(422);
  for (const one of held) one.cut();
  await until(() => isTaken(last));
});

test('a form that is refused gives its place back, however it is refused', async () => {
  const owner = await newOwner();
  const large = { ...FILE, bytes: Buffer.alloc(5_000_000, 32) };
  const texts = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`f${n}`, 'x'.repeat(1_000)]));
  for (const again of [1, 2, 3]) {
    const answers = [
      await sendForm(owner, DOCUMENTS, { kind: 'tax' }, [large]),
      await sendForm(owner, DOCUMENTS, { kind: 'tax', ...texts }, [FILE]),
      await sendForm(owner, DOCUMENTS, { kind: 'tax', note: 'x'.repeat(16 * 1024 + 1) }, [FILE]),
      await sendForm(owner, DOCUMENTS, { kind: 'tax', csrf: 'of nobody' }, [FILE]),
      await owner.post(DOCUMENTS, { kind: 'none' }),
    ];
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect([again, ...statuses]).toEqual([again, 413, 413, 413, 403, 404]);
  }
});

test('a shop that sends one file after the other for hours is told to wait, so that others find a place', async () => {
  const limited = await openSite({ is_limited: true });
  const [owner, other] = [await limited.member('owner'), await limited.member('owner')];
  for (const one of [owner, other]) await one.get(DOCUMENTS);
  const statuses: number[] = [];
  for (let n = 0; n < 13; n += 1)
    statuses.push((await sendForm(owner, DOCUMENTS, { kind: 'none' }, [FILE])).statusCode);
  expect(statuses).toEqual([...Array(12).fill(404), 429]);
  const refused = await sendForm(owner, DOCUMENTS, { kind: 'none' }, [FILE]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await sendForm(other, DOCUMENTS, { kind: 'tax' }, [FILE])).statusCode).toBe(303);
  limited.world.pass(60);
  expect((await sendForm(owner, DOCUMENTS, { kind: 'tax' }, [FILE])).statusCode).toBe(303);
  await limited.close();
});
