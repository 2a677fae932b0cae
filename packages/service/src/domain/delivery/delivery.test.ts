import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptOutcome, type Exchange } from './delivery.ts';
import { healthChanges } from './endpoint.ts';
import { ATTEMPTS_MAX, nextStep, parseRetryAfter, RETRY_SCHEDULE_MS, retryDelay } from './schedule.ts';

const answered = (status_code: number, retry_after: string | null = null): Exchange => ({
  kind: 'answered',
  status_code,
  retry_after,
  answer: '',
});
const NOW_MS = Date.parse('2026-03-01T10:00:00Z');

describe('the retry schedule', () => {
  test('is twelve attempts: at once, 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, 24 h, 24 h', () => {
    expect(RETRY_SCHEDULE_MS.map((ms) => ms / 1000)).toEqual([
      0, 5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400,
    ]);
    expect(ATTEMPTS_MAX).toBe(12);
  });

  test('adds up to a fifth of the wait, never takes from it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (n, r) => {
          const planned_ms = RETRY_SCHEDULE_MS[n] ?? 0;
          const delay_ms = retryDelay(n, r) ?? -1;
          return delay_ms >= planned_ms && delay_ms <= planned_ms * 1.2;
        },
      ),
    );
    expect(retryDelay(1, 0.5)).toBe(5_500);
  });

  test('ends after the twelfth attempt, and an attempt beyond it is not another beginning', () => {
    expect(retryDelay(11, 0)).toBe(86_400_000);
    expect(retryDelay(12, 0)).toBeNull();
    expect(retryDelay(40, 0)).toBeNull();
  });
});

describe('the outcome of an exchange', () => {
  test('is delivered for 2xx alone, over every status there is', () => {
    const delivered = Array.from({ length: 500 }, (_, i) => i + 100).filter(
      (status) => attemptOutcome(answered(status)) === 'delivered',
    );
    expect(delivered).toEqual(Array.from({ length: 100 }, (_, i) => i + 200));
  });

  test('a time-out, a broken answer, no connection and a refused address are failures with a word each', () => {
    const failures: Exchange[] = [
      { kind: 'timed_out' },
      { kind: 'broken_answer', status_code: 200, reason: 'closed' },
      { kind: 'not_connected', reason: 'ECONNREFUSED' },
      { kind: 'address_refused', reason: '10.0.0.1' },
    ];
    expect(failures.map(attemptOutcome)).toEqual([
      'timed_out',
      'broken_answer',
      'not_connected',
      'address_refused',
    ]);
    expect(failures.map((failure) => nextStep(1, failure, NOW_MS, 0))).toEqual(
      failures.map(() => ({ kind: 'retry', delay_ms: 5_000 })),
    );
  });
});

describe('what follows an attempt', () => {
  test('410 is a failure like any other', () => {
    expect(nextStep(1, answered(410), NOW_MS, 0)).toEqual({ kind: 'retry', delay_ms: 5_000 });
  });

  test('the twelfth failure makes the delivery dead, the twelfth success delivers it', () => {
    expect(nextStep(12, answered(500), NOW_MS, 0)).toEqual({ kind: 'dead' });
    expect(nextStep(12, answered(204), NOW_MS, 0)).toEqual({ kind: 'delivered' });
  });

  test.each([
    ['429 with seconds', answered(429, '90'), 90_000],
    ['503 with a date', answered(503, 'Sun, 01 Mar 2026 10:05:00 GMT'), 300_000],
    ['a wait shorter than the schedule', answered(429, '1'), 5_000],
    ['a date in the past', answered(503, 'Sun, 01 Mar 2026 09:00:00 GMT'), 5_000],
    ['more than a day', answered(503, '999999999'), 86_400_000],
    ['500 is not asked', answered(500, '90'), 5_000],
    ['nonsense', answered(503, 'soon'), 5_000],
    ['a negative number', answered(503, '-5'), 5_000],
    ['longer than any number that fits', answered(429, '9'.repeat(400)), 86_400_000],
  ])('Retry-After is honoured on 429 and 503: %s', (_, exchange, delay_ms) => {
    expect(nextStep(1, exchange, NOW_MS, 0)).toEqual({ kind: 'retry', delay_ms });
  });

  test('whatever Retry-After holds, the wait is a whole number from 0 up', () => {
    fc.assert(fc.property(fc.string(), (text) => parseRetryAfter(text, NOW_MS) >= 0));
  });
});

describe('the health of an endpoint', () => {
  test('counts the failures after the last success of a batch, each endpoint for itself, in id order', () => {
    expect(
      healthChanges([
        { endpoint_id: 'b', delivered: false },
        { endpoint_id: 'a', delivered: false },
        { endpoint_id: 'b', delivered: true },
        { endpoint_id: 'a', delivered: false },
        { endpoint_id: 'b', delivered: false },
      ]),
    ).toEqual([
      { endpoint_id: 'a', recovered: false, failures: 2 },
      { endpoint_id: 'b', recovered: true, failures: 1 },
    ]);
  });
});
