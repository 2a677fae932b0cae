import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batcher, batcherByName, QueueFull } from './batch.ts';

const split = () => 'split' as const;
const limits = { max_batch: 100, in_flight: 1, max_queue: 10_000 };

test('what arrives while a batch is in flight goes together in the next one', async () => {
  const sizes: number[] = [];
  const double = batcher(
    async (numbers: number[]) => {
      sizes.push(numbers.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return numbers.map((n) => n * 2);
    },
    limits,
    split,
  );
  const first = double(1);
  await new Promise((resolve) => setImmediate(resolve));
  const rest = Promise.all([2, 3, 4].map(double));
  expect([await first, ...(await rest)]).toEqual([2, 4, 6, 8]);
  expect(sizes).toEqual([1, 3]);
});

test('a command that fails alone fails alone, wherever it stands in the batch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), async (bad) => {
      const run = batcher(
        async (commands: number[]) => {
          if (commands.some((n) => bad[n])) throw new Error('bad command');
          return commands;
        },
        limits,
        split,
      );
      const results = await Promise.allSettled(bad.map((_, position) => run(position)));
      expect(results.map((result) => result.status === 'rejected')).toEqual(bad);
    }),
  );
});

test('a passing failure is tried again, and three in a row reach the caller', async () => {
  let failures = 2;
  const run = batcher(
    async (commands: number[]) => {
      failures -= 1;
      if (failures >= 0) throw new Error('deadlock');
      return commands;
    },
    limits,
    () => 'again',
  );
  expect(await run(7)).toBe(7);
  failures = 3;
  await expect(run(8)).rejects.toThrow('deadlock');
});

test('a full queue refuses at once instead of growing', async () => {
  const run = batcher(
    async (commands: number[]) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return commands;
    },
    { max_batch: 1, in_flight: 1, max_queue: 2 },
    split,
  );
  const accepted = [run(1), run(2)];
  await expect(run(3)).rejects.toBeInstanceOf(QueueFull);
  expect(await Promise.all(accepted)).toEqual([1, 2]);
});

test('of one thing no two commands are under way, others go on beside them, and of none more wait than its part', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = batcherByName(
    async (names: string[]) => {
      begun.push(...names);
      await Promise.all(names.map((name) => new Promise<void>((resolve) => ends.set(name, resolve))));
      return names;
    },
    { max_batch: 1, in_flight: 2, in_flight_max: 2, max_queue: 10, of_one_max: 2 },
    split,
    (name) => name.slice(0, 1),
    () => undefined,
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = ask('a1');
  await turn();
  const waiting = [ask('a2'), ask('a3')];
  await expect(ask('a4')).rejects.toBeInstanceOf(QueueFull);
  const other = ask('b1');
  await turn();
  expect(begun).toEqual(['a1', 'b1']);
  ends.get('b1')?.();
  await other;
  expect(begun).toEqual(['a1', 'b1']);
  ends.get('a1')?.();
  await first;
  await turn();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  const again = ask('a5');
  ends.get('a2')?.();
  await turn();
  ends.get('a3')?.();
  await Promise.all(waiting);
  await turn();
  ends.get('a5')?.();
  expect(await again).toBe('a5');
});

test('where things are kept apart, no batch is about two of them, also where they came in one turn', async () => {
  const batches: string[][] = [];
  let free = (): void => undefined;
  const locked = new Promise<void>((resolve) => {
    free = resolve;
  });
  const run = batcherByName(
    async (names: string[]) => {
      batches.push(names);
      if (names.includes('busy')) await locked;
      return names;
    },
    { ...limits, in_flight: 2, in_flight_max: 4, is_apart: true },
    split,
    (name) => name,
    () => undefined,
  );
  const busy = [run('busy'), run('busy')];
  expect(await Promise.all([run('other'), run('third'), run('other')])).toEqual(['other', 'third', 'other']);
  free();
  await Promise.all([...busy, run('busy')]);
  expect(batches).toEqual([['busy', 'busy'], ['other', 'other'], ['third'], ['busy']]);
});

test('what waits for a name that is busy is not gone through again with each command that comes', async () => {
  let looks = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const done: number[] = [];
  const run = batcherByName(
    async (commands: number[]) => {
      await held;
      done.push(...commands);
      return commands;
    },
    { ...limits, max_batch: 256, in_flight: 4, in_flight_max: 4 },
    split,
    () => {
      looks += 1;
      return 'the one book';
    },
    () => {},
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const outcomes: Promise<number>[] = [];
  for (let n = 0; n < 1_000; n += 1) {
    outcomes.push(run(n));
    await turn();
  }
  // Each is admitted, and the first one begun; of all who wait at each turn it would be half a million.
  expect(looks).toBeLessThan(5_000);
  letGo();
  await Promise.all(outcomes);
  expect(done).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
});
