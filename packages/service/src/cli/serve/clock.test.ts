import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { clockAhead_ms, openClock } from './clock.ts';

/** A machine beside a database: `ahead_ms` is what its clock is off, `took_ms` how long each question takes. */
function machine() {
  const at = { passed_ms: 0, ahead_ms: 0, took_ms: 10, questions: 0, is_away: false, database_ahead_ms: 0 };
  const deps = {
    nowMs: () => 1_800_000_000_000 + at.passed_ms + at.ahead_ms,
    elapsedMs: () => at.passed_ms,
    ask: async () => {
      at.questions += 1;
      if (at.is_away) throw new Error('away');
      const half_way = new Date(1_800_000_000_000 + at.passed_ms + at.database_ahead_ms + at.took_ms / 2);
      at.passed_ms += at.took_ms;
      return half_way;
    },
  };
  const said: string[] = [];
  const say = (_: unknown, sentence: string) => said.push(sentence);
  const registry = new Registry();
  const clock = openClock(deps, registry, { error: say, info: say } as never);
  return { at, deps, said, registry, ...clock };
}
const DAY_MS = 86_400_000;

test('Beside a clock that agrees rounds begin, and it is asked once a minute', async () => {
  const { at, said, mayBegin } = machine();
  for (let second = 0; second < 150; second += 1) {
    expect(await mayBegin()).toBe(true);
    at.passed_ms += 1_000;
  }
  expect([at.questions, said]).toEqual([3, []]);
});

test.each([3 * DAY_MS, -61_000 - 1_000])(
  'A clock that is off by %i ms begins no round, until it is right',
  async (ahead_ms) => {
    const { at, said, registry, mayBegin } = machine();
    at.ahead_ms = ahead_ms;
    expect(await mayBegin()).toBe(false);
    at.passed_ms += 6_000;
    expect(await mayBegin()).toBe(false);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(ahead_ms > 0 ? '259200 s ahead of' : '62 s behind');
    expect(await registry.metrics()).toContain(
      `chari_clock_ahead_seconds ${ahead_ms / 1_000 + (ahead_ms > 0 ? -0.005 : 0.005)}`,
    );
    at.ahead_ms = 0;
    expect(await mayBegin()).toBe(true);
    expect(said).toHaveLength(2);
  },
);

test('A clock that is set between two looks is looked at before the next round', async () => {
  const { at, mayBegin } = machine();
  expect(await mayBegin()).toBe(true);
  at.passed_ms += 1_000;
  at.ahead_ms = DAY_MS;
  expect(await mayBegin()).toBe(false);
});

test('A database that answers slowly says nothing against the clock, and one that is away begins no round', async () => {
  const { at, deps, mayBegin } = machine();
  at.took_ms = 300_000;
  expect(await clockAhead_ms(deps)).toBe(0);
  at.ahead_ms = 100_000;
  expect(await clockAhead_ms(deps)).toBe(0);
  at.is_away = true;
  await expect(mayBegin()).rejects.toThrow('away');
});

test('What begins at once asks once together', async () => {
  const { at, mayBegin } = machine();
  await Promise.all([mayBegin(), mayBegin(), mayBegin()]);
  expect(at.questions).toBe(1);
});

test('Machines whose clocks differ tell one time, that of their database', async () => {
  const [slow, fast] = [machine(), machine()];
  slow.at.ahead_ms = -50_000;
  fast.at.ahead_ms = 40_000;
  await Promise.all([slow.keepLooking(), fast.keepLooking()]);
  expect(Math.abs(fast.nowMs() - slow.nowMs())).toBeLessThanOrEqual(10);
  expect(Math.abs(slow.nowMs() - 1_800_000_000_000 - slow.at.passed_ms)).toBeLessThanOrEqual(5);
  for (const { close } of [slow, fast]) close();
});

test('When the clock of this machine is set the time goes on as it was, also before the next look', async () => {
  const { at, nowMs, mayBegin } = machine();
  at.took_ms = 0;
  await mayBegin();
  const before_ms = nowMs();
  at.passed_ms += 1_000;
  at.ahead_ms = -50_000;
  expect(nowMs() - before_ms).toBe(1_000);
  await mayBegin();
  expect(nowMs() - before_ms).toBe(1_000);
});

test('When a database takes over whose clock is behind, the time stands still until that has caught up', async () => {
  const { at, nowMs, mayBegin } = machine();
  at.took_ms = 0;
  await mayBegin();
  const before_ms = nowMs();
  at.passed_ms += 60_000;
  at.database_ahead_ms = -40_000;
  expect(nowMs() - before_ms).toBe(60_000);
  await mayBegin();
  expect(nowMs() - before_ms).toBe(60_000);
  at.passed_ms += 45_000;
  expect(nowMs() - before_ms).toBe(65_000);
});

test('A database whose clock leaps away from a machine that keeps its own is not followed, until they agree again', async () => {
  const { at, said, nowMs, mayBegin } = machine();
  at.took_ms = 0;
  await mayBegin();
  const before_ms = nowMs();
  at.passed_ms += 60_000;
  at.database_ahead_ms = -600_000;
  expect(await mayBegin()).toBe(false);
  expect(said).toHaveLength(1);
  expect(nowMs() - before_ms).toBe(60_000);
  at.passed_ms += 60_000;
  at.database_ahead_ms = 2_000;
  expect(await mayBegin()).toBe(true);
  expect(nowMs() - before_ms).toBe(122_000);
});
