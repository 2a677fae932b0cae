import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goesOnFrom, type Printed } from './overlooked.ts';

const message = (printed: Partial<Printed>): Printed => ({
  kind: 'UNKNOWN',
  amount_xaf: null,
  balance_xaf: null,
  sums_xaf: [],
  balances_xaf: [],
  ...printed,
});

const TIP_XAF = 50_000;

// what is printed                                                          | the balance it goes on to
const CASES: [string, Partial<Printed>, number | null][] = [
  ['money that came', { kind: 'CREDIT', amount_xaf: 5000, balance_xaf: 55_000 }, 55_000],
  ['a deposit at an agent', { kind: 'CASH_IN', amount_xaf: 5000, balance_xaf: 55_000 }, 55_000],
  ['money that left', { kind: 'DEBIT', amount_xaf: 5000, balance_xaf: 45_000 }, 45_000],
  ['a balance that a stranger made up', { kind: 'CREDIT', amount_xaf: 5000, balance_xaf: 25_000 }, null],
  ['the balance that everybody sees', { kind: 'BALANCE', balance_xaf: 50_000 }, null],
  ['no balance', { kind: 'CREDIT', amount_xaf: 5000 }, null],
  ['a lottery', { kind: 'PROMO', amount_xaf: 5000, balance_xaf: 55_000 }, null],
  ['new words, money that came', { sums_xaf: [100, 5000], balances_xaf: [55_000] }, 55_000],
  ['new words, money that left', { sums_xaf: [5000], balances_xaf: [45_000] }, 45_000],
  ['new words, two balances', { sums_xaf: [5000], balances_xaf: [9, 55_000] }, 55_000],
  ['new words, a sum of nothing', { sums_xaf: [0], balances_xaf: [50_000] }, null],
  ['new words of a stranger', { sums_xaf: [5000], balances_xaf: [25_000] }, null],
  ['new words without a balance', { sums_xaf: [5000] }, null],
];

describe('A message that is not taken', () => {
  it.each(CASES)('%s: what it says of the trusted balance', (_, printed, after_xaf) => {
    expect(goesOnFrom(TIP_XAF, message(printed))).toBe(after_xaf);
  });

  it('goes on from no balance but the one that it was printed after', () => {
    const franc = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(franc, franc, franc, (tip_xaf, sum_xaf, other_xaf) => {
        fc.pre(tip_xaf !== other_xaf);
        const printed = message({ kind: 'CREDIT', amount_xaf: sum_xaf, balance_xaf: tip_xaf + sum_xaf });
        expect(goesOnFrom(tip_xaf, printed)).toBe(tip_xaf + sum_xaf);
        expect(goesOnFrom(other_xaf, printed)).toBeNull();
      }),
    );
  });
});
