import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moneyIdOf } from '../../../../tools/airtel/ledger.ts';
import { railGate } from '../../src/engine/rails/gate.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { airtelId } from '../../src/rails/airtel/answers.ts';
import type { Rail } from '../../src/rails/rail.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let merchant: string;
let airtel: Airtel;
beforeEach(async () => {
  world = await openRailWorld();
  merchant = await world.merchant();
  airtel = await openAirtel();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await airtel.close();
  await world.close();
});

const LIVE = { environment: 'live', operator: 'AIRTEL' } as const;
const live = (count: number) => world.transactions(merchant, count, LIVE);
const made = async () => (await live(1))[0] as Awaited<ReturnType<typeof live>>[number];
const work = () => world.work([airtel.rail]);
const enquiries = () => airtel.simulator.counts.get('GET /standard/v1/payments/:id') ?? 0;

describe('a live AIRTEL transaction', () => {
  it('is pushed, asked about after three minutes, and SUCCESS by the enquiry alone', async () => {
    const transaction = await made();
    await work();
    expect(await world.statusOf(transaction)).toBe('PROCESSING');
    world.pass(179);
    await work();
    expect([enquiries(), await world.statusOf(transaction)]).toEqual([0, 'PROCESSING']);
    world.pass(1);
    await work();
    expect([enquiries(), await world.statusOf(transaction)]).toEqual([1, 'SUCCESS']);
    expect(await world.workOf(transaction)).toBeUndefined();
    const [proof] = await world.rows<{ detail: unknown }>('select detail from transaction_proofs');
    expect(proof?.detail).toMatchObject({
      rail: 'airtel-open-api',
      rail_transaction_id: moneyIdOf(airtelId(transaction.id)),
    });
  });

  it.each(['http_500', 'ambiguous', 'http_429', 'token_expired'] as const)(
    'stays PROCESSING while enquiries meet %s, times out, and the late proof opens a review',
    async (fault) => {
      const transaction = await made();
      await work();
      airtel.simulator.faults[fault] = 1;
      for (const seconds of [180, 30, 30, 60, 60, 120, 120, 121]) {
        world.pass(seconds);
        expect(await world.statusOf(transaction)).toBe('PROCESSING');
        await work();
      }
      await timeOutTransactions(world.services, { limit: 10 });
      expect(await world.statusOf(transaction)).toBe('TIMEOUT');
      airtel.simulator.faults[fault] = 0;
      world.pass(7_200);
      await work();
      await work();
      expect(await world.statusOf(transaction)).toBe('TIMEOUT');
      expect(await world.rows('select kind from transaction_reviews')).toEqual([{ kind: 'late' }]);
      expect(await world.workOf(transaction)).toBeUndefined();
    },
  );

  it('is FAILED by the operator’s final refusal', async () => {
    await airtel.close();
    airtel = await openAirtel({ decide: () => 'TF' });
    const transaction = await made();
    await work();
    world.pass(180);
    await work();
    expect(await world.statusOf(transaction)).toBe('FAILED');
  });

  it('whose push was certainly not sent is pushed later, once', async () => {
    airtel.simulator.faults.http_429 = 1;
    const transaction = await made();
    await work();
    expect(await world.workOf(transaction)).toMatchObject({ step: 'initiate', begun_at: null });
    airtel.simulator.faults.http_429 = 0;
    world.pass(2);
    await work();
    world.pass(180);
    await work();
    expect(await world.statusOf(transaction)).toBe('SUCCESS');
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it('that has expired before it could be pushed is never pushed', async () => {
    const transaction = await made();
    world.pass(600);
    await work();
    expect([airtel.simulator.ledger.payments.size, await world.statusOf(transaction)]).toEqual([
      0,
      'PENDING',
    ]);
    expect(await world.workOf(transaction)).toBeUndefined();
    world.pass(121);
    await timeOutTransactions(world.services, { limit: 10 });
    expect(await world.statusOf(transaction)).toBe('TIMEOUT');
  });
});

describe('no payer is asked for money twice', () => {
  it('when the answers to 200 pushes are lost: they are found by enquiry', async () => {
    airtel.simulator.faults.lost_answer = 1;
    await live(200);
    const worker = world.worker([airtel.rail]);
    // The breaker would keep most of them from being sent: it is closed again each time.
    for (let round = 0; round < 60; round += 1) {
      const { answered } = await worker.round();
      await answered;
      await world.rows('delete from rail_breakers');
      world.pass(1);
    }
    expect(airtel.simulator.ledger.payments.size).toBe(200);
    airtel.simulator.faults.lost_answer = 0;
    world.pass(180);
    await work();
    expect(await world.statuses()).toEqual({ SUCCESS: 200 });
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it('when processes die after the call and before the record, 200 times', async () => {
    await live(200);
    const places = new Map([['airtel-open-api', 200]] as const);
    const claimed = await world.claim(places);
    expect(claimed).toHaveLength(200);
    // Called, and then nothing: the process is gone.
    await Promise.all(claimed.map(({ work }) => airtel.rail.initiate({ ...work, sender: null } as never)));
    world.pass(59);
    await work();
    expect(enquiries()).toBe(0);
    world.pass(1);
    await work();
    expect(enquiries()).toBe(0);
    world.pass(180);
    await work();
    expect(await world.statuses()).toEqual({ SUCCESS: 200 });
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it('when processes die before the call: nothing is pushed after the lease, and they time out', async () => {
    await live(10);
    await world.claim(new Map([['airtel-open-api', 10]] as const));
    world.pass(721);
    await work();
    await timeOutTransactions(world.services, { limit: 20 });
    expect([airtel.simulator.ledger.payments.size, await world.statuses()]).toEqual([0, { TIMEOUT: 10 }]);
  });

  it('when two processes work the same 200 at once: each is pushed and asked about once', async () => {
    await live(200);
    const [one, two] = (await world.processes(2)) as [typeof world.services, typeof world.services];
    const workers = [world.worker([airtel.rail], one), world.worker([airtel.rail], two)];
    // Until nothing is due: of what both look at, each may get few in a round.
    const workAll = async () => {
      for (let round = 0, claimed = 1; claimed > 0 && round < 50; round += 1) {
        const rounds = await Promise.all(workers.map((worker) => worker.round()));
        await Promise.all(rounds.map(({ answered }) => answered));
        claimed = rounds.reduce((sum, one) => sum + one.claimed, 0);
      }
    };
    await workAll();
    expect(airtel.simulator.ledger.payments.size).toBe(200);
    world.pass(180);
    await workAll();
    expect(await world.statuses()).toEqual({ SUCCESS: 200 });
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
    expect(enquiries()).toBe(200);
  });
});

it('what one process holds no other claims, 200 rounds of two at once', async () => {
  const [one, two] = (await world.processes(2)) as [typeof world.services, typeof world.services];
  const places = new Map([['airtel-open-api', 3]] as const);
  await live(200 * 4);
  const seen: string[] = [];
  for (let round = 0; round < 200; round += 1) {
    const claims = await Promise.all([world.claim(places, one), world.claim(places, two)]);
    seen.push(...claims.flat().map(({ work }) => work.transaction_id));
  }
  expect(seen).toHaveLength(800);
  expect(new Set(seen).size).toBe(800);
});

describe('the breaker', () => {
  const gate = async () => {
    const [found] = await railGate(world.services, [{ merchant_id: merchant, ...LIVE }]);
    return found?.retry_after_s;
  };
  const elsewhere = async () => {
    const [other] = await world.processes(1);
    const [found] = await railGate(other ?? world.services, [{ merchant_id: merchant, ...LIVE }]);
    return found?.retry_after_s;
  };

  it('opens after five faults in a row on every process, refuses new ones, keeps what was accepted', async () => {
    await live(20);
    airtel.simulator.faults.http_429 = 1;
    const worker = world.worker([airtel.rail]);
    await (await worker.round()).answered;
    expect(await world.breaker('airtel-open-api')).toBe('open 0');
    expect([await gate(), await elsewhere()]).toEqual([15, 15]);
    expect(await world.statuses()).toEqual({ PROCESSING: 20 });
    await expect(live(1)).rejects.toThrow('gateway_unavailable');
    world.pass(14);
    await work();
    expect(airtel.simulator.counts.get('POST /merchant/v1/payments/')).toBe(20);
    expect(await gate()).toBe(1);

    // Its time has come: one probe, which fails, and it stays open for twice as long.
    world.pass(1);
    await work();
    expect(airtel.simulator.counts.get('POST /merchant/v1/payments/')).toBe(21);
    expect(await gate()).toBe(30);

    // The next one is answered: it closes, and the rest goes on.
    airtel.simulator.faults.http_429 = 0;
    world.pass(30);
    await work();
    expect(await world.breaker('airtel-open-api')).toBe('closed 0');
    expect([await gate(), await elsewhere()]).toEqual([null, null]);
    world.pass(60);
    await work();
    world.pass(180);
    await work();
    expect(await world.statuses()).toEqual({ SUCCESS: 20 });
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it('is read at most every half second by a process, and not at all for test', async () => {
    const { pool } = world.services;
    let reads = 0;
    const services = {
      ...world.services,
      pool: Object.create(pool, {
        query: {
          value: (asked: { name?: string }, ...rest: unknown[]) => {
            if (asked.name === 'read_rail_breakers') reads += 1;
            return (pool.query as (...args: unknown[]) => unknown).apply(pool, [asked, ...rest]);
          },
        },
      }),
    };
    const asked = { merchant_id: merchant, ...LIVE };
    await railGate(services, [{ ...asked, environment: 'test' }]);
    expect(reads).toBe(0);
    for (let n = 0; n < 100; n += 1) await railGate(services, [asked, asked]);
    expect(reads).toBe(1);
    world.pass(0.5);
    await railGate(services, [asked]);
    expect(reads).toBe(2);
  });

  it('a success in between begins the count again', async () => {
    let n = 0;
    const limping: Rail = {
      ...airtel.rail,
      initiate: async () => {
        n += 1;
        return n % 5 === 0
          ? { kind: 'asked', waits_for: 'rail' }
          : { kind: 'unknown', detail: 'x', sent: true, fault: true };
      },
    };
    await live(40);
    await world.work([limping]);
    expect(n).toBe(40);
    expect(await world.breaker('airtel-open-api')).toBe('closed 0');
  });
});
