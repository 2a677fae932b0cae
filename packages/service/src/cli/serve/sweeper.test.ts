import { expect, test } from 'vitest';
import { startSweeper } from './settling.ts';

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
