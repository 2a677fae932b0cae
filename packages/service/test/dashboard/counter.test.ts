import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../account/browser.ts';
import { type Known, openSite, type Site, textOf } from '../account/site.ts';
import { NOON, type Payable } from '../collection/world.ts';

let site: Site;
let cashier: Browser & { known: Known };
beforeAll(async () => {
  site = await openSite();
  cashier = await site.member('cashier');
});
afterAll(() => site.close());

const NEW = '/dashboard/test/new';

/** The form as its page has it. */
async function opened(): Promise<Record<string, string>> {
  const { body } = await cashier.get(NEW);
  const mark = /name="mark" value="([^"]+)"/.exec(body)?.[1] ?? '';
  return { mark, amount: '2 500', operator: 'AIRTEL', phone: '', description: '', how: 'session' };
}
const sessions = () =>
  site.world.rows<{ id: string; amount_xaf: number; customer_phone: string | null }>(
    'select id, amount_xaf, customer_phone from payment_sessions where merchant_id = $1 order by created_at',
    [cashier.known.merchant_id],
  );

const paymentOf = (till: string): string => till.replace('/new/', '/payments/');

/** The money for the payment of a till comes. */
async function payAt(till: string): Promise<void> {
  const [session] = await site.world.rows<Payable>('select * from payment_sessions where id = $1', [
    till.split('/').at(-1),
  ]);
  if (session === undefined) throw new Error(`no session at ${till}`);
  await site.world.pay(session);
}

test('a payment begins by one form, and its page shows number, code and link without any script', async () => {
  const answer = await cashier.submit(NEW, { ...(await opened()), phone: '66 00 01 11' });
  const text = textOf(answer.body);
  for (const told of [
    'Waiting for the payment',
    '2 500 FCFA',
    'The customer sends to this number',
    'Look again',
  ])
    expect(text).toContain(told);
  const [one] = await sessions();
  expect(one).toMatchObject({ amount_xaf: 2500, customer_phone: '+23566000111' });
  expect(answer.body).toContain(`https://pay.example/pay/payment-sessions/${one?.id}`);
  expect(answer.body).toContain('<svg role="img"');
  const [done] = await site.world.rows<{ action: string }>(
    'select action from member_actions where subject_id = $1',
    [one?.id],
  );
  expect(done?.action).toBe('payment.begun');
});

test('two taps, a reload and a tap in another tab make one payment', async () => {
  const form = { ...(await opened()), amount: '3100' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => cashier.post(NEW, form)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  expect((await sessions()).filter(({ amount_xaf }) => amount_xaf === 3100).length).toBe(1);
  const done = await site.world.rows<{ action: string }>(
    "select action from member_actions where action = 'payment.begun' and detail ->> 'amount_xaf' = '3100'",
  );
  expect(done.length).toBe(1);
});

test('a form that had begun one payment begins no other: it says so, and the next tap begins it', async () => {
  const form = { ...(await opened()), amount: '3200' };
  await cashier.post(NEW, form);
  const refused = await cashier.post(NEW, { ...form, amount: '3300' });
  expect(refused.statusCode).toBe(409);
  expect(textOf(refused.body)).toContain('was used for a payment of 3 200 FCFA already');
  const mark = /name="mark" value="([^"]+)"/.exec(refused.body)?.[1] ?? '';
  expect((await cashier.post(NEW, { ...form, amount: '3300', mark })).statusCode).toBe(303);
});

test('what is wrong is said beside its field, with what was typed', async () => {
  const answer = await cashier.post(NEW, {
    ...(await opened()),
    amount: 'lots',
    phone: '123',
    operator: 'ORANGE',
  });
  expect(answer.statusCode).toBe(422);
  for (const told of ['Write the amount in digits', 'Choose the customer’s operator', 'Write the 8 digits'])
    expect(textOf(answer.body)).toContain(told);
  expect(answer.body).toContain('value="lots"');
  const unasked = await cashier.post(NEW, { ...(await opened()), how: 'transaction' });
  expect([unasked.statusCode, textOf(unasked.body).includes('Write the 8 digits')]).toEqual([422, true]);
});

test('a sum that no phone is asked for is said beside the amount', async () => {
  const form = { ...(await opened()), phone: '66001122', how: 'transaction' };
  for (const amount of ['99', '2000001']) {
    const answer = await cashier.post(NEW, { ...form, amount });
    expect(answer.statusCode).toBe(422);
    expect(textOf(answer.body)).toContain('A phone can be asked for 100 FCFA to 2 000 000 FCFA');
  }
});

test('“paid” comes by itself: the live part is empty until something has changed', async () => {
  const { headers } = await cashier.post(NEW, { ...(await opened()), amount: '4400' });
  const path = String(headers.location);
  const live = `${path}/live?state=waiting`;
  expect((await cashier.get(live)).json()).toEqual({});
  await payAt(path);
  const answer = await cashier.get(live);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toContain('data-state="paid"');
  expect(answer.body).toContain('data-final');
  expect(textOf((await cashier.get(path)).body)).toContain('Paid The money is confirmed');
});

