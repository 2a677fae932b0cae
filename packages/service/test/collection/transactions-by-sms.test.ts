import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_FILTER } from '../../src/domain/payment/filter.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { countListed, foldCountsOfPayments } from '../../src/engine/payments/list.ts';
import { advanceTransactions } from '../../src/engine/rails/advance.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { prove } from './proof.ts';
import { again, asked, entriesOf, eventsOf, holdOf, payable, says, start, statusOf } from './transactions.ts';
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
  expect(transaction.assigned_collection_number).toBe('+23566001001');
  expect(
    await world.rows(
      `select owner_kind, session_id, transaction_id, amount_xaf, customer_phone, ticket, state
      from collection_holds where owner_id = $1`,
      [transaction.id],
    ),
  ).toEqual([
    {
      owner_kind: 'transaction',
      session_id: null,
      transaction_id: transaction.id,
      amount_xaf: transaction.amount_xaf,
      customer_phone: PAYER,
      ticket: null,
      state: 'OPEN',
    },
  ]);
  expect(await world.rows('select 1 from payment_sessions')).toEqual([]);
});

test('the payer’s credit makes SUCCESS from any open status: one event, one entry, out of the number’s float', async () => {
  for (const steps of [[], ['PROCESSING'], ['PROCESSING', 'WAITING_SMS']] as const) {
    const transaction = await startBySms();
    await advanceTransactions(
      world.services,
      steps.map((to) => ({ transaction_id: transaction.id, to })),
    );
    const { verdict, credit_id } = await world.pay(payable(transaction), { payer_phone: PAYER });
    expect(verdict).toMatchObject({ rule: 'unique_in_time', session_ids: [] });
    expect(
      await world.rows('select matched_session_id, matched_transaction_id from credits where id = $1', [
        credit_id,
      ]),
    ).toEqual([{ matched_session_id: null, matched_transaction_id: transaction.id }]);
    expect(await holdOf(world, transaction)).toBe('QUARANTINE');
    expect(await again(world, transaction)).toMatchObject({ status: 'SUCCESS', confirmed_at: world.now });
    expect(await eventsOf(world, transaction)).toEqual(['transaction.success']);
    expect(await entriesOf(world, transaction)).toEqual([
      `TRANSACTION_SUCCESS FLOAT>PAYABLE ${transaction.amount_xaf}`,
      `TRANSACTION_FEE PAYABLE>REVENUE ${Math.floor(transaction.amount_xaf / 50)}`,
    ]);
  }
});

test('without a credit its expiry and grace make TIMEOUT, once its number has been heard', async () => {
  const transaction = await startBySms();
  world.pass(720);
  expect(await timeOutTransactions(world.services, { limit: 1000 })).toBe(0);
  await sweep();
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  expect(await holdOf(world, transaction)).toBe('QUARANTINE');
  expect(await eventsOf(world, transaction)).toEqual(['transaction.timeout']);
});

test('a credit after TIMEOUT waits in suspense with a review of the transaction, which staff settle', async () => {
  const transaction = await startBySms();
  world.pass(720);
  await sweep();
  const { credit_id } = await world.pay(payable(transaction), { payer_phone: PAYER });
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
    await world.rows('select state, matched_transaction_id from credits where id = $1', [credit_id]),
  ).toEqual([{ state: 'MATCHED', matched_transaction_id: transaction.id }]);
});

const STRANGER = '+23566999999';
const reviewsOf = (id: string) =>
  world.rows('select kind, reason, credit_id, state from transaction_reviews where transaction_id = $1', [
    id,
  ]);

