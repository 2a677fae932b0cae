import { describe, expect, it } from 'vitest';
import { clock, EMPTY_BOOK, likely, message, SWEEP } from '../../../test/book/chains.ts';
import type { WeighedStep } from '../doubt/contesting.ts';
import { anchorBook } from './anchor.ts';
import type { Book } from './book.ts';
import { DEFAULT_BOOK_POLICY } from './bound.ts';

/** Payments of the book since the last reading, by the balances that it came to; each is named by where it led. */
function came(...balances: number[]): Pick<Book, 'tip_xaf' | 'past'> {
  const past = balances.slice(1).map(
    (after_xaf, place): WeighedStep => ({
      ...{ step_id: String(after_xaf), before_xaf: balances[place] as number, after_xaf },
      ...{ is_weighed: true, is_pending: false },
    }),
  );
  return { tip_xaf: balances.at(-1) as number, past };
}

function read(book: Pick<Book, 'tip_xaf'> & Partial<Book>, balance_xaf: number, ...told: string[]) {
  const { proven, missing, contested, ...anchored } = anchorBook(
    { ...EMPTY_BOOK, ...book },
    balance_xaf,
    told.map(message),
    DEFAULT_BOOK_POLICY,
  );
  return {
    proven: proven.map(({ claim }) => claim.key),
    explained_by: missing?.announced?.id ?? null,
    contested: [...contested.keys()],
    tip_xaf: anchored.tip_xaf,
    is_short: anchored.is_short,
  };
}

describe('A message that begins where the book stood since the last reading, and ends in what is read now', () => {
  it('is the only way between the two: what the book did instead has left', () => {
    expect(read(came(50_000, 55_000, 57_000), 56_000, 'm 10:00 +1000 =56000')).toMatchObject({
      ...{ proven: ['m'], tip_xaf: 56_000, is_short: true },
    });
  });

  it('leaves no step behind that others could contest', () => {
    const book = came(40_000, 50_000, 55_000, 57_000);
    const beside = 'f 10:00 +2000 =57000';
    expect(read(book, 51_000, 'm 10:00 +1000 =51000', beside)).toMatchObject({
      proven: ['m'],
      contested: [],
    });
    expect(read(book, 57_000, beside)).toMatchObject({ contested: ['57000'] });
  });

  it('is another way to where the book stood a moment ago, and that way is kept', () => {
    const stood = [{ balance_xaf: 55_000, settled_xaf: 2000, step_ids: ['57000'], is_behind_reading: false }];
    expect(read({ ...came(50_000, 55_000, 57_000), stood }, 55_000, 'f 10:00 +5000 =55000')).toMatchObject({
      proven: [],
      contested: ['55000'],
      tip_xaf: 57_000,
      is_short: false,
    });
  });

  it('came after a sweep that brought the balance back there, where staff had announced one', () => {
    const book = { ...came(50_000, 55_000), announced: [SWEEP] };
    // The payment before the sweep stays in the book, so messages without a place may contest it.
    expect(read(book, 51_000, 'm 10:00 +1000 =51000', 'f 10:00 +5000 =55000')).toMatchObject({
      ...{ proven: ['m'], explained_by: 'sweep', is_short: false, contested: ['55000', 'm'] },
    });
  });
});

it('What came since the look at the SIM is contested by the next reading, and not by this one', () => {
  const stood = [{ balance_xaf: 55_000, settled_xaf: 2000, step_ids: ['57000'], is_behind_reading: false }];
  const book = { ...came(50_000, 55_000, 57_000), stood };
  expect(read(book, 55_000, 'f 10:00 +2000 =57000')).toMatchObject({ contested: [], tip_xaf: 57_000 });
});

it('The debit that staff announced is no lucky guess at what is read, however many balances somebody tried', () => {
  const book = { ...came(50_000, 500_000), ...likely(30), went_on_at_ms: clock('09:00') };
  const told = 'sweep 10:00 -100000 =450000';
  const sweep = { ...SWEEP, amount_xaf: 100_000 };
  expect(read({ ...book, announced: [sweep] }, 450_000, told)).toMatchObject({
    ...{ proven: ['sweep'], is_short: false },
  });
  expect(read(book, 450_000, told)).toMatchObject({ proven: [], is_short: true });
});
