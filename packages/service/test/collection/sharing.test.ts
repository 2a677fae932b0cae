import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { made } from './made.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

const [ANNE, BRAHIM, CLAIRE] = ['+23566000001', '+23566000002', '+23599000003'] as const;

// One live number, so that equal amounts must share it or be refused.
let world: World;
let merchant: string;
let number_id: string;
let scenes = 0;
beforeAll(async () => {
  world = await openWorld({ max_connections: 4 });
});
// One database for all: each scene has numbers, a merchant and days of its own.
beforeEach(async () => {
  if (scenes > 0) await world.leave();
  scenes += 1;
  merchant = await world.merchant();
  number_id = await world.liveNumber(number(1));
});
afterAll(() => world.close());

/** The numbers of a scene, counted from one. */
const number = (n: number) => `+23566${String(scenes).padStart(3, '0')}${String(n).padStart(3, '0')}`;

const ask = (customer_phone: string | null, amount_xaf = 5000) =>
  world.command(merchant, { environment: 'live', customer_phone, amount_xaf });
const session = (customer_phone: string | null) =>
  world.session(merchant, { environment: 'live', customer_phone });
const refused = async (customer_phone: string | null) =>
  expect((await world.create([ask(customer_phone)]))[0]?.kind).toBe('no_collection_number');
const cancel = (one: PaymentSession) =>
  cancelSessions(world.services, [{ ...one, session_id: one.id, idempotency: null }]);
const status = async (one: PaymentSession) => (await world.again(one)).status;
const held = async () =>
  (
    await world.rows<{ customer_phone: string }>('select customer_phone from collection_holds order by 1')
  ).map((row) => row.customer_phone);

test('sessions that declare different payers share a number and amount, and each is paid by its own payer', async () => {
  const [anne, brahim, claire] = [await session(ANNE), await session(BRAHIM), await session(CLAIRE)];
  expect(new Set([anne, brahim, claire].map((one) => one.assigned_collection_number)).size).toBe(1);
  expect((await world.pay(brahim, { payer_phone: BRAHIM })).verdict).toMatchObject({
    rule: 'unique_in_time',
    session_ids: [brahim.id],
  });
  expect([await status(anne), await status(brahim), await status(claire)]).toEqual([
    'AWAITING_PAYMENT',
    'SUCCESS',
    'AWAITING_PAYMENT',
  ]);
  await world.pay(anne, { payer_phone: ANNE });
  await world.pay(claire, { payer_phone: CLAIRE });
  expect([await status(anne), await status(claire)]).toEqual(['SUCCESS', 'SUCCESS']);
  expect((await world.pay(anne, { payer_phone: ANNE })).verdict).toMatchObject({ rule: 'second_payment' });
  await prove(world);
});

test('the same declared payer never waits twice for one number and amount', async () => {
  await session(ANNE);
  await refused(ANNE);
  await session(BRAHIM);
  await refused(BRAHIM);
  await refused(ANNE);
});

test('a session that declares no payer shares with nobody, whether it comes first or second', async () => {
  const open = await session(null);
  await refused(ANNE);
  await refused(null);
  await cancel(open);
  world.pass(30 * 60);
  await expireSessions(world.services, { limit: 10 });
  await session(ANNE);
  await refused(null);
});

test('sessions that share in one batch are told apart as those of several batches are', async () => {
  const outcomes = await world.create([ask(ANNE), ask(BRAHIM), ask(ANNE), ask(null), ask(CLAIRE)]);
  expect(outcomes.map((one) => one.kind)).toEqual([
    'created',
    'created',
    'no_collection_number',
    'no_collection_number',
    'created',
  ]);
  await prove(world);
});

