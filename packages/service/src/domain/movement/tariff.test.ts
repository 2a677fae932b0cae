import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Bracket, operatorFees, readTariff, writeBracket } from './tariff.ts';

describe('What a person types of an operator’s tariff', () => {
  test.each([
    [['1-5000=100'], 5000, 100],
    [['1-500000=1%'], 12_345, 124],
    [['1-500000=50+1.5%'], 10_000, 200],
    [['5001-9000=200', '1-5000=0'], 3, 0],
  ])('%j takes of %d: %d', (words, amount_xaf, fee_xaf) => {
    const brackets = readTariff(words);
    if (typeof brackets === 'string') throw new Error(brackets);
    const own = brackets.filter((one) => one.from_xaf <= amount_xaf && amount_xaf <= one.to_xaf);
    expect(operatorFees(own, amount_xaf)).toEqual([fee_xaf]);
  });

  test('of two services is the cheaper one’s fee: which of them it was nobody says', () => {
    const brackets = ['1-5000=300', '1-5000=100'].flatMap((word) => readTariff([word]) as Bracket[]);
    expect(operatorFees(brackets, 1000)).toEqual([100]);
    expect(operatorFees([], 1000)).toEqual([]);
  });

  test.each([
    [[], 'at least one bracket'],
    [['100'], 'is no bracket'],
    [['5-1=100'], 'is no bracket'],
    [['0-10=1'], 'is no bracket'],
    [['1-10=-5'], 'is no bracket'],
    [['1-10=1,5%'], 'is no bracket'],
    [['1-10=5', '10-20=6'], 'each amount has one fee'],
    [Array.from({ length: 51 }, (_, n) => `${n + 1}-${n + 1}=1`), 'at most 50'],
  ])('%j is refused with a sentence', (words, says) => {
    expect(readTariff(words)).toContain(says);
  });

  it('is written again as it was read', () => {
    const bracket = fc.record({
      from_xaf: fc.integer({ min: 1, max: 1000 }),
      to_xaf: fc.integer({ min: 1000, max: 99_999_999 }),
      fee_xaf: fc.nat(9999),
      rate_basis_points: fc.nat(9999),
    });
    fc.assert(
      fc.property(bracket, (one) => {
        expect(readTariff([writeBracket(one)])).toEqual([one]);
      }),
    );
  });
});
