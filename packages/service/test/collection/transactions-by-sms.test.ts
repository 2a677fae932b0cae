import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmReviews } from '../../src/engine/review/confirm.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { retrieveSessions } from '../../src/engine/sessions/retrieve.ts';
import { advanceTransactions } from '../../src/engine/transactions/advance.ts';
import { concludeTransactions } from '../../src/engine/transactions/conclude.ts';
import { confirmLateTransactions } from '../../src/engine/transactions/confirm-late.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { prove } from './proof.ts';
import { again, asked, borrowed, entriesOf, eventsOf, says, start, statusOf } from './transactions.ts';
import { openWorld, type World } from './world.ts';

const PAYER = '+23566123456';
const LIVE = { environment: 'live', phone_number: PAYER } as const;

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant({ fee_basis_points: 200 });
  await world.liveNumber('+23566001001');
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

let amount_xaf = 1000;
const startBySms = () => {
  amount_xaf += 1;
  return start(world, merchant, { ...LIVE, amount_xaf });
};

/** The sweeper's two steps that end transactions. */
async function sweep(): Promise<void> {
  await expireSessions(world.services, { limit: 1000 });
  await timeOutTransactions(world.services, { limit: 1000 });
}

test('a transaction on the rail manual-sms holds a number and amount like any session, for its declared payer', async () => {
  const transaction = await startBySms();
  expect(transaction.rail).toBe('manual-sms');
  const session = await borrowed(world, transaction);
  expect(session).toMatchObject({
    reference: `~txn:${transaction.internal_ref}`,
    assigned_collection_number: '+23566001001',
    customer_phone: PAYER,
    amount_xaf: transaction.amount_xaf,
    expires_at: transaction.expires_at,
    status: 'AWAITING_PAYMENT',
  });
});

test('no merchant can see or cancel the session that is borrowed', async () => {
  const session = await borrowed(world, await startBySms());
  const query = { ...session, session_id: session.id };
  expect(await retrieveSessions(world.services, [query])).toEqual([null]);
  expect(await cancelSessions(world.services, [{ ...query, idempotency: null }])).toEqual([
    { kind: 'not_found' },
  ]);
});

test('the payer’s credit makes SUCCESS from any open status: one event, one entry, out of the number’s float', async () => {
  for (const steps of [[], ['PROCESSING'], ['PROCESSING', 'WAITING_SMS']] as const) {
    const transaction = await startBySms();
    await advanceTransactions(
      world.services,
      steps.map((to) => ({ transaction_id: transaction.id, to })),
    );
    const session = await borrowed(world, transaction);
    expect((await world.pay(session, { payer_phone: PAYER })).verdict?.rule).toBe('unique_in_time');
    expect(await again(world, transaction)).toMatchObject({ status: 'SUCCESS', confirmed_at: world.now });
    expect(await eventsOf(world, transaction)).toEqual(['transaction.success']);
    expect(await eventsOf(world, session as never)).toEqual([]);
    expect(await entriesOf(world, transaction)).toEqual([
      `TRANSACTION_SUCCESS FLOAT>PAYABLE ${transaction.amount_xaf}`,
      `TRANSACTION_FEE PAYABLE>REVENUE ${Math.floor(transaction.amount_xaf / 50)}`,
    ]);
    expect(await entriesOf(world, session as never)).toEqual([]);
  }
});

test('without a credit the session’s expiry makes TIMEOUT, and nobody hears of the session', async () => {
  const transaction = await startBySms();
  world.pass(720);
  expect(await timeOutTransactions(world.services, { limit: 1000 })).toBe(0);
  await sweep();
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  expect((await borrowed(world, transaction)).status).toBe('EXPIRED');
  expect(await eventsOf(world, transaction)).toEqual(['transaction.timeout']);
});

