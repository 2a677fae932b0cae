import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CancelSession, CreateOutcome, CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { forgetAnswers } from '../../src/engine/idempotency.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { explained } from '../payments/plan.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

let keys = 0;
const ONE_BODY = '11'.repeat(32);
const OTHER_BODY = '22'.repeat(32);
function key(request_hash = ONE_BODY): { key: string; request_hash: string } {
  keys += 1;
  return { key: `key-${keys}`, request_hash };
}
const create = async (command: CreateSession) => (await world.create([command]))[0] as CreateOutcome;
const cancel = async (session: PaymentSession, idempotency: CancelSession['idempotency']) =>
  (await cancelSessions(world.services, [{ ...session, session_id: session.id, idempotency }]))[0];
const count = async () =>
  (await world.rows<{ n: number }>('select count(*)::int as n from payment_sessions'))[0]?.n ?? 0;

test('a repeated create answers as the first time, to the letter, after the session has moved on', async () => {
  const command = world.command(merchant, {
    idempotency: key(),
    customer_phone: '+23566000001',
    metadata: '{"a":1}',
  });
  const first = await create(command);
  if (first.kind !== 'created') throw new Error(first.kind);
  expect(first.replayed).toBe(false);
  const before = await count();
  await world.pay(first.session);
  world.pass(3600);
  expect(await create(command)).toEqual({ ...first, replayed: true });
  expect((await world.again(first.session)).status).toBe('SUCCESS');
  expect(await count()).toBe(before);
});

test('a refusal for a used reference is kept too', async () => {
  const session = await world.session(merchant);
  const command = world.command(merchant, { reference: session.reference, idempotency: key() });
  const refused = { kind: 'reference_already_used', existing_payment_session_id: session.id };
  expect(await create(command)).toEqual({ ...refused, replayed: false });
  expect(await create(command)).toEqual({ ...refused, replayed: true });
});

test('the same key with another body, or for another operation, is refused and does nothing', async () => {
  const idempotency = key();
  const session = await world.session(merchant, { idempotency });
  const before = await count();
  const other = world.command(merchant, { idempotency: { ...idempotency, request_hash: OTHER_BODY } });
  expect(await create(other)).toEqual({ kind: 'idempotency_key_reused' });
  expect(await cancel(session, idempotency)).toEqual({ kind: 'idempotency_key_reused' });
  expect((await world.again(session)).status).toBe('AWAITING_PAYMENT');
  expect(await count()).toBe(before);
});

test('a key belongs to one merchant and environment', async () => {
  const idempotency = key();
  await world.session(merchant, { idempotency });
  const other = await world.merchant();
  const outcome = await create(
    world.command(other, { idempotency: { ...idempotency, request_hash: OTHER_BODY } }),
  );
  expect(outcome).toMatchObject({ kind: 'created', replayed: false });
  const live = world.command(merchant, {
    environment: 'live',
    idempotency: { ...idempotency, request_hash: OTHER_BODY },
  });
  expect(await create(live)).toMatchObject({ kind: 'rail_not_ready' });
});

test('one key twice in one batch works once; both would-be sessions are never made', async () => {
  const idempotency = key();
  const outcomes = await world.create([
    world.command(merchant, { idempotency }),
    world.command(merchant, { idempotency }),
  ]);
  expect(outcomes.map((one) => one.kind)).toEqual(['created', 'idempotency_key_in_use']);
});

test('in one batch each command has its own outcome, in order, whatever its key says', async () => {
  const kept = world.command(merchant, { idempotency: key() });
  const first = await create(kept);
  const used = key();
  await world.session(merchant, { idempotency: used });
  const fresh = world.command(merchant, { idempotency: key() });
  const outcomes = await world.create([
    world.command(merchant),
    kept,
    fresh,
    { ...fresh, reference: 'again' },
    world.command(merchant, { idempotency: { ...used, request_hash: OTHER_BODY } }),
    world.command(merchant, { reference: kept.reference, idempotency: key() }),
    world.command(merchant, { idempotency: key() }),
  ]);
  expect(outcomes.map((one) => one.kind)).toEqual([
    'created',
    'created',
    'created',
    'idempotency_key_in_use',
    'idempotency_key_reused',
    'reference_already_used',
    'created',
  ]);
  expect(outcomes[1]).toEqual({ ...first, replayed: true });
  expect(outcomes[2]).toMatchObject({ session: { reference: fresh.reference }, replayed: false });
  expect(await create(fresh)).toEqual({ ...outcomes[2], replayed: true });
});

test('an answer that says "try again" is not kept: the same key works once there is a number', async () => {
  const live = world.command(merchant, { environment: 'live', idempotency: key() });
  expect(await create(live)).toMatchObject({ kind: 'rail_not_ready' });
  await world.liveNumber('+23566001001');
  world.pass(2);
  await world.session(await world.merchant(), { environment: 'live' });
  expect(await create(live)).toMatchObject({ kind: 'no_collection_number' });
  await world.liveNumber('+23566001002');
  world.pass(2);
  expect(await create(live)).toMatchObject({ kind: 'created', replayed: false });
  expect(await create(live)).toMatchObject({ kind: 'created', replayed: true });
});

test('a repeated cancel under its key answers CANCELLED again; without a key it is refused', async () => {
  const session = await world.session(merchant);
  const idempotency = key();
  const first = await cancel(session, idempotency);
  expect(first).toMatchObject({ kind: 'cancelled', replayed: false, session: { status: 'CANCELLED' } });
  world.pass(60);
  expect(await cancel(session, idempotency)).toEqual({ ...first, replayed: true });
  expect(await cancel(session, null)).toMatchObject({ kind: 'not_awaiting_payment', status: 'CANCELLED' });
});

test('a cancel that was refused stays refused under its key, and one that found nothing is tried again', async () => {
  const session = await world.session(merchant);
  await world.pay(session);
  const idempotency = key();
  const refused = { kind: 'not_awaiting_payment', status: 'SUCCESS' };
  expect(await cancel(session, idempotency)).toEqual({ ...refused, replayed: false });
  expect(await cancel(session, idempotency)).toEqual({ ...refused, replayed: true });
  const unknown = { ...session, id: world.services.newId() };
  const again = key();
  expect(await cancel(unknown, again)).toEqual({ kind: 'not_found' });
  expect(await cancel(unknown, again)).toEqual({ kind: 'not_found' });
});

test('what is over is found past the refunds that are kept, however many there are', async () => {
  await world.rows(
    `insert into idempotency_keys (merchant_id, environment, key, operation, request_hash, outcome, created_at)
    select $1, 'live', 'refund-' || i, 'refunds.create', sha256('a'), '{}', $2::timestamptz - interval '2 days' - i * interval '1 ms'
    from generate_series(1, 20000) i`,
    [merchant, world.services.now()],
  );
  await world.rows('analyze idempotency_keys');
  const [plan] = await explained(world.db.pool, () => forgetAnswers(world.services, { limit: 500 }));
  expect(plan?.blocks, plan?.text).toBeLessThan(50);
});
