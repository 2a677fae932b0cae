import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batcher, QueueFull } from './batch.ts';

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
