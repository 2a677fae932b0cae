import { describe, expect, it, test, vi } from 'vitest';
import { clock, message, NO_BOUND, names, SWEEP } from '../../../test/book/chains.ts';
import { Keeper } from '../../../test/book/keeper.ts';
import { anchorBook } from '../book/anchor.ts';
import { MINUTE_MS } from '../time.ts';
import { isPast } from './claim.ts';
import { Pile } from './path.ts';

/**
 * The only way from one balance to another, or (`anywhere`) as far as most messages lead.
 *
 * messages: as in go-on.test.ts; `10:00` where the time says nothing
 */
const WAYS = `
from > to         | messages                                                   | way

# One way
50 > 90           | a 10:00 +10 =60, b 10:00 +30 =90                           | a b
50 > 90           | b 10:00 +30 =90, a 10:00 +10 =60                           | a b
50 > 90           | a 10:00 +40 =90, f 10:00 +7 =57, g 10:00 +1 =91            | a
50 > 50           | a 10:00 +10 =60, b 10:00 -10 =50                           | a b
50 > anywhere     | a 10:00 +10 =60, b 10:00 +30 =90, f 10:00 +9 =59           | a b

# None
50 > 90           | a 10:00 +10 =60                                            | none
50 > 90           | f 10:00 +40                                                | none
50 > anywhere     | f 10:00 +10 =61                                            | none
50 > 50           |                                                            | none

# More than one: one of them is somebody's invention
50 > 90           | a 10:00 +40 =90, f 10:00 +40 =90                           | none
50 > 90           | a 10:00 +10 =60, b 10:00 +30 =90, f 10:00 +20 =70, g 10:00 +20 =90 | none
50 > anywhere     | a 10:00 +10 =60, f 10:00 +9 =59                            | none

# A debit that hides its fee
1000 > 690        | a 10:00 -300~ =690                                         | a
1000 > 710        | a 10:00 -300~ =690, b 10:00 +20 =710                       | a b
20000 > 100       | a 10:00 -19900~ =100                                       | a
20000 > 100       | a 10:00 -18000~ =100                                       | none
`;

const ways = WAYS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('from '))
  .map((line) => {
    const [ends = '', messages = '', way] = line.split('|').map((cell) => cell.trim());
    const [from, to] = ends.split(' > ');
    const claims = messages === '' ? [] : messages.split(',').map(message);
    const to_xaf = to === 'anywhere' ? null : Number(to);
    return { line: line.replaceAll(/\s+/g, ' '), from_xaf: Number(from), to_xaf, claims, way };
  });

test.each(ways)('$line', ({ from_xaf, to_xaf, claims, way }) => {
  const path = new Pile(claims).onlyPath(from_xaf, to_xaf, () => true);
  expect(path === null ? 'none' : names(path.map(({ claim }) => claim))).toBe(way);
});

it('A message that could mean two movements from one balance is for a person; from another it is clear', () => {
  const claim = message('a 10:00 +10 =60');
  const deposits = claim.moves.map((move) => ({ ...move, kind: 'CASH_IN' as const }));
  const clear = claim.moves.map((move) => ({ ...move, amount_xaf: 20, before_xaf: 40 }));
  const pile = new Pile([{ ...claim, moves: [...claim.moves, ...deposits, ...clear] }]);
  expect(pile.after(50, () => true)).toEqual([]);
  expect(pile.after(40, () => true)).toMatchObject([{ before_xaf: 40, after_xaf: 60 }]);
});

describe('The chain that ends in a balance', () => {
  const back = (to_xaf: number, ...told: string[]) =>
    names(new Pile(told.map(message)).pathTo(to_xaf).map(({ claim }) => claim));

  it('goes back as far as only one message leads there', () => {
    expect(back(90, 'b 10:01 +20 =90', 'a 10:00 +10 =70')).toBe('a b');
    expect(back(90, 'b 10:01 +20 =90', 'a 10:00 +10 =70', 'f 10:00 +30 =70')).toBe('b');
    expect(back(90, 'b 10:01 +20 =90', 'f 10:00 +30 =90')).toBe('-');
    expect(back(90, 'b 10:01 +20 =91')).toBe('-');
  });

  it('is in the order of its times where the balance came back', () => {
    const loop = ['a 10:00 +10 =60', 'b 10:01 -10 =50', 'c 10:02 +10 =60'];
    expect(back(60, ...loop)).toBe('a b c');
    expect(back(60, ...loop.toReversed())).toBe('a b c');
  });

  it('ends where it would go in a circle', () => {
    expect(back(90, 'b 10:01 +20 =90', 'a 10:00 -20 =70')).toBe('a b');
  });
});

