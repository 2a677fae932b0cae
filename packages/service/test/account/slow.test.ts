import { afterAll, beforeAll, expect, test } from 'vitest';
import { headingOf, openSite, Site, textOf } from './site.ts';

let site: Site;
/** The same pages in a process that waits for nothing: only what is held up is asked of it, so it is never in time. */
let hasty: Site;
beforeAll(async () => {
  site = await openSite();
  hasty = new Site(site.world, { page_patience_ms: 200 });
});
afterAll(async () => {
  await site.server.close();
  await hasty.close();
});

/** The browser of somebody who is signed in, at the hasty process. */
function atTheHasty(owner: Awaited<ReturnType<Site['member']>>) {
  const browser = hasty.browser();
  browser.keep('session', owner.cookie('session') ?? '');
  browser.csrf = owner.csrf;
  return browser;
}

/** Holds a table against all readers while `work` runs. */
async function withLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const client = await site.world.db.pool.connect();
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a page that takes too long says so, in its reader’s language, and what it would have changed is as it was', async () => {
  const owner = await site.member('owner');
  const form = { email: 'a@example.com', role: 'cashier' };
  await owner.get('/dashboard/team?lang=en');
  const hurried = atTheHasty(owner);
  const answers = await withLocked('invitations', async () => [
    await hurried.get('/dashboard/team?lang=fr'),
    await hurried.get('/dashboard/team?lang=ar'),
    await hurried.get('/dashboard/team?lang=en'),
    await hurried.post('/dashboard/team/invitations', form),
  ]);
  expect(
    answers.map((answer) => [answer.statusCode, headingOf(answer), answer.headers['retry-after']]),
  ).toEqual([
    [503, 'Cette page prend trop de temps', '5'],
    [503, 'هذه الصفحة تأخذ وقتاً طويلاً', '5'],
    [503, 'This page takes too long', '5'],
    [503, 'This page takes too long', '5'],
  ]);
  expect(textOf(answers[2]?.body ?? '')).toContain('Ask for less');
  for (const name of ['invitations', 'account_mails', 'member_actions'])
    expect(await site.world.rows(`select from ${name}`), name).toEqual([]);
  expect((await owner.post('/dashboard/team/invitations', form)).statusCode).toBe(303);
});

test('a page that waits for the reader’s session says so as well, and nobody is signed out by it', async () => {
  const owner = await site.member('owner');
  const hurried = atTheHasty(owner);
  const answer = await withLocked('browser_sessions', () => hurried.get('/dashboard/team?lang=en'));
  expect([answer.statusCode, headingOf(answer)]).toEqual([503, 'This page takes too long']);
  expect(hurried.cookie('session')).toBe(owner.cookie('session'));
  expect((await owner.get('/dashboard/team')).statusCode).toBe(200);
});

test('what the API and the workers ask may take longer', async () => {
  const [row] = await site.world.rows<{ statement_timeout: string }>('show statement_timeout');
  expect(row?.statement_timeout).toBe('0');
});

test('over https each answer tells browsers to come by https alone', async () => {
  const browser = site.browser();
  for (const path of ['/account/sign-in', '/v1/payment-sessions', '/livez', '/nowhere'])
    expect((await browser.get(path)).headers['strict-transport-security'], path).toBe('max-age=31536000');
});
