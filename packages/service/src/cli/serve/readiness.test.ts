import { expect, test, vi } from 'vitest';
import { shareLook } from './readiness.ts';

const patient = (now: { ms: number }, ping: () => Promise<unknown>) => shareLook(ping, () => now.ms);

test('a thousand who ask at once whether the service is ready cost the database one question', async () => {
  const ping = vi.fn(async () => undefined);
  const look = patient({ ms: 0 }, ping);
  const answers = await Promise.all(Array.from({ length: 1_000 }, look));
  expect(new Set(answers)).toEqual(new Set([true]));
  expect(ping).toHaveBeenCalledTimes(1);
});

test('whether the database answers is known for half a second, and asked again then', async () => {
  const now = { ms: 0 };
  const ping = vi.fn(async () => undefined);
  const look = patient(now, ping);
  expect(await look()).toBe(true);
  ping.mockRejectedValue(new Error('it is away'));
  now.ms = 499;
  expect(await look()).toBe(true);
  now.ms = 500;
  expect([await look(), await look()]).toEqual([false, false]);
  expect(ping).toHaveBeenCalledTimes(2);
  ping.mockResolvedValue(undefined);
  now.ms = 1_000;
  expect(await look()).toBe(true);
});

test('a database that says nothing counts as away after two seconds, and is asked once in that time', async () => {
  vi.useFakeTimers();
  const ping = vi.fn(() => new Promise(() => undefined));
  const look = patient({ ms: 0 }, ping);
  const asked = Promise.all([look(), look()]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toEqual([false, false]);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
