import { OPERATORS, type Operator } from '../operator.ts';
import { DAY_MS, localDay } from '../time.ts';
import { type PaymentStatus, standingOf } from './payment.ts';

/** So many days a chart shows, today included. */
export const CHART_DAYS = 14;
/** So many days of creation the success rate looks back on. */
export const RATE_DAYS = 30;

export type DayTotal = { count: number; amount_xaf: number };
export type ChartDay = { day: string; operators: Record<Operator, DayTotal> };

/**
 * One day's count of an operator's payments in a status, by the day of creation; or COLLECTED, by the day of
 * confirmation.
 */
export type DayCount = DayTotal & { day: string; operator: Operator; status: string };

export type Summary = {
  today: DayTotal;
  yesterday: DayTotal;
  /** Oldest day first, days without a payment included. */
  chart: ChartDay[];
  /** Of payments that have ended, those that were paid; null where none has. */
  success: { paid: number; ended: number } | null;
};

/** The days of the last `count`, oldest first, the day of `now` the last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    localDay(new Date(now.getTime() - (count - 1 - back) * DAY_MS)),
  );
}

/** What the counts of the last days come to, as the first page shows it. */
export function summarise(counts: readonly DayCount[], now: Date): Summary {
  const chart = lastDays(now, CHART_DAYS).map((day): ChartDay => {
    const operators = Object.fromEntries(
      OPERATORS.map((operator) => [operator, collectedOf(counts, day, operator)]),
    ) as Record<Operator, DayTotal>;
    return { day, operators };
  });
  return {
    today: totalOf(chart.at(-1)),
    yesterday: totalOf(chart.at(-2)),
    chart,
    success: successOf(counts),
  };
}

function collectedOf(counts: readonly DayCount[], day: string, operator: Operator): DayTotal {
  const of = counts.find((one) => one.status === 'COLLECTED' && one.day === day && one.operator === operator);
  return { count: of?.count ?? 0, amount_xaf: of?.amount_xaf ?? 0 };
}

export function totalOf(day: ChartDay | undefined): DayTotal {
  const all = day === undefined ? [] : OPERATORS.map((operator) => day.operators[operator]);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    amount_xaf: all.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0),
  };
}

/** What waits has not ended, and what was cancelled was not to be paid: neither speaks for or against. */
function successOf(counts: readonly DayCount[]): Summary['success'] {
  const own = counts.filter(({ status }) => status !== 'COLLECTED');
  const sum = (standings: readonly string[]): number =>
    own
      .filter(({ status }) => standings.includes(standingOf(status as PaymentStatus)))
      .reduce((all, { count }) => all + count, 0);
  const paid = sum(['paid', 'refunded']);
  const ended = paid + sum(['not_paid']);
  return ended === 0 ? null : { paid, ended };
}
