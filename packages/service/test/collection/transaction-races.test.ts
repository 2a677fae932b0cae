import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { advanceTransactions } from '../../src/engine/rails/advance.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import type { Services } from '../../src/engine/services.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { foldTransactionCounts } from '../../src/engine/transactions/list.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { prove } from './proof.ts';
import { asked, eventsOf, holdOf, payable, says, start, statusOf } from './transactions.ts';
import { openWorld, type World } from './world.ts';

const ROUNDS = 15;

let world: World;
let merchant: string;
let others: Services[];
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant({ fee_basis_points: 100 });
  await world.liveNumber('+23566001001');
  others = await world.processes(2);
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

const other = (n: number): Services => others[n] as Services;

test('the rail’s success and the sweeper: SUCCESS, or TIMEOUT with a review, never both and never neither', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await start(world, merchant);
    world.pass(720);
    const [outcomes] = await Promise.all([
      concludeTransactions(other(0), [says(world, one, 'success')]),
      timeOutTransactions(other(1), { limit: 100 }),
    ]);
    // The sweeper leaves out what another is working on; its next step takes it if it is still open.
    await timeOutTransactions(world.services, { limit: 100 });
    const said = [outcomes[0]?.kind, await statusOf(world, one)];
    expect([
      ['concluded', 'SUCCESS'],
      ['late', 'TIMEOUT'],
    ]).toContainEqual(said);
    expect(await eventsOf(world, one)).toHaveLength(1);
  }
});

test('a callback and an enquiry that say the same at once: one event, one entry', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await start(world, merchant);
    const outcomes = await Promise.all(
      others.map((services) => concludeTransactions(services, [says(world, one, 'success')])),
    );
    expect(
      outcomes
        .flat()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['already', 'concluded']);
  }
});

test('two late proofs at once open one review and one entry in suspense', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await start(world, merchant);
    world.pass(720);
    await timeOutTransactions(world.services, { limit: 100 });
    const outcomes = await Promise.all(
      others.map((services) => concludeTransactions(services, [says(world, one, 'success')])),
    );
    expect(outcomes.flat()).toEqual([{ kind: 'late' }, { kind: 'late' }]);
    const reviews = await world.rows('select id from transaction_reviews where transaction_id = $1', [
      one.id,
    ]);
    expect(reviews).toHaveLength(1);
  }
});

test('a credit in time and the sweeper’s two steps: it is paid or timed out, and its number is given back', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await start(world, merchant, { environment: 'live', amount_xaf: 2000 + round });
    await advanceTransactions(world.services, [{ transaction_id: one.id, to: 'PROCESSING' }]);
    const occurred_at = world.now;
    world.pass(719);
    const notice_id = await world.keepCredit(payable(one), { payer_phone: one.phone_number, occurred_at });
    world.pass(2);
    await Promise.all([
      settleNotices(other(0), [notice_id]),
      expireSessions(other(1), { limit: 100 }),
      timeOutTransactions(world.services, { limit: 100 }),
    ]);
    await expireSessions(world.services, { limit: 100 });
    await timeOutTransactions(world.services, { limit: 100 });
    const said = [await statusOf(world, one), await holdOf(world, one)];
    expect([
      ['SUCCESS', 'QUARANTINE'],
      ['TIMEOUT', 'QUARANTINE'],
    ]).toContainEqual(said);
  }
});

test('everything at once, in batches that overlap: only allowed moves, each with its event, entry and count', async () => {
  const all = (
    await createTransactions(
      world.services,
      Array.from({ length: 120 }, () => asked(merchant)),
    )
  ).flatMap((one) => (one.kind === 'created' ? [one.transaction] : []));
  world.pass(720);
  const part = (from: number) => all.slice(from, from + 60);
  await Promise.all([
    concludeTransactions(
      other(0),
      part(0).map((one) => says(world, one, 'success')),
    ),
    concludeTransactions(
      other(1),
      part(30).map((one) => says(world, one, 'failed')),
    ),
    advanceTransactions(
      world.services,
      part(15).map(({ id }) => ({ transaction_id: id, to: 'PROCESSING' })),
    ),
    timeOutTransactions(other(0), { limit: 50 }),
    timeOutTransactions(other(1), { limit: 50 }),
    foldTransactionCounts(other(0), { limit: 10_000 }),
    foldTransactionCounts(other(1), { limit: 10_000 }),
  ]);
  await prove(world);
});
