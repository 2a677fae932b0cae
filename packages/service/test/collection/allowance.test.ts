import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CreateOutcome, CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { setAllowances } from '../../src/engine/desk/merchants/allow.ts';
import { isUnkeyed } from '../../src/engine/idempotency.ts';
import type { Services } from '../../src/engine/services.ts';
import { createSessions, createSessionsAtOnce } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { cancelMade, made } from './made.ts';
import { CONFLICTS, prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  for (let n = 0; n < 10; n += 1) await world.liveNumber(`+2356600100${n}`);
});
// One database for all: each scene has a merchant and days of its own, and finds every number free.
beforeEach(async () => {
  await world.outlast();
  merchant = await world.merchant({ allowance: null });
});
afterAll(() => world.close());

let amount_xaf = 10_000;
/** Commands of different amounts, none of them easily mistaken for another. */
const asks = (count: number, fields: Partial<CreateSession> = {}): CreateSession[] =>
  Array.from({ length: count }, () => {
    amount_xaf += 7;
    return world.command(merchant, { environment: 'live', amount_xaf, ...fields });
  });
const kinds = (outcomes: CreateOutcome[]) => outcomes.map((one) => one.kind);
const times = (count: number, kind: string) => Array.from({ length: count }, () => kind);
const holding = async (merchant_id = merchant) =>
  (
    await world.rows<{ n: number }>(
      `select count(*)::int as n from collection_holds h join payment_sessions s on s.id = h.session_id
       where s.merchant_id = $1 and s.environment = 'live'`,
      [merchant_id],
    )
  )[0]?.n ?? 0;

test('a merchant has thirty live sessions open at first: of a batch the first thirty are made, and the rest is told when to come back', async () => {
  const outcomes = await world.create(asks(35));
  expect(kinds(outcomes)).toEqual([...times(30, 'created'), ...times(5, 'too_many_open_sessions')]);
  // Ten minutes, grace, and half an hour of quarantine.
  expect(outcomes[34]).toEqual({
    kind: 'too_many_open_sessions',
    open_count: 30,
    allowance: 30,
    retry_after_s: 42 * 60,
  });
  const [refused] = await world.create(asks(1));
  expect(refused?.kind).toBe('too_many_open_sessions');
  expect(kinds(await world.create(asks(1, { operator: 'AIRTEL', environment: 'test' })))).toEqual([
    'created',
  ]);
  const live = `select from payment_sessions where environment = 'live' and merchant_id = $1`;
  expect(await world.rows(live, [merchant])).toHaveLength(30);
});

test('cancelling frees a place when quarantine ends, not before and not later', async () => {
  const sessions = made(await world.create(asks(30)));
  await cancelMade(world.services, sessions.slice(0, 3));
  const [refused] = await world.create(asks(1));
  expect(refused).toMatchObject({ kind: 'too_many_open_sessions', open_count: 30, retry_after_s: 30 * 60 });
  world.pass(30 * 60 - 1);
  await expireSessions(world.services, { limit: 100 });
  expect(kinds(await world.create(asks(1)))).toEqual(['too_many_open_sessions']);
  world.pass(1);
  await expireSessions(world.services, { limit: 100 });
  expect(await holding()).toBe(27);
  expect(kinds(await world.create(asks(5)))).toEqual([
    ...times(3, 'created'),
    ...times(2, 'too_many_open_sessions'),
  ]);
});

test('each session paid in the last day allows two more, and no longer', async () => {
  for (const session of made(await world.create(asks(5)))) await world.pay(session);
  world.pass(1);
  // Five of the forty are those that were paid.
  expect(kinds(await world.create(asks(40)))).toEqual([
    ...times(35, 'created'),
    ...times(5, 'too_many_open_sessions'),
  ]);
  world.pass(24 * 3600);
  for (let step = 0; step < 3; step += 1) {
    await expireSessions(world.services, { limit: 100 });
    world.pass(31 * 60);
  }
  expect(await holding()).toBe(0);
  expect(kinds(await world.create(asks(31)))).toEqual([...times(30, 'created'), 'too_many_open_sessions']);
});

