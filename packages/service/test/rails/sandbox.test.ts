import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { railGate } from '../../src/engine/rails/gate.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let merchant: string;
beforeAll(async () => {
  world = await openRailWorld();
});
afterAll(() => world.close());
// One database for all: each scene has a merchant and a time of its own, and nothing of the scene before comes due.
beforeEach(async () => {
  await world.leaveRails();
  merchant = await world.merchant();
});
afterEach(() => expect(world.failures).toEqual([]));

/** Each magic number: its status after so many seconds, the sweeper included. */
describe('a magic payer of the sandbox', () => {
  it.each<[string, [number, string][]]>([
    [
      '+23566123456',
      [
        [0, 'PROCESSING'],
        [1, 'PROCESSING'],
        [2, 'SUCCESS'],
      ],
    ],
    ['+23500000010', [[0, 'SUCCESS']]],
    [
      '+23500000011',
      [
        [0, 'PROCESSING'],
        [4, 'PROCESSING'],
        [5, 'SUCCESS'],
      ],
    ],
    [
      '+23500000012',
      [
        [29, 'PROCESSING'],
        [30, 'PROCESSING'],
        [60, 'SUCCESS'],
      ],
    ],
    [
      '+23500000013',
      [
        [0, 'WAITING_SMS'],
        [5, 'SUCCESS'],
      ],
    ],
    ['+23500000020', [[0, 'FAILED']]],
    [
      '+23500000021',
      [
        [0, 'PROCESSING'],
        [5, 'FAILED'],
      ],
    ],
    [
      '+23500000022',
      [
        [0, 'PROCESSING'],
        [29, 'PROCESSING'],
        [30, 'FAILED'],
      ],
    ],
    [
      '+23500000030',
      [
        [0, 'PROCESSING'],
        [719, 'PROCESSING'],
        [721, 'TIMEOUT'],
        [90_000, 'TIMEOUT'],
      ],
    ],
    [
      '+23500000031',
      [
        [0, 'WAITING_SMS'],
        [719, 'WAITING_SMS'],
        [721, 'TIMEOUT'],
      ],
    ],
    [
      '+23500000032',
      [
        [0, 'PROCESSING'],
        [721, 'TIMEOUT'],
        [730, 'TIMEOUT'],
      ],
    ],
    [
      '+23500000040',
      [
        [0, 'PROCESSING'],
        [2, 'PROCESSING'],
        [9, 'PROCESSING'],
        [10, 'SUCCESS'],
      ],
    ],
    [
      '+23500000041',
      [
        [0, 'PROCESSING'],
        [9, 'PROCESSING'],
        [10, 'SUCCESS'],
      ],
    ],
    [
      '+23500000042',
      [
        [0, 'PROCESSING'],
        [10, 'FAILED'],
      ],
    ],
    [
      '+23500000060',
      [
        [0, 'PROCESSING'],
        [2, 'SUCCESS'],
        [6, 'SUCCESS'],
        [7, 'REFUNDED'],
      ],
    ],
  ])('%s', async (phone_number, expected) => {
    const [transaction] = await world.transactions(merchant, 1, { phone_number });
    if (transaction === undefined) throw new Error('it was not made');
    let passed = 0;
    const seen: [number, string][] = [];
    for (const [seconds] of expected) {
      world.pass(seconds - passed);
      passed = seconds;
      await timeOutTransactions(world.services, { limit: 10 });
      await world.work([world.sandbox()]);
      seen.push([seconds, await world.statusOf(transaction)]);
    }
    expect(seen).toEqual(expected);
  });

  it('the one that is given back is not given back a second time where its merchant gives it back first', async () => {
    const [transaction] = await world.transactions(merchant, 1, { phone_number: '+23500000060' });
    await world.work([world.sandbox()]);
    world.pass(2);
    await world.work([world.sandbox()]);
    const payment = { kind: 'transaction', id: transaction?.id ?? '' } as const;
    const asked = { environment: 'test', reason: null, asked_by: 'a test', idempotency: null } as const;
    const [made] = await createRefunds(world.services, [
      { ...asked, merchant_id: merchant, payment, amount_xaf: 2_500 },
    ]);
    expect(made?.kind).toBe('created');
    world.pass(60);
    await world.work([world.sandbox()]);
    expect(await world.statusOf(payment)).toBe('SUCCESS');
    expect(await world.workOf(payment)).toBeUndefined();
    expect(await checkLedger(world.services)).toMatchObject({ ok: true });
  });

  it('the late one opens a review, and nobody is told that it succeeded', async () => {
    await world.transactions(merchant, 1, { phone_number: '+23500000032' });
    await world.work([world.sandbox()]);
    world.pass(721);
    await timeOutTransactions(world.services, { limit: 10 });
    world.pass(5);
    await world.work([world.sandbox()]);
    expect(
      await world.rows(
        `select r.kind, r.state from transaction_reviews r join transactions t on t.id = r.transaction_id
          where t.merchant_id = $1`,
        [merchant],
      ),
    ).toEqual([{ kind: 'late', state: 'OPEN' }]);
    expect(await world.rows('select type from events where merchant_id = $1', [merchant])).toEqual([
      { type: 'transaction.timeout' },
    ]);
    expect(await world.rows('select 1 from rail_work')).toEqual([]);
  });

  it('+23500000050 finds the gateway unavailable, and its neighbours do not', async () => {
    const asked = { merchant_id: merchant, environment: 'test', operator: 'AIRTEL' } as const;
    const gates = await railGate(world.services, [
      { ...asked, phone_number: '+23500000050' },
      { ...asked, phone_number: '+23566123456' },
      { ...asked, environment: 'live', phone_number: '+23500000050' },
    ]);
    expect(gates).toEqual([
      { rail: 'sandbox', retry_after_s: 30 },
      { rail: 'sandbox', retry_after_s: null },
      { rail: 'airtel-open-api', retry_after_s: null },
    ]);
  });

  it('faults of the sandbox are acted and open no breaker', async () => {
    await world.transactions(merchant, 20, { phone_number: '+23500000041' });
    await world.work([world.sandbox()]);
    expect(await world.rows('select 1 from rail_breakers')).toEqual([]);
  });
});

it('a round takes as many statements for 200 transactions as for 2', async () => {
  const count = async (transactions: number): Promise<number> => {
    await world.transactions(merchant, transactions, { phone_number: '+23500000010' });
    const { pool } = world.services;
    let statements = 0;
    const counting = Object.create(pool, {
      query: {
        value: (...args: unknown[]) => {
          statements += 1;
          return (pool.query as (...a: unknown[]) => unknown).apply(pool, args);
        },
      },
    });
    await world.work([world.sandbox()], { ...world.services, pool: counting });
    return statements;
  };
  const few = await count(2);
  expect(await count(200)).toBe(few);
  expect(await world.statuses(merchant)).toEqual({ SUCCESS: 202 });
});
