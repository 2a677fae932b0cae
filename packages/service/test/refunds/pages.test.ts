import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundsForMerchants } from '../../src/engine/desk/refunds/create-refund.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { openSite, textOf } from '../account/site.ts';
import { hold } from '../book/statement-races.ts';
import { asked, made } from './world.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let owner: Awaited<ReturnType<typeof site.member>>;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
});
afterAll(() => site.close());

const merchant = () => owner.known.merchant_id ?? '';

async function paid(merchant_id = merchant()) {
  const session = await site.world.session(merchant_id, { amount_xaf: 5000 });
  await site.world.pay(session);
  return session;
}

const count = async (payment: string) =>
  (await site.world.rows('select 1 from refunds where payment_session_id = $1', [payment])).length;

describe('On the page of a payment', () => {
  it('an owner gives a part of it back, and reads how that goes', async () => {
    const session = await paid();
    const page = `/dashboard/test/payments/${session.id}`;
    const answer = await owner.submit(`${page}/refund`, { amount: '2 000', reason: 'wet sack' });
    expect(textOf(answer.body)).toContain('The refund is asked for.');
    expect(textOf((await owner.get('/dashboard/test/refunds')).body)).toMatch(
      /2[\s\u00a0\u202f,]000.*To be sent.*wet sack/s,
    );
    site.world.pass(3);
    await concludeRefunds(site.world.services, { limit: 100 });
    expect(textOf((await owner.get(page)).body)).toContain('Given back');
    const more = await owner.submit(`${page}/refund`, { amount: '3001' });
    expect(textOf(more.body)).toContain('That is more than is left of this payment.');
    const nonsense = await owner.submit(`${page}/refund`, { amount: 'all' });
    expect(textOf(nonsense.body)).toContain('Write an amount in digits');
  });

  it('the form offers what is left after a part went back, in the digits of any keyboard, and is gone once nothing is', async () => {
    const { id } = await paid();
    const page = `/dashboard/test/payments/${id}`;
    const offered = async () => {
      const { body } = await owner.get(page);
      const left = /Left to give back, at most: *([\d\s]+)/u.exec(textOf(body))?.[1];
      return [/name="amount"[^>]*value="([^"]*)"/.exec(body)?.[1], left?.replaceAll(/\s/gu, '')];
    };
    expect(await offered()).toEqual(['5000', '5000']);
    const answer = await owner.submit(`${page}/refund`, { amount: '٢٠٠٠' });
    expect(textOf(answer.body)).toContain('The refund is asked for.');
    expect(await offered()).toEqual(['3000', '3000']);
    await owner.submit(`${page}/refund`, { amount: '3000' });
    expect(await offered()).toEqual([undefined, undefined]);
    expect(await count(id)).toBe(2);
  });

  it('two payments of one minute are told apart in the list of what was given back', async () => {
    for (const session of [await paid(), await paid()]) await made(site.services, asked(session, 1000));
    const { body } = await owner.get('/dashboard/test/refunds');
    const [one, other] = [...body.matchAll(/<code>([0-9a-f]{8})<\/code>/g)].map(([, name]) => name);
    expect(one).toBeDefined();
    expect(one).not.toBe(other);
  });

  it('a cashier sees no way to give back, and another merchant no payment', async () => {
    const session = await paid();
    const cashier = await site.member('cashier', merchant());
    const page = `/dashboard/test/payments/${session.id}`;
    expect(textOf((await owner.get(page)).body)).toContain('Give back');
    const seen = textOf((await cashier.get(page)).body);
    expect(seen).toContain('5 000 FCFA');
    expect(seen).not.toContain('Give back');
    expect((await cashier.post(`${page}/refund`, { amount: '100' })).statusCode).toBe(403);
    const stranger = await site.member('owner');
    expect((await stranger.post(`${page}/refund`, { amount: '100' })).statusCode).toBe(404);
    const live = `/dashboard/live/payments/${session.id}/refund`;
    expect((await owner.post(live, { amount: '100' })).statusCode).toBe(404);
  });
});

