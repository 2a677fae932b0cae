import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { listRefunds } from '../../src/engine/refunds/list.ts';
import { openWorld, type World } from '../collection/world.ts';
import { again, asked, balance, made, refund, told } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

async function paid(amount_xaf = 5000, merchant_id = merchant) {
  const session = await world.session(merchant_id, { amount_xaf });
  await world.pay(session);
  return session;
}

const has = (merchant_id = merchant) => balance(world, 'PAYABLE', merchant_id, 'test');

async function sweep(): Promise<void> {
  world.pass(3);
  await concludeRefunds(world.services, { limit: 100 });
}

describe('A payment that was taken in test', () => {
  it('is given back whole, by itself, and its event says so', async () => {
    const session = await paid();
    const before_xaf = await has();
    const one = await made(world.services, asked(session, null, { reason: 'wet sack' }));
    expect(one).toMatchObject({ state: 'PENDING', amount_xaf: 5000, via: 'sandbox', reason: 'wet sack' });
    expect(await has()).toBe(before_xaf - 5000);
    await sweep();
    expect(await again(world.services, one)).toMatchObject({ state: 'SUCCEEDED', ended_at: world.now });
    const events = await world.rows<{ type: string; body: string }>(
      'select type, body from events where object_id = $1',
      [one.id],
    );
    expect(events.map(({ type, body }) => [type, JSON.parse(body).data.status])).toEqual([
      ['refund.succeeded', 'SUCCEEDED'],
    ]);
    expect(await balance(world, 'REFUND_IN_FLIGHT', one.id, 'test')).toBe(0);
    expect(await refund(world.services, asked(session))).toBe('too_much 0');
  });

  it('is given back though another refund can’t be concluded, which is told all the same', async () => {
    const ones: Awaited<ReturnType<typeof made>>[] = [];
    for (let n = 0; n < 3; n += 1) ones.push(await made(world.services, asked(await paid())));
    const [, stuck] = ones;
    await world.rows(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if old.id = '${stuck?.id}' then raise exception 'stuck' using errcode = 'check_violation'; end if;
      return new; end $$`);
    await world.rows(
      'create trigger refuse_one before update on refunds for each row execute function refuse_one()',
    );
    await expect(sweep()).rejects.toThrow('stuck');
    const states = await Promise.all(ones.map((one) => again(world.services, one)));
    expect(states.map((one) => one?.state)).toEqual(['SUCCEEDED', 'PENDING', 'SUCCEEDED']);
    await world.rows('drop trigger refuse_one on refunds');
    await sweep();
    expect(await again(world.services, ones[1] as (typeof ones)[0])).toMatchObject({ state: 'SUCCEEDED' });
  });

  it('is given back in parts, never more than was paid', async () => {
    const session = await paid();
    const asks = [2000, 2000, 1001, 1000, 1].map((amount_xaf) => asked(session, amount_xaf));
    const outcomes = await createRefunds(world.services, asks);
    expect(outcomes.map(told)).toEqual([
      'PENDING 2000',
      'PENDING 2000',
      'too_much 1000',
      'PENDING 1000',
      'too_much 0',
    ]);
  });

  it('stays the merchant’s when it fails, and can be given back then', async () => {
    const session = await paid();
    const before_xaf = await has();
    const one = await made(world.services, asked(session, 2000, { reason: 'sandbox:failed' }));
    await sweep();
    expect(await again(world.services, one)).toMatchObject({ state: 'FAILED', failure: expect.any(String) });
    expect(await has()).toBe(before_xaf);
    expect(await refund(world.services, asked(session))).toBe('PENDING 5000');
  });

  it('is nobody else’s to give back, nor a live key’s', async () => {
    const session = await paid();
    const other = await world.merchant();
    expect(await refund(world.services, asked(session, null, { merchant_id: other }))).toBe(
      'payment_not_found',
    );
    expect(await refund(world.services, asked(session, null, { environment: 'live' }))).toBe(
      'payment_not_found',
    );
    const as_transaction = { payment: { kind: 'transaction' as const, id: session.id } };
    expect(await refund(world.services, asked(session, null, as_transaction))).toBe('payment_not_found');
  });

  it('is refused while it is not paid, and where the merchant has less with us', async () => {
    const open = await world.session(merchant);
    expect(await refund(world.services, asked(open))).toBe('not_paid AWAITING_PAYMENT');
    const fee = await world.merchant({ fee_basis_points: 100 });
    const session = await paid(5000, fee);
    expect(await refund(world.services, asked(session))).toBe('balance_short 4950');
    expect(await refund(world.services, asked(session, 4950))).toBe('PENDING 4950');
  });

  it('never touches what a merchant has in live', async () => {
    const session = await paid();
    const live_xaf = await balance(world, 'PAYABLE', merchant, 'live');
    await made(world.services, asked(session));
    await sweep();
    expect(await balance(world, 'PAYABLE', merchant, 'live')).toBe(live_xaf);
    const moved = await world.rows(`select from ledger_transfers where environment = 'live'`);
    expect(moved).toEqual([]);
  });
});

it('An order that is repeated with its idempotency key gives back once, and another under that key is refused', async () => {
  const session = await paid();
  const idempotency = { key: 'refund-1', request_hash: 'a'.repeat(64) };
  const first = await made(world.services, asked(session, 2000, { idempotency }));
  const [second] = await createRefunds(world.services, [asked(session, 2000, { idempotency })]);
  expect(second).toEqual({ kind: 'created', refund: first, replayed: true });
  const other = { key: 'refund-1', request_hash: 'b'.repeat(64) };
  expect(await refund(world.services, asked(session, 1000, { idempotency: other }))).toBe(
    'idempotency_key_reused',
  );
});

it('Refunds are listed newest first, by pages, of all payments or of one', async () => {
  const shop = await world.merchant();
  const [a, b] = [await paid(5000, shop), await paid(6000, shop)];
  const orders = [asked(a, 100), asked(b, 200), asked(a, 300), asked(b, 400)];
  for (const order of orders) await made(world.services, order);
  const own = { merchant_id: shop, environment: 'test' as const };
  const query = (payment_id: string | null, cursor: string | null, limit: number) =>
    listRefunds(world.services, [{ ...own, payment_id, cursor, limit }]);
  const [page] = await query(null, null, 3);
  expect(page?.rows.map(({ amount_xaf }) => amount_xaf)).toEqual([400, 300, 200]);
  const [rest] = await query(null, page?.next_cursor ?? null, 3);
  expect([rest?.rows.map(({ amount_xaf }) => amount_xaf), rest?.next_cursor]).toEqual([[100], null]);
  const [of_a] = await query(a.id, null, 10);
  expect(of_a?.rows.map(({ amount_xaf }) => amount_xaf)).toEqual([300, 100]);
  const [strangers] = await listRefunds(world.services, [
    { merchant_id: merchant, environment: 'test', payment_id: a.id, cursor: null, limit: 10 },
  ]);
  expect(strangers?.rows).toEqual([]);
});
