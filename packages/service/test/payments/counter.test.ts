import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CounterPayment } from '../../src/domain/payment/counter.ts';
import { newMark } from '../../src/domain/payment/counter.ts';
import { askableOperators, beginPayment, myPaymentsToday } from '../../src/engine/payments/counter.ts';
import { openWorld, type Payable, type World } from '../collection/world.ts';

/** Whoever begins payments here. */
const cashier = '01890000-0000-7000-8000-00000000ca51';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  await world.rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at)
     values ($1, 'cashier@example.com', 'Cashier', 'fr', $2, $2)`,
    [cashier, world.now],
  );
});
afterAll(() => world.close());

const asked: CounterPayment = {
  amount_xaf: 2500,
  operator: 'AIRTEL',
  payer_phone: null,
  description: 'two loaves',
  how: 'session',
};
const begin = (mark: string, fields: Partial<CounterPayment> = {}) =>
  beginPayment(world.services, {
    merchant_id: merchant,
    environment: 'test',
    account_id: cashier,
    mark,
    payment: { ...asked, ...fields },
  });
const mine = async () =>
  (await myPaymentsToday(world.services, { account_id: cashier, merchant_id: merchant, environment: 'test' }))
    .payments;
async function payFor(payment_id: string): Promise<void> {
  const [session] = await world.rows<Payable>('select * from payment_sessions where id = $1', [payment_id]);
  if (session === undefined) throw new Error(`no session ${payment_id}`);
  await world.pay(session);
}
const mark = (): string => newMark(Math.random);

for (const [how, fields] of Object.entries({
  session: {},
  transaction: { how: 'transaction', payer_phone: '+23566123456' },
} as const)) {
  test(`a form sent by many taps at once begins one ${how}`, async () => {
    const form = mark();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => begin(form, fields)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['begun']));
    const ids = new Set(outcomes.map((one) => (one.kind === 'begun' ? one.payment_id : '')));
    expect(ids.size).toBe(1);
    expect(outcomes.filter((one) => one.kind === 'begun' && one.is_new).length).toBe(1);
    expect((await mine()).filter(({ id }) => ids.has(id)).length).toBe(1);
  });
}

test('a form that is sent again with another amount begins nothing and says what it had begun', async () => {
  const form = mark();
  const first = await begin(form);
  const second = await begin(form, { amount_xaf: 9900 });
  expect(second).toMatchObject({ kind: 'form_used', payment: { amount_xaf: 2500 } });
  expect(first.kind).toBe('begun');
  expect((await mine()).map(({ amount_xaf }) => amount_xaf)).not.toContain(9900);
});

test('a form that comes again once its payment is over, or for another payer, begins nothing and names the old payment', async () => {
  const sold = mark();
  const first = await begin(sold);
  if (first.kind !== 'begun') throw new Error(`not begun: ${first.kind}`);
  // Sent again by a slow line, also when the money has come meanwhile.
  await payFor(first.payment_id);
  expect(await begin(sold)).toEqual({ ...first, is_new: false });
  world.pass(60);
  expect(await begin(sold)).toMatchObject({ kind: 'form_used', payment: { id: first.payment_id } });

  const left = mark();
  await begin(left);
  world.pass(9 * 60);
  expect((await begin(left)).kind).toBe('begun');
  world.pass(60);
  expect((await begin(left)).kind).toBe('form_used');

  const asks = mark();
  await begin(asks, { payer_phone: '+23566123456' });
  expect((await begin(asks, { payer_phone: '+23566123457' })).kind).toBe('form_used');
  expect((await begin(asks)).kind).toBe('form_used');
});

test('a mark of nobody’s form begins nothing', async () => {
  for (const wrong of ['', 'x', "' or 1=1", `${mark()}A`, mark().toLowerCase()])
    expect(await begin(wrong)).toEqual({ kind: 'unknown_form' });
});

test('a person’s list of the day is theirs, of this merchant and environment, and ends at midnight in N’Djamena', async () => {
  const before = (await mine()).length;
  expect(before).toBeGreaterThan(0);
  const stranger = '01890000-0000-7000-8000-00000000ca52';
  const others = [
    { account_id: stranger, merchant_id: merchant, environment: 'test' },
    { account_id: cashier, merchant_id: await world.merchant(), environment: 'test' },
    { account_id: cashier, merchant_id: merchant, environment: 'live' },
  ] as const;
  for (const other of others)
    expect(await myPaymentsToday(world.services, other)).toEqual({ payments: [], is_cut: false });
  // From noon to half past midnight.
  world.pass(12.5 * 3600);
  expect(await mine()).toEqual([]);
});

test('a payer’s phone can be asked in the sandbox, and in live only where a rail takes it', async () => {
  const test = await askableOperators(world.services, { merchant_id: merchant, environment: 'test' });
  expect(test).toEqual({ enabled: ['AIRTEL', 'MOOV'], askable: ['AIRTEL', 'MOOV'], is_frozen: false });
  const live = await askableOperators(world.services, { merchant_id: merchant, environment: 'live' });
  expect(live).toEqual({ enabled: ['AIRTEL', 'MOOV'], askable: [], is_frozen: false });
});

const ASKED = { how: 'transaction', payer_phone: '+23566123456' } as const;
const SHOWN = { how: 'session', payer_phone: '+23566123456' } as const;

test.each([
  ['the number is shown, and then the phone asked', SHOWN, ASKED],
  ['the phone is asked, and then the number shown', ASKED, SHOWN],
] as const)('by the two buttons of one form, where %s, one payment is begun', async (_, one, other) => {
  const form = mark();
  const first = await begin(form, one);
  if (first.kind !== 'begun') throw new Error(`not begun: ${first.kind}`);
  expect(await begin(form, other)).toMatchObject({ kind: 'form_used', payment: { id: first.payment_id } });
  expect((await mine()).map(({ id }) => id)).toContain(first.payment_id);
});

test('by both buttons at once one payment is begun, a hundred times', async () => {
  const begun = async () =>
    (
      await world.rows<{ n: number }>(
        `select (select count(*)::int from payment_sessions where merchant_id = $1)
          + (select count(*)::int from transactions where merchant_id = $1) as n`,
        [merchant],
      )
    )[0]?.n ?? 0;
  const before = await begun();
  for (let round = 0; round < 25; round += 1) {
    const forms = Array.from({ length: 4 }, mark);
    const outcomes = await Promise.all(
      forms.map((form) => Promise.all([begin(form, SHOWN), begin(form, ASKED)])),
    );
    for (const both of outcomes)
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(['begun', 'form_used']);
  }
  expect((await begun()) - before).toBe(100);
});
