import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRailLoop } from '../../src/cli/serve/rails.ts';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import type { Services } from '../../src/engine/services.ts';
import type { Rail } from '../../src/rails/rail.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld, SECRET_KEY } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
let merchant: string;
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
  merchant = await world.merchant({ fee_basis_points: 200 });
});
afterEach(async () => {
  await airtel.close();
  await world.close();
});

const refused = (code: string) => Object.assign(new Error(`refused with ${code}`), { code });

/** The services of a process whose statements fail where `failureOf` says so, by the name of each or `connect`. */
function through(failureOf: (statement: string) => Error | null): Services {
  const { pool } = world.services;
  const query = (asked: { name?: string }, ...rest: unknown[]): unknown => {
    const failure = failureOf(asked.name ?? '');
    if (failure !== null) return Promise.reject(failure);
    return (pool.query as (...all: unknown[]) => unknown).apply(pool, [asked, ...rest]);
  };
  const connect = () => {
    const failure = failureOf('connect');
    return failure === null ? pool.connect() : Promise.reject(failure);
  };
  return {
    ...world.services,
    pool: Object.create(pool, { query: { value: query }, connect: { value: connect } }),
  };
}

const live = (count = 1) => world.transactions(merchant, count, { environment: 'live', operator: 'AIRTEL' });

/** Transactions that were paid, and that staff give back by the operator. */
async function refundsAsked(count: number): Promise<string[]> {
  const ids = (await live(count)).map(({ id }) => id);
  await world.work([airtel.rail]);
  world.pass(180);
  await world.work([airtel.rail]);
  const by = { actor: 'Amina', note: 'wrong goods', by: 'rail' } as const;
  const commands = ids.map((transaction_id) => ({ transaction_id, ...by }));
  expect(await decideRefunds(world.services, commands)).toEqual(ids.map(() => ({ kind: 'asked' })));
  return ids;
}

const refundAsked = async (): Promise<string> => (await refundsAsked(1))[0] ?? '';

const stateOf = async (id: string) => {
  const [row] = await world.rows<{ state: string }>(
    'select state from rail_refunds where transaction_id = $1',
    [id],
  );
  return [row?.state, await world.statusOf({ id })];
};
const sentBack = () => [...airtel.simulator.ledger.payments.values()].map(({ refunds }) => refunds);

/** The rail, after whose answer to a refund something happens before it is written down. */
const andThen = (then: () => void): Rail => ({
  ...airtel.rail,
  refund: async (order) => {
    const answer = await airtel.rail.refund(order);
    then();
    return answer;
  },
});

it('What the operator answers to a refund while the database is away is written down once it is back', async () => {
  const id = await refundAsked();
  let left = 0;
  const services = through(() => {
    left -= 1;
    return left >= 0 ? refused('ECONNREFUSED') : null;
  });
  const rail = andThen(() => {
    left = 5;
  });
  await (await world.worker([rail], services).round()).answered;
  world.pass(60);
  await world.work([airtel.rail]);
  expect([await stateOf(id), sentBack()]).toEqual([['DONE', 'REFUNDED'], [1]]);
});

it('What was answered a minute ago still counts where another process has called its refund UNKNOWN', async () => {
  const id = await refundAsked();
  let is_away = false;
  const services = through(() => (is_away ? refused('57P01') : null));
  const rail = andThen(() => {
    is_away = true;
  });
  const { answered } = await world.worker([rail], services).round();
  await expect.poll(sentBack).toEqual([1]);
  world.pass(61);
  await world.work([airtel.rail]);
  expect(await stateOf(id)).toEqual(['UNKNOWN', 'SUCCESS']);
  is_away = false;
  await answered;
  expect(await stateOf(id)).toEqual(['DONE', 'REFUNDED']);
});

/**
 * A process that gives money back, whose database is away once the operator has answered for the first time. The next answer comes
 * while the first is being written down, so that two batches wait for the database.
 */
async function withoutDatabase() {
  let is_away = false;
  let answers = 0;
  const services = through(() => (is_away ? refused('ECONNREFUSED') : null));
  const refund: Rail['refund'] = async (order) => {
    const answer = await airtel.rail.refund(order);
    is_away = true;
    answers += 1;
    if (answers > 1) await sleep(20);
    return answer;
  };
  const stop = startRailLoop(services, {
    rails: { 'airtel-open-api': { ...airtel.rail, refund } },
    secret_key: SECRET_KEY,
    log: { error: () => undefined },
  });
  await expect.poll(() => answers, { interval: 10 }).toBeGreaterThan(0);
  const backIn = async (ms: number): Promise<void> => {
    await sleep(ms);
    is_away = false;
  };
  return { stop, backIn };
}

describe('A process that stops while the database is away', () => {
  // After the longer time each of the two waits for seconds before it is tried again.
  it.each([
    ['in the moment in which it went away', 0, 2_500],
    ['when it had been away for a while', 1_600, 1_000],
  ])('waits for it, %s, and writes down all that rails have answered', async (_when, away_ms, back_ms) => {
    const ids = await refundsAsked(2);
    const { stop, backIn } = await withoutDatabase();
    await sleep(away_ms);
    await Promise.all([stop(), backIn(back_ms)]);
    expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => ['DONE', 'REFUNDED']));
  });

  it('ends where it stays away', async () => {
    const ids = await refundsAsked(2);
    const { stop } = await withoutDatabase();
    const began_ms = performance.now();
    await stop();
    expect(performance.now() - began_ms).toBeGreaterThan(2_900);
    expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => ['ASKED', 'SUCCESS']));
  });
});

it('A fault is counted once, however often it is tried to write it down', async () => {
  await live();
  airtel.simulator.faults.http_429 = 1;
  let left = 2;
  const services = through((statement) => {
    if (statement !== 'schedule_rail_work') return null;
    left -= 1;
    return left >= 0 ? refused('40P01') : null;
  });
  await (await world.worker([airtel.rail], services).round()).answered;
  expect([left, await world.breaker('airtel-open-api')]).toEqual([-1, 'closed 1']);
});

/** Services whose second look at the breakers fails; time passes for them before something is sent. */
function withoutBreakers(): Services {
  let reads = 0;
  return through((statement) => {
    if (statement === 'begin_rail_work') world.pass(0.6);
    if (statement !== 'read_rail_breakers') return null;
    reads += 1;
    return reads === 2 ? refused('57P01') : null;
  });
}

it('What is written down as sent is sent though the breakers can’t be looked at any more', async () => {
  const id = await refundAsked();
  await live(2);
  const { claimed, answered } = await world.worker([airtel.rail], withoutBreakers()).round();
  await answered;
  // The payment that goes back was asked for before.
  expect([claimed, airtel.simulator.ledger.payments.size]).toEqual([3, 3]);
  expect([await stateOf(id), sentBack().toSorted()]).toEqual([
    ['DONE', 'REFUNDED'],
    [0, 0, 1],
  ]);
});

it('A probe is made though it can’t be noted as one', async () => {
  await live();
  await world.rows(
    `insert into rail_breakers (rail, state, failures, openings, until, changed_at)
     values ('airtel-open-api', 'open', 0, 1, $1, $1)`,
    [world.now],
  );
  const { answered } = await world.worker([airtel.rail], withoutBreakers()).round();
  await answered;
  expect(airtel.simulator.ledger.payments.size).toBe(1);
  expect(world.failures).toMatchObject([{ step: 'rail', error: { code: '57P01' } }]);
});