test('staff set an allowance for one operator, which is kept as their action, and give it back to what is earned', async () => {
  const set = (sessions: number | null) =>
    setAllowances(world.services, [
      { merchant_id: merchant, operator: 'AIRTEL', sessions, actor: 'Awa', note: 'a big shop' },
    ]);
  const began = world.now;
  expect(await set(2)).toEqual([{ kind: 'set', sessions_before: null }]);
  expect(kinds(await world.create(asks(3)))).toEqual([...times(2, 'created'), 'too_many_open_sessions']);
  expect(await set(0)).toEqual([{ kind: 'set', sessions_before: 2 }]);
  world.pass(1);
  expect((await world.create(asks(1)))[0]).toMatchObject({ open_count: 2, allowance: 0 });
  expect(await set(null)).toEqual([{ kind: 'set', sessions_before: 0 }]);
  world.pass(1);
  expect(kinds(await world.create(asks(29)))).toEqual([...times(28, 'created'), 'too_many_open_sessions']);
  expect(
    await world.rows(
      "select actor, action, detail from staff_actions where action like 'merchant%' and at >= $1 order by id",
      [began],
    ),
  ).toEqual(
    [
      { operator: 'AIRTEL', sessions: 2, sessions_before: null },
      { operator: 'AIRTEL', sessions: 0, sessions_before: 2 },
      { operator: 'AIRTEL', sessions: null, sessions_before: 0 },
    ].map((detail) => ({ actor: 'Awa', action: 'merchant.allowance', detail })),
  );
  const stranger = { ...asks(1)[0], merchant_id: world.services.newId() } as CreateSession;
  const [unknown] = await setAllowances(world.services, [
    { ...stranger, sessions: 1, actor: 'Awa', note: 'x' },
  ]);
  expect(unknown).toEqual({ kind: 'not_found' });
});

test('a refusal is not kept beside its idempotency key: the same request succeeds once a place is free', async () => {
  const sessions = made(await world.create(asks(30)));
  const [command] = asks(1, { idempotency: { key: 'one', request_hash: 'ab'.repeat(32) } });
  const ask = () => world.create([command as CreateSession]);
  expect(kinds(await ask())).toEqual(['too_many_open_sessions']);
  await cancelMade(world.services, sessions.slice(0, 1));
  world.pass(30 * 60);
  await expireSessions(world.services, { limit: 100 });
  expect(await ask()).toMatchObject([{ kind: 'created', replayed: false }]);
});

test('a used reference is said before an allowance that is used up', async () => {
  const all = asks(30);
  await world.create(all);
  expect(kinds(await world.create([all[3] as CreateSession]))).toEqual(['reference_already_used']);
});

test('two processes that create and cancel for one merchant never have more open than it may, round after round', async () => {
  const ALLOWANCE = 12;
  const ROUNDS = process.env.CHARI_SOAK === '1' ? 1000 : 100;
  await world.rows(`insert into merchant_allowances values ($1, 'AIRTEL', $2)`, [merchant, ALLOWANCE]);
  const services = (await world.processes(2, 6)).map((one) => ({
    ...one,
    policy: { ...one.policy, quarantine_minutes: { test: 0, live: 0 } },
  }));
  const open: PaymentSession[] = [];
  let created = 0;
  let refused = 0;
  const step = async (process: Services) => {
    const amount_xaf = 1000 + Math.floor(Math.random() * 400);
    const commands = asks(1 + Math.floor(Math.random() * 9), { amount_xaf }).filter(isUnkeyed);
    // Half of them the way that takes one statement, as the server does.
    const first =
      Math.random() < 0.5 ? await createSessionsAtOnce(process, commands) : commands.map(() => null);
    const rest = commands.filter((_, i) => first[i] === null);
    const outcomes = [...first.filter((one) => one !== null), ...(await createSessions(process, rest))];
    created += made(outcomes).length;
    refused += outcomes.filter((one) => one.kind === 'too_many_open_sessions').length;
    open.push(...made(outcomes));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaving = open.splice(0, Math.floor(Math.random() * (open.length + 1)));
    const most: number[] = [];
    await Promise.all([
      ...services.map(step),
      ...services.map(step),
      cancelMade(services[round % 2] ?? world.services, leaving),
      holding().then((n) => most.push(n)),
    ]);
    most.push(await holding());
    expect(Math.max(...most)).toBeLessThanOrEqual(ALLOWANCE);
    world.pass(1);
    await expireSessions(world.services, { limit: 100 });
  }
  expect(await world.rows(CONFLICTS)).toEqual([]);
  expect(created).toBeGreaterThan(ROUNDS);
  expect(refused).toBeGreaterThan(ROUNDS);
  // Nothing leaked: in a quiet moment exactly the rest may be created.
  world.pass(1);
  const free = ALLOWANCE - (await holding());
  expect(kinds(await world.create(asks(ALLOWANCE)))).toEqual([
    ...times(free, 'created'),
    ...times(ALLOWANCE - free, 'too_many_open_sessions'),
  ]);
  await prove(world);
});

test('an allowance that falls while more is held gives nothing until the merchant holds less', async () => {
  await world.rows(`insert into merchant_allowances values ($1, 'AIRTEL', 40)`, [merchant]);
  const sessions = made(await world.create(asks(40)));
  await world.rows(`update merchant_allowances set sessions = 20 where merchant_id = $1`, [merchant]);
  await cancelMade(world.services, sessions.slice(0, 15));
  world.pass(30 * 60);
  await expireSessions(world.services, { limit: 15 });
  expect(await holding()).toBe(25);
  const processes = await world.processes(2);
  const both = await Promise.all(processes.map((one) => createSessions(one, asks(5))));
  expect(new Set(kinds(both.flat()))).toEqual(new Set(['too_many_open_sessions']));
});