test('a phone is asked by a transaction, where the rail takes it', async () => {
  const answer = await cashier.submit(NEW, {
    ...(await opened()),
    phone: '+235 66123456',
    how: 'transaction',
  });
  expect(textOf(answer.body)).toContain('The request is on the customer’s phone');
  // The sandbox's payer whose operator is down.
  const down = await cashier.post(NEW, { ...(await opened()), phone: '66000503', how: 'transaction' });
  expect([303, 503]).toContain(down.statusCode);
});

test('live waits for the merchant’s file, as the API does', async () => {
  await site.world.rows(`update merchants set kyc_status = 'PENDING' where id = $1`, [
    cashier.known.merchant_id,
  ]);
  const page = await cashier.get('/dashboard/live/new');
  expect(textOf(page.body)).toContain('Your file is not approved yet');
  const answer = await cashier.post('/dashboard/live/new', await opened());
  expect(answer.statusCode).toBe(403);
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [
    cashier.known.merchant_id,
  ]);
});

test('a frozen merchant reads so at the till and on the first page, and not that an operator fails', async () => {
  const merchant_id = cashier.known.merchant_id ?? undefined;
  const owner = await site.member('owner', merchant_id);
  const freeze = (at: Date | null) =>
    site.world.rows('update merchants set frozen_live_at = $2 where id = $1', [merchant_id, at]);
  const home = async () => textOf((await owner.get('/dashboard/live/home')).body);
  const said = 'has frozen your shop in live';
  expect(await home()).not.toContain(said);
  const form = await opened();
  expect((await cashier.post('/dashboard/live/new', form)).statusCode).toBe(503);
  await freeze(site.world.now);
  site.world.pass(2);
  for (const how of ['session', 'transaction']) {
    const answer = await cashier.post('/dashboard/live/new', { ...form, phone: '66 00 01 11', how });
    expect([answer.statusCode, textOf(answer.body)]).toEqual([403, expect.stringContaining(said)]);
    expect(textOf(answer.body)).not.toContain('operator');
  }
  expect(textOf((await cashier.get('/dashboard/live/new')).body)).toContain(said);
  expect(await home()).toContain(said);
  expect(textOf((await owner.get('/dashboard/test/home')).body)).not.toContain(said);
  expect((await cashier.get(NEW)).body).toContain('name="amount"');
  await freeze(null);
});

test('one cashier’s list of the day is not another’s', async () => {
  const other = await site.member('cashier', cashier.known.merchant_id ?? undefined);
  expect(textOf((await cashier.get(NEW)).body)).toContain('CAISSE-');
  expect(textOf((await other.get(NEW)).body)).toContain('None yet today.');
});

test('a cashier’s list that is cut says so, and leads to the others', async () => {
  const busy = await site.member('cashier');
  const begin = async (more: number) => {
    for (let n = 0; n < more; n += 1) {
      const mark = /name="mark" value="([^"]+)"/.exec((await busy.get(NEW)).body)?.[1] ?? '';
      await busy.submit(NEW, { ...(await opened()), mark, amount: String(3000 + n) });
    }
    return (await busy.get(NEW)).body;
  };
  expect(textOf(await begin(20))).not.toContain('Only the last');
  const body = await begin(1);
  expect(textOf(body)).toContain('Only the last 20. All payments');
  const there = /<a href="([^"]+)">All payments</.exec(body)?.[1] ?? '';
  const page = await busy.get(there);
  expect([page.statusCode, textOf(page.body).includes('CAISSE-')]).toEqual([200, true]);
});

test('midnight takes no payment from the cashier before whom it is: it is theirs while it waits, and two hours more', async () => {
  // From noon to five minutes before midnight in N'Djamena.
  site.world.pass(11 * 3600 + 55 * 60 - (((site.world.now.getTime() - NOON.getTime()) / 1000) % 86_400));
  const night = await site.signedIn(cashier.known);
  const begin = async (amount: string): Promise<string> => {
    const mark = /name="mark" value="([^"]+)"/.exec((await night.get(NEW)).body)?.[1] ?? '';
    const form = { mark, amount, operator: 'AIRTEL', phone: '', description: '', how: 'session' };
    return String((await night.post(NEW, form)).headers.location);
  };
  const [sold, left] = [await begin('6100'), await begin('6200')];
  site.world.pass(6 * 60);
  await payAt(sold);
  expect((await night.get(`${sold}/live?state=waiting`)).body).toContain('data-state="paid"');
  expect(textOf((await night.submit(`${paymentOf(left)}/cancel`, {})).body)).toContain('Cancelled');
  site.world.pass(3 * 3600);
  const later = await site.signedIn(cashier.known);
  for (const path of [sold, left, paymentOf(sold)]) expect((await later.get(path)).statusCode).toBe(404);
});
