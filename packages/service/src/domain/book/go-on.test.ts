import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  clock,
  deliveries,
  EMPTY_GAP,
  likely,
  mayLead,
  message,
  names,
  SWEEP,
} from '../../../test/book/chains.ts';
import { Keeper, type Standing } from '../../../test/book/keeper.ts';
import type { Announced } from '../movement/announced.ts';
import type { Gap } from './book.ts';
import { DEFAULT_BOOK_POLICY } from './bound.ts';

/**
 * What the book of one SIM makes of messages, one line a case.
 *
 * book:     the balance that it has come to · `went on 10:05` when its last step was · `settled N` since the balance
 *           was read · `guesses N` wrong messages since then,
 *           `led` one of which ends where the book has stood · `suspected` an anchor found less than the book said ·
 *           `sweep N/F` money that staff say they took, for which the operator takes F · `gap A>B until 10:05` what an anchor found missing
 * messages: `name time what =balance`, as they come; `,` in one batch. What: `+` a credit, `-` a debit, `-N/F` one
 *           that prints its fee, `-N~` one that hides it, `r` a reversal, `?` in words that no template takes
 * then:     what is proven in its order (`a*`: booked, and its settlement waits for a reading) · what waits · what is
 *           refuted · the balance that the book says
 */
const SCENARIOS = `
book                        | messages                                                  | proven | waits | refuted | balance

# What goes on from the balance is proven
50000                       | a 10:00 +5000 =55000                                      | a      | -     | -       | 55000
50000                       | a 10:00 +5000 =55000; b 10:01 -2000/50 =52950             | a b    | -     | -       | 52950
50000                       | a 10:00 -50000 =0; b 10:05 +700 =700                      | a b    | -     | -       | 700
50000                       | a 10:00 r5000 =45000                                      | a      | -     | -       | 45000
50000                       | a 10:00 r5000 =55000                                      | a      | -     | -       | 55000
50000                       | a 10:00 ?5000 =55000                                      | a      | -     | -       | 55000
50000                       | a 10:00 ?5000 =45000                                      | a      | -     | -       | 45000

# In whatever order it comes
50000                       | b 10:01 +300 =55300; a 10:00 +5000 =55000                 | a b    | -     | -       | 55300
50000                       | c 10:02 -100 =55200; b 10:01 +300 =55300; a 10:00 +5000 =55000 | a b c | - | -       | 55200
50000                       | b 10:00 +300 =55300, a 10:00 +5000 =55000                 | a b    | -     | -       | 55300
50000                       | b 10:01 +300 =55300 at 10:02; a 10:00 +5000 =55000 at 18:00 | a b  | -     | -       | 55300

# A message is missing: what comes after it waits
50000                       | b 10:01 +300 =55300                                       | -      | b     | -       | 50000
50000                       | b 10:01 +300 =55300; c 10:02 +400 =55700; d 10:09 +1 =55701 | -    | b c d | -       | 50000
unknown                     | a 10:00 +5000 =55000                                      | -      | a     | -       | unknown

# Forged: right words, right sender, wrong balance
50000                       | f 10:00 +90000 =95000                                     | -      | f     | -       | 50000
50000                       | f 10:00 +90000 =95000; g 10:01 +700 =95700                | -      | f g   | -       | 50000
50000                       | f 10:00 +90000 =95000; a 10:00 +300 =50300                | a      | f     | -       | 50300
50000                       | f 10:00 +90000 =95000; a 10:01 +300 =50300                | a      | f     | -       | 50300
50000                       | f 10:00 +90000 =95000; a 10:02 +300 =50300                | a      | -     | f       | 50300
50000 went on 10:05         | f 10:03 +90000 =95000                                     | -      | -     | f       | 50000
50000 went on 10:05         | f 10:05 +90000 =95000                                     | -      | f     | -       | 50000
50000                       | f 10:00 +90000                                            | -      | f     | -       | 50000
50000                       | f 23:00 +10 =50010 at 10:00; a 10:01 +300 =50310          | f a    | -     | -       | 50310
50000 went on 10:05         | f 10:00 +300 =50300                                       | -      | -     | f       | 50000
50000 went on 10:05         | a 10:04 +300 =50300; b 10:05 +5 =50305                    | a b    | -     | -       | 50305
50000 went on 10:05         | f 10:03 +300 =50300                                       | -      | -     | f       | 50000
50000 went on 10:05         | a 10:04 +300000 =350000                                   | -      | a     | -       | 50000
50000 went on 10:05         | a 10:06 +300000 =350000, b 09:50 +5 =350005 at 10:06      | -      | a b   | -       | 50000

# A payment that two others overtook waits for the second of them
50000 went on 10:05         | a 10:04 +6000 =56200; b 10:05 +200 =50200                 | b a    | -     | -       | 56200
50000 went on 10:05         | a 10:03 +6000 =56200; b 10:05 +200 =50200                 | b      | -     | a       | 50200

# Money came and left again, so that the balance came back: two ways that hold the same messages are one, by their times
50000                       | c 10:03 +300 =50400, d 10:04 -300 =50100, a 10:01 +500 =50600, b 10:02 -500 =50100, z 10:00 +100 =50100 | z a b c d | - | - | 50100

# Two messages from one balance: one is an invention, and the longer chain is believed
50000                       | a 10:00 +300 =50300, f 10:00 +900 =50900                  | -      | a f   | -       | 50000
50000                       | a 10:00 +300 =50300, f 10:00 +900 =50900; b 10:02 +5 =50305 | a b  | -     | f       | 50305
50000 went on 10:05         | a 10:05 +300 =50300, b 10:06 +9 =50009, old 10:01 +70 =50070, c 10:06 +1 =50071 | - | a b c | old | 50000

# What a message of no template may mean: one thing, or nothing is believed
50000                       | a 10:00 ?50000 =100000                                    | a      | -     | -       | 100000
50000                       | a 10:00 ?25000 =25000                                     | a      | -     | -       | 25000

# A debit that hides its fee is believed when staff have announced it
50000                       | a 10:00 -20000~ =29900                                    | -      | a     | -       | 50000
50000                       | a 10:00 -20000~ =30000                                    | a      | -     | -       | 30000
50000 sweep 20000/100       | a 10:00 -20000~ =29900; b 10:01 +1000 =30900              | a b    | -     | -       | 30900
50000 sweep 20000/100       | a 10:00 -20000~ =29899                                    | -      | a     | -       | 50000
50000 sweep 20000           | a 10:00 -20000~ =29900                                    | -      | a     | -       | 50000
50000 sweep 20000           | a 10:00 -20000~ =30000                                    | a      | -     | -       | 30000
50000 sweep 20000/100       | a 10:00 -20000~ =29900, b 10:01 -20000~ =9800             | a      | b     | -       | 29900
50000 sweep 20000/9000      | a 10:00 -20000~ =21000                                    | -      | a     | -       | 50000
50000 sweep 10000           | a 10:00 -20000~ =29900                                    | -      | a     | -       | 50000

# Bounded loss (at most 1,000,000 since the balance was read, at most 200,000 at once)
50000                       | a 10:00 +200000 =250000                                   | a      | -     | -       | 250000
50000                       | a 10:00 +200001 =250001                                   | -      | a     | -       | 50000
50000                       | a 10:00 ?300000 =350000                                   | a      | -     | -       | 350000
50000 settled 995000        | a 10:00 +5000 =55000; b 10:01 +1 =55001                   | a      | b     | -       | 55000
50000 suspected             | a 10:00 -100 =49900; b 10:01 +1 =49901                    | a      | b     | -       | 49900
50000 guesses 8             | a 10:00 +48000 =98000                                     | a      | -     | -       | 98000
50000 guesses 14            | a 10:00 +40000 =90000; b 10:01 +9 =90009                  | a b    | -     | -       | 90009
50000 guesses 15            | a 10:00 +40000 =90000; b 10:01 +9 =90009                  | a* b   | -     | -       | 90009
# What waits for a late message is a wrong guess when it came, and stays one; in one batch with it, it is none
50000 guesses 13            | b 10:01 +40000 =95000; a 10:00 +5000 =55000               | a b    | -     | -       | 95000
50000 guesses 14            | b 10:01 +40000 =95000; a 10:00 +5000 =55000               | a      | b     | -       | 55000
50000 guesses 14            | b 10:01 +40000 =95000, a 10:00 +5000 =55000               | a b    | -     | -       | 95000
50000 guesses 13            | b 10:01 +9 =55009; a 10:00 +5000 =55000; c 10:02 +40000 =95009 | a b c | -  | -       | 95009
50000 guesses 14            | b 10:01 +9 =55009; a 10:00 +5000 =55000; c 10:02 +40000 =95009 | a b | c    | -       | 55009
# Money that left, and airtime, are guesses as well
50000 guesses 13            | f 10:00 -5000 =12345; a 10:01 +40000 =90000               | a      | f     | -       | 90000
50000 guesses 14            | f 10:00 -5000 =12345; a 10:01 +40000 =90000               | -      | f a   | -       | 50000
# Of many wrong messages one ends where the book stands: somebody may have led it there, and nothing settles, however small
50000 guesses 6 led         | a 10:00 +10 =50010                                        | a      | -     | -       | 50010
50000 guesses 7 led         | a 10:00 +10 =50010                                        | -      | a     | -       | 50000
50000 guesses 7             | f 10:00 -45000 =10000, g 10:00 -40000 =10000, p 10:01 +10 =10010 | g | f p   | -       | 10000
50000 guesses 7             | a 10:00 +10 =50010, f 10:00 -45000 =10000; g 10:01 -40010 =10000, p 10:02 +10 =10010 | a g | f p | - | 10000
# A credit beyond the bound stops nobody behind it; where nothing goes on from it, it stays a claim
50000                       | a 10:00 +200001 =250001; b 10:01 +300 =250301             | a* b   | -     | -       | 250301
50000                       | a 10:00 +200001 =250001; b 10:01 -300 =249701             | a* b   | -     | -       | 249701
50000                       | a 10:00 +200001 =250001; b 10:01 +200001 =450002          | -      | a b   | -       | 50000
50000                       | a 10:00 +200001 =250001; b 10:01 +200001 =450002; c 10:02 +5 =450007 | a* b* c | - | - | 450007
50000                       | f 10:00 +200001 =250001; a 10:01 +300 =50300              | -      | f a   | -       | 50000
50000                       | f 10:00 +200001 =250001, a 10:00 +300 =50300; b 10:02 +5 =50305 | a b | -  | f       | 50305
50000 settled 1000000       | a 10:00 +5000 =55000; b 10:01 -100 =54900                 | a* b   | -     | -       | 54900
50000 suspected             | a 10:00 +5000 =55000; b 10:01 -100 =54900; c 10:02 +1 =54901 | a* b | c    | -       | 54900

# What an anchor found missing is explained by the messages that lie between its two balances
52000 gap 50000>52000 until 10:30 | a 10:05 +2000 =52000                                | a      | -     | -       | 52000
52000 gap 50000>52000 until 10:30 | b 10:06 +500 =52000; a 10:05 +1500 =51500           | a b    | -     | -       | 52000
52000 gap 50000>52000 until 10:30 | a 10:05 +2000 =52000, f 10:06 +2000 =52000          | -      | a f   | -       | 52000
52000 gap 50000>52000 until 10:30 went on 10:28 | f 10:05 +1900 =53900                  | -      | -     | f       | 52000
52000 gap 50000>52000 until 10:30 went on 10:28 | a 10:05 +1900 =51900                  | -      | a     | -       | 52000
52000 gap 50000>52000 until 10:30 went on 10:28 | a 10:05 +6000 =56000 | - | a | - | 52000
53500 gap 50000>53500 until 10:30 went on 10:28 | b 10:06 +2000 =53000; a 10:05 +1000 =51000; c 10:07 +500 =53500 | a b c | - | - | 53500
52000 gap 50000>52000 until 10:30 | a 10:41 +2000 =52000                                | -      | a     | -       | 52000
52000 gap 50000>52000 until 10:30 went on 10:50 | a 10:41 +2000 =52000 | - | - | a | 52000
50000 settled 1000000 gap 50000>55000 until 10:30 | a 10:05 +5000 =55000 | a | - | - | 50000
29900 gap 50000>29900 until 10:30 | a 10:05 -20000~ =29900                              | a      | -     | -       | 29900

# An announced debit may have come between what is missing, also far above it
52000 gap 50000>52000 until 10:30 went on 10:28 sweep 20000/0 | a 10:05 -20000 =400000 | - | a | - | 52000
52000 gap 50000>52000 until 10:30 went on 10:28 | f 10:05 -20000 =400000 | - | - | f | 52000

# Behind a balance that may have been mistyped too low waits what begins above the book, by no more than a payment or two come to
61410 suspected gap 62410>61410 until 10:30 went on 10:28 | a 10:05 +3000 =67410 | - | a | - | 61410
61410 suspected gap 62410>61410 until 10:30 went on 10:28 | f 10:05 +3000 =5003000 | - | - | f | 61410
`;

