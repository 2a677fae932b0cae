import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from '../../src/domain/transaction/transaction.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { advanceTransactions } from '../../src/engine/rails/advance.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { foldTransactionCounts } from '../../src/engine/transactions/list.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { prove } from './proof.ts';
import { again, asked, entriesOf, eventsOf, says, start, statusOf } from './transactions.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant({ fee_basis_points: 100 });
});
afterAll(async () => {
  await prove(world);
  await foldTransactionCounts(world.services, { limit: 100_000 });
  await prove(world);
  await world.close();
});

const advance = (transaction_id: string, to: 'PROCESSING' | 'WAITING_SMS') =>
  advanceTransactions(world.services, [{ transaction_id, to }]);

test('a transaction is created PENDING, expires in 10 minutes, and has its rail’s first work due at once', async () => {
  const transaction = await start(world, merchant);
  expect(transaction).toMatchObject({ status: 'PENDING', rail: 'sandbox' });
  expect(transaction.expires_at.getTime() - transaction.created_at.getTime()).toBe(600_000);
  expect(transaction.internal_ref).toMatch(/^TX261121[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(
    await world.rows('select step, attempt, rail from rail_work where transaction_id = $1', [transaction.id]),
  ).toEqual([{ step: 'initiate', attempt: 0, rail: 'sandbox' }]);
  expect(await again(world, transaction)).toEqual({ ...transaction, webhook_sent: false });
});

test('a transaction advances to PROCESSING and to WAITING_SMS, each once, and not backwards', async () => {
  const { id } = await start(world, merchant);
  expect(await advance(id, 'WAITING_SMS')).toEqual([{ kind: 'refused' }]);
  expect(await advance(id, 'PROCESSING')).toEqual([{ kind: 'advanced' }]);
  expect(await advance(id, 'PROCESSING')).toEqual([{ kind: 'already' }]);
  expect(await advance(id, 'WAITING_SMS')).toEqual([{ kind: 'advanced' }]);
  expect(await advance(id, 'PROCESSING')).toEqual([{ kind: 'already' }]);
});

test('both steps may be taken in one call', async () => {
  const transaction = await start(world, merchant);
  const { id } = transaction;
  expect(
    await advanceTransactions(world.services, [
      { transaction_id: id, to: 'PROCESSING' },
      { transaction_id: id, to: 'WAITING_SMS' },
    ]),
  ).toEqual([{ kind: 'advanced' }, { kind: 'advanced' }]);
  expect(await statusOf(world, transaction)).toBe('WAITING_SMS');
});

test('the rail’s word makes SUCCESS: status, event, and the money from our wallet to the merchant, less the fee', async () => {
  const transaction = await start(world, merchant);
  const at = world.now;
  world.pass(3);
  expect(await concludeTransactions(world.services, [says(world, transaction, 'success', { at })])).toEqual([
    { kind: 'concluded' },
  ]);
  expect(await again(world, transaction)).toMatchObject({
    status: 'SUCCESS',
    confirmed_at: at,
    updated_at: world.now,
  });
  expect(await eventsOf(world, transaction)).toEqual(['transaction.success']);
  expect(await entriesOf(world, transaction)).toEqual([
    'TRANSACTION_SUCCESS WALLET_AIRTEL>PAYABLE 5000',
    'TRANSACTION_FEE PAYABLE>REVENUE 50',
  ]);
});

test('the same word again changes nothing, and SUCCESS is never undone by a late refusal', async () => {
  const transaction = await start(world, merchant);
  const words = ['success', 'success', 'failed'] as const;
  const outcomes = await concludeTransactions(
    world.services,
    words.map((kind) => says(world, transaction, kind)),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['concluded', 'already', 'refused']);
  expect(await concludeTransactions(world.services, [says(world, transaction, 'failed')])).toEqual([
    { kind: 'refused' },
  ]);
  expect(await statusOf(world, transaction)).toBe('SUCCESS');
  expect(await eventsOf(world, transaction)).toEqual(['transaction.success']);
});

test('a refusal makes FAILED; a payment proven after that waits for staff in suspense', async () => {
  const transaction = await start(world, merchant);
  await concludeTransactions(world.services, [says(world, transaction, 'failed', { reason: 'no funds' })]);
  expect(await eventsOf(world, transaction)).toEqual(['transaction.failed']);
  const late = says(world, transaction, 'success');
  expect(await concludeTransactions(world.services, [late, late])).toEqual([
    { kind: 'late' },
    { kind: 'late' },
  ]);
  expect(await statusOf(world, transaction)).toBe('FAILED');
  expect(await entriesOf(world, transaction)).toEqual(['TRANSACTION_SUSPENSE WALLET_AIRTEL>SUSPENSE 5000']);
  expect(
    await world.rows('select kind, state from transaction_reviews where transaction_id = $1', [
      transaction.id,
    ]),
  ).toEqual([{ kind: 'after_failure', state: 'OPEN' }]);
});

test('REFUNDED takes the money and the fee back, as they were booked', async () => {
  const transaction = await start(world, merchant);
  await concludeTransactions(world.services, [says(world, transaction, 'success')]);
  expect(await concludeTransactions(world.services, [says(world, transaction, 'refunded')])).toEqual([
    { kind: 'concluded' },
  ]);
  expect(await again(world, transaction)).toMatchObject({ status: 'REFUNDED', confirmed_at: world.now });
  expect((await entriesOf(world, transaction)).slice(2)).toEqual([
    'TRANSACTION_REFUND PAYABLE>WALLET_AIRTEL 5000',
    'TRANSACTION_FEE_REFUND REVENUE>PAYABLE 50',
  ]);
  expect(await concludeTransactions(world.services, [says(world, transaction, 'success')])).toEqual([
    { kind: 'already' },
  ]);
});

test('without a proof it times out after expiry plus grace, whatever its rail says meanwhile', async () => {
  const waiting = [await start(world, merchant), await start(world, merchant), await start(world, merchant)];
  await advance(waiting[1]?.id ?? '', 'PROCESSING');
  await advanceTransactions(world.services, [
    { transaction_id: waiting[2]?.id ?? '', to: 'PROCESSING' },
    { transaction_id: waiting[2]?.id ?? '', to: 'WAITING_SMS' },
  ]);
  world.pass(600 + 119);
  await timeOutTransactions(world.services, { limit: 1000 });
  for (const one of waiting) expect(await statusOf(world, one)).not.toBe('TIMEOUT');
  world.pass(1);
  expect(await timeOutTransactions(world.services, { limit: 1000 })).toBeGreaterThanOrEqual(3);
  for (const one of waiting) {
    expect(await statusOf(world, one)).toBe('TIMEOUT');
    expect(await eventsOf(world, one)).toEqual(['transaction.timeout']);
  }
  expect(await timeOutTransactions(world.services, { limit: 1000 })).toBe(0);
});

test('a payment proven after TIMEOUT opens a review; staff settle it, with the time it was paid', async () => {
  const transaction = await start(world, merchant);
  world.pass(720);
  await timeOutTransactions(world.services, { limit: 1000 });
  const command = { transaction_id: transaction.id, actor: 'awa', note: 'seen on the statement' };
  expect(await confirmLateTransactions(world.services, [command])).toEqual([{ kind: 'no_late_proof' }]);
  const at = new Date(world.now.getTime() - 200_000);
  expect(await concludeTransactions(world.services, [says(world, transaction, 'success', { at })])).toEqual([
    { kind: 'late' },
  ]);
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  const [outcome] = await confirmLateTransactions(world.services, [command]);
  expect(outcome?.kind).toBe('confirmed');
  expect(await again(world, transaction)).toMatchObject({ status: 'SUCCESS', confirmed_at: at });
  expect(await eventsOf(world, transaction)).toEqual(['transaction.timeout', 'transaction.success']);
  expect(await entriesOf(world, transaction)).toEqual([
    'TRANSACTION_SUSPENSE WALLET_AIRTEL>SUSPENSE 5000',
    'TRANSACTION_SUCCESS SUSPENSE>PAYABLE 5000',
    'TRANSACTION_FEE PAYABLE>REVENUE 50',
  ]);
  expect(
    await world.rows('select actor, action, note from staff_actions where subject_id = $1', [transaction.id]),
  ).toEqual([{ actor: 'awa', action: 'transaction.confirm_late', note: 'seen on the statement' }]);
  expect(await confirmLateTransactions(world.services, [command])).toEqual([
    { kind: 'not_timed_out', status: 'SUCCESS' },
  ]);
});

test('a large late payment needs a second person', async () => {
  const transaction = await start(world, merchant, { amount_xaf: 500_000 });
  world.pass(720);
  await timeOutTransactions(world.services, { limit: 1000 });
  await concludeTransactions(world.services, [says(world, transaction, 'success')]);
  const by = (actor: string) =>
    confirmLateTransactions(world.services, [{ transaction_id: transaction.id, actor, note: 'ok' }]);
  expect(await by('awa')).toEqual([{ kind: 'proposed' }]);
  expect(await by('awa')).toMatchObject([{ kind: 'same_person' }]);
  expect(await statusOf(world, transaction)).toBe('TIMEOUT');
  expect(await by('brahim')).toMatchObject([{ kind: 'confirmed' }]);
});

test('every word for an unknown transaction is refused', async () => {
  const unknown = { ...(await start(world, merchant)), id: world.services.newId() };
  expect(await concludeTransactions(world.services, [says(world, unknown, 'success')])).toEqual([
    { kind: 'refused' },
  ]);
  expect(await advance(unknown.id, 'PROCESSING')).toEqual([{ kind: 'refused' }]);
});

test('the database refuses each step that the transition table does not have', async () => {
  const allowed = new Set<string>();
  for (const from of TRANSACTION_STATUSES) {
    for (const to of TRANSACTION_STATUSES) {
      const { id } = await start(world, merchant);
      const set = async (status: string) =>
        world.rows(
          `update transactions set status = $2,
             confirmed_at = case when $2 in ('SUCCESS', 'REFUNDED') then created_at end where id = $1`,
          [id, status],
        );
      await world.rows('alter table transactions disable trigger transaction_transition');
      await set(from);
      await world.rows('alter table transactions enable trigger transaction_transition');
      if (from !== to)
        await set(to).then(
          () => allowed.add(`${from}>${to}`),
          () => undefined,
        );
      await world.rows('delete from rail_work where transaction_id = $1', [id]);
      await world.rows('alter table transactions disable trigger transactions_stay');
      await world.rows('delete from transactions where id = $1', [id]);
      await world.rows('alter table transactions enable trigger transactions_stay');
    }
  }
  expect([...allowed].toSorted()).toEqual(
    [
      'PENDING>PROCESSING PROCESSING>WAITING_SMS SUCCESS>REFUNDED TIMEOUT>SUCCESS'.split(' '),
      ['PENDING', 'PROCESSING', 'WAITING_SMS'].flatMap((from) =>
        ['SUCCESS', 'FAILED', 'TIMEOUT'].map((to) => `${from}>${to}`),
      ),
    ]
      .flat()
      .toSorted(),
  );
});

test('two processes that create one reference at once make one transaction, and the other is told its id', async () => {
  const [other] = await world.processes(1);
  const command = asked(merchant);
  const outcomes = await Promise.all(
    [world.services, other ?? world.services].map((services) => createTransactions(services, [command])),
  );
  const kinds = outcomes.flat().map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['created', 'reference_already_used']);
});
