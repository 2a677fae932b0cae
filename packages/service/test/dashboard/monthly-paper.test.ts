import { expect, test } from 'vitest';
import type { OwnDay } from '../../src/engine/proof/show.ts';
import { paperOf } from '../../src/web/dashboard/reports/paper.ts';
import type { MemberVisit } from '../../src/web/frame/table.ts';

const visit = {
  language: 'en',
  person: { membership: { merchant_name: 'Shop' } },
  now: new Date('2026-12-01T11:00:00.000Z'),
} as unknown as MemberVisit;

const SUMS = { fees_xaf: 200, tax_xaf: 36, refunds_xaf: 500, settlements_xaf: 3000 };
const DAYS = [
  {
    ...SUMS,
    day: '2026-11-21',
    opening_xaf: 1000,
    paid_xaf: 9000,
    other_xaf: -700,
    closing_xaf: 5564,
    hash: 'a',
  },
  {
    ...SUMS,
    day: '2026-11-22',
    opening_xaf: 5564,
    paid_xaf: 8000,
    other_xaf: 0,
    closing_xaf: 9828,
    hash: 'b',
  },
] as unknown as OwnDay[];

test('each day of a month on paper adds up from the close before it to its own', () => {
  const { facts, tables } = paperOf(visit, '2026-11', DAYS);
  let before = Number(facts?.[0]?.value);
  for (const row of (tables?.[0]?.rows ?? []) as number[][]) {
    const [, paid = 0, fees = 0, tax = 0, refunds = 0, settlements = 0, ...rest] = row;
    const closing = rest.at(-1) ?? 0;
    const other = rest.slice(0, -1).reduce((sum, one) => sum + one, 0);
    expect(before + paid - fees - tax - refunds - settlements + other).toBe(closing);
    before = closing;
  }
  expect(tables?.[0]?.columns.map(({ title }) => title)).toContain('Other');
});