const scenarios = SCENARIOS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('book '))
  .map((line) => {
    const [book = '', messages = '', proven, waits, refuted, balance] = line
      .split('|')
      .map((cell) => cell.trim());
    return {
      line: line.replaceAll(/\s+/g, ' '),
      book,
      messages,
      expected: { proven, waits, refuted, balance },
    };
  });

function readBook(text: string): Standing {
  const word = (name: string) => new RegExp(`${name} (\\S+)`).exec(text)?.[1];
  const [, before, after, until] = /gap (\d+)>(\d+) until (\S+)/.exec(text) ?? [];
  const gaps: Gap[] =
    until === undefined
      ? []
      : [{ ...EMPTY_GAP, before_xaf: Number(before), after_xaf: Number(after), until_ms: clock(until) }];
  const [amount_xaf = 0, fee_xaf] = (word('sweep') ?? '').split('/').map(Number);
  const fees_xaf = fee_xaf === undefined ? [] : [fee_xaf];
  const announced: Announced[] = amount_xaf === 0 ? [] : [{ ...SWEEP, amount_xaf, fees_xaf }];
  const went_on_at = word('went on');
  return {
    tip_xaf: text.startsWith('unknown') ? null : Number.parseInt(text, 10),
    went_on_at_ms: went_on_at === undefined ? 0 : clock(went_on_at),
    unanchored_xaf: Number(word('settled') ?? 0),
    ...likely(Number(word('guesses') ?? 0)),
    has_led: / led\b/.test(text),
    is_suspected: text.includes('suspected'),
    gaps,
    announced,
  };
}

