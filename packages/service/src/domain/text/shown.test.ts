import { expect, test } from 'vitest';
import { looksLikeNumber } from './shown.ts';

test('a number to pay and a code to dial are found, however they are written', () => {
  const texts = ['66000001', '66 99 99 99', '6-6-0-0-0-1', '66.99.99.99', '٦٦٠٠٠٠٠١', '*150', '150#'];
  expect(texts.filter((text) => !looksLikeNumber(text))).toEqual([]);
});

test('a day, a month and a school year are no number, unless other digits stand beside them', () => {
  const dates = [
    '15/11/2026',
    'Loyer 11/2026',
    'Scolarité 2025-2026',
    '2025/26 : trois enfants',
    'du 1.2.2026',
  ];
  expect(dates.filter(looksLikeNumber)).toEqual([]);
  const numbers = ['66 11/2026', '66.11.2026', '11/2026 66', '66/99/2026', '6 2025-2026', '2025-2026-66'];
  expect(numbers.filter((text) => !looksLikeNumber(text))).toEqual([]);
});
