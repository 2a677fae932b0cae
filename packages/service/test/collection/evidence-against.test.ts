import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCase, type StoredCase } from '../../src/domain/matching/stored.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { READ_MOST } from '../../src/store/credits/clue.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

// What speaks against a claimant, found in the database: tickets whose holds are long gone, payers who are
// expected on other numbers; and how little of what a rival opens is ever read or touched.

const DAY_S = 86_400;

let world: World;
let merchant: string;
let rival: string;
/** Two payers whom only this scene knows. */
let ANNE: string;
let BRAHIM: string;
let scenes = 0;
beforeAll(async () => {
  world = await openWorld();
});
// One database for all: each scene has numbers, merchants, payers and days of its own.
beforeEach(async () => {
  if (scenes > 0) await world.leave();
  scenes += 1;
  [ANNE, BRAHIM] = [`+235660001${two(scenes)}`, `+235660002${two(scenes)}`];
  merchant = await world.merchant();
  rival = await world.merchant();
});
afterEach(() => prove(world));
afterAll(() => world.close());

const two = (count: number) => String(count).padStart(2, '0');
const number = (n: number) => `+23566${two(scenes)}100${n}`;
const those = async (condition: string) =>
  (
    await world.rows<{ n: number }>(
      `select count(*)::int as n from payment_sessions where merchant_id = any ($1::uuid[]) and ${condition}`,
      [[merchant, rival]],
    )
  )[0]?.n;

const status = async (session: PaymentSession) => (await world.again(session)).status;

/** A session that was cancelled and whose hold has gone since. */
async function forgotten(environment: 'test' | 'live', fields = {}): Promise<PaymentSession> {
  const session = await world.session(merchant, { environment, ...fields });
  await cancelSessions(world.services, [{ ...session, session_id: session.id, idempotency: null }]);
  world.pass(31 * 60);
  await expireSessions(world.services, { limit: 100 });
  expect(await world.rows('select from collection_holds where session_id = $1', [session.id])).toEqual([]);
  return session;
}

async function claimantsRead(): Promise<number> {
  const [row] = await world.rows<{ decision_case: StoredCase }>(
    'select decision_case from decisions order by decided_at desc, id desc limit 1',
  );
  return row === undefined ? 0 : readCase(row.decision_case).claimants.length;
}

test.each(['test', 'live'] as const)(
  'in %s, a ticket speaks for its session for 30 days, though its hold went long ago',
  async (environment) => {
    if (environment === 'live') await world.liveNumber(number(1));
    const old = await forgotten(environment, { amount_xaf: 900 });
    world.pass(29 * DAY_S);
    const open = await world.session(merchant, { environment });
    const quoting = await world.pay(open, { motif: `commande ${old.ticket}` });
    expect(quoting.verdict).toMatchObject({ verdict: 'SUSPENSE' });
    expect(quoting.verdict?.session_ids).toContain(old.id);
    expect(await status(open)).toBe('AWAITING_PAYMENT');
    world.pass(2 * DAY_S);
    const next = await world.session(merchant, { environment, amount_xaf: 5001 });
    expect((await world.pay(next, { motif: `commande ${old.ticket}` })).verdict?.rule).toBe('unique_in_time');
  },
);

test('in the sandbox, another merchant’s ticket says nothing', async () => {
  const theirs = await world.session(rival);
  const mine = await world.session(merchant);
  expect((await world.pay(mine, { motif: theirs.ticket })).verdict?.rule).toBe('unique_in_time');
});

test('money of a payer whom a session on another number expects confirms no session that knows no payer', async () => {
  await world.liveNumber(number(1));
  const silent = await world.session(merchant, { environment: 'live' });
  await world.liveNumber(number(2));
  world.pass(2);
  const expecting = await world.session(rival, { environment: 'live', customer_phone: ANNE });
  expect(expecting.assigned_collection_number).not.toBe(silent.assigned_collection_number);
  const sandbox = await world.session(rival, { customer_phone: BRAHIM, amount_xaf: 7000 });
  expect((await world.pay(silent, { payer_phone: ANNE })).verdict).toMatchObject({
    rule: 'payer_points_elsewhere',
    session_ids: [silent.id, expecting.id],
  });
  expect([await status(silent), await status(expecting)]).toEqual(['UNDER_REVIEW', 'UNDER_REVIEW']);
  // What anybody does in a sandbox is no evidence about money.
  world.pass(2);
  const next = await world.session(merchant, { environment: 'live', amount_xaf: sandbox.amount_xaf });
  expect((await world.pay(next, { payer_phone: BRAHIM })).verdict?.rule).toBe('unique_in_time');
});

test('a rival who cancels sessions for somebody’s customer sends none of his payments to review', async () => {
  await world.liveNumber(number(1));
  const live = { environment: 'live', customer_phone: ANNE } as const;
  const decoys = await Promise.all(
    [1, 500, 5050].map((amount_xaf) => world.session(rival, { ...live, amount_xaf })),
  );
  await cancelSessions(
    world.services,
    decoys.map((one) => ({ ...one, session_id: one.id, idempotency: null })),
  );
  const honest = await world.session(merchant, { environment: 'live' });
  expect((await world.pay(honest, { payer_phone: ANNE })).verdict?.rule).toBe('unique_in_time');
});