test.each(scenarios)('$line', ({ book, messages, expected }) => {
  const keeper = new Keeper(readBook(book), DEFAULT_BOOK_POLICY);
  for (const batch of messages.split(';')) keeper.take(...batch.split(',').map(message));
  expect({
    proven:
      keeper.proven.map(({ claim, is_pending }) => claim.key + (is_pending ? '*' : '')).join(' ') || '-',
    waits: names(keeper.waiting),
    refuted: names(keeper.refuted),
    balance: String(keeper.book.tip_xaf ?? 'unknown'),
  }).toEqual(expected);
});

const RUNS = { numRuns: 500 };

describe('Whatever true messages come, in whatever order, and whatever is forged among them by who does not know the balance', () => {
  it('the truth is proven whole and in its order, and nothing forged', () => {
    fc.assert(
      fc.property(deliveries(), ({ truth, forged, order }) => {
        // What waits for others that are late counts like forgeries.
        fc.pre(!mayLead(truth, forged, order.length));
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
        for (const one of order) keeper.take(one);
        expect(names(keeper.proven.map(({ claim }) => claim))).toBe(names(truth.messages));
        expect(keeper.book.tip_xaf).toBe(truth.balances_xaf.at(-1));
      }),
      RUNS,
    );
  });

  it('nothing true is refuted on the way, and it is the same in one batch', () => {
    fc.assert(
      fc.property(deliveries(), ({ truth, forged, order }) => {
        fc.pre(!mayLead(truth, forged, forged.length));
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
        keeper.take(...order);
        expect(names(keeper.proven.map(({ claim }) => claim))).toBe(names(truth.messages));
        const is_true = new Set(truth.messages.map(({ key }) => key));
        expect(keeper.refuted.filter(({ key }) => is_true.has(key))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('every payment settles under the bound, where eight are forged and none is larger than so many guesses allow', () => {
    // Had all sixty waited, each would be a wrong guess, and tell of the sum of the last.
    const most_xaf = Math.floor(200_000 / Math.sqrt(1 + 2 * 5 * (60 + 8)));
    const limits = { maxLength: 60, debits: false, most_xaf };
    fc.assert(
      fc.property(deliveries(limits), ({ truth, forged, order }) => {
        fc.pre(!mayLead(truth, forged, order.length));
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf }, DEFAULT_BOOK_POLICY);
        for (const one of order) keeper.take(one);
        expect(keeper.settled.map(({ key }) => key)).toEqual(truth.messages.map(({ key }) => key));
      }),
      RUNS,
    );
  });

  it('while a message is missing, nothing after it is proven; it comes, and everything is', () => {
    fc.assert(
      fc.property(deliveries({ minLength: 2 }), fc.nat(), ({ truth, forged, order }, at) => {
        const lost_at = at % truth.messages.length;
        // What waits for the one that is missing counts like forgeries, and for others that are late.
        fc.pre(!mayLead(truth, forged, order.length));
        const lost = truth.messages[lost_at];
        if (lost === undefined) throw new Error('bug: nothing is lost');
        const keeper = new Keeper({ tip_xaf: truth.opening_xaf });
        for (const one of order.filter((each) => each !== lost)) {
          keeper.take(one);
          expect(keeper.proven.length).toBeLessThanOrEqual(lost_at);
        }
        expect(names(keeper.proven.map(({ claim }) => claim))).toBe(names(truth.messages.slice(0, lost_at)));
        keeper.take(lost);
        expect(names(keeper.proven.map(({ claim }) => claim))).toBe(names(truth.messages));
      }),
      RUNS,
    );
  });
});

describe('Fifty payments of which the first message comes last', () => {
  const LATE = clock('11:00');
  /** The book once all have come, the first one last. */
  const played = (sum_xaf: number) => {
    const keeper = new Keeper({ tip_xaf: 0 }, DEFAULT_BOOK_POLICY);
    const messages = Array.from({ length: 50 }, (_, n) =>
      message(`m${n} 10:${n} +${sum_xaf} =${sum_xaf * (n + 1)}`),
    );
    for (const one of messages.slice(1)) keeper.take(one);
    expect(keeper.proven).toEqual([]);
    keeper.take(...messages.slice(0, 1));
    return keeper;
  };

  it('settle, where each is of 15,000, though those that waited count as wrong guesses', () => {
    const keeper = played(15_000);
    expect([keeper.settled.length, keeper.waiting, keeper.is_bound]).toEqual([50, [], false]);
  });

  it('wait until the SIM is read, where each is of 25,000: so would what somebody guessed', () => {
    const keeper = played(25_000);
    expect([keeper.proven, keeper.is_bound]).toEqual([[], true]);
    keeper.anchor(50 * 25_000, LATE);
    expect([keeper.settled.length, keeper.waiting, keeper.is_bound]).toEqual([50, [], false]);
  });

  it('are wrong guesses for what comes behind them as well, until the SIM is read', () => {
    const keeper = played(15_000);
    keeper.take(message('next 10:51 +25000 =775000'));
    expect([names(keeper.waiting), keeper.is_bound]).toEqual(['next', true]);
    keeper.anchor(775_000, LATE);
    keeper.take(message('after 11:01 +25000 =800000'));
    expect(keeper.settled.map(({ key }) => key).slice(-2)).toEqual(['next', 'after']);
  });
});
