import fc from 'fast-check';
import { expect, test } from 'vitest';
import { easilyMistaken } from './narrow.ts';

const amounts = fc.integer({ min: 1, max: 1_000_000_000 });

test('a zero too many or too few and a fee more or less are easily mistaken for an amount', () => {
  expect(easilyMistaken(5000).toSorted((a, b) => a - b)).toEqual([500, 4900, 4950, 5050, 5100, 50_000]);
  expect(easilyMistaken(75).toSorted((a, b) => a - b)).toEqual([25, 125, 175, 750]);
});

test('what is easily mistaken for an amount is mistaken the other way round too, and never the amount itself', () => {
  fc.assert(
    fc.property(amounts, (amount_xaf) => {
      for (const other of easilyMistaken(amount_xaf)) {
        expect(other).not.toBe(amount_xaf);
        expect(easilyMistaken(other)).toContain(amount_xaf);
      }
    }),
  );
});
