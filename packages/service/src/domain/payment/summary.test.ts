import { expect, test } from 'vitest';
import type { Operator } from '../operator.ts';
import { CHART_DAYS, type DayCount, summarise } from './summary.ts';

/** Half past midnight in N'Djamena, still the day before in UTC. */
const NOW = new Date('2026-11-20T23:30:00.000Z');
const count = (day: string, status: string, number: number, operator: Operator = 'AIRTEL'): DayCount => ({
  day,
  status,
  operator,
  count: number,
  amount_xaf: number * 1000,
});

test('today begins at midnight in N’Djamena, and what was collected counts on the day it was confirmed', () => {
  const counts = [
    count('2026-11-20', 'SUCCESS', 9),
    count('2026-11-20', 'COLLECTED', 7),
    count('2026-11-21', 'COLLECTED', 2),
    count('2026-11-21', 'COLLECTED', 1, 'MOOV'),
  ];
  const { today, yesterday, chart } = summarise(counts, NOW);
  expect([today, yesterday]).toEqual([
    { count: 3, amount_xaf: 3000 },
    { count: 7, amount_xaf: 7000 },
  ]);
  expect([chart.length, chart[0]?.day, chart.at(-1)?.day]).toEqual([CHART_DAYS, '2026-11-08', '2026-11-21']);
  expect(chart[0]?.operators.MOOV).toEqual({ count: 0, amount_xaf: 0 });
});

test('the success rate is of what has ended: what waits, is looked at or was cancelled says nothing', () => {
  const counts = [
    count('2026-11-20', 'SUCCESS', 6),
    count('2026-11-20', 'REFUNDED', 2),
    count('2026-11-20', 'EXPIRED', 1),
    count('2026-11-20', 'TIMEOUT', 1),
    count('2026-11-20', 'CANCELLED', 50),
    count('2026-11-20', 'AWAITING_PAYMENT', 50),
    count('2026-11-20', 'UNDER_REVIEW', 50),
    count('2026-11-20', 'COLLECTED', 6),
  ];
  expect(summarise(counts, NOW).success).toEqual({ paid: 8, ended: 10 });
  expect(summarise([], NOW).success).toBeNull();
});
