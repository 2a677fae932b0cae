import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateTransaction } from '../../src/domain/transaction/commands.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { isUnkeyed } from '../../src/engine/idempotency.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import type { Services } from '../../src/engine/services.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { createTransactions, createTransactionsAtOnce } from '../../src/engine/transactions/create.ts';
import { asked, says } from './transactions.ts';
import { openWorld, type World } from './world.ts';

const PAYER = '+23566123456';
const OTHER = '+23566123457';
const ROUNDS = 100;

let world: World;
let shops: string[];
beforeAll(async () => {
  world = await openWorld();
  for (let n = 0; n < 10; n += 1) await world.liveNumber(`+2356600100${n}`);
});
// One database for all: each scene has merchants and days of its own, and finds every number free.
beforeEach(async () => {
  await world.outlast();
  shops = [await world.merchant(), await world.merchant(), await world.merchant()];
});
afterAll(() => world.close());

let amount_xaf = 10_000;
/** Asks of one payer by several merchants in turn, each for another amount. */
function asks(count: number, fields: Partial<CreateTransaction> = {}): CreateTransaction[] {
  return Array.from({ length: count }, (_, n) => {
    amount_xaf += 7;
    const merchant_id = shops[n % shops.length] as string;
    return asked(merchant_id, { environment: 'live', phone_number: PAYER, amount_xaf, ...fields });
  });
}
const ask = async (commands: CreateTransaction[], services: Services = world.services) =>
  (await createTransactions(services, commands)).map((one) => one.kind);
const count = async (table: string) => {
  const its = table === 'transactions' ? 'id' : 'transaction_id';
  const [row] = await world.rows<{ n: number }>(
    `select count(*)::int as n from ${table}
      where ${its} in (select id from transactions where merchant_id = any ($1::uuid[]))`,
    [shops],
  );
  return row?.n;
};
const limited = (services: Services): Services => ({
  ...services,
  policy: { ...services.policy, payer_asks: { in_ten_minutes: 3, in_a_day: 10 } },
});

describe.each(['manual-sms', 'airtel-open-api'] as const)('on the rail %s', (rail) => {
  beforeEach(() => {
    const { policy } = limited(world.services);
    world.services.policy = { ...policy, live_rails: { AIRTEL: rail, MOOV: 'manual-sms' } };
  });

  test('a payer is asked three times in ten minutes over all merchants; more is refused, and nothing is created', async () => {
    expect(await ask(asks(5))).toEqual([
      ...['created', 'created', 'created'],
      ...['payer_asked_too_often', 'payer_asked_too_often'],
    ]);
    world.pass(4 * 60);
    const [refused] = await createTransactions(world.services, asks(1));
    expect(refused).toEqual({ kind: 'payer_asked_too_often', retry_after_s: 6 * 60 });
    for (const table of ['transactions', 'rail_work']) expect(await count(table)).toBe(3);
    expect(await count('collection_holds')).toBe(rail === 'airtel-open-api' ? 0 : 3);
    expect(await ask(asks(1, { phone_number: OTHER }))).toEqual(['created']);
    world.pass(6 * 60);
    expect(await ask(asks(1))).toEqual(['created']);
  });

  test('ten times a day, then it is left alone until the first of them is a day old', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect(await ask(asks(1))).toEqual(['created']);
      world.pass(3600);
    }
    const [refused] = await createTransactions(world.services, asks(1));
    expect(refused).toEqual({ kind: 'payer_asked_too_often', retry_after_s: 14 * 3600 });
    world.pass(14 * 3600);
    await expireSessions(world.services, { limit: 100 });
    expect(await ask(asks(2))).toEqual(['created', 'payer_asked_too_often']);
  });

  test('two processes at the same moment ask a payer exactly as often as it may be asked, in a hundred rounds', async () => {
    const processes = (await world.processes(2)).map((one) => ({ ...one, policy: world.services.policy }));
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone_number = `+235660${String(10_000 + round)}`;
      const outcomes = await Promise.all(
        [...processes, ...processes].map((one) => ask(asks(1 + (round % 3), { phone_number }), one)),
      );
      const made = outcomes.flat().filter((kind) => kind === 'created').length;
      expect(made).toBe(Math.min(3, 4 * (1 + (round % 3))));
    }
  });
});

test('a payment that succeeds sets the count back, one that fails does not', async () => {
  const { policy } = limited(world.services);
  world.services.policy = { ...policy, live_rails: { AIRTEL: 'airtel-open-api', MOOV: 'airtel-open-api' } };
  const made = (await createTransactions(world.services, asks(3))).flatMap((one) =>
    one.kind === 'created' ? [one.transaction] : [],
  );
  world.pass(60);
  await concludeTransactions(world.services, [says(world, made[0] as Transaction, 'failed')]);
  expect(await ask(asks(1))).toEqual(['payer_asked_too_often']);
  await concludeTransactions(world.services, [says(world, made[1] as Transaction, 'success')]);
  world.pass(1);
  expect(await ask(asks(4))).toEqual(['created', 'created', 'created', 'payer_asked_too_often']);
});

test('a used reference is said before, and the sandbox asks nobody', async () => {
  world.services.policy = limited(world.services).policy;
  const all = asks(3);
  await ask(all);
  expect(await ask([all[0] as CreateTransaction])).toEqual(['reference_already_used']);
  expect(new Set(await ask(asks(20, { environment: 'test' })))).toEqual(new Set(['created']));
});

test('what is refused for its reference is no ask for whoever comes behind it at the same moment', async () => {
  world.services.policy = limited(world.services).policy;
  const used = asks(3);
  await ask(used);
  world.pass(11 * 60);
  expect(await ask([...used, ...asks(4)])).toEqual([
    ...['reference_already_used', 'reference_already_used', 'reference_already_used'],
    ...['created', 'created', 'created', 'payer_asked_too_often'],
  ]);
});

test('whoever comes behind those that find no place at the same moment is asked to come again at once', async () => {
  world.services.policy = limited(world.services).policy;
  const [blocked, other] = [await world.merchant({ allowance: 0 }), shops[1] as string];
  shops = [blocked, blocked, blocked, other];
  const all = asks(4);
  const outcomes = await createTransactions(world.services, all);
  expect(outcomes.slice(0, 3).map(({ kind }) => kind)).toEqual(Array(3).fill('too_many_open_sessions'));
  expect(outcomes[3]).toEqual({ kind: 'gateway_unavailable', retry_after_s: 1 });
  world.pass(1);
  expect(await ask(all.slice(3))).toEqual(['created']);
});

test('no live transaction takes the short way, on which nobody counts', async () => {
  world.services.policy = {
    ...world.services.policy,
    live_rails: { AIRTEL: 'airtel-open-api', MOOV: 'airtel-open-api' },
  };
  expect(await createTransactionsAtOnce(world.services, asks(2).filter(isUnkeyed))).toEqual([null, null]);
});

test('a merchant that may have no more open sessions is told so by a transaction by SMS, and nothing is left of it', async () => {
  await world.rows(`update merchant_allowances set sessions = 1 where merchant_id = $1`, [shops[0]]);
  const own = [shops[0] as string];
  shops = own;
  const outcomes = await createTransactions(world.services, asks(2));
  expect(outcomes).toMatchObject([
    { kind: 'created' },
    { kind: 'too_many_open_sessions', open_count: 1, allowance: 1 },
  ]);
  for (const table of ['transactions', 'rail_work', 'collection_holds']) expect(await count(table)).toBe(1);
});
