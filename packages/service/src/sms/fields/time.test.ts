import { describe, expect, it } from 'vitest';
import { TRANSACTION_ID } from '../../domain/operator.ts';
import { lex } from '../../domain/text/tokens.ts';
import { readTime } from './time.ts';
import { readId, timeOfId } from './transaction-id.ts';

const rows = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

const TIMES = `
le 12/06/24 a 14:05            | 2024-06-12T13:05:00.000Z
le 12/06/2024 à 14:05:59       | 2024-06-12T13:05:00.000Z
le 12-06-2024 14h05            | 2024-06-12T13:05:00.000Z
le 12.06.2024, 14:05           | 2024-06-12T13:05:00.000Z
le 2024-06-12 14:05:09         | 2024-06-12T13:05:00.000Z
2024-06-12T14:05               | 2024-06-12T13:05:00.000Z
1/1/26 a 0:30                  | 2025-12-31T23:30:00.000Z
29/02/24 a 00:00               | 2024-02-28T23:00:00.000Z
31/12/26 a 23:59               | 2026-12-31T22:59:00.000Z
29/02/25 a 14:05               | -
31/06/24 a 14:05               | -
00/06/24 a 14:05               | -
12/13/24 a 14:05               | -
12/00/24 a 14:05               | -
12/06/24 a 24:00               | -
12/06/24 a 14:60               | -
12/06/1924 a 14:05             | -
12/06/24                       | -
14:05                          | -
12/06-24 a 14:05               | -
112/06/24 a 14:05              | -
12/06/24/25 a 14:05            | -
`;

describe('the time printed in a text, local to N’Djamena', () => {
  for (const [printed = '', utc = ''] of rows(TIMES)) {
    it(`"${printed}" is ${utc} UTC`, () => {
      const lexed = lex(printed);
      const [found] = lexed.tokens.flatMap((_, at) => readTime(lexed, at)?.at ?? []);
      expect(found ?? '-').toBe(utc);
    });
  }
});

const IDS = `
MP260627.1644.B72794    | MP260627.1644.B72794 | 2026-06-27T15:44:00.000Z
mp260627.1644.b72794.   | MP260627.1644.B72794 | 2026-06-27T15:44:00.000Z
PP260101.0030.1234      | PP260101.0030.1234   | 2025-12-31T23:30:00.000Z
PP261301.0030.1234      | PP261301.0030.1234   | -
PP260230.0030.1234      | PP260230.0030.1234   | -
PP260101.2430.1234      | PP260101.2430.1234   | -
PP260101.0030.123       | -                    | -
PP260101.0030.123456789 | -                    | -
PP260101.0030.AB1234    | -                    | -
PPP260101.0030.1234     | -                    | -
PP26010.0030.1234       | -                    | -
PP260101.0030.1234X     | -                    | -
PP260101.0030.1234.5678 | -                    | -
PP260101 .0030.1234     | -                    | -
DH58HF9XG8              | DH58HF9XG8           | -
dh58hf9xg8.             | DH58HF9XG8           | -
123456789012            | 123456789012         | -
123456789012345         | 123456789012345      | -
1234567890              | 1234567890           | -
12345678901             | -                    | -
1234567890123456        | -                    | -
ABCDEFGHIJ              | -                    | -
DH58-HF9XG8             | -                    | -
1707051582330           | 1707051582330        | -
R1707051582330          | R1707051582330       | -
66123456                | -                    | -
`;

describe('a transaction id and the time in it', () => {
  for (const [printed = '', id = '', utc = ''] of rows(IDS)) {
    it(`"${printed}" names ${id}`, () => {
      expect(readId(lex(printed), 0)?.id ?? '-').toBe(id);
      expect(timeOfId(id) ?? '-').toBe(utc);
      // A list has the same ids, and each of them has to be one there.
      if (id !== '-') expect(id).toMatch(TRANSACTION_ID);
    });
  }
});
