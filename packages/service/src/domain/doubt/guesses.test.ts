import { expect, test } from 'vitest';
import { EMPTY_BOOK, likely } from '../../../test/book/chains.ts';
import type { Claim } from '../movement/claim.ts';
import { MINUTE_MS } from '../time.ts';
import { disownedBeside, isCounted } from './guesses.ts';

/**
 * How many guesses count beside those that wait, since people have disowned some, one line a case.
 *
 * book:     `waits N` guesses without a place · `before N` of the two that are forgiven were wrong in the week
 *           before
 * disowned: how many · `since N` of them came since the reading · `left N` of that time are without a place
 *           still · `step` one of that time is in the book
 * counts:   for a credit that had come by then · for one that came later
 */
const CASES = `
book             | disowned             | by then | later

# One that came among them is in the book, and may have been the lucky one: as if nobody had disowned them
waits 0          | 2 since 2 step       | 0       | 0
waits 0          | 3 since 3 step       | 1       | 1
waits 2          | 2 since 2 step       | 2       | 2
waits 1          | 2 since 2 step       | 1       | 1
waits 5          | 2 since 2 step       | 2       | 2
waits 0 before 2 | 2 since 2 step       | 2       | 2
waits 0 before 1 | 2 since 2 step       | 1       | 1
# What had come before the reading is among those of the week before
waits 0 before 2 | 2 since 0 step       | 0       | 0
waits 0 before 2 | 20 since 0 step      | 18      | 18
# Else they count for what waited with them, while more than two are left: itself, and one that is forgiven
waits 3          | 21 since 21 left 3   | 21      | 0
waits 2          | 21 since 21 left 2   | 0       | 0
waits 2 before 2 | 21 since 21 left 2   | 0       | 0
`;

const cases = CASES.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('book '))
  .map((line) => {
    const [book = '', disowned = '', ...counts] = line.split('|').map((cell) => cell.trim());
    return { line: line.replaceAll(/\s+/g, ' '), book, disowned, counts: counts.map(Number) };
  });

test.each(cases)('$line', ({ book, disowned, counts }) => {
  const word = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(`${book} ${disowned}`)?.[1] ?? 0);
  const at_ms = 1000;
  const guesses = {
    ...{ ...EMPTY_BOOK, ...likely(word('waits')), forgiven_before: word('before') },
    disowned: {
      ...{ guesses: Number.parseInt(disowned, 10), guesses_since: word('since'), at_ms },
      ...{ has_step: disowned.includes('step'), left: likely(word('left')) },
    },
  };
  expect([at_ms, at_ms + 1].map((came_ms) => disownedBeside(guesses, came_ms, [], []))).toEqual(counts);
});

test.each([
  [4.5, true],
  [5.5, false],
])(
  'A message without a time that came %f minutes before a balance was typed in is a guess: %s, also where it fitted nowhere as it came',
  (minutes_before, counts) => {
    const anchored_at_ms = 1_800_000_000_000;
    const came_at_ms = anchored_at_ms - minutes_before * MINUTE_MS;
    const claim: Claim = {
      key: 'a',
      moves: [],
      operator_transaction_id: null,
      occurred_at_ms: came_at_ms,
      precision_ms: 2 * MINUTE_MS,
      arrived_at_ms: came_at_ms,
      is_stored: true,
    };
    expect(isCounted(claim, { anchored_at_ms })).toBe(counts);
    expect(isCounted({ ...claim, is_idle: true }, { anchored_at_ms })).toBe(counts);
  },
);
