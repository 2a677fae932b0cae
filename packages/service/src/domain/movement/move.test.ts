import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { PayerPrint } from '../msisdn.ts';
import { type Figures, hiddenFeeMax, isClaim, isCredit, movesOf, type ToldFigures, timeOf } from './move.ts';

/**
 * What a message may tell of the balance, one line a case. A movement is `before>after`; of several the book
 * chooses the one that fits. `fee up to N`: the operator may have taken that much more. `nowhere`: it prints no balance, or
 * one that may be of airtime.
 */
const READINGS = `
read as                                     | movements

CREDIT 5000, balance 55000                  | CREDIT 50000>55000
CASH_IN 5000, balance 55000                 | CASH_IN 50000>55000
CREDIT 5000                                 | CREDIT nowhere
DEBIT 2000, fee 50, balance 47950           | DEBIT 50000>47950
DEBIT 2000, balance 48000                   | DEBIT 50000>48000 fee up to 500
DEBIT 40000, balance 10000                  | DEBIT 50000>10000 fee up to 2000
DEBIT 2000                                  | DEBIT nowhere fee up to 500
REVERSAL 5000, balance 50000                | REVERSAL 55000>50000; REVERSAL 45000>50000
REVERSAL                                    | REVERSAL nowhere
REVERSAL - balance 50000                    | REVERSAL nowhere
REVERSAL - undone 5000, balance 50000       | REVERSAL 55000>50000
REVERSAL - undone -3100, balance 50000      | REVERSAL 46900>50000
REVERSAL - undone 0, balance 50000          | REVERSAL nowhere
REVERSAL - undone 5000                      | REVERSAL nowhere
REVERSAL 2000, undone 5000, balance 50000   | REVERSAL 52000>50000; REVERSAL 48000>50000
AIRTIME 500, balance 49500                  | AIRTIME 50000>49500; AIRTIME 49000>49500
AIRTIME 500                                 | nothing
# What came near nothing is airtime itself, and so is what a phone has sent
AIRTIME 500, balance 5500                   | AIRTIME 6000>5500; AIRTIME 5000>5500
AIRTIME 500, balance 5499                   | AIRTIME 5999>5499
AIRTIME 500, balance 49500 of airtime       | nothing
CREDIT 5000, balance 55000 of airtime       | CREDIT nowhere
CREDIT 0, balance 55000                     | nothing
CREDIT                                      | nothing
ADVERT 5000, balance 55000                  | nothing
CREDIT 5000, balance 55000; AIRTIME 5000, balance 55000 | CREDIT 50000>55000; AIRTIME 60000>55000
`;

/** `sums` and what could be balances, of a text that no template takes. */
const FIGURES = `
figures                                     | movements

5000 / 55000                                | UNREAD 50000>55000; UNREAD 60000>55000
5000 55000 / 55000                          | UNREAD 50000>55000; UNREAD 60000>55000
5000 100 / 55000                            | UNREAD 50000>55000; UNREAD 60000>55000; UNREAD 54900>55000; UNREAD 55100>55000
5000 / 55000 700                            | UNREAD 50000>55000; UNREAD 60000>55000; UNREAD 5700>700
5000 / none                                 | nothing
5000 / none arrival                         | UNREAD nowhere
5000 / 5000 arrival                         | UNREAD nowhere
none / 55000                                | nothing
5000 100 / none named                       | UNREAD nowhere; UNREAD nowhere
0 / 55000                                   | nothing
1 2 3 4 / 55000                             | nothing
1 2 3 4 / 55000 named                       | UNREAD nowhere; UNREAD nowhere; UNREAD nowhere; UNREAD nowhere
1 2 3 4 / 55000 arrival                     | UNREAD nowhere; UNREAD nowhere
5000 1 2 / 5000 1 2                         | nothing
5000 1 2 / 5000 1 2 arrival                 | UNREAD nowhere; UNREAD nowhere
1 2 3 4 5 6 7 8 9 / none arrival            | nothing
1 / 55000 55001 55002 named                 | UNREAD nowhere
5000 / 5000                                 | UNREAD nowhere
5000 / 5000 named                           | UNREAD 0>5000; UNREAD 10000>5000
5000 / 5000 named airtime                   | UNREAD 10000>5000
5000 / 10000 named airtime                  | UNREAD 5000>10000; UNREAD 15000>10000
5000 / 5000 named airtime given             | UNREAD nowhere
5000 / 10000 named airtime given            | UNREAD 5000>10000
5000 / 10000 named airtime beside a phone   | UNREAD 5000>10000; UNREAD 15000>10000
5000 50 / 55000 named fee 50                | UNREAD 50000>55000; UNREAD 60000>55000; UNREAD 54950>55000; UNREAD 55050>55000; UNREAD 60050>55000
50 5000 / 55000 named fee 50                | UNREAD 54950>55000; UNREAD 55050>55000; UNREAD 50000>55000; UNREAD 60000>55000; UNREAD 60050>55000
5000 5050 50 / 55000 named fee 50           | UNREAD 50000>55000; UNREAD 60000>55000; UNREAD 49950>55000; UNREAD 60050>55000; UNREAD 54950>55000; UNREAD 55050>55000
50 / 55000 named fee 50                     | UNREAD 54950>55000; UNREAD 55050>55000
5000 50 1 2 / 55000 named fee 50            | UNREAD nowhere; UNREAD nowhere; UNREAD nowhere; UNREAD nowhere
`;

