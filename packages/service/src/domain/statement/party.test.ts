import { describe, expect, it } from 'vitest';
import { readParty, unclearIn } from './party.ts';

/** A cell | whom it names; `?` and numbers: one of those, perhaps; `-`: nobody. */
const CELLS = `
                               | -
66123456                       | +23566123456
+235 66 12 34 56               | +23566123456
+235 66 12 34 56 - ABAKAR      | +23566123456
+23566123456-ABAKAR            | +23566123456
+235 66****56 ABAKAR           | 23566••••56
0023566123456                  | +23566123456
66123456 - ABAKAR MAHAMAT      | +23566123456
ABAKAR MAHAMAT 66123456        | +23566123456
66123456 (ABAKAR)              | +23566123456
66123456/ABAKAR                | +23566123456
235-66123456/ABAKAR            | +23566123456
66-12-34-56 S.A.R.L. ABAKAR    | +23566123456
66123456 / 23566123456         | +23566123456
66••••56                       | 66••••56
66****56 ABAKAR                | 66••••56
'66123456                      | +23566123456
66123456.0                     | +23566123456
66123456,00                    | +23566123456
6.6123456E7                    | +23566123456
2.3566123456E+10               | +23566123456
2.35661E+10                    | ?23566100000
6.6E+07                        | ?66000000
237 6 66 12 34 56              | 237666123456
66123456 66777001              | ?66123456/66777001
66123456 via ABAKAR 66777001   | ?66123456/66777001
ABAKAR66123456                 | ?
661 234 56ABAKAR               | ?
ABAKAR MAHAMAT                 | -
CHARI 40123                    | -
1.5                            | -
`;

describe('the cell of the other party', () => {
  for (const line of CELLS.slice(1, -1).split('\n')) {
    const [cell = '', party = ''] = line.split(' | ').map((one) => one.trim());
    it(`“${cell}” names ${party}`, () => {
      expect(readParty(cell) ?? '-').toBe(party);
      const unclear = party.startsWith('?') ? party.slice(1).split('/').filter(Boolean) : null;
      expect(unclearIn(readParty(cell))).toEqual(unclear);
    });
  }

  it('that is too long to be one is unclear where it holds a number, and names nobody else', () => {
    expect(readParty(`66123456 ${'x'.repeat(300)}`)).toBe('?66123456');
    expect(readParty('x '.repeat(300))).toBeNull();
  });
});
