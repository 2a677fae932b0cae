import { expect, test } from 'vitest';
import { seldom, startSweeper } from './sweeper.ts';

const quick = { interval_ms: 1, random: () => 0.5 };

/** Resolves when `enough` says so; asked after each call of the step. */
function watcher() {
  let done: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { reached, done };
}

test('a step that fails is reported, tried again, and does not keep the next step from running', async () => {
  const failures: string[] = [];
  const { reached, done } = watcher();
  let other_runs = 0;
  const stop = startSweeper({
    ...quick,
    steps: [
      { name: 'broken', run: () => Promise.reject(new Error('database away')) },
      {
        name: 'whole',
        run: async () => {
          other_runs += 1;
          if (other_runs === 3) done();
          return 0;
        },
      },
    ],
    onFailure: (step) => failures.push(step),
  });
  await reached;
  await stop();
  expect(failures.length).toBeGreaterThanOrEqual(3);
  expect(new Set(failures)).toEqual(new Set(['broken']));
});

test('a step with much to do takes portion after portion, and stopping waits for the one under way', async () => {
  let left = 3;
  let under_way = 0;
  const { reached, done } = watcher();
  const stop = startSweeper({
    ...quick,
    steps: [
      {
        name: 'expire',
        run: async () => {
          under_way += 1;
          await new Promise((resolve) => setImmediate(resolve));
          under_way -= 1;
          left -= 1;
          if (left === 0) done();
          return Math.max(left, 0);
        },
      },
    ],
    onFailure: () => undefined,
  });
  await reached;
  await stop();
  expect(left).toBeLessThanOrEqual(0);
  expect(under_way).toBe(0);
});

test('a seldom step goes on while there is more to do, and rests when there is nothing or it fails', async () => {
  let now_ms = 0;
  const answers = [2, 1, 0, new Error('database away'), 0];
  let runs = 0;
  const step = seldom(() => new Date(now_ms), 1_000, {
    name: 'forget',
    run: async () => {
      const answer = answers[runs] ?? 0;
      runs += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const at = async (ms: number) => {
    now_ms = ms;
    await step.run().catch(() => undefined);
    return runs;
  };
  expect([await at(0), await at(1), await at(2)]).toEqual([1, 2, 3]);
  expect([await at(3), await at(1_001), await at(1_002)]).toEqual([3, 3, 4]);
  expect([await at(1_003), await at(2_001), await at(2_002)]).toEqual([4, 4, 5]);
});

test('a seldom step looks again at its time, and at once where the clock was ahead and is set back', async () => {
  let now_ms = 3_600_000;
  let looks = 0;
  const step = seldom(() => new Date(now_ms), 60_000, {
    name: 'watch',
    run: async () => {
      looks += 1;
      return 0;
    },
  });
  for (const at_ms of [3_600_000, 3_630_000, 3_660_000, 0, 30_000, 60_000]) {
    now_ms = at_ms;
    await step.run();
  }
  expect(looks).toBe(4);
});
