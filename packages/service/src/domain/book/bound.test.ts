import { expect, test } from 'vitest';
import { DEFAULT_BOOK_POLICY, usedBy } from './bound.ts';

/**
 * What a credit uses of the bound that a reading found, one line a case (at most 1,000,000 since the balance was
 * read, at most 200,000 at once).
 *
 * book:   `out N` what has left and nobody has explained · `settled N` of the bound is used · `suspected` ·
 *         `disproven`
 * credit: its sum · `told N` of so much of it other messages tell · `most N` it uses no more
 * uses:   `-` where it may not settle · `unbounded`: the same where no bound is set
 */
const CREDITS = `
book                             | credit                  | uses    | unbounded

# Larger than all that has left, which is within the bound: it uses what may be false of it
0                                | 300000                  | 0       | 0
out 299999                       | 300000                  | 299999  | 299999
out 1000000                      | 1000001                 | 1000000 | 1000000
out 1000000 settled 1            | 1000001                 | -       | 1000000
0 settled 1000000                | 300000                  | 0       | 0
0                                | 300000 told 5000        | 5000    | 5000
out 5000                         | 300000 told 5000        | 10000   | 10000
0                                | 3000 told 5000          | 3000    | 3000
0 settled 1000000                | 300000 told 1           | -       | 1
out 5000 settled 995001          | 300000                  | -       | 5000
out 5000 settled 995001          | 300000 most 4999        | 4999    | 4999
# Any other settles as at the tip, however much has left
out 1200000                      | 100000                  | 100000  | 100000
out 1200000                      | 200000                  | 200000  | 200000
out 1200000                      | 200001                  | -       | 200001
out 1200000 settled 900001       | 100000                  | -       | 100000
out 1200000 settled 900000       | 100000 most 10          | 10      | 10
out 1000001                      | 90000000                | -       | 1000001
out 100000                       | 100000                  | 100000  | 100000
out 300000                       | 300000                  | -       | 300000
# A suspected number has no room, but for the larger ones of which no other message tells
suspected                        | 300000                  | 0       | 0
out 5000 suspected               | 300000                  | 5000    | 5000
out 5000 suspected               | 5000                    | -       | -
suspected                        | 300000 told 1           | -       | -
suspected                        | 300000 told 1 most 0    | -       | -
# Of a disproven one none settles
disproven                        | 50                      | -       | -
out 1200000 disproven            | 50                      | -       | -
`;

const credits = CREDITS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('book '))
  .map((line) => {
    const [book = '', credit = '', uses, unbounded] = line.split('|').map((cell) => cell.trim());
    return { line: line.replaceAll(/\s+/g, ' '), book, credit, expected: { uses, unbounded } };
  });

test.each(credits)('$line', ({ book, credit, expected }) => {
  const word = (name: string) => new RegExp(`${name} (\\d+)`).exec(`${book} ${credit}`)?.[1];
  const standing = {
    outflow_xaf: Number(word('out') ?? 0),
    unanchored_xaf: Number(word('settled') ?? 0),
    is_suspected: book.includes('suspected'),
    is_disproven: book.includes('disproven'),
  };
  const most_xaf = word('most');
  const found = {
    ...{ amount_xaf: Number.parseInt(credit, 10), doubted_xaf: Number(word('told') ?? 0) },
    ...(most_xaf !== undefined && { most_xaf: Number(most_xaf) }),
  };
  const unlimited = { ...DEFAULT_BOOK_POLICY, unanchored_limit_xaf: null, anchor_above_xaf: null };
  const used = (policy: typeof DEFAULT_BOOK_POLICY) => String(usedBy(standing, found, policy) ?? '-');
  expect({ uses: used(DEFAULT_BOOK_POLICY), unbounded: used(unlimited) }).toEqual(expected);
});
