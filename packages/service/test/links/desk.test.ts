import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentLink } from '../../src/domain/link/link.ts';
import { headingOf, openSite, type Site, textOf } from '../account/site.ts';
import { chari } from '../cli/run.ts';
import { unchecked } from '../database/unchecked.ts';
import { newLink, publicLink } from './shop.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['member']>>;
let merchant: string;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  merchant = owner.known.merchant_id ?? '';
});
afterAll(() => site.close());

const FORM = {
  title: 'Tontine',
  description: '',
  amount: '5 000',
  min: '',
  max: '',
  payments: '',
  total: '',
  expires: '',
};
const idOf = (location: unknown): string => /links\/([0-9a-f-]{36})/.exec(String(location))?.[1] ?? '';
const done = () =>
  site.world.rows<{ action: string; subject_id: string; account_id: string }>(
    'select action, subject_id, account_id from member_actions where merchant_id = $1 order by id',
    [merchant],
  );

/** Sessions of a link by SQL alone: no book has them, so they must go again. */
const fillLink = (pool: Pool, { id, merchant_id }: PaymentLink, paid: number, waiting = 0): Promise<void> =>
  unchecked(pool, async (client) => {
    await client.query(
      `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
        event_sequence, collection_number_id, assigned_collection_number, created_at, expires_at, closed_at, link_id)
      select gen_random_uuid(), $1, 'test', 'FILLED-' || n, lpad(n::text, 8, '0'), 100, 'AIRTEL',
        case when n <= $3 then 'SUCCESS' else 'AWAITING_PAYMENT' end, 1, gen_random_uuid(), '+23566000001', $5,
        $5::timestamptz + interval '10 minutes', case when n <= $3 then $5::timestamptz end, $2
      from generate_series(1, $3::int + $4::int) n`,
      [merchant_id, id, paid, waiting, site.world.now],
    );
  });
const emptyLink = (pool: Pool, { id }: PaymentLink): Promise<void> =>
  unchecked(pool, async (client) => {
    await client.query("delete from payment_sessions where link_id = $1 and reference like 'FILLED-%'", [id]);
  });

