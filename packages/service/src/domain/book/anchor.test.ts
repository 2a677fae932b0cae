import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  clock,
  deliveries,
  EMPTY_BOOK,
  EMPTY_GAP,
  message,
  NO_BOUND,
  names,
  SWEEP,
  truths,
} from '../../../test/book/chains.ts';
import { Keeper } from '../../../test/book/keeper.ts';
import type { Announced } from '../movement/announced.ts';
import type { Claim } from '../movement/claim.ts';
import { anchorBook } from './anchor.ts';
import type { Book } from './book.ts';
import { type BookPolicy, DEFAULT_BOOK_POLICY } from './bound.ts';

/**
 * What a balance that a person reads on the SIM makes of a book, one line a case.
 *
 * book:     the balance that it has come to · `sweep N` money that staff say they took
 * waiting:  messages that are not proven, as in go-on.test.ts
 * then:     what it proves, in order · what it finds missing, from one balance to another (`short`: less is there
 *           than the book said; `swept`: staff had said so) · what it moves, by which a second person is asked
 */
const SCENARIOS = `
book               | reads | waiting                                              | proven | missing              | moves

# Nothing waits
50000              | 50000 |                                                      | -      | nothing              | 0
50000              | 51000 |                                                      | -      | 50000>51000          | 1000
50000              | 49000 |                                                      | -      | 50000>49000 short    | 1000
50000 sweep 20000  | 30000 |                                                      | -      | 50000>30000 swept    | 0
50000 sweep 20000  | 29900 |                                                      | -      | 50000>29900 short    | 20100
unknown            | 50000 | a 10:00 +100 =50000                                  | -      | nothing              | 0

# The messages lead to it
50000              | 55000 | a 10:00 +5000 =55000                                 | a      | nothing              | 5000
50000              | 54000 | b 10:01 -1000 =54000, a 10:00 +5000 =55000           | a b    | nothing              | 6000
50000              | 55000 | a 10:00 +5000 =55000, f 10:00 +900 =50900            | a      | nothing              | 5000
50000              | 55900 | a 10:00 +5000 =55000, b 10:00 +900 =55900, f 10:00 +9 =50009 | a b | nothing         | 5900
50000              | 29900 | a 10:00 -20000~ =29900                               | a      | nothing              | 20000
50000              | 31000 | a 10:00 -20000~ =29900, b 10:01 +1100 =31000         | a b    | nothing              | 21100

# Two ways lead to it: neither is believed from its fork
50000              | 55000 | a 10:00 +5000 =55000, f 10:00 +5000 =55000           | -      | 50000>55000          | 5000
50000              | 56000 | a 10:00 +6000 =56000, f 10:01 +1000 =51000, g 10:02 +5000 =56000 | - | 50000>56000    | 6000
50000              | 56000 | a 10:00 +5000 =55000, f 10:00 +5000 =55000, b 10:01 +1000 =56000 | b | 50000>55000    | 6000

# A message is missing: what ends exactly in what was read is proven, and the rest is unexplained
50000              | 53000 | b 10:01 +2000 =53000                                 | b      | 50000>51000          | 3000
50000              | 53500 | b 10:01 +2000 =53000, c 10:02 +500 =53500            | b c    | 50000>51000          | 3500
50000              | 53500 | b 10:01 +2000 =53000, c 10:02 +400 =53400            | -      | 50000>53500          | 3500
50000              | 53000 | b 10:01 +2000 =53000, f 10:00 +90000 =99000          | b      | 50000>51000          | 3000

# A chain that would begin below the balance of the book leaves money unaccounted for
50000              | 51000 | b 10:01 +2000 =51000                                 | -      | 50000>51000          | 1000
50000              | 49000 | f 10:01 +40000 =49000                                | -      | 50000>49000 short    | 1000
50000 sweep 20000  | 33000 | b 10:01 +3000 =33000                                 | b      | 50000>30000 swept    | 3000
`;

const scenarios = SCENARIOS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('book '))
  .map((line) => {
    const [book = '', reads, waiting = '', proven, missing, moves] = line
      .split('|')
      .map((cell) => cell.trim());
    const claims = waiting === '' ? [] : waiting.split(',').map(message);
    const sweep = /sweep (\d+)/.exec(book)?.[1];
    const announced: Announced[] = sweep === undefined ? [] : [{ ...SWEEP, amount_xaf: Number(sweep) }];
    const tip_xaf = book === 'unknown' ? null : Number.parseInt(book, 10);
    const expected = { proven, missing, moves: Number(moves) };
    return {
      line: line.replaceAll(/\s+/g, ' '),
      book: { ...EMPTY_BOOK, tip_xaf, announced },
      reads: Number(reads),
      claims,
      expected,
    };
  });