test('one payer who asks for the same amount many times at once gets every number that its merchant may hold', async () => {
  const merchant = await world.merchant();
  for (let n = 2; n <= 40; n += 1) await world.liveNumber(number(n));
  const ask = (customer_phone: string) =>
    world.command(merchant, { environment: 'live', amount_xaf: 7321, customer_phone });
  const hosts = await world.create(Array.from({ length: 40 }, () => ask('+23566000001')));
  // Not the last fifth of forty: that is for whoever asks next.
  expect(hosts.filter(({ kind }) => kind === 'created')).toHaveLength(32);
  const guests = await world.create(Array.from({ length: 41 }, () => ask('+23566000002')));
  expect(guests.filter(({ kind }) => kind === 'created')).toHaveLength(32);
});

test('a payment by an unknown payer puts all that share under review, and one by a stranger too: none is confirmed', async () => {
  const [anne, brahim] = [await session(ANNE), await session(BRAHIM)];
  expect((await world.pay(anne)).verdict).toMatchObject({ verdict: 'REVIEW', rule: 'ambiguous' });
  expect([await status(anne), await status(brahim)]).toEqual(['UNDER_REVIEW', 'UNDER_REVIEW']);
  expect((await world.pay(anne, { payer_phone: CLAIRE })).verdict).toMatchObject({ rule: 'ambiguous' });
  await prove(world);
});

test('the first of those that share keeps its hold until the last guest has gone, but no longer counts', async () => {
  const [anne, brahim] = [await session(ANNE), await session(BRAHIM)];
  await cancel(anne);
  world.pass(31 * 60);
  await world.pay(brahim, { payer_phone: BRAHIM, occurred_at: brahim.created_at });
  expect(await expireSessions(world.services, { limit: 10 })).toEqual({ expired: 0, released: 0 });
  expect(await held()).toEqual([ANNE, BRAHIM]);
  expect(
    await world.rows('select customer_phone from collection_holds where allowance_slot is not null'),
  ).toEqual([{ customer_phone: BRAHIM }]);
  world.pass(30 * 60);
  await expireSessions(world.services, { limit: 10 });
  await expireSessions(world.services, { limit: 10 });
  expect(await held()).toEqual([]);
  expect((await session(null)).assigned_collection_number).toBe(anne.assigned_collection_number);
  await prove(world);
});

test('a merchant whose own sessions are over may hold another number, whoever keeps the one that it had', async () => {
  const [anne, brahim] = [
    await session(ANNE),
    await world.session(merchant, { environment: 'live', customer_phone: BRAHIM, ttl_minutes: 60 }),
  ];
  const other = await world.merchant();
  await world.session(other, { environment: 'live', customer_phone: CLAIRE, ttl_minutes: 60 });
  for (let n = 2; n <= 5; n += 1) await world.liveNumber(number(n));
  await cancel(anne);
  world.pass(31 * 60);
  await expireSessions(world.services, { limit: 10 });
  // Its own guest keeps the number: one of five is what it may hold.
  await refused(null);
  await cancel(brahim);
  world.pass(31 * 60);
  await expireSessions(world.services, { limit: 10 });
  expect(await held()).toEqual([ANNE, CLAIRE]);
  expect((await session(null)).assigned_collection_number).not.toBe(anne.assigned_collection_number);
  await refused(BRAHIM);
  await prove(world);
});

test('guests are spread over the numbers of their amount, so that a payment that names nobody concerns only who waits on its own', async () => {
  for (let n = 2; n <= 5; n += 1) await world.liveNumber(number(n));
  const phone = (n: number) => `+2356600${1000 + n * 7}`;
  const first = await world.create(Array.from({ length: 4 }, (_, n) => ask(phone(n))));
  const hosts = first.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  expect(new Set(hosts.map((one) => one.assigned_collection_number)).size).toBe(4);
  const guests: PaymentSession[] = [];
  for (let n = 4; n < 20; n += 1) guests.push(await session(phone(n)));
  const held = await world.rows<{ count: number }>(
    'select count(*)::int as count from collection_holds group by collection_number_id order by 1',
  );
  expect(held.map(({ count }) => count)).toEqual([5, 5, 5, 5]);
  const paid = guests[0] as PaymentSession;
  expect((await world.pay(paid)).verdict).toMatchObject({ verdict: 'REVIEW', rule: 'ambiguous' });
  for (const one of [...hosts, ...guests]) {
    const is_asked = one.assigned_collection_number === paid.assigned_collection_number;
    expect(await world.again(one)).toMatchObject({
      status: is_asked ? 'UNDER_REVIEW' : 'AWAITING_PAYMENT',
      checked: null,
    });
  }
  await prove(world);
});

