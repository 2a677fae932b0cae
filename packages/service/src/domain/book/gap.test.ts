import { describe, expect, it } from 'vitest';
import { clock, EMPTY_BOOK, EMPTY_GAP, likely, message, SWEEP } from '../../../test/book/chains.ts';
import type { Announced } from '../movement/announced.ts';
import type { Claim } from '../movement/claim.ts';
import { PHONE_PRECISION_MS } from '../movement/move.ts';
import { DAY_MS } from '../time.ts';
import type { Book, Gap } from './book.ts';
import { type BookPolicy, DEFAULT_BOOK_POLICY } from './bound.ts';
import { goOn } from './go-on.ts';

const FOUND = { ...EMPTY_GAP, until_ms: clock('10:30') };
const SWEPT: Announced = { ...SWEEP, amount_xaf: 20_000 };

type Told = Pick<Gap, 'before_xaf' | 'after_xaf'> & Partial<Gap>;

/** What messages fill of the gap of a book that stands where the gap ends. */
function proven(gap: Told, book: Partial<Book>, ...claims: Claim[]) {
  return provenBy(DEFAULT_BOOK_POLICY, gap, book, ...claims);
}

function provenBy(policy: BookPolicy, gap: Told, book: Partial<Book>, ...claims: Claim[]) {
  const gaps = [{ ...FOUND, ...gap }];
  return goOn({ ...EMPTY_BOOK, tip_xaf: gap.after_xaf, gaps, ...book }, claims, policy).proven.map(
    ({ claim: { key }, is_pending, announced }) => ({
      ...{ key, is_pending, announced: announced?.id ?? null },
    }),
  );
}

describe('Messages that lead high above a gap and down to its end', () => {
  const gap = { before_xaf: 50_000, after_xaf: 250_000, guesses: 0 };
  const high = [message('up 10:05 +8950000 =9000000'), message('down 10:06 -8750000 =250000')];

  it('fill it, where nobody has tried other balances', () => {
    expect(proven(gap, {}, ...high).map(({ key }) => key)).toEqual(['up', 'down']);
  });

  it('fill nothing, where somebody has tried many, though none of them is likely', () => {
    expect(proven({ ...gap, guesses_anywhere: 60 }, {}, ...high)).toEqual([]);
  });
});

describe('A credit that fills a gap of a suspected number', () => {
  const gap = { before_xaf: 50_000, after_xaf: 55_000 };
  const credit = message('a 10:05 +5000 =55000');

  it('settles, since the reading found it there', () => {
    expect(proven(gap, { is_suspected: true }, credit)).toMatchObject([{ is_pending: false }]);
  });

  it('waits where other messages told of some of it', () => {
    const contested = { ...gap, doubt: { xaf: 1, is_whole: false, by: ['x'] } };
    expect(proven(contested, {}, credit)).toMatchObject([{ is_pending: false }]);
    expect(proven(contested, { is_suspected: true }, credit)).toMatchObject([{ is_pending: true }]);
    // Also where no bound is set: a reading behind the gap would hold the same credit back.
    const lifted = { ...DEFAULT_BOOK_POLICY, unanchored_limit_xaf: null };
    expect(provenBy(lifted, contested, { is_suspected: true }, credit)).toMatchObject([{ is_pending: true }]);
  });

  it('waits where people found a step of the number false, until one of them believes it again', () => {
    const book = { is_suspected: true, is_disproven: true };
    expect(proven(gap, book, credit)).toMatchObject([{ is_pending: true }]);
  });
});

describe('A message without a balance that came before a gap was found', () => {
  const book = {
    ...{ ...EMPTY_BOOK, tip_xaf: 55_000, went_on_at_ms: clock('11:00') },
    gaps: [{ ...FOUND, before_xaf: 50_000, after_xaf: 55_000 }],
  };
  const isRefuted = (amount_xaf: number, reading: number | null) => {
    const claim = message(`a 10:05 +${amount_xaf}`);
    const moves = claim.moves.map((move) => ({ ...move, reading }));
    return goOn(book, [{ ...claim, moves }], DEFAULT_BOOK_POLICY).refuted.length > 0;
  };

  it('may be a part of what is missing', () => {
    expect([1, 5000, 5001].map((amount_xaf) => isRefuted(amount_xaf, 0))).toEqual([false, false, true]);
  });

  it('in words that no template takes, may be all of it or nothing: they have many sums', () => {
    expect([4999, 5000, 5001].map((amount_xaf) => isRefuted(amount_xaf, null))).toEqual([true, false, true]);
  });
});