describe('The form that gives back', () => {
  it('does so once, however often it is sent, and says so when it is sent with another amount', async () => {
    const { id } = await paid();
    const page = `/dashboard/test/payments/${id}`;
    const once = /name="once" value="([^"]+)"/.exec((await owner.get(page)).body)?.[1] ?? '';
    const send = async (amount: string) =>
      textOf((await owner.submit(`${page}/refund`, { amount, once })).body);
    const taps = await Promise.all(
      [1, 2, 3].map(() => owner.post(`${page}/refund`, { amount: '1000', once })),
    );
    expect([taps.map(({ statusCode }) => statusCode), await count(id)]).toEqual([[303, 303, 303], 1]);
    expect([await send('1000'), await count(id)]).toEqual([
      expect.stringContaining('The refund is asked for.'),
      1,
    ]);
    expect([await send('900'), await count(id)]).toEqual([
      expect.stringContaining('has given back already'),
      1,
    ]);
  });

  it('says that it is being worked on while its first tap is, and then what became of that: not that it has given back', async () => {
    const { id } = await paid();
    const page = `/dashboard/test/payments/${id}`;
    const once = /name="once" value="([^"]+)"/.exec((await owner.get(page)).body)?.[1] ?? '';
    const tap = async () => textOf((await owner.submit(`${page}/refund`, { amount: '5001', once })).body);
    const letGo = await hold(
      site.world.db.pool,
      'select pg_advisory_xact_lock(hashtextextended($1, 20071113))',
      [`${merchant()}testdashboard/refunds/${once}`],
    );
    const second = await tap();
    await letGo();
    expect([second, await tap()]).toEqual([
      expect.stringContaining('is still being worked on'),
      expect.stringContaining('That is more than is left'),
    ]);
    expect([second, await count(id)]).toEqual([expect.not.stringContaining('given back already'), 0]);
  });

  it('gives nothing back while staff have frozen the merchant; they may do so for it', async () => {
    const { id } = await paid();
    const freeze = (at: Date | null) =>
      site.world.rows('update merchants set frozen_test_at = $2 where id = $1', [merchant(), at]);
    await freeze(site.world.now);
    const { body } = await owner.get(`/dashboard/test/payments/${id}`);
    expect([/name="amount"/.test(body), textOf(body)]).toEqual([
      false,
      expect.stringContaining('you can give nothing back until we lift that'),
    ]);
    const answer = await owner.submit(`/dashboard/test/payments/${id}/refund`, { amount: '1000' });
    expect([textOf(answer.body), await count(id)]).toEqual([
      expect.stringContaining('Your account is frozen'),
      0,
    ]);
    const payment = { kind: 'session' as const, id };
    const own = { merchant_id: merchant(), environment: 'test' as const, payment, amount_xaf: 1000 };
    const [done] = await createRefundsForMerchants(site.services, [
      { ...own, actor: 'Awa', note: 'the payer asked' },
    ]);
    await freeze(null);
    expect([done?.kind, await count(id)]).toEqual(['created', 1]);
  });
});

it('Staff see what is to be sent, and what they say of it is judged', async () => {
  await site.world.liveNumber('+23566001009');
  site.world.pass(5);
  const session = await site.world.session(merchant(), { environment: 'live', amount_xaf: 5000 });
  await site.world.pay(session);
  const one = await made(site.world.services, asked(session, 2000));
  const agent = await site.staff('agent');
  const open = textOf((await agent.get('/office/refunds')).body);
  expect(open).toContain('to be sent');
  // What staff write there becomes the refund’s `failure`.
  expect(open).toMatch(/The merchant reads what you write here\..*Has not gone/s);
  const list = await agent.post('/office/refunds/sending.pdf');
  expect([list.statusCode, list.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  const path = `/office/refunds/${one.id}`;
  const says = { number: '+23566001009', note: 'from the shop’s SIM' };
  // Nothing shows whose phone paid.
  expect((await agent.get('/office/refunds')).body).toMatch(
    /<input id="to-[^"]*" name="to" type="tel" required/,
  );
  const nameless = await agent.submit(`${path}/send`, { ...says, to: '6612' });
  expect(textOf(nameless.body)).toContain('say to which phone it goes back');
  const sent = await agent.submit(`${path}/send`, { ...says, to: '66 12 34 56' });
  expect(textOf(sent.body)).toContain('Noted.');
  const failed = await agent.submit(`${path}/fail`, { note: 'I did not send it' });
  expect(textOf(failed.body)).toContain('It may have gone.');
  const auditor = await site.staff('auditor');
  expect((await auditor.post(`${path}/send`, { number: '', note: 'x' })).statusCode).toBe(403);
});
