import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverOf, endOf, PERIODS, type Span, startOf } from './search.ts';

const HOUR_MS = 3_600_000;
const moment = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  .map((date) => date.getTime());
const onTheHour = moment.map((ms) => startOf('hour', ms));
const edge = fc.oneof(moment, onTheHour, fc.constant(Date.UTC(2026, 1, 1)));

test('a cover is the span itself in pieces: none overlap, none are missing, each bucket is whole periods', () => {
  fc.assert(
    fc.property(edge, edge, (a, b) => {
      const span = { from: Math.min(a, b), until: Math.max(a, b) };
      const { buckets, edges } = coverOf(span);
      const pieces: Span[] = [...buckets, ...edges].toSorted((one, other) => one.from - other.from);
      let reached = span.from;
      for (const piece of pieces) {
        expect(piece.from).toBe(reached);
        expect(piece.until).toBeGreaterThan(piece.from);
        reached = piece.until;
      }
      expect(reached).toBe(span.until);
      for (const { period, from, until } of buckets) {
        expect([startOf(period, from), startOf(period, until)]).toEqual([from, until]);
      }
      for (const { from, until } of edges) expect(until - from).toBeLessThan(2 * HOUR_MS);
    }),
  );
});

test('what is counted from rows is at most two edges, less than an hour each; days and hours stay few', () => {
  fc.assert(
    fc.property(edge, edge, (a, b) => {
      const { buckets, edges } = coverOf({ from: Math.min(a, b), until: Math.max(a, b) });
      expect(edges.length).toBeLessThanOrEqual(2);
      const spent = (period: string, ms: number): number =>
        buckets
          .filter((one) => one.period === period)
          .reduce((sum, one) => sum + (one.until - one.from) / ms, 0);
      expect(spent('hour', HOUR_MS)).toBeLessThanOrEqual(46);
      expect(spent('day', 24 * HOUR_MS)).toBeLessThanOrEqual(60);
    }),
  );
});

test('a list without dates is covered by months alone', () => {
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  expect(coverOf(always)).toEqual({ buckets: [{ period: 'month', ...always }], edges: [] });
});

test('a whole UTC day is one bucket of a day', () => {
  const from = Date.UTC(2026, 5, 27);
  expect(coverOf({ from, until: from + 24 * HOUR_MS })).toEqual({
    buckets: [{ period: 'day', from, until: from + 24 * HOUR_MS }],
    edges: [],
  });
});

test('an empty span has no cover', () => {
  expect(coverOf({ from: 5, until: 5 })).toEqual({ buckets: [], edges: [] });
});

test('a moment lies between the start and the end of its month, day and hour', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...PERIODS), (ms, period) => {
      const start = startOf(period, ms);
      expect(start).toBeLessThanOrEqual(ms);
      expect(endOf(period, start)).toBeGreaterThan(ms);
    }),
  );
});