/** How many guests of 5000 each number has, the fewest first. */
const guestsOfEach = async () =>
  (
    await world.rows<{ count: number }>(
      `select count(*) filter (where is_guest)::int as count from collection_holds where amount_xaf = 5000
       group by collection_number_id order by 1`,
    )
  ).map(({ count }) => count);
const phoneOf = (n: number) => `+2356600${1000 + n * 7}`;

test('a few guests fill one number before the next is begun, so that the others come free for whoever declares nobody', async () => {
  for (let n = 2; n <= 5; n += 1) await world.liveNumber(number(n));
  const hosts = made(await world.create(Array.from({ length: 4 }, (_, n) => ask(phoneOf(n)))));
  world.pass(2);
  for (let n = 4; n < 8; n += 1)
    await world.session(merchant, { environment: 'live', customer_phone: phoneOf(n), ttl_minutes: 60 });
  expect(await guestsOfEach()).toEqual([0, 0, 0, 4]);
  for (const host of hosts) await cancel(host);
  world.pass(31 * 60);
  await expireSessions(world.services, { limit: 100 });
  expect(await guestsOfEach()).toEqual([4]);
  for (let n = 0; n < 3; n += 1)
    await world.session(await world.merchant(), { environment: 'live', amount_xaf: 5000 });
});

test('guests of one batch are spread over the numbers as if they had come one by one, and a number without any takes no more than the others', async () => {
  for (let n = 2; n <= 5; n += 1) await world.liveNumber(number(n));
  await world.create(Array.from({ length: 3 }, (_, n) => ask(phoneOf(n))));
  world.pass(2);
  await world.create(Array.from({ length: 9 }, (_, n) => ask(phoneOf(10 + n))));
  world.pass(2);
  await world.create([ask(phoneOf(30))]);
  world.pass(2);
  await world.create(Array.from({ length: 23 }, (_, n) => ask(phoneOf(40 + n))));
  expect(await guestsOfEach()).toEqual([8, 8, 8, 8]);
});

test('a guest waits beside a payer whose first and last two digits are his own only where every number has one', async () => {
  for (const n of [2, 3]) await world.liveNumber(number(n));
  const waiting: PaymentSession[] = [];
  for (let n = 1; n <= 9; n += 1) waiting.push(await session(`+2356611110${n}`));
  const [fuller, other] = [
    ...Map.groupBy(waiting, (one) => one.assigned_collection_number).values(),
  ].toSorted((a, b) => b.length - a.length);
  expect([fuller?.length, other?.length]).toEqual([5, 4]);
  const like = other?.at(-1)?.customer_phone?.replace('1111', '2222') ?? null;
  expect(await session(like)).toMatchObject({
    assigned_collection_number: fuller?.[0]?.assigned_collection_number,
  });
});

test('a guest may go while its host stays, and its place is free again', async () => {
  const [anne, brahim] = [await session(ANNE), await session(BRAHIM)];
  await cancel(brahim);
  await refused(BRAHIM);
  world.pass(30 * 60);
  await world.pay(anne, { payer_phone: ANNE, occurred_at: anne.created_at });
  await expireSessions(world.services, { limit: 10 });
  expect(await held()).toEqual([ANNE]);
  await session(BRAHIM);
  await prove(world);
});

test('a free number is taken before one is shared', async () => {
  await session(ANNE);
  await world.liveNumber(number(2));
  world.pass(2);
  merchant = await world.merchant();
  const brahim = await session(BRAHIM);
  const [hold] = await world.rows<{ is_guest: boolean }>(
    'select is_guest from collection_holds where session_id = $1',
    [brahim.id],
  );
  expect(hold).toEqual({ is_guest: false });
});

