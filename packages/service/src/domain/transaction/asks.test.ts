import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askWait_ms } from './commands.ts';

const MINUTE_MS = 60_000;
const LIMITS = { in_ten_minutes: 3, in_a_day: 10 };

test('the fourth ask in ten minutes waits for the first to be ten minutes old, the eleventh in a day for a day', () => {
  const at = (...minutes: number[]) => minutes.map((minute) => minute * MINUTE_MS);
  expect(askWait_ms(at(0, 1), 2 * MINUTE_MS, LIMITS)).toBe(null);
  expect(askWait_ms(at(2, 0, 1), 2 * MINUTE_MS, LIMITS)).toBe(8 * MINUTE_MS);
  expect(askWait_ms(at(0, 1, 2), 10 * MINUTE_MS, LIMITS)).toBe(null);
  const hourly = at(...Array.from({ length: 10 }, (_, hour) => 60 * hour));
  expect(askWait_ms(hourly, 10 * 60 * MINUTE_MS, LIMITS)).toBe(14 * 60 * MINUTE_MS);
  expect(askWait_ms(hourly, 10 * 60 * MINUTE_MS, { ...LIMITS, in_a_day: null })).toBe(null);
});

test('whoever waits as long as he is told may ask, and not a millisecond sooner', () => {
  const asks = fc.array(fc.integer({ min: 0, max: 30 * 60 * MINUTE_MS }), { maxLength: 15 });
  fc.assert(
    fc.property(asks, (asked_at_ms) => {
      const now_ms = Math.max(0, ...asked_at_ms);
      const wait_ms = askWait_ms(asked_at_ms, now_ms, LIMITS);
      if (wait_ms === null) return;
      expect(askWait_ms(asked_at_ms, now_ms + wait_ms, LIMITS)).toBe(null);
      expect(askWait_ms(asked_at_ms, now_ms + wait_ms - 1, LIMITS)).toBe(1);
    }),
  );
});