test('a credit after TIMEOUT waits in suspense with a review of the transaction, which staff settle', async () => {
  const transaction = await startBySms();
  world.pass(720);
  await sweep();
  const session = await borrowed(world, transaction);
  const { credit_id } = await world.pay(session, { payer_phone: PAYER });
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  expect(
    await world.rows('select kind, credit_id, state from transaction_reviews where transaction_id = $1', [
      transaction.id,
    ]),
  ).toEqual([{ kind: 'late', credit_id, state: 'OPEN' }]);
  const command = { transaction_id: transaction.id, actor: 'awa', note: 'paid, the SMS was late' };
  expect(await confirmLateTransactions(world.services, [command])).toMatchObject([{ kind: 'confirmed' }]);
  expect(await eventsOf(world, transaction)).toEqual(['transaction.timeout', 'transaction.success']);
  expect(await entriesOf(world, transaction)).toEqual([
    `TRANSACTION_SUCCESS SUSPENSE>PAYABLE ${transaction.amount_xaf}`,
    `TRANSACTION_FEE PAYABLE>REVENUE ${Math.floor(transaction.amount_xaf / 50)}`,
  ]);
  expect(
    await world.rows('select state, matched_session_id from credits where id = $1', [credit_id]),
  ).toEqual([{ state: 'MATCHED', matched_session_id: session.id }]);
});

test('a doubtful credit leaves the transaction waiting; it times out by itself, and staff may confirm it even then', async () => {
  const transaction = await startBySms();
  const session = await borrowed(world, transaction);
  await world.pay(session, { payer_phone: '+23566999999' });
  expect((await borrowed(world, transaction)).status).toBe('UNDER_REVIEW');
  expect(await statusOf(world, transaction)).toBe('PENDING');
  expect(await eventsOf(world, transaction)).toEqual([]);
  world.pass(720);
  await sweep();
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  const review = { session_id: session.id, actor: 'awa', note: 'a cousin paid', credit_id: null };
  expect(await confirmReviews(world.services, [review])).toMatchObject([{ kind: 'confirmed' }]);
  expect(await statusOf(world, transaction)).toBe('SUCCESS');
  expect(await eventsOf(world, transaction)).toEqual(['transaction.timeout', 'transaction.success']);
  expect(await entriesOf(world, transaction)).toContain(
    `TRANSACTION_SUCCESS SUSPENSE>PAYABLE ${transaction.amount_xaf}`,
  );
});

test('staff may confirm a review while the transaction still waits', async () => {
  const transaction = await startBySms();
  const session = await borrowed(world, transaction);
  await world.pay(session, { payer_phone: '+23566999999' });
  const review = { session_id: session.id, actor: 'awa', note: 'a cousin paid', credit_id: null };
  await confirmReviews(world.services, [review]);
  expect(await eventsOf(world, transaction)).toEqual(['transaction.success']);
});

test('a refusal of the rail gives the number back', async () => {
  const transaction = await startBySms();
  await concludeTransactions(world.services, [says(world, transaction, 'failed')]);
  expect((await borrowed(world, transaction)).status).toBe('CANCELLED');
  expect(await eventsOf(world, transaction)).toEqual(['transaction.failed']);
});

test('REFUNDED takes the money back to the number it came to', async () => {
  const transaction = await startBySms();
  await world.pay(await borrowed(world, transaction), { payer_phone: PAYER });
  await concludeTransactions(world.services, [says(world, transaction, 'refunded')]);
  expect(await entriesOf(world, transaction)).toContain(
    `TRANSACTION_REFUND PAYABLE>FLOAT ${transaction.amount_xaf}`,
  );
});

test('when no number is free for the amount the gateway is unavailable, and nothing is left of the attempt', async () => {
  const first = asked(merchant, { ...LIVE, amount_xaf: 77_000 });
  // The same payer may not wait for the same amount twice on one number.
  const second = asked(merchant, { ...LIVE, amount_xaf: 77_000 });
  const neighbour = asked(merchant, { ...LIVE, amount_xaf: 77_001 });
  const outcomes = await createTransactions(world.services, [first, second, neighbour]);
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['created', 'created', 'gateway_unavailable']);
  expect(outcomes.find(({ kind }) => kind === 'gateway_unavailable')).toMatchObject({ retry_after_s: 60 });
  const [row] = await world.rows<{ n: number }>(
    'select count(*)::int as n from transactions where amount_xaf = 77000',
  );
  expect(row?.n).toBe(1);
});

test('an operator without a live number is unavailable before anything is written', async () => {
  const [outcome] = await createTransactions(world.services, [
    asked(merchant, { ...LIVE, operator: 'MOOV' }),
  ]);
  expect(outcome).toEqual({ kind: 'gateway_unavailable', retry_after_s: 60 });
});
