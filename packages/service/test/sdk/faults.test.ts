import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Chari, ChariError } from '../../../sdk/src/index.ts';
import { SESSIONS } from '../spec/client.ts';
import { openService, type Service } from '../spec/service.ts';
import { PAYER } from '../spec/transactions.ts';
import { FAULTS, type Fault, type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts';

const PATIENCE_MS = 150;
const names = Object.keys(FAULTS) as Fault[];

let service: Service;
/** Most of a run is waiting, so runs go beside each other, each by a way of its own to the one service. */
const WAYS = 6;
type Way = { proxy: FaultyProxy; chari: Chari };
let ways: Way[];
let key: string;
/** The same without faults, on a machine that may be busy. */
let patient: Chari;
let count = 0;

beforeAll(async () => {
  service = await openService();
  key = (await service.merchant()).test_key;
  ways = await Promise.all(
    Array.from({ length: WAYS }, async () => {
      const proxy = await openFaultyProxy(service.client.url, PATIENCE_MS);
      return { proxy, chari: new Chari({ apiKey: key, baseUrl: proxy.url, timeoutMs: PATIENCE_MS }) };
    }),
  );
  patient = new Chari({ apiKey: key, baseUrl: service.client.url, maxRetries: 50 });
});
// Backoff is chance below a bound: here it is always nothing. Before each test, since each puts back what was replaced.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(async () => {
  await Promise.all(ways.map(({ proxy }) => proxy.close()));
  await service.close();
});

const order = () => {
  count += 1;
  return {
    reference: `FAULTS-${count}`,
    amount: 1_000 + count,
    currency: 'XAF',
    operator: 'AIRTEL',
  } as const;
};

/** An answer or a ChariError: anything else fails the test. */
async function outcomeOf<T>(call: PromiseLike<T>): Promise<T | ChariError> {
  try {
    return await call;
  } catch (error) {
    expect(error).toBeInstanceOf(ChariError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key);
    return error as ChariError;
  }
}

const truth = async (id: string) => (await service.client.get(`${SESSIONS}/${id}`, key)).body;
const sessionsOf = (reference: string) =>
  service.rows<{ id: string }>('select id from payment_sessions where reference = $1', [reference]);

const faults = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 });

/** Holds a property against so many plans at least, the examples among them. */
async function holds(
  runs: number,
  property: (way: Way) => fc.IAsyncProperty<[Fault[]]>,
  examples: [Fault[]][] = [],
): Promise<void> {
  await Promise.all(
    ways.map((way, at) =>
      fc.assert(property(way), {
        numRuns: Math.ceil(runs / WAYS),
        // Its own for each way: by Math.random, which is held, all of them would live through the same.
        seed: randomInt(2 ** 31),
        examples: examples.filter((_, i) => i % WAYS === at),
      }),
    ),
  );
}

test('whatever happens on the way, an order makes one session at most, and the answer is true or an error with a code', async () => {
  const codes = new Set<string>();
  await holds(
    50,
    ({ proxy, chari }) =>
      fc.asyncProperty(faults, async (plan) => {
        const asked = order();
        proxy.plan = [...plan];
        const made = await outcomeOf(chari.paymentSessions.create(asked));
        if (made instanceof ChariError) {
          codes.add(made.code);
          expect(made.idempotencyKey).toBeDefined();
        } else expect(made).toEqual(await truth(made.id));
        proxy.plan = [];
        // What a caller does who was not answered: the same again, with the key of the error.
        const retried =
          made instanceof ChariError
            ? await patient.paymentSessions.create(asked, { idempotencyKey: made.idempotencyKey })
            : made;
        await proxy.settled();
        const again = await patient.paymentSessions.createOrGet(asked);
        expect(await sessionsOf(asked.reference)).toEqual([{ id: retried.id }]);
        expect(again).toEqual(retried);
      }),
    names.map((fault) => [[fault, fault, fault]]),
  );
  expect(codes).toContain('NETWORK_ERROR');
});

test('whatever happens on the way, createOrGet makes one session at most, called twice at once for one order, as by a customer who presses twice', async () => {
  await holds(15, ({ proxy, chari }) =>
    fc.asyncProperty(faults, async (plan) => {
      const asked = order();
      proxy.plan = [...plan];
      const both = await Promise.all([1, 2].map(() => outcomeOf(chari.paymentSessions.createOrGet(asked))));
      await proxy.settled();
      const rows = await sessionsOf(asked.reference);
      expect(rows.length).toBeLessThanOrEqual(1);
      for (const one of both) {
        if (!(one instanceof ChariError)) expect(one).toEqual(await truth(rows[0]?.id ?? ''));
      }
      proxy.plan = [];
    }),
  );
});

test('a session is cancelled or not, and the answer to that is true too', async () => {
  await holds(15, ({ proxy, chari }) =>
    fc.asyncProperty(faults, async (plan) => {
      const { id } = await patient.paymentSessions.create(order());
      proxy.plan = [...plan];
      const cancelled = await outcomeOf(chari.paymentSessions.cancel(id));
      const seen = await outcomeOf(chari.paymentSessions.retrieve(id));
      proxy.plan = [];
      if (!(seen instanceof ChariError)) expect(seen.id).toBe(id);
      if (!(cancelled instanceof ChariError)) {
        expect(cancelled).toMatchObject({ id, status: 'CANCELLED' });
        expect((await truth(id)).status).toBe('CANCELLED');
      } else expect(cancelled.code).not.toBe('INVALID_STATE');
      await proxy.settled();
    }),
  );
});

test('a transaction is started once, and each caller learns the id of its own', async () => {
  const ids = new Map<string, string>();
  // Its answer repeats nothing of the order, so another's can't be told from it unless it came before.
  const theirs = names.filter((name) => name !== 'anothers_answer');
  await holds(30, ({ proxy, chari }) =>
    fc.asyncProperty(fc.array(fc.constantFrom(...theirs), { minLength: 1, maxLength: 6 }), async (plan) => {
      const asked = { ...order(), phone_number: PAYER };
      proxy.plan = [...plan];
      const made = await outcomeOf(chari.transactions.create(asked));
      proxy.plan = [];
      await proxy.settled();
      const rows = await service.rows<{ id: string }>('select id from transactions where reference = $1', [
        asked.reference,
      ]);
      expect(rows.length).toBeLessThanOrEqual(1);
      if (made instanceof ChariError) return;
      expect(rows).toEqual([{ id: made.id }]);
      expect(ids.get(made.id)).toBeUndefined();
      ids.set(made.id, asked.reference);
    }),
  );
});

test('no redirect ever led a request, and the key in it, to another server', () => {
  expect(ways.flatMap(({ proxy }) => proxy.astray)).toEqual([]);
});