test.each(scenarios)('$line', ({ book, reads, claims, expected }) => {
  const { proven, missing, is_short, moved_xaf } = anchorBook(book, reads, claims, NO_BOUND);
  const how = is_short ? ' short' : missing?.announced == null ? '' : ' swept';
  expect({
    proven: names(proven.map(({ claim }) => claim)),
    missing: missing === null ? 'nothing' : `${missing.before_xaf}>${missing.after_xaf}${how}`,
    moves: moved_xaf,
  }).toEqual(expected);
});

/**
 * What a reading lets settle of credits that came before it, under the usual bound, one line a case.
 *
 * book:     `out N` what has left and nobody has explained, `settled N` since the last reading, `suspected`, `disproven`
 * waiting:  credits in the book that wait for a reading (`!`: another message begins where it does), then messages
 *           on the path to the balance
 * then:     what settles · what counts on against the bound
 */
const READINGS = `
book                       | waiting                              | settles         | counts
0                          | 300000                               | 300000          | 0
0 settled 900000           | 300000; +300000                      | 300000 +300000  | 0
0                          | !300000                              | -               | 0
# As much has left, they say: then it may never have come
0 out 300000               | 300000                               | -               | 0
0                          | +300000 -300000                      | -               | 0
# The franc that it is above may be somebody's true payment that found no place: as much as left counts on
0 out 299999               | 300000                               | 300000          | 299999
0                          | +300000 -299999                      | +300000         | 299999
0 out 1000000              | 1000001                              | 1000001         | 1000000
0 out 1000001              | 90000000                             | -               | 0
# Small ones settle within the bound; what may be false of them counts on
0 out 300000               | 150000                               | 150000          | 150000
0 out 100000 settled 500000 | 90000                               | 90000           | 100000
0 out 1200000              | 100000                               | 100000          | 100000
0 out 2000000 settled 950000 | 50000 1                             | 50000           | 1000000
0 settled 700000           | +10                                  | +10             | 0
0 out 40 suspected         | 10 50                                | 50              | 40
# People, or the statement, found a step false: no reading vouches for anything
0 disproven                | 50                                   | -               | 0
`;

const readings = READINGS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('book '))
  .map((line) => {
    const [told = '', waiting = '', settles = '', counts] = line.split('|').map((cell) => cell.trim());
    return { line: line.replaceAll(/\s+/g, ' '), told, waiting, settles, counts: Number(counts) };
  });

test.each(readings)('$line', ({ told, waiting, settles, counts }) => {
  const word = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(told)?.[1] ?? 0);
  let tip_xaf = Number.parseInt(told, 10);
  const opening_xaf = tip_xaf;
  const words = waiting.split(/[; ]+/);
  const path = words
    .filter((one) => /^[+-]/.test(one))
    .map((one, n) => {
      tip_xaf += Number(one);
      return message(`m${n} 10:0${n} ${one} =${tip_xaf}`);
    });
  const pending = words
    .filter((one) => !/^[+-]/.test(one))
    .map((one) => ({ step_id: one, amount_xaf: Number(one.replace('!', '')), is_contested: one[0] === '!' }));
  const book = {
    ...EMPTY_BOOK,
    tip_xaf: opening_xaf,
    outflow_xaf: word('out'),
    unanchored_xaf: word('settled'),
    is_suspected: told.includes('suspected'),
    is_disproven: told.includes('disproven'),
    pending,
  };
  const { released, proven, unanchored_xaf } = anchorBook(book, tip_xaf, path, DEFAULT_BOOK_POLICY);
  const on_path = proven
    .filter(({ is_pending, move }) => !is_pending && move.kind === 'CREDIT')
    .map(({ move }) => `+${move.amount_xaf}`);
  expect([...released.map(({ step_id }) => step_id), ...on_path].join(' ') || '-').toBe(settles);
  expect(unanchored_xaf).toBe(counts);
});

describe('A message of which two readings tell the same movement', () => {
  it('is proven by a balance behind a lost message, as any other is', () => {
    const told = message('b 10:01 +2000 =53000');
    const twice: Claim = { ...told, moves: told.moves.flatMap((move) => [move, { ...move, reading: 1 }]) };
    const { proven, missing } = anchorBook({ ...EMPTY_BOOK, tip_xaf: 50_000 }, 53_000, [twice], NO_BOUND);
    expect(proven.map(({ claim, move }) => [claim.key, move.reading])).toEqual([['b', 0]]);
    expect(missing).toMatchObject({ before_xaf: 50_000, after_xaf: 51_000 });
  });
});