describe('The links of a merchant', () => {
  test('are made, shared, closed and opened again on the dashboard, and who did it is on record', async () => {
    const made = await owner.post('/dashboard/test/links/new', {
      ...FORM,
      payments: '1',
      expires: '2026-11-30',
    });
    expect(made.statusCode).toBe(303);
    const id = idOf(made.headers.location);
    const page = await owner.follow(made);
    expect(headingOf(page)).toBe('Tontine');
    const [row] = await site.world.rows<{ slug: string; created_by: string; expires_at: Date }>(
      'select slug, created_by, expires_at from payment_links where id = $1',
      [id],
    );
    expect(row?.created_by).toBe(owner.known.account_id);
    expect(row?.expires_at.toISOString()).toBe('2026-11-30T23:00:00.000Z');
    const address = `https://pay.example/pay/l/${row?.slug}`;
    expect(page.body).toContain(`href="${address}"`);
    expect(page.body).toContain(`https://wa.me/?text=`);
    expect(page.body).toContain(encodeURIComponent(address));
    expect(page.body).toContain('<svg role="img"');
    expect(textOf((await owner.get('/dashboard/test/links')).body)).toMatch(/Tontine .*0 of 1 Open/);
    const closed = await owner.submit(`/dashboard/test/links/${id}/close`);
    expect(textOf(closed.body)).toContain('The link is closed');
    site.world.pass(1);
    expect((await publicLink(site.world, { slug: row?.slug ?? '' })).closed_at).not.toBe(null);
    const open = await owner.submit(`/dashboard/test/links/${id}/reopen`);
    expect(textOf(open.body)).toContain('The link is open again');
    const own = (await done()).filter(({ subject_id }) => subject_id === id);
    expect(own.map(({ action }) => action)).toEqual([
      'payment_link.created',
      'payment_link.closed',
      'payment_link.reopened',
    ]);
    expect(new Set(own.map(({ account_id }) => account_id))).toEqual(new Set([owner.known.account_id]));
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'Le numéro a changé : 66 99 99 99' }, 'title'],
    [{ description: 'Ou tapez *150*1*66999999#' }, 'description'],
    [{ amount: 'x' }, 'amount'],
    [{ amount: '' }, 'amount'],
    [{ amount: '', min: '900', max: '100' }, 'max'],
    [{ payments: '-1' }, 'payments'],
    [{ payments: '20000' }, 'payments'],
    [{ total: '10' }, 'total'],
    [{ expires: '2020-01-01' }, 'expires'],
    [{ expires: '2026-13-45' }, 'expires'],
    [{ expires: '2099-02-31' }, 'expires'],
  ])('with %j are asked for again, with a sentence beside the field', async (more, name) => {
    const answer = await owner.post('/dashboard/test/links/new', { ...FORM, ...more });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(`id="${name}-wrong"`);
  });

  test('are made once by one form, however often it is sent, and the second tap leads to the first’s link', async () => {
    const page = await owner.get('/dashboard/test/links/new');
    const once = /name="once" value="([^"]+)"/.exec(page.body)?.[1] ?? 'no mark';
    const form = { ...FORM, title: 'Two taps', total: '50 000', expires: '2026-11-30', once };
    const named = () =>
      site.world.rows<{ id: string }>(
        "select id from payment_links where title = 'Two taps' order by id",
        [],
      );
    const taps = await Promise.all([1, 2, 3].map(() => owner.post('/dashboard/test/links/new', form)));
    const [made] = await named();
    expect(await named()).toHaveLength(1);
    expect(taps.map(({ statusCode, headers }) => [statusCode, idOf(headers.location)])).toEqual(
      taps.map(() => [303, made?.id]),
    );
    expect((await done()).filter(({ subject_id }) => subject_id === made?.id)).toHaveLength(1);
    // What says something else, or is another's, is a link of its own.
    const changed = await owner.post('/dashboard/test/links/new', { ...form, amount: '6000' });
    const live = await owner.post('/dashboard/live/links/new', form);
    const stranger = await site.member('owner');
    const theirs = await stranger.post('/dashboard/test/links/new', form);
    const ids = [changed, live, theirs].map(({ headers }) => idOf(headers.location));
    expect(new Set([made?.id, ...ids]).size).toBe(4);
    expect(await named()).toHaveLength(4);
    const wrong = await owner.post('/dashboard/test/links/new', { ...form, amount: 'x' });
    expect(wrong.body).toContain(`name="once" value="${once}"`);
  });

  test('are made anew by a form that is sent again after its link was closed', async () => {
    const page = await owner.get('/dashboard/test/links/new');
    const once = /name="once" value="([^"]+)"/.exec(page.body)?.[1] ?? 'no mark';
    const send = async () =>
      idOf((await owner.post('/dashboard/test/links/new', { ...FORM, once })).headers.location);
    const first = await send();
    await owner.submit(`/dashboard/test/links/${first}/close`);
    const second = await send();
    expect(second).not.toBe(first);
    const rows = await site.world.rows<{ id: string; is_open: boolean }>(
      'select id, closed_at is null as is_open from payment_links where id = any ($1) order by id = $2',
      [[first, second], second],
    );
    expect(rows).toEqual([
      { id: first, is_open: false },
      { id: second, is_open: true },
    ]);
    expect((await done()).filter(({ subject_id }) => subject_id === second)).toHaveLength(1);
    // The mark leads to its own link once that is open again.
    await owner.submit(`/dashboard/test/links/${first}/reopen`);
    expect(await send()).toBe(first);
  });

  test('may take more in all than one payment may be', async () => {
    const more = { payments: '10000', total: '2 000 000 000' };
    const made = await owner.post('/dashboard/test/links/new', { ...FORM, ...more });
    const [row] = await site.world.rows<{ max_total_xaf: string }>(
      'select max_total_xaf::text from payment_links where id = $1',
      [idOf(made.headers.location)],
    );
    expect([made.statusCode, row?.max_total_xaf]).toEqual([303, '2000000000']);
    const beyond = await owner.post('/dashboard/test/links/new', { ...FORM, total: '10 000 000 000 001' });
    expect(beyond.statusCode).toBe(422);
    expect(textOf(beyond.body)).toContain('Write a whole sum from 1 to 10,000,000,000,000.');
  });

  test('list their payments with what became of them', async () => {
    const link = await newLink(site.world, merchant, { amount_xaf: 4_200 });
    const form = 'B'.repeat(22);
    const paid = await site.browser().post(`/pay/l/${link.slug}`, { form, operator: 'MOOV' }, { csrf: null });
    const id = String(paid.headers.location).split(/[/?]/)[3];
    await site.browser().post(`/pay/payment-sessions/${id}/sandbox`, { scenario: 'paid' }, { csrf: null });
    const text = textOf((await owner.get(`/dashboard/test/links/${link.id}`)).body);
    expect(text).toMatch(new RegExp(`PL-${link.code}-[0-9a-f]{16} 4 200 FCFA Moov Money Paid`));
    expect(text).toMatch(/Paid 4 200 FCFA \( 1 \)/);
  });

  test('that took more payments than are counted say that it was at least so much, in every language and to the operator', async () => {
    const link = await newLink(site.world, merchant, { amount_xaf: 100 });
    const path = `/dashboard/test/links/${link.id}`;
    const said = async (language: string) => textOf((await owner.get(`${path}?lang=${language}`)).body);
    const { pool } = site.world.db;
    const [paid, waits] = [10_000, 1];
    await fillLink(pool, link, paid - 1);
    expect(await said('en')).toMatch(/Paid 999 900 FCFA \( 9999 \)/);
    await emptyLink(pool, link);
    await fillLink(pool, link, paid + 1, waits);
    expect(await said('en')).toMatch(
      /Paid at least [\d ]+ FCFA \( 1000\d \) Under way at least \d+ FCFA \( [01] \)/,
    );
    expect(await said('fr')).toMatch(/Payé au moins [\d ]+ FCFA \( 1000\d \) En cours au moins/);
    expect(await said('ar')).toMatch(/مدفوع على الأقل [\s\S]+ جارٍ على الأقل/);
    const list = textOf((await owner.get('/dashboard/test/links?lang=en')).body);
    expect(list).toMatch(/Cotisation 100 FCFA at least 1000\d Open/);
    const whose = ['--merchant', merchant, '--env', 'test'];
    const env = { DATABASE_URL: site.world.db.url, CHARI_DATA_DIR: '/nonexistent' };
    const ran = await chari(['links', 'list', ...whose], { env });
    expect(ran.stdout).toMatch(/at least 1000\d/);
    await emptyLink(pool, link);
  });

  test('show a cashier what came on the day alone, and no sum of all days', async () => {
    const cashier = await site.member('cashier');
    const of = cashier.known.merchant_id ?? '';
    const link = await newLink(site.world, of, { amount_xaf: 4_200 });
    const pay = async (form: string) => {
      const fields = { form: form.repeat(22), operator: 'MOOV' };
      const begun = await site.browser().post(`/pay/l/${link.slug}`, fields, { csrf: null });
      const id = String(begun.headers.location).split(/[/?]/)[3];
      await site.browser().post(`/pay/payment-sessions/${id}/sandbox`, { scenario: 'paid' }, { csrf: null });
    };
    const path = `/dashboard/test/links/${link.id}`;
    await pay('C');
    expect(textOf((await cashier.get(path)).body)).toContain(`PL-${link.code}-`);
    site.world.pass(86_400);
    const again = await site.signedIn(cashier.known);
    for (const asked of ['', '?cursor=ffffffff-ffff-7fff-bfff-ffffffffffff']) {
      const page = textOf((await again.get(`${path}${asked}`)).body);
      expect(page).toContain('Nobody has paid by this link today.');
      expect(page).not.toContain(`PL-${link.code}-`);
      expect(page).not.toContain('( 1 )');
    }
    await pay('D');
    const today = textOf((await again.get(path)).body);
    expect(today.match(new RegExp(`PL-${link.code}-`, 'g'))).toHaveLength(1);
    expect(today).not.toContain('8 400');
    expect(textOf((await again.get('/dashboard/test/links')).body)).not.toMatch(/4 200 FCFA 2/);
    const boss = await site.member('owner', of);
    expect(textOf((await boss.get(path)).body)).toContain('8 400 FCFA ( 2 )');
    expect(textOf((await boss.get('/dashboard/test/links')).body)).toMatch(/4 200 FCFA 2/);
  });

  test('of somebody else, of the other environment, or of nobody are not there', async () => {
    const other = await newLink(site.world, await site.world.merchant());
    const live = await newLink(site.world, merchant, {}, 'live');
    const ids = [other.id, live.id, '01890000-0000-7000-8000-000000000000', 'x', '%00', "'"];
    for (const id of ids) {
      expect((await owner.get(`/dashboard/test/links/${id}`)).statusCode).toBe(404);
      for (const part of ['close', 'reopen'])
        expect((await owner.post(`/dashboard/test/links/${id}/${part}`)).statusCode).toBe(404);
    }
    const rows = await site.world.rows(
      'select 1 from payment_links where closed_at is not null and id = any ($1)',
      [[other.id, live.id]],
    );
    expect(rows).toEqual([]);
    expect((await owner.get('/dashboard/test/links')).body).not.toContain(other.id);
  });

  test('are read by the accountant, who makes and closes none', async () => {
    const accountant = await site.member('accountant', merchant);
    const link = await newLink(site.world, merchant);
    const page = await accountant.get(`/dashboard/test/links/${link.id}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain(`/links/${link.id}/close`);
    expect((await accountant.post('/dashboard/test/links/new', FORM)).statusCode).toBe(403);
    expect((await accountant.post(`/dashboard/test/links/${link.id}/close`)).statusCode).toBe(403);
  });

  test('in live wait for the merchant’s approval', async () => {
    const pending = await site.member('owner');
    await site.world.rows("update merchants set kyc_status = 'PENDING' where id = $1", [
      pending.known.merchant_id,
    ]);
    expect(textOf((await pending.get('/dashboard/live/links/new')).body)).toContain(
      'when your profile is approved',
    );
    expect((await pending.post('/dashboard/live/links/new', FORM)).statusCode).toBe(403);
    expect((await pending.post('/dashboard/test/links/new', FORM)).statusCode).toBe(303);
  });

  test('say what hostile hands wrote as text, in the page and in what is shared', async () => {
    const title = '<img src=x onerror=alert(1)>"&\n';
    const made = await owner.submit('/dashboard/test/links/new', { ...FORM, title, description: title });
    expect(made.body).not.toContain('<img');
    expect(made.body).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;');
    expect((await owner.get('/dashboard/test/links')).body).not.toContain('<img');
  });
});