test('the database refuses every hold that would share without right', async () => {
  const [anne, undeclared] = [
    await session(ANNE),
    await world.session(merchant, { environment: 'live', amount_xaf: 700 }),
  ];
  await session(BRAHIM);
  const hold = (host_phone: string | null, customer_phone: string | null, amount_xaf = 5000) =>
    world.rows(
      `insert into collection_holds
        (owner_id, owner_kind, scope_id, collection_number_id, amount_xaf, customer_phone, is_guest, host_phone, ticket, due_at)
       select $1, 'session', scope_id, id, $3, $4, $5, $6, $1::uuid::text, now() from collection_numbers where id = $2`,
      [world.services.newId(), number_id, amount_xaf, customer_phone, host_phone !== null, host_phone],
    );
  // A second host; a guest with its host's payer, without a payer, with another guest's payer.
  await expect(hold(null, CLAIRE)).rejects.toMatchObject({ constraint: 'collection_holds_host' });
  await expect(hold(null, null)).rejects.toMatchObject({ constraint: 'collection_holds_host' });
  await expect(hold(ANNE, ANNE)).rejects.toMatchObject({ constraint: 'collection_holds_guest' });
  await expect(hold(ANNE, null)).rejects.toMatchObject({ constraint: 'collection_holds_guest' });
  await expect(hold(ANNE, BRAHIM)).rejects.toMatchObject({ constraint: 'collection_holds_payer' });
  // A guest that names as its host a payer who is none: a guest, a stranger, one who declared nothing.
  await expect(hold(BRAHIM, CLAIRE)).rejects.toMatchObject({ constraint: 'collection_holds_host_declared' });
  await expect(hold(CLAIRE, '+23599000004')).rejects.toMatchObject({
    constraint: 'collection_holds_host_declared',
  });
  await expect(hold(ANNE, CLAIRE, undeclared.amount_xaf)).rejects.toMatchObject({
    constraint: 'collection_holds_host_declared',
  });
  // Nor can the host go, or change its payer, while it has a guest.
  await expect(
    world.rows('delete from collection_holds where session_id = $1', [anne.id]),
  ).rejects.toMatchObject({ constraint: 'collection_holds_host_declared' });
  await expect(
    world.rows('update collection_holds set customer_phone = $2 where session_id = $1', [anne.id, CLAIRE]),
  ).rejects.toMatchObject({ constraint: 'collection_holds_host_declared' });
});

test('amounts that are easily mistaken for each other never wait on one number for payers nobody knows', async () => {
  await session(null);
  const [refused] = await world.create([ask(null, 50_000)]);
  expect(refused?.kind).toBe('no_collection_number');
  const [declared] = await world.create([ask(ANNE, 50_000)]);
  expect(declared?.kind).toBe('created');
  await world.liveNumber(number(2));
  world.pass(5);
  const other = await world.session(merchant, { environment: 'live', amount_xaf: 500 });
  expect(other.assigned_collection_number).toBe(number(2));
});

test('two such amounts asked for at once get two numbers, or one of them is refused', async () => {
  const kinds = (await world.create([ask(null, 5000), ask(null, 5100)])).map((one) => one.kind);
  expect(kinds.toSorted()).toEqual(['created', 'no_collection_number']);
});

test('where the operator of the service allows it, they share a number when no other is free, and a slip pays the other', async () => {
  world.services.policy = { ...world.services.policy, keep_amounts_apart: false };
  const slipped = await session(null);
  const [made] = await world.create([ask(null, 50_000)]);
  if (made?.kind !== 'created') throw new Error(`the second session was ${made?.kind}`);
  expect((await world.pay(slipped, { amount: 50_000, payer_phone: ANNE })).verdict).toMatchObject({
    verdict: 'SETTLE',
    rule: 'unique_in_time',
    session_ids: [made.session.id],
  });
});