test('three hundred sessions of a rival on the same number, for the same payer, change nothing for an honest one', async () => {
  await world.liveNumber(number(1));
  const decoys = await world.create(
    Array.from({ length: 300 }, (_, n) =>
      world.command(rival, { environment: 'live', customer_phone: ANNE, amount_xaf: 10_000 + n }),
    ),
  );
  expect(new Set(decoys.map((one) => one.kind))).toEqual(new Set(['created']));
  const honest = await world.session(merchant, { environment: 'live', amount_xaf: 100 });
  expect((await world.pay(honest, { payer_phone: ANNE })).verdict?.rule).toBe('unique_in_time');
  // Himself, and the two whose sums are nearest to his.
  expect(await claimantsRead()).toBe(3);
  expect(await those(`status = 'UNDER_REVIEW'`)).toBe(0);
});

test('one payment that a hundred sessions expect touches none of them, and is shown with the likeliest', async () => {
  const silent = await world.session(merchant, { amount_xaf: 700 });
  const expecting = await world.create(
    Array.from({ length: 100 }, () => world.command(merchant, { customer_phone: ANNE, amount_xaf: 700 })),
  );
  const declared = expecting.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  expect(declared).toHaveLength(100);
  const { verdict } = await world.pay(silent, { payer_phone: ANNE });
  expect(verdict).toMatchObject({ verdict: 'SUSPENSE', rule: 'too_many' });
  expect(verdict?.session_ids).toHaveLength(5);
  expect(await claimantsRead()).toBe(1 + READ_MOST.expecting);
  expect(await those(`status <> 'AWAITING_PAYMENT'`)).toBe(0);
  // The one that the payer declared on this number is found and paid all the same.
  const [first] = declared;
  if (first === undefined) throw new Error('no session');
  expect((await world.pay(first, { payer_phone: ANNE })).verdict).toMatchObject({
    rule: 'unique_in_time',
    session_ids: [first.id],
  });
});

test('who hides digits of his phone is paid for where he alone fits, however many others wait there for his sum', async () => {
  await world.liveNumber(number(1));
  const live = { environment: 'live', ttl_minutes: 60 } as const;
  const others = Array.from({ length: 26 }, (_, n) =>
    world.command(rival, { ...live, customer_phone: `+2356677${two(scenes)}${two(30 + n)}` }),
  );
  const decoys = (await world.create(others)).flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  expect(decoys).toHaveLength(26);
  // What a rival has given up counts as well, until it is forgotten.
  await cancelSessions(
    world.services,
    decoys.slice(6).map((one) => ({ ...one, session_id: one.id, idempotency: null })),
  );
  const honest = await world.session(merchant, { ...live, customer_phone: ANNE });
  // Nobody has declared such a phone: whose it is no machine can say, and none of them is touched.
  expect((await world.pay(honest, { payer_phone: '660099••' })).verdict?.rule).toBe('too_many');
  expect(await those(`status = 'UNDER_REVIEW'`)).toBe(0);
  const { verdict } = await world.pay(honest, { payer_phone: `${ANNE.slice(4, -2)}••` });
  expect(verdict).toMatchObject({ rule: 'unique_in_time', session_ids: [honest.id] });
  expect(await claimantsRead()).toBe(1 + READ_MOST.guest);
});

test('who hides digits of his phone is paid for where he alone fits on his number, however many fit on others', async () => {
  await world.liveNumber(number(1));
  const live = { environment: 'live', ttl_minutes: 60 } as const;
  const honest = await world.session(merchant, { ...live, customer_phone: ANNE });
  for (const n of [2, 3, 4]) await world.liveNumber(number(n));
  const silent = await world.session(await world.merchant(), live);
  expect(silent.assigned_collection_number).not.toBe(honest.assigned_collection_number);
  // Each declares a phone of which the visible digits are those of ANNE.
  const another = await world.merchant();
  const others = Array.from({ length: 60 }, (_, n) =>
    world.command(n % 2 === 0 ? rival : another, {
      ...live,
      customer_phone: `${ANNE.slice(0, 6)}9${two(n + 10)}${ANNE.slice(-3)}`,
    }),
  );
  const decoys = (await world.create(others)).flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  for (const { assigned_collection_number } of [honest, silent])
    expect(
      decoys.filter((one) => one.assigned_collection_number !== assigned_collection_number).length,
    ).toBeGreaterThan(24);
  const masked = `${ANNE.slice(4, 6)}•••${ANNE.slice(-3)}`;
  expect((await world.pay(silent, { payer_phone: masked })).verdict?.rule).toBe('too_many');
  expect((await world.pay(honest, { payer_phone: masked })).verdict).toMatchObject({
    rule: 'unique_in_time',
    session_ids: [honest.id],
  });
});