test('a doubtful credit leaves the transaction waiting; it times out by itself, and staff may confirm it even then', async () => {
  const transaction = await startBySms();
  const { verdict, credit_id } = await world.pay(payable(transaction), { payer_phone: STRANGER });
  expect(verdict?.rule).toBe('payer_mismatch');
  expect(await reviewsOf(transaction.id)).toEqual([
    { kind: 'doubtful', reason: 'payer_mismatch', credit_id, state: 'OPEN' },
  ]);
  expect([await statusOf(world, transaction), await holdOf(world, transaction)]).toEqual(['PENDING', 'OPEN']);
  expect(await eventsOf(world, transaction)).toEqual([]);
  world.pass(720);
  await sweep();
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  const command = { transaction_id: transaction.id, actor: 'awa', note: 'a cousin paid' };
  expect(await confirmLateTransactions(world.services, [command])).toMatchObject([{ kind: 'confirmed' }]);
  expect(await eventsOf(world, transaction)).toEqual(['transaction.timeout', 'transaction.success']);
  expect(await entriesOf(world, transaction)).toContain(
    `TRANSACTION_SUCCESS SUSPENSE>PAYABLE ${transaction.amount_xaf}`,
  );
});

test('staff may confirm a doubtful credit while the transaction still waits', async () => {
  const transaction = await startBySms();
  const command = { transaction_id: transaction.id, actor: 'awa', note: 'a cousin paid' };
  expect(await confirmLateTransactions(world.services, [command])).toEqual([
    { kind: 'not_timed_out', status: 'PENDING' },
  ]);
  await world.pay(payable(transaction), { payer_phone: STRANGER });
  await confirmLateTransactions(world.services, [command]);
  expect(await eventsOf(world, transaction)).toEqual(['transaction.success']);
  expect(await holdOf(world, transaction)).toBe('QUARANTINE');
});

test('a stranger’s money does not keep the payer’s own from paying the transaction; it waits in suspense', async () => {
  const transaction = await startBySms();
  const strange = await world.pay(payable(transaction), { payer_phone: STRANGER });
  expect((await world.pay(payable(transaction), { payer_phone: PAYER })).verdict?.rule).toBe(
    'unique_in_time',
  );
  expect(await statusOf(world, transaction)).toBe('SUCCESS');
  const command = { credit_id: strange.credit_id ?? '', actor: 'awa', note: 'sent back' };
  expect(await refundCredits(world.services, [command])).toMatchObject([{ kind: 'refunded' }]);
  expect(await reviewsOf(transaction.id)).toMatchObject([{ state: 'REJECTED' }]);
});

test('a refusal of the rail gives the number back', async () => {
  const transaction = await startBySms();
  await concludeTransactions(world.services, [says(world, transaction, 'failed')]);
  expect(await holdOf(world, transaction)).toBe('QUARANTINE');
  expect(await eventsOf(world, transaction)).toEqual(['transaction.failed']);
});

test('REFUNDED takes the money from the merchant, and it is in flight until the SIM reports that it left', async () => {
  const transaction = await startBySms();
  await world.pay(payable(transaction), { payer_phone: PAYER });
  await concludeTransactions(world.services, [says(world, transaction, 'refunded')]);
  expect(await entriesOf(world, transaction)).toContain(
    `TRANSACTION_REFUND PAYABLE>REFUND_IN_FLIGHT ${transaction.amount_xaf}`,
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

test('one that finds no number is counted among nobody’s payments, however often it is asked for', async () => {
  const shop = await world.merchant();
  const commands = Array.from({ length: 12 }, (_, n) => ({
    ...asked(shop, { ...LIVE, amount_xaf: 77_000 }),
    reference: `CROWD-${n}`,
    phone_number: `+2356677${1000 + n}` as never,
  }));
  const outcomes = await createTransactions(world.services, commands);
  const made = outcomes.filter(({ kind }) => kind === 'created').length;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(commands.length);
  const count = () =>
    countListed(world.services, { merchant_id: shop, environment: 'live', filter: NO_FILTER });
  expect(await count()).toBe(made);
  await foldCountsOfPayments(world.services, { limit: 100_000 });
  expect(await count()).toBe(made);
});
