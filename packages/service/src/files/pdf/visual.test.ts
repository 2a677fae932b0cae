import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatXaf } from '../../domain/money.ts';
import { visualPieces } from './visual.ts';

const shown = (line: string, base: 'ltr' | 'rtl' | null) =>
  visualPieces(line, base, 400).map(({ text }) => text);

test('the words of Arabic stand from right to left, and each is spoken forwards', () => {
  expect(shown('تسوية رقم', 'rtl')).toEqual(['رقم', ' ', 'تسوية']);
});

test('numbers and Latin words inside of Arabic keep their own direction', () => {
  expect(shown('من 1 إلى 21', 'rtl').join('|')).toBe('21| |إلى| |1| |من');
  expect(shown('تسوية stl_7Q2M', 'rtl')).toEqual(['stl_7Q2M', ' ', 'تسوية']);
});

test('a sum in groups is one number among words of Arabic', () => {
  const sum = formatXaf(1_250_000).replace('\u202fFCFA', '');
  expect(shown(`المبلغ ${sum} فرنك`, 'rtl').join('')).toContain('1\u2009250\u2009000');
});

test('brackets embrace what they embraced', () => {
  expect(shown('أمينة (مرسال)', 'rtl').join('')).toBe('(مرسال) أمينة');
});

test('a phone number on its own keeps its plus in front', () => {
  expect(shown('+235 66 00 00 01', null)).toEqual(['+235 66 00 00 01']);
});

test('what no font of ours has is shown as a question mark, and marks of order not at all', () => {
  expect(shown('a😀b', 'ltr')).toEqual(['a?b']);
  expect(shown('\u2066+235\u2069', 'ltr')).toEqual(['+235']);
});

test('no letter is lost or doubled, whatever the text and its direction', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aZ09 ()+-.,éتسوية،'), maxLength: 30 });
  const sorted = (text: string) => [...text].sort().join('');
  // A turned bracket is another letter, hence both count as one.
  const alike = (text: string) => sorted(text.replaceAll(')', '('));
  fc.assert(
    fc.property(letters, fc.constantFrom('ltr', 'rtl', null), (text, base) => {
      expect(alike(shown(text, base).join(''))).toBe(alike(text));
    }),
  );
});