describe('A message that prints a time, and comes after a gap was found', () => {
  const gap = { before_xaf: 50_000, after_xaf: 55_000, since_ms: clock('10:00') };
  const printing = (time: string, days = 0) => {
    const one = message(`m ${time} +5000 =55000 at 10:40`);
    return { ...one, occurred_at_ms: one.occurred_at_ms - days * DAY_MS };
  };
  const book = { went_on_at_ms: clock('10:30') };

  it('of before the look for the reading before fills nothing: that look had seen its money', () => {
    expect(proven(gap, book, printing('10:05', 3))).toEqual([]);
    expect(proven(gap, book, printing('9:49'))).toEqual([]);
  });

  it('fills the gap by a clock that is behind as far as clocks differ', () => {
    expect(proven(gap, book, printing('10:05'))).toHaveLength(1);
    expect(proven(gap, book, printing('9:50'))).toHaveLength(1);
  });

  it('fills it where nobody knows of a reading before', () => {
    expect(proven({ ...gap, since_ms: 0 }, book, printing('10:05', 3))).toHaveLength(1);
  });

  it('and is refuted, where it prints one of before that look', () => {
    const refuted = (claim: Claim) =>
      goOn(
        { ...EMPTY_BOOK, tip_xaf: 55_000, ...book, gaps: [{ ...FOUND, ...gap }] },
        [claim],
        DEFAULT_BOOK_POLICY,
      ).refuted.length;
    expect([printing('10:05', 3), printing('10:05')].map(refuted)).toEqual([1, 0]);
  });

  it('of no time may be late by days', () => {
    const undated = { ...printing('10:05', 3), precision_ms: PHONE_PRECISION_MS };
    expect(proven(gap, book, undated)).toHaveLength(1);
  });
});

describe('Messages that one of the staff has typed in', () => {
  const policy = { ...DEFAULT_BOOK_POLICY, second_person_xaf: 100_000 };
  const gap = { before_xaf: 50_000, after_xaf: 170_000 };
  const typed = (text: string) => ({ ...message(text), is_typed: true });
  const [small, heard] = [typed('a 10:05 +60000 =110000'), message('b 10:06 +60000 =170000')];

  it('wait for another person where alone they tell of so much that a gap misses', () => {
    const waiting = [{ is_pending: true }, { is_pending: true }];
    expect(provenBy(policy, gap, {}, small, { ...heard, is_typed: true })).toMatchObject(waiting);
    expect(provenBy(policy, gap, {}, typed('a 10:05 +120000 =170000'))).toMatchObject([{ is_pending: true }]);
  });

  it('wait too where they tell of so much only with what is told elsewhere', () => {
    const next = typed('b 10:06 +60000 =170000');
    const end = { before_xaf: 110_000, after_xaf: 170_000 };
    const gaps = [
      { ...FOUND, before_xaf: 50_000, after_xaf: 110_000 },
      { ...FOUND, ...end, step_id: 'end' },
    ];
    const first = { key: 'a', is_pending: false };
    expect(provenBy(policy, end, { gaps }, small, next)).toMatchObject([first, { is_pending: true }]);
    expect(provenBy(policy, end, { gaps }, small, heard)).toMatchObject([first, { is_pending: false }]);
    const waits = (xaf: number) => ({ typed_xaf: [10_000, xaf] });
    expect(provenBy(policy, end, waits(30_000), next)).toMatchObject([{ is_pending: true }]);
    expect(provenBy(policy, end, waits(29_999), next)).toMatchObject([{ is_pending: false }]);
  });

  it('settle where they tell of less, and where staff decide everything alone', () => {
    const settled = [{ is_pending: false }, { is_pending: false }];
    expect(provenBy(policy, gap, {}, small, heard)).toMatchObject(settled);
    expect(proven(gap, {}, typed('a 10:05 +120000 =170000'))).toMatchObject([{ is_pending: false }]);
  });
});

describe('A credit that fills a gap while as much has left unexplained', () => {
  const gap = { before_xaf: 50_000, after_xaf: 140_000 };
  const book = { outflow_xaf: 100_000 };
  const credit = message('a 10:05 +90000 =140000');

  it('settles beside messages that wait elsewhere: they are no tries of it', () => {
    expect(proven(gap, { ...book, ...likely(3) }, credit)).toMatchObject([{ is_pending: false }]);
  });

  it('fills nothing where messages have tried its sum since the gap was found', () => {
    expect(proven({ ...gap, guesses_of_sum: 20 }, book, credit)).toEqual([]);
  });
});

describe('What staff have announced', () => {
  it('explains one debit: where that at the tip is it, none that fills a gap is', () => {
    const gap = { before_xaf: 70_000, after_xaf: 50_000 };
    const [filling, next] = [message('filling 10:05 -20000 =50000'), message('next 10:40 -20000 =30000')];
    expect(proven(gap, { announced: [SWEPT] }, filling, next)).toMatchObject([
      { key: 'next', announced: 'sweep' },
      { key: 'filling', announced: null },
    ]);
  });

  it('is the debit that names its recipient, and not an earlier one of that sum which names nobody', () => {
    const gap = { before_xaf: 90_000, after_xaf: 50_000 };
    const nobody = message('nobody 10:05 -20000 =70000');
    const named = message('named 10:06 -20000 =50000');
    const recipient = '66112233';
    const to_her = { ...named, moves: named.moves.map((move) => ({ ...move, recipient })) };
    const refund: Announced = { ...SWEPT, id: 'refund', kind: 'refund', to_phone: recipient };
    expect(proven(gap, { announced: [refund] }, nobody, to_her)).toMatchObject([
      { key: 'nobody', announced: null },
      { key: 'named', announced: 'refund' },
    ]);
  });
});
