import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lastEight,
  type Msisdn,
  maskedLike,
  normaliseMsisdn,
  operatorOf,
  samePayer,
  shownByEither,
} from './msisdn.ts';

const table = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

const NORMALISED = `
66123456          | +23566123456
66 12 34 56       | +23566123456
+23566123456      | +23566123456
+235 66 12 34 56  | +23566123456
23566123456       | +23566123456
0023566123456     | +23566123456
(235) 66.12.34.56 | +23566123456
66-12-34-56       | +23566123456
99000000          | +23599000000
23512345          | +23523512345
6612345           | -
661234567         | -
066123456         | -
06612345          | -
+66123456         | -
+22966123456      | -
+235661234567     | -
66+123456         | -
++23566123456     | -
66123456x         | -
٦٦١٢٣٤٥٦          | -
                  | -
`;

describe('a phone number as people write it', () => {
  for (const [written = '', expected = ''] of table(NORMALISED)) {
    it(`"${written}" becomes ${expected}`, () => {
      expect(normaliseMsisdn(written) ?? '-').toBe(expected);
    });
  }

  it('never throws, and gives nothing but +235 and 8 digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'+0235 6-') })), (text) => {
        const msisdn = normaliseMsisdn(text);
        if (msisdn !== null) expect(msisdn).toMatch(/^\+235\d{8}$/);
      }),
    );
  });
});

describe('the operator of a number', () => {
  for (const [national = '', operator = ''] of table(`
    60000000 | AIRTEL
    69999999 | AIRTEL
    85000000 | AIRTEL
    86000000 | AIRTEL
    90000000 | MOOV
    99999999 | MOOV
    77000000 | -
    79000000 | -
    84000000 | -
    87000000 | -
    22000000 | -
  `)) {
    it(`of ${national} is ${operator}`, () => {
      expect(operatorOf(`+235${national}`) ?? '-').toBe(operator);
    });
  }

  it('is told by the last eight digits', () => {
    expect(lastEight('+23566123456')).toBe('66123456');
  });
});

/** Printed payer | declared | verdict */
const PAYERS = `
66123456       | +23566123456 | same
23566123456    | +23566123456 | same
0023566123456  | +23566123456 | same
066123456      | +23566123456 | same
22966123456    | +23566123456 | different
237666123456   | +23566123456 | different
237•••••456    | +23566123456 | different
235666123456   | +23566123456 | different
66123457       | +23566123456 | different
23599000000    | +23566123456 | different
6612345        | +23566123456 | unknown
66••••56       | +23566123456 | same
66••••57       | +23566123456 | different
235••••56      | +23566123456 | same
2356••••56     | +23566123456 | same
00235••••56    | +23566123456 | same
66•••••56      | +23566123456 | same
235••••57      | +23566123456 | different
237••••56      | +23566123456 | different
07••••31       | +23566123456 | different
••••••56       | +23566123456 | same
•••••3456      | +23566123456 | same
23566••••56    | +23566123456 | same
66•••56        | +23566123456 | same
66•••57        | +23566123456 | different
67•••56        | +23566123456 | different
235•56         | +23566123456 | same
66•            | +23566123456 | same
•••••••6       | +23566123456 | unknown
•6             | +23566123456 | unknown
••••••••       | +23566123456 | unknown
••••           | +23566123456 | unknown
               | +23566123456 | unknown
66 12 34 56    | +23566123456 | unknown
66xxxx56       | +23566123456 | unknown
123456789012345678901 | +23566123456 | unknown
`;

describe('the printed payer against the declared one', () => {
  for (const [printed = '', declared = '', verdict = ''] of table(PAYERS)) {
    it(`"${printed}" is ${verdict}`, () => {
      expect(samePayer(printed, declared as Msisdn)).toBe(verdict);
    });
  }

  it('never calls a hidden number different from one that fits its visible digits', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{8}$/),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        (n, hide) => {
          const print = [...n].map((digit, place) => (hide[place] ? '•' : digit)).join('');
          expect(samePayer(print, `+235${n}`)).not.toBe('different');
        },
      ),
    );
  });

  it('is looked for by a pattern that every number fits that is called the same', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[69]\d{7}$/),
        fc.constantFrom('', '0', '235', '00235'),
        fc.nat(5),
        fc.nat(5),
        fc.integer({ min: 1, max: 9 }),
        (n, lead, head, tail, hidden) => {
          const shown = `${lead}${n}`;
          const print = `${shown.slice(0, head)}${'•'.repeat(hidden)}${shown.slice(shown.length - tail)}`;
          const like = maskedLike(print);
          if (like === null || samePayer(print, `+235${n}`) !== 'same') return;
          const pattern = new RegExp(
            `^${like.replace('+', '\\+').replaceAll('%', '.*').replaceAll('_', '.')}$`,
          );
          expect(`+235${n}`).toMatch(pattern);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe('What two prints of one phone show together', () => {
  it.each([
    ['6677••01', '66••••01', '6677••01'],
    ['••••••01', '23566•77•••', '66•77•01'],
    ['66••••01', null, '66••••01'],
    // How many digits these hide nobody knows.
    ['235****01', '66777•01', '235****01'],
    ['66•••01', '6677••01', '66•••01'],
  ])('of %s and %s is %s', (one, other, both) => {
    const hidden = (print: string) => print.replaceAll('*', '•');
    expect(shownByEither(hidden(one), other)).toBe(hidden(both));
  });
});
