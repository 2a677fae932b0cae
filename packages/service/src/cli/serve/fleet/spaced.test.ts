import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spaced } from './fleet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call goes through at once, those that follow soon become one, and none is forgotten', () => {
  const call = vi.fn();
  const often = spaced(call, 3);
  often();
  expect(call).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 50; n += 1) often();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(call).toHaveBeenCalledTimes(2);
  often();
  expect(call).toHaveBeenCalledTimes(3);
});
