import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rate, take } from './gcra.ts';

const polling: Rate = { interval_ms: 5_000, burst: 12 };

describe('a rate limit', () => {
  it('lets the whole burst through at once, and not one more', () => {
    let full_at_ms: number | undefined;
    for (let request = 0; request < 12; request += 1) {
      const taken = take(full_at_ms, 0, polling);
      if (!taken.allowed) throw new Error(`request ${request} was refused`);
      full_at_ms = taken.full_at_ms;
    }
    expect(take(full_at_ms, 0, polling)).toEqual({ allowed: false, retry_after_ms: 5_000 });
  });

  it('allows the next request exactly when it said', () => {
    expect(take(60_000, 4_999, polling).allowed).toBe(false);
    expect(take(60_000, 5_000, polling).allowed).toBe(true);
  });

  it('begins anew where the clock was ahead and is set back, and keeps nobody out until it has caught up', () => {
    const hour_ms = 3_600_000;
    const taken = take(undefined, hour_ms, polling);
    if (!taken.allowed) throw new Error('the first request was refused');
    expect(take(taken.full_at_ms, 0, polling)).toEqual({ allowed: true, full_at_ms: 5_000 });
  });

  it('never lets more than burst plus rate through, whatever the pattern of arrivals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (gaps_ms, interval_ms, burst) => {
          let now_ms = 0;
          let full_at_ms: number | undefined;
          let allowed = 0;
          for (const gap_ms of gaps_ms) {
            now_ms += gap_ms;
            const taken = take(full_at_ms, now_ms, { interval_ms, burst });
            if (!taken.allowed) {
              expect(taken.retry_after_ms).toBeGreaterThan(0);
              continue;
            }
            full_at_ms = taken.full_at_ms;
            allowed += 1;
          }
          const elapsed_ms = now_ms - (gaps_ms[0] ?? 0);
          expect(allowed).toBeLessThanOrEqual(burst + Math.floor(elapsed_ms / interval_ms));
        },
      ),
    );
  });
});
