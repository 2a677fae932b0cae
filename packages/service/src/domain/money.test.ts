import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_XAF_MAX, formatXaf, parseAmount } from './money.ts';

/** Printed text | francs and whether exact; `-` is unreadable. A text ends at the bar, N is U+00A0, n is U+202F. */
const AMOUNT_RULE = `
25000            | 25000 exact
25 000           | 25000 exact
25N000           | 25000 exact
25n000           | 25000 exact
1 234 567        | 1234567 exact
1'234'567        | 1234567 exact
756.00           | 756 exact
756,00           | 756 exact
756,5            | 756 inexact
756.05           | 756 inexact
4 000,00         | 4000 exact
4n022,75         | 4022 inexact
1210082.75       | 1210082 inexact
25,000           | 25000 exact
25.000           | 25000 exact
1.000.000        | 1000000 exact
1,000,000        | 1000000 exact
1,000,000.00     | 1000000 exact
1.000.000,00     | 1000000 exact
1.000,50         | 1000 inexact
1,000.0000       | 1000 exact
12.0000          | 12 exact
1 000,000        | 1000000 inexact
0                | 0 exact
0.00             | 0 exact
1000000000       | 1000000000 exact
1 000 000 000,00 | 1000000000 exact
1000000001       | -
99999999999999999999999999 | -
0.500            | -
025000           | -
0 500            | -
25 00            | -
25 0000          | -
2500 000         | -
1,00,000         | -
12,34.56         | -
1.000,00.00      | -
1,000 000        | -
1.00 000         | -
1,,000           | -
,500             | -
500,             | -
-500             | -
+500             | -
5e3              | -
0x10             | -
25 000 F         | -
٢٥٠٠٠            | -
                 | -
`;

describe('the amount rule', () => {
  for (const line of AMOUNT_RULE.trim().split('\n')) {
    const [printed = '', expected = ''] = line.split('|');
    const text = printed.trim().replaceAll('N', '\u00a0').replaceAll('n', '\u202f');
    it(`reads "${printed.trim()}" as ${expected.trim()}`, () => {
      const parsed = parseAmount(text);
      const shown = parsed === null ? '-' : `${parsed.amount_xaf} ${parsed.exact ? 'exact' : 'inexact'}`;
      expect(shown).toBe(expected.trim());
    });
  }

  it('never throws, and stays within the limits, whatever is handed in', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789 ,.'\u202f-x") }), (text) => {
        const parsed = parseAmount(text);
        if (parsed === null) return;
        expect(Number.isSafeInteger(parsed.amount_xaf)).toBe(true);
        expect(parsed.amount_xaf).toBeGreaterThanOrEqual(0);
        expect(parsed.amount_xaf).toBeLessThanOrEqual(AMOUNT_XAF_MAX);
      }),
    );
  });
});

describe('a sum for a French reader', () => {
  it('carries narrow no-break spaces between thousands and before the unit', () => {
    expect(formatXaf(25000)).toBe('25\u202f000\u202fFCFA');
    expect(formatXaf(0)).toBe('0\u202fFCFA');
    expect(formatXaf(999)).toBe('999\u202fFCFA');
    expect(formatXaf(1234567)).toBe('1\u202f234\u202f567\u202fFCFA');
    expect(formatXaf(-1500)).toBe('-1\u202f500\u202fFCFA');
  });

  it('reads back as the same sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: AMOUNT_XAF_MAX }), (amount_xaf) => {
        const digits = formatXaf(amount_xaf).slice(0, -'\u202fFCFA'.length);
        expect(parseAmount(digits)).toEqual({ amount_xaf, exact: true });
      }),
    );
  });
});