describe('A message that prints no time', () => {
  const claim = { ...message('a 10:00 +10 =60'), precision_ms: 2 * MINUTE_MS };

  it('is past two minutes after it came: the clock of its phone may be as much behind', () => {
    expect(isPast(claim, clock('10:01'))).toBe(false);
    expect(isPast(claim, clock('10:02'))).toBe(true);
  });

  it('is past after one where it fitted nowhere as it came: then that is when it is judged by', () => {
    expect(isPast({ ...claim, is_idle: true }, clock('10:01'))).toBe(true);
  });
});

/** 500 messages as somebody who knows a balance would lay them out, and who wants the service to stand still. */
const MAZES: Record<string, (n: number) => string> = {
  'all from one balance': (n) => `m${n} 10:00 +${n + 1} =${50_001 + n}`,
  'to and fro between two balances': (n) => (n % 2 === 0 ? `m${n} 10:00 +1 =50001` : `m${n} 10:00 -1 =50000`),
  'two at each of 250 steps': (n) => `m${n} 10:00 +1 =${50_001 + Math.floor(n / 2)}`,
  'a ladder with a dead end at each rung': (n) =>
    n % 2 === 0 ? `m${n} 10:00 +100 =${50_100 + 50 * n}` : `m${n} 10:00 +7 =${50_007 + 50 * (n - 1)}`,
  'a ladder with dead ends, a thicket at its top, and a longer way past it': (n) => {
    if (n >= 470) return `m${n} 10:00 +1000 =${73_000 + 1000 * Math.floor((n - 470) / 2)}`;
    if (n >= 440) return `m${n} 10:00 +1 =${71_561 + n}`;
    return n % 2 === 0 ? `m${n} 10:00 +100 =${50_100 + 50 * n}` : `m${n} 10:00 +7 =${50_007 + 50 * (n - 1)}`;
  },
  'a net of ten balances': (n) => {
    const [from, to] = [n % 10, Math.floor(n / 10) % 10];
    const change = from === to ? -1 : to - from;
    return `m${n} 10:00 ${change < 0 ? '-' : '+'}${Math.abs(change)} =${50_000 + from + change}`;
  },
  'debits that may each hide a fee': (n) => `m${n} 10:00 -1000~ =${48_990 - (n % 100)}`,
  'words of no template': (n) => `m${n} 10:00 ?${1 + (n % 7)} =${50_000 + (n % 11)}`,
};

describe('A maze of 500 messages holds nobody up', () => {
  const announced = [{ ...SWEEP, amount_xaf: 1000, fees_xaf: [10] }];

  it.each(Object.entries(MAZES))('%s', (_what, told) => {
    const claims = Array.from({ length: 494 }, (_, n) => message(told(n)));
    const looks = vi.spyOn(Pile.prototype, 'after');
    new Keeper({ tip_xaf: 50_000, announced }).take(...claims);
    const to_go_on = looks.mock.calls.length;
    anchorBook(new Keeper({ tip_xaf: 50_000, announced }).book, 50_001, claims, NO_BOUND);
    const to_anchor = looks.mock.calls.length - to_go_on;
    looks.mockRestore();
    expect(to_go_on).toBeLessThanOrEqual(20_500);
    expect(to_anchor).toBeLessThanOrEqual(20_500);
  });

  it('and what is true in it is proven by the balance that a person reads', () => {
    const maze = Array.from({ length: 490 }, (_, n) =>
      message(`m${n} 10:00 ${n % 2 === 0 ? '+1 =50001' : '-1 =50000'}`),
    );
    const truth = ['a 10:01 +300 =50300', 'b 10:02 +40 =50340', 'c 10:03 -9 =50331'].map(message);
    const { proven } = anchorBook(
      new Keeper({ tip_xaf: 50_000 }).book,
      50_331,
      [...maze, ...truth],
      NO_BOUND,
    );
    expect(names(proven.map(({ claim }) => claim))).toBe('a b c');
  });
});
