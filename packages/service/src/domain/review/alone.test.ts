import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AloneSum, moneyOf, NOTHING_ALONE, weightOf, withOneMore } from './alone.ts';

const LIMITS = { second_person_xaf: 100_000, alone_day_xaf: 1_000_000 };
const sum = fc.record({
  amount_xaf: fc.integer({ min: 1, max: 300_000 }),
  merchant_id: fc.option(fc.constantFrom('a', 'b', 'c')),
});

/** What a person gets through alone of these sums, one after the other. */
function throughAlone(sums: readonly AloneSum[], limits: Parameters<typeof weightOf>[2]): AloneSum[] {
  let alone = NOTHING_ALONE;
  return sums.filter((one) => {
    if (weightOf(one, alone, limits) >= (limits.second_person_xaf ?? Number.POSITIVE_INFINITY)) return false;
    alone = withOneMore(alone, one);
    return true;
  });
}
const total = (sums: readonly AloneSum[]): number =>
  sums.reduce((all, { amount_xaf }) => all + amount_xaf, 0);

test('in whatever parts, one person gets less than the amount through alone of one merchant’s money, and less than the day’s of all', () => {
  fc.assert(
    fc.property(fc.array(sum, { maxLength: 60 }), (sums) => {
      const through = throughAlone(sums, LIMITS);
      expect(total(through)).toBeLessThan(LIMITS.alone_day_xaf);
      for (const of of ['a', 'b', 'c'])
        expect(total(through.filter(({ merchant_id }) => merchant_id === of))).toBeLessThan(
          LIMITS.second_person_xaf,
        );
    }),
  );
});

test('a sum that waits for a second person takes nothing from what its person decides afterwards', () => {
  const small = { amount_xaf: 60_000, merchant_id: 'a' };
  expect(throughAlone([{ amount_xaf: 500_000, merchant_id: 'a' }, small, small], LIMITS)).toEqual([small]);
});

test('without a limit of the day only parts of one merchant’s money add up', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ amount_xaf: 99_999, merchant_id: `m${at}` }));
  expect(throughAlone(many, { ...LIMITS, alone_day_xaf: null })).toHaveLength(50);
  expect(throughAlone(many, LIMITS)).toHaveLength(10);
});

test('where nothing needs a second person, neither does what adds up', () => {
  const many = Array.from({ length: 50 }, () => ({ amount_xaf: 999_999, merchant_id: 'a' }));
  expect(throughAlone(many, { second_person_xaf: null, alone_day_xaf: 1_000_000 })).toHaveLength(50);
});

test('money of the sandbox is held against the amount, and adds up with nothing', () => {
  expect(moneyOf({ environment: 'test', merchant_id: 'a' }, 5000)).toEqual({ amount_xaf: 5000 });
  const live = { environment: 'live', merchant_id: 'a' } as const;
  expect(moneyOf(live, 5000).alone).toEqual({ amount_xaf: 5000, merchant_id: 'a' });
  expect(moneyOf(live, 5000, 2000)).toEqual({
    amount_xaf: 5000,
    alone: { amount_xaf: 2000, merchant_id: 'a' },
  });
});
