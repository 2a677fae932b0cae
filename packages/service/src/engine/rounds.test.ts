import { expect, test } from 'vitest';
import { type Backoff, backoff_ms, startRounds } from './rounds.ts';

const AN_HOUR_MS = 3_600_000;
const backoff: Backoff = { first_ms: 100, max_ms: 5_000, random: () => 1 };
const unexpected = (error: unknown) => {
  throw error;
};

/** A promise, and the function that resolves it. */
function signal(): { came: Promise<void>; give: () => void } {
  let give = (): void => undefined;
  const came = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { came, give };
}

test('waits after failures double up to the longest, and chance takes a fifth off at most', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => backoff_ms(backoff, failures))).toEqual([
    100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000,
  ]);
  expect(backoff_ms({ ...backoff, random: () => 0 }, 2)).toBe(160);
});

test('rounds follow each other, and who wakes it ends the wait between two', async () => {
  const rounds = [signal(), signal()];
  let count = 0;
  const loop = startRounds({
    backoff,
    onFailure: unexpected,
    round: async () => {
      rounds[count]?.give();
      count += 1;
      return AN_HOUR_MS;
    },
  });
  await rounds[0]?.came;
  loop.wake();
  await rounds[1]?.came;
  await loop.stop();
  expect(count).toBe(2);
});

test('woken during a round, it begins the next as soon as that ends, and once however often', async () => {
  const [first, release, second] = [signal(), signal(), signal()];
  let count = 0;
  let under_way = 0;
  const loop = startRounds({
    backoff,
    onFailure: unexpected,
    round: async () => {
      count += 1;
      under_way += 1;
      expect(under_way).toBe(1);
      if (count === 1) {
        first.give();
        await release.came;
      } else second.give();
      under_way -= 1;
      return AN_HOUR_MS;
    },
  });
  await first.came;
  for (let n = 0; n < 5; n += 1) loop.wake();
  release.give();
  await second.came;
  await loop.stop();
  expect(count).toBe(2);
});

test('a round that fails is reported and tried again after a growing wait, which waking does not shorten', async () => {
  const told: [string, number, number][] = [];
  const well = signal();
  let count = 0;
  const loop = startRounds({
    backoff: { first_ms: 1, max_ms: 4, random: () => 1 },
    onFailure: (error, failures, wait_ms) => {
      told.push([(error as Error).message, failures, wait_ms]);
      loop.wake();
    },
    round: async () => {
      count += 1;
      if (count <= 4) throw new Error('away');
      well.give();
      return AN_HOUR_MS;
    },
  });
  await well.came;
  await loop.stop();
  expect(told).toEqual([
    ['away', 1, 1],
    ['away', 2, 2],
    ['away', 3, 4],
    ['away', 4, 4],
  ]);
});

test('after a success the waits begin anew', async () => {
  const failures_told: number[] = [];
  const enough = signal();
  const plan = ['fail', 'fail', 'well', 'fail', 'well'];
  const loop = startRounds({
    backoff: { first_ms: 1, max_ms: 1, random: () => 1 },
    onFailure: (_, failures) => failures_told.push(failures),
    round: async () => {
      const next = plan.shift();
      if (next === 'fail') throw new Error('away');
      if (plan.length === 0) enough.give();
      return plan.length === 0 ? AN_HOUR_MS : 0;
    },
  });
  await enough.came;
  await loop.stop();
  expect(failures_told).toEqual([1, 2, 1]);
});

test('stopping waits for the round under way, ends the wait, and begins nothing more', async () => {
  const [begun, release] = [signal(), signal()];
  let ended = false;
  const loop = startRounds({
    backoff,
    onFailure: unexpected,
    round: async () => {
      begun.give();
      await release.came;
      ended = true;
      return 0;
    },
  });
  await begun.came;
  const stopped = loop.stop();
  expect(loop.isStopping()).toBe(true);
  release.give();
  await stopped;
  expect(ended).toBe(true);
  await loop.stop();
});