describe('What staff alone have typed in', () => {
  const policy: BookPolicy = { ...DEFAULT_BOOK_POLICY, second_person_xaf: 100_000 };
  const typed = (key: string, amount_xaf: number) => ({
    ...{ step_id: key, amount_xaf, is_contested: false, is_typed: true },
  });
  const heard = { ...typed('heard', 300_000), is_typed: false };
  const settled = (pending: Book['pending'], path: Claim[], by = policy) => {
    const book = { ...EMPTY_BOOK, tip_xaf: 50_000, pending };
    const { released, proven } = anchorBook(book, path.length > 0 ? 110_000 : 50_000, path, by);
    const on_path = proven.filter(({ is_pending }) => !is_pending).map(({ claim }) => claim.key);
    return [...released.map(({ step_id }) => step_id), ...on_path];
  };
  const path = [{ ...message('b 10:01 +60000 =110000'), is_typed: true }];

  it('settles by no reading where it comes to as much as two decide, on its way too', () => {
    expect(settled([typed('a', 120_000), heard], [])).toEqual(['heard']);
    expect(settled([typed('a', 40_000), heard], path)).toEqual(['heard']);
  });

  it('settles by one where it is less, and where staff decide everything alone', () => {
    expect(settled([typed('a', 39_999), heard], path)).toEqual(['a', 'heard', 'b']);
    expect(settled([typed('a', 120_000)], path, DEFAULT_BOOK_POLICY)).toEqual(['a', 'b']);
  });
});

describe('A balance at which the book stood when the SIM was looked at', () => {
  const book = {
    ...EMPTY_BOOK,
    ...{ tip_xaf: 55_005, unanchored_xaf: 40_005 },
    pending: [
      { step_id: 'before', amount_xaf: 300_000, is_contested: false },
      { step_id: 'since', amount_xaf: 250_000, is_contested: false },
    ],
    stood: [
      { balance_xaf: 55_000, settled_xaf: 5, is_behind_reading: false, step_ids: ['five'] },
      { balance_xaf: 54_000, settled_xaf: 1005, is_behind_reading: false, step_ids: ['five', 'since'] },
    ],
  };

  it('is not short: it vouches for what came before, and what came since counts on', () => {
    const { released, ...anchored } = anchorBook(book, 54_000, [], DEFAULT_BOOK_POLICY);
    expect(anchored).toMatchObject({ is_short: false, missing: null, tip_xaf: 55_005, unanchored_xaf: 1005 });
    expect(released.map(({ step_id }) => step_id)).toEqual(['before']);
  });

  it('is short when the book never stood there', () => {
    expect(anchorBook(book, 54_001, [], DEFAULT_BOOK_POLICY)).toMatchObject({
      is_short: true,
      tip_xaf: 54_001,
    });
  });
});

describe('A balance that is just what staff announced below the book', () => {
  const refund: Announced = {
    ...{ ...SWEEP, id: 'r', kind: 'refund', amount_xaf: 20_000, to_phone: '66112233', fees_xaf: [100] },
  };
  const book = { ...EMPTY_BOOK, tip_xaf: 50_000, announced: [refund] };
  const explained = (balance_xaf: number, ...claims: Claim[]) =>
    anchorBook(book, balance_xaf, claims, NO_BOUND).missing?.announced?.id ?? null;
  const debitTo = (recipient: string): Claim => {
    const debit = message('d 10:00 -20000 =1000');
    return { ...debit, moves: debit.moves.map((move) => ({ ...move, recipient })) };
  };

  it('is explained by it, with the fee of the tariff or without', () => {
    expect(explained(30_000)).toBe('r');
    expect(explained(29_900)).toBe('r');
    expect(explained(29_800)).toBeNull();
  });

  it('is not where a message says that as much went to somebody else', () => {
    expect(explained(30_000, debitTo('66445566'))).toBeNull();
    expect(explained(30_000, debitTo('66112233'))).toBe('r');
  });
});

describe('A message that begins where the book stood before the last reading, which found 10,000 more', () => {
  const book = {
    ...EMPTY_BOOK,
    tip_xaf: 60_000,
    gaps: [{ ...EMPTY_GAP, before_xaf: 50_000, after_xaf: 60_000, until_ms: clock('09:00') }],
  };
  const settled = (balance_xaf: number, words: string) => {
    const { proven } = anchorBook(book, balance_xaf, [message(`m ${words}`)], DEFAULT_BOOK_POLICY);
    return proven.map(({ is_pending }) => (is_pending ? 'waits for people' : 'settles'));
  };

  it('is booked where less is read: that reading may have been a slip', () => {
    expect(settled(55_000, '10:00 +5000 =55000')).toEqual(['waits for people']);
  });

  it('is not believed where more is read, since somebody may know that balance', () => {
    expect(settled(63_000, '10:00 +13000 =63000')).toEqual([]);
  });
});

