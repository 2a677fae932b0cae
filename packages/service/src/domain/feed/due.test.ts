import { describe, expect, it } from 'vitest';
import { DEFAULT_BOOK_POLICY } from '../book/bound.ts';
import { later } from '../time.ts';
import { DUE, TENDED, type TendedBook } from './due.ts';

/**
 * Which incidents a look at a book finds due, one line a case. A book that holds 100,000 and of which nothing
 * else is told calls for nobody; a million may be settled without a reading (`unlimited`: any sum).
 *
 * unread:      the SIM was never read · `waits N` a message that may go on from the tip came N seconds ago
 * settled N:   so much of the limit is used · `before N` of that had settled before the last reading,
 *              which did not vouch for it
 * bound:       a payment waits, since the limit is used up · `suspected` it held less than the book says
 * withheld N:  a booked payment for which the last reading did not vouch; several with `+`
 * typed N:     a booked payment that staff alone typed in · `doubted N` one that is contested; several with `+`
 * kept N:      of those, the last reading did not vouch for so many
 * out N:       has left, and nobody has said what it was · `announced` of it just what staff announced
 * left N:      has left or was written off, as a reading counts it · `contested N` payments of that sum
 */
const CASES = `
the book                                                 | due

# Nothing to be seen to
                                                         | -
waits 29                                                 | -
unread, waits 30                                         | -
settled 499999                                           | -
out 5000                                                 | -

# A message has waited
waits 30                                                 | claim
waits 30, bound                                          | claim anchor_due

# Half of what the last reading has left of the limit is settled
settled 500000                                           | anchor_due
settled 500000, unlimited                                | -
settled 600000, before 600000                            | -
settled 799999, before 600000                            | -
settled 800000, before 600000                            | anchor_due
settled 1000000, before 1000000                          | -
bound                                                    | anchor_due
bound, unlimited                                         | anchor_due

# The last reading did not vouch for a payment: people say what has left, then the next one settles it
withheld 50000, out 5000, left 5000                      | outflow
withheld 50000                                           | anchor_due
withheld 50000, suspected                                | short
withheld 50000, out 5000, suspected                      | short
withheld 50000, out 5000, bound                          | anchor_due outflow

# What they wrote off counts on, so that the next reading may settle none
withheld 50000, left 960000, settled 960000, before 960000              | outflow
withheld 50000, left 960000, settled 960000, before 960000, unlimited   | anchor_due
withheld 50000, left 950000, settled 950000, before 950000              | anchor_due
withheld 50000, left 960000, settled 900000, before 900000              | anchor_due
withheld 50000+40000, left 960000, settled 960000, before 960000        | anchor_due
withheld 50000, left 500000, contested 460000, settled 960000, before 960000 | outflow contested

# What has left is in the way
out 5000, settled 500000, before 500000                  | outflow
out 5000, settled 499999, before 499999                  | -
out 5000, settled 500000, before 500000, unlimited       | -
out 5000, announced                                      | outflow

# What staff alone have typed in: from the sum on from which two decide no reading settles it
typed 99999                                              | -
typed 100000                                             | outflow
typed 60000+40000                                        | outflow
typed 60000+40000, out 5000                              | outflow
typed 60000, kept 1                                      | anchor_due

# A contested one settles by no reading, and counts with the others
doubted 60000                                            | -
doubted 100000                                           | outflow
typed 60000, doubted 60000, kept 1                       | outflow
typed 30000, doubted 60000, kept 1                       | anchor_due
withheld 50000, doubted 5000, left 960000, settled 960000, before 960000 | outflow

# The others
contested 5000                                           | contested
suspected                                                | short
suspected, contested 5000, waits 30, bound               | claim anchor_due contested short
`;

const NOW = new Date('2026-11-21T11:00:00.000Z');
const QUIET: TendedBook = {
  tip_xaf: 100_000,
  unanchored_xaf: 0,
  unvouched_xaf: 0,
  bound_since: null,
  suspected_at: null,
  claims: 0,
  claims_since: null,
  withheld: 0,
  withheld_xaf: [],
  typed_xaf: [],
  typed_contested_xaf: [],
  left_xaf: 0,
  outflow_xaf: 0,
  is_unmet: false,
  contested: 0,
  contested_xaf: 0,
};

/** What a word says of a book, with its number. */
const SAYS: Record<string, (amount_xaf: number, amounts: number[]) => Partial<TendedBook>> = {
  unread: () => ({ tip_xaf: null }),
  waits: (seconds) => ({ claims: 1, claims_since: later(NOW, -seconds * 1000) }),
  settled: (unanchored_xaf) => ({ unanchored_xaf }),
  before: (unvouched_xaf) => ({ unvouched_xaf }),
  bound: () => ({ bound_since: NOW }),
  suspected: () => ({ suspected_at: NOW }),
  withheld: (_one, withheld_xaf) => ({ withheld: withheld_xaf.length, withheld_xaf }),
  typed: (_one, typed_xaf) => ({ typed_xaf }),
  doubted: (_one, typed_contested_xaf) => ({ typed_contested_xaf }),
  kept: (withheld) => ({ withheld }),
  out: (outflow_xaf) => ({ outflow_xaf }),
  announced: () => ({ is_unmet: true }),
  left: (left_xaf) => ({ left_xaf }),
  contested: (contested_xaf) => ({ contested: 1, contested_xaf }),
  unlimited: () => ({}),
};

const cases = CASES.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('the book'))
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]);

function bookOf(told: string): TendedBook {
  const words = told === '' ? [] : told.split(', ').map((one) => one.split(' '));
  const said = words.map(([word = '', sums = '']) => {
    const amounts = sums.split('+').map(Number);
    const says = SAYS[word];
    if (says === undefined) throw new Error(`no book says ${word}`);
    return says(amounts[0] ?? 0, amounts);
  });
  return Object.assign({ ...QUIET }, ...said);
}

describe('A book calls for people', () => {
  it.each(cases)('with %j: %s', (told, due) => {
    const unlimited = told.includes('unlimited') && { unanchored_limit_xaf: null };
    const policy = { ...DEFAULT_BOOK_POLICY, second_person_xaf: 100_000, ...unlimited };
    const found = TENDED.filter((kind) => DUE[kind](bookOf(told), policy, NOW) !== null);
    expect(found.join(' ') || '-').toBe(due);
  });

  it('and is shown with what it has used of the limit, and what is in the way', () => {
    const book = bookOf(
      'settled 700000, before 500000, out 5000, withheld 50000, contested 2000, bound, waits 31',
    );
    const shown = TENDED.map((kind) => DUE[kind](book, DEFAULT_BOOK_POLICY, NOW));
    const limit_xaf = 1_000_000;
    expect(shown).toEqual([
      { tip_xaf: 100_000, claims: 1, claims_since: later(NOW, -31_000) },
      { tip_xaf: 100_000, unanchored_xaf: 700_000, limit_xaf, bound_since: NOW },
      { unvouched_xaf: 500_000, limit_xaf, withheld: 1, outflow_xaf: 5000 },
      { contested: 1, contested_xaf: 2000 },
      null,
    ]);
  });
});