const lines = (table: string, heading: string) =>
  table
    .split('\n')
    .filter((line) => line.includes('|') && !line.startsWith(heading) && !line.startsWith('#'))
    .map((line) => {
      const [told = '', movements] = line.split('|').map((cell) => cell.trim());
      return { told, movements };
    });

function readTold(text: string): ToldFigures {
  const [kind = '', amount] = text.trim().split(/[ ,]+/);
  const word = (name: string) => new RegExp(`${name} (-?\\d+)`).exec(text)?.[1];
  const figure = (found: string | undefined) =>
    found === undefined || found === '-' ? undefined : Number(found);
  return {
    kind,
    amount_xaf: figure(amount),
    fee_xaf: figure(word('fee')),
    balance_xaf: figure(word('balance')),
    undone_xaf: figure(word('undone')),
    ...(text.includes('of airtime') && { doubts: ['airtime_balance'] }),
  };
}

function readFigures(text: string): Figures {
  const [sums_xaf = [], balances_xaf = []] = text
    .replace(/ named| arrival| airtime| given| beside a phone| fee \d+/g, '')
    .split('/')
    .map((half) => (half.includes('none') ? [] : half.trim().split(' ').map(Number)));
  const is_balance_named = text.includes('named');
  const fee = / fee (\d+)/.exec(text)?.[1];
  return {
    ...{ sums_xaf, balances_xaf, is_balance_named, is_arrival: text.endsWith('arrival') },
    ...(fee !== undefined && { fee_xaf: Number(fee) }),
    ...(text.includes('airtime') && { is_airtime: true }),
    ...(/given|phone/.test(text) && { is_receipt: true, phone: '66123456' as PayerPrint }),
    ...(text.includes('given') && { is_from_phone: true }),
  };
}

function write(moves: ReturnType<typeof movesOf>): string {
  const written = moves.map(({ kind, before_xaf, after_xaf, hidden_fee_max_xaf }) => {
    const way = after_xaf === null ? 'nowhere' : `${before_xaf}>${after_xaf}`;
    return `${kind} ${way}${hidden_fee_max_xaf > 0 ? ` fee up to ${hidden_fee_max_xaf}` : ''}`;
  });
  return written.length === 0 ? 'nothing' : written.join('; ');
}

test.each(lines(READINGS, 'read as'))('$told: $movements', ({ told, movements }) => {
  expect(write(movesOf(told.split(';').map(readTold), null))).toBe(movements);
});

test.each(lines(FIGURES, 'figures'))('$told: $movements', ({ told, movements }) => {
  expect(write(movesOf([], readFigures(told)))).toBe(movements);
});

describe('A message', () => {
  it('that a template takes is not guessed from its figures too', () => {
    const told = [{ kind: 'CREDIT', amount_xaf: 5000, balance_xaf: 55_000 }];
    expect(movesOf(told, { sums_xaf: [7], balances_xaf: [9] })).toHaveLength(1);
  });

  it('moves the balance by what it tells of, whatever that is', () => {
    const figure = fc.integer({ min: 1, max: 1_000_000_000 });
    const kind = fc.constantFrom('CREDIT', 'CASH_IN', 'DEBIT', 'REVERSAL', 'AIRTIME');
    const told = fc.record({
      kind,
      amount_xaf: figure,
      fee_xaf: fc.option(figure, { nil: undefined }),
      balance_xaf: figure,
    });
    fc.assert(
      fc.property(told, (one) => {
        for (const { before_xaf, after_xaf, amount_xaf, fee_xaf } of movesOf([one], null)) {
          const moved_xaf = Math.abs((after_xaf as number) - (before_xaf as number));
          expect(moved_xaf).toBe(amount_xaf + (one.kind === 'DEBIT' ? fee_xaf : 0));
          expect(after_xaf).toBe(one.balance_xaf);
        }
      }),
    );
  });

  it('of airtime alone that fits nowhere is no claim; of money it is', () => {
    expect(isClaim(movesOf([{ kind: 'AIRTIME', amount_xaf: 500, balance_xaf: 9 }], null))).toBe(false);
    expect(isClaim(movesOf([{ kind: 'DEBIT', amount_xaf: 500, balance_xaf: 9 }], null))).toBe(true);
    expect(isClaim([])).toBe(false);
  });

  it('may settle a session when it is a payment or a cash-in', () => {
    const kinds = ['CREDIT', 'CASH_IN', 'DEBIT', 'REVERSAL', 'AIRTIME', 'UNREAD', 'UNEXPLAINED'];
    expect(kinds.filter((kind) => isCredit({ kind }))).toEqual(['CREDIT', 'CASH_IN']);
  });

  it('is of the minute that it prints, else of when its phone got it', () => {
    expect(timeOf(60_000, 90_000)).toEqual({ occurred_at_ms: 60_000, precision_ms: 60_000 });
    expect(timeOf(null, 90_000)).toEqual({ occurred_at_ms: 90_000, precision_ms: 120_000 });
  });

  it('that names no fee may hide 500 francs, or five in a hundred', () => {
    expect([1, 10_000, 10_001, 500_000].map(hiddenFeeMax)).toEqual([500, 500, 501, 25_000]);
  });
});