const RUNS = { numRuns: 500 };
const NOON_MS = clock('12:00');

/** True payments of which one is lost, and forgeries that touch no true balance, as they came. */
const losses = deliveries({ minLength: 2, debits: false }).chain(({ truth, forged, order }) =>
  fc.nat(truth.messages.length - 1).map((lost_at) => {
    const known = new Set(truth.balances_xaf);
    const harmless = forged.filter(({ moves }) => !moves.some(({ after_xaf }) => known.has(after_xaf ?? 0)));
    const lost = truth.messages[lost_at];
    if (lost === undefined) throw new Error('bug: nothing is lost');
    const came = order.filter(
      (one) => one !== lost && (truth.messages.includes(one) || harmless.includes(one)),
    );
    return { truth, came, lost, lost_at, now_xaf: truth.balances_xaf.at(-1) as number };
  }),
);

describe('The true balance, read on a SIM of which one payment was lost', () => {
  it('proves every other payment in order, nothing forged, and finds exactly what is missing', () => {
    fc.assert(
      fc.property(losses, ({ truth, came, lost, lost_at, now_xaf }) => {
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
        keeper.take(...came);
        const { missing, is_short } = keeper.anchor(now_xaf, NOON_MS);
        expect(names(keeper.proven.map(({ claim }) => claim))).toBe(
          names(truth.messages.filter((one) => one !== lost)),
        );
        expect(missing).toMatchObject({
          before_xaf: truth.balances_xaf[lost_at],
          after_xaf: truth.balances_xaf[lost_at + 1],
          announced: null,
        });
        expect(is_short).toBe(false);
      }),
      RUNS,
    );
  });

  it('and the lost one, however late, explains what is missing, once', () => {
    fc.assert(
      fc.property(losses, ({ truth, came, lost, now_xaf }) => {
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
        keeper.take(...came);
        keeper.anchor(now_xaf, NOON_MS);
        keeper.take(lost);
        expect(keeper.proven.at(-1)).toMatchObject({ claim: { key: lost.key }, gap: expect.anything() });
        expect([keeper.book.tip_xaf, keeper.book.gaps]).toEqual([now_xaf, []]);
      }),
      RUNS,
    );
  });
});

it('Of several lost payments each explains its part, in whatever order they come, and none that came is lost by it', () => {
  const lossy = truths({ minLength: 3, debits: false }).chain((truth) =>
    fc.shuffledSubarray(truth.messages, { minLength: 1 }).map((lost) => ({ truth, lost })),
  );
  fc.assert(
    fc.property(lossy, ({ truth, lost }) => {
      const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
      keeper.take(...truth.messages.filter((one) => !lost.includes(one)));
      keeper.anchor(truth.balances_xaf.at(-1) as number, NOON_MS);
      for (const one of lost) keeper.take(one);
      const place = truth.messages.map(({ key }) => key);
      const proven = keeper.proven
        .map(({ claim }) => claim)
        .toSorted((a, b) => place.indexOf(a.key) - place.indexOf(b.key));
      expect(names(proven)).toBe(names(truth.messages));
      expect(keeper.book.gaps).toEqual([]);
    }),
    RUNS,
  );
});

describe('Whatever is read on the SIM, and whatever waits', () => {
  it('what it proves and what is missing add up to the movement of the balance', () => {
    fc.assert(
      fc.property(
        deliveries(),
        fc.integer({ min: 0, max: 120_000 }),
        fc.nat(),
        ({ truth, order }, any_xaf, skip) => {
          const reads =
            skip % 2 === 0 ? any_xaf : (truth.balances_xaf[skip % truth.balances_xaf.length] as number);
          const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
          keeper.take(...order.slice(skip % order.length));
          const tip_xaf = keeper.book.tip_xaf as number;
          const { proven, missing } = anchorBook(keeper.book, reads, keeper.waiting, NO_BOUND);
          let at_xaf = missing?.after_xaf ?? tip_xaf;
          expect(missing?.before_xaf ?? tip_xaf).toBe(tip_xaf);
          for (const { before_xaf, after_xaf } of proven) {
            expect(before_xaf).toBe(at_xaf);
            at_xaf = after_xaf;
          }
          expect(at_xaf).toBe(reads);
        },
      ),
      RUNS,
    );
  });

  it('the true balance is never short, as long as no debit is missing', () => {
    fc.assert(
      fc.property(losses, ({ truth, came, now_xaf }) => {
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
        keeper.take(...came);
        expect(anchorBook(keeper.book, now_xaf, keeper.waiting, NO_BOUND).is_short).toBe(false);
      }),
      RUNS,
    );
  });
});
