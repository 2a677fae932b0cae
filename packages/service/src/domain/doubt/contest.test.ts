import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { clock, message } from '../../../test/book/chains.ts';
import { Keeper } from '../../../test/book/keeper.ts';
import type { BookPolicy } from '../book/bound.ts';
import type { Claim } from '../movement/claim.ts';
import { BETWEEN_MAX } from './between.ts';
import { contestedSteps, OTHERS_MAX } from './contest.ts';
import type { WeighedStep } from './contesting.ts';

/**
 * What messages contest of a way, where nothing was announced and nobody tried its sums. Each step has an id of its own, as in
 * a book, and is told here by the balance to which it led, which may come back.
 */
function contestedBy(way: readonly WeighedStep[], others: readonly Claim[]) {
  const own = way.map((step, place) => ({ ...step, step_id: `${place}` }));
  return [...contestedSteps(own, others, 0, new Map())].map(([place, doubt]) => ({
    ...{ step_id: way[Number(place)]?.step_id, ...doubt },
  }));
}

/**
 * Which steps between two readings a reading can't vouch for, one line a case.
 *
 * way:     balances from the last reading to this one; `>` leads to the next by a payment, `~` by something else,
 *          `?` by what is missing
 * others:  messages without a place, each from a balance to another
 * then:    the payments that are contested, each by the balance to which it led, and `missing`; `:` so much of one
 */
const SCENARIOS = `
way                    | others           | contested
0>100>300>600          |                  | -
# No end on the way: as much of each as it tells of, and no step waits for that
0>100>300>600          | 50-250           | 100:50 300:150
0>100>300>600          | 350-550          | 600:200
0>100>300>600          | 350-450 400-550  | 600:200
0>100>300>600          | 350-900          | 600:250
0>100>300>600          | 350?550 550-350  | -
0>100>300>600          | 650-900          | -
0>100>300?900          | 50-250 400-600   | 100:50 300:150 missing:200
# The same step, told otherwise
0>100>300>600          | 100-300          | 300
0>100>300>600          | 0-300            | 100 300
0>100>300>600          | 0-600            | 100 300 600
# One after the other
0>100>300>600          | 0-50 50-300      | 100 300
# One end on the way: as much as it tells of
0>100>300>600          | 0-50             | 100
0>100>300>600          | 100-250          | 300
0>100>300>600          | 100-350          | 300 600
0>100>300>600          | 50-100           | 100
0>100>300>600          | 250-300          | 300
0>100>300>600          | 50-300           | 100 300
0>100>300>600          | 500-550 550-600  | 600
0>100>300>600          | 600-900          | -
0>100>300>600          | 0-900 900-300    | 100 300 600
# Money that is told to leave has taken nobody's place; words that no template takes have to be right at both ends
0>100>300>600          | 300-250          | -
0>100>300>600          | 350-300          | -
0>100>300>600          | 0?50             | -
0>100>300>600          | 0?300            | 100 300
# More contest more, and never less
0>100>300>600          | 0-300 7-300      | 100 300
0>100>300>600          | 0-300 100-300    | 100 300
# So much leaves a SIM unseen, and no more: unless a message tells of more
0>1000                 | 500-200900       | 1000:500
0>1000                 | 500-260000       | -
0>1000                 | 500-260000 150000-50000 | 1000:500
0>1000                 | 500-400000 400000-100000 | -
# What is no payment is not weighed
0>100~300>600          | 0-600            | 100 600
# Of a balance that came back, each time
0>100~0>200            | 0-200            | 100:100 200
0>100~0>120            | 0-100            | 100 120:100
0>100~0>100~0>120      | 0-100            | 100 100 120:100
0>300>350~300          | 0-300            | 300
# What is missing is a step too
0>100>300?900          | 0-50             | 100
0>100>300?900          | 0-150            | 100 300
0>100>300?900          | 100-950          | 300 missing
0>100>300?900          | 100-900          | 300 missing
0>100>300?900>1000     | 100-1000         | 300 missing 1000
0>100>300?900>1000     | 900-950          | 1000
0>100>300?200          | 100-250          | 300
`;

const scenarios = SCENARIOS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('way '))
  .map((line) => {
    const [way = '', others = '', contested = ''] = line.split('|').map((cell) => cell.trim());
    return { line: line.replaceAll(/\s+/g, ' '), way, others, contested };
  });

function wayOf(text: string): WeighedStep[] {
  const balances = text.split(/[>~?]/).map(Number);
  const signs = [...text.replaceAll(/\d/g, '')];
  return signs.map((sign, place) => ({
    step_id: sign === '?' ? 'missing' : String(balances[place + 1]),
    ...{ before_xaf: balances[place] as number, after_xaf: balances[place + 1] as number },
    ...{ is_weighed: sign !== '~', is_pending: false },
  }));
}

/** A message from a balance to another; `?` in words of no template. */
function other(text: string, n: number) {
  const [before_xaf = 0, after_xaf = 0] = text.split(/[-?]/).map(Number);
  const sum_xaf = after_xaf - before_xaf;
  const sign = text.includes('?') ? '?' : sum_xaf < 0 ? '-' : '+';
  return message(`m${n} 10:00 ${sign}${Math.abs(sum_xaf)} =${after_xaf}`);
}

test.each(scenarios)('$line', ({ way: told, others, contested }) => {
  const messages = others.split(' ').filter(Boolean).map(other);
  expect(
    contestedBy(wayOf(told), messages)
      .map(({ step_id, is_whole, xaf }) => (is_whole ? step_id : `${step_id}:${xaf}`))
      .join(' ') || '-',
  ).toBe(contested);
});

it('A flood that touches the way contests all of it', () => {
  const way = wayOf('0>100>300');
  const flood = Array.from({ length: OTHERS_MAX }, (_, n) => other(`7-${1000 + n}`, n));
  const whole = (others: typeof flood) => contestedBy(way, others).filter(({ is_whole }) => is_whole);
  expect(whole(flood.slice(1))).toEqual([]);
  expect(whole(flood).map(({ step_id, by }) => [step_id, by])).toEqual([
    ['100', []],
    ['300', []],
  ]);
});

it('A flood that touches it nowhere may be true of all of it, and holds up nothing', () => {
  const flood = Array.from({ length: BETWEEN_MAX }, (_, n) => other(`700-${1000 + n}`, n));
  expect(contestedBy(wayOf('0>100>300'), flood.slice(1))).toEqual([]);
  expect(contestedBy(wayOf('0>100>300'), flood)).toEqual([
    { step_id: '100', xaf: 100, is_whole: false, by: [] },
    { step_id: '300', xaf: 200, is_whole: false, by: [] },
  ]);
});

it('Where too many messages may be true of a step none is named, though one of them touches it', () => {
  const flood = Array.from({ length: BETWEEN_MAX - 1 }, (_, n) => other(`700-${1000 + n}`, n + 1));
  const named = (others: typeof flood) =>
    contestedBy(wayOf('0>100>300'), others).map(({ step_id, by }) => [step_id, by.length]);
  expect(named([other('100-250', 0), ...flood.slice(1)])).toEqual([['300', 1]]);
  expect(named([other('100-250', 0), ...flood])).toEqual([
    ['100', 0],
    ['300', 0],
  ]);
});

it('A maze contests all of it, and none of its messages is named', () => {
  const balances = Array.from({ length: 40 }, (_, n) => 100 * n);
  const net = (reach: number) => [
    ...balances.flatMap((from_xaf, n) =>
      balances.slice(n + 1, n + 1 + reach).map((to_xaf) => `${from_xaf}-${to_xaf}`),
    ),
    '3900-0',
  ];
  const way = wayOf(balances.join('>'));
  const named = (others: readonly string[]) =>
    contestedBy(way, others.map(other)).map(({ is_whole, by }) => is_whole && by.length > 0);
  expect(named(net(4))).toEqual(way.map(() => true));
  expect(named(net(5))).toEqual(way.map(() => false));
});

it('Names the messages past whose word each step was led', () => {
  const others = ['0-50', '150-250', '160-500'].map(other);
  expect(contestedBy(wayOf('0>100>300>600'), others)).toEqual([
    { step_id: '100', xaf: 100, is_whole: true, by: ['m0'] },
    { step_id: '300', xaf: 150, is_whole: false, by: ['m1', 'm2'] },
    { step_id: '600', xaf: 200, is_whole: false, by: ['m2'] },
  ]);
});

const PLACES = ['at the tip', 'on the SIM', 'behind'] as const;
type Act =
  | { what: 'pay'; amount_xaf: number }
  | { what: 'forge'; amount_xaf: number; place: (typeof PLACES)[number]; back: number }
  /** `close`: a person has looked at what was short, and believes the book again. */
  | { what: 'read' }
  | { what: 'close' };

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('pay' as const),
      amount_xaf: fc.constantFrom(1, 1000, 1900, 2000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('forge' as const),
      amount_xaf: fc.constantFrom(1, 900, 1000, 1900, 2000, -1, -100, -1000),
      place: fc.constantFrom(...PLACES),
      back: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Act>({ what: 'read' }, { what: 'read' }, { what: 'close' }),
  },
);
const policies = fc.record({
  unanchored_limit_xaf: fc.constantFrom(1000, 5000, 20_000),
  anchor_above_xaf: fc.constantFrom(null, 1000, 2000),
  wait_ms: fc.constant(30_000),
});

/** How much has settled of payments that nobody made. */
function takenBy(played: readonly Act[], policy: BookPolicy): number {
  const keeper = new Keeper({ tip_xaf: 5000 }, policy);
  const ends = [5000];
  let sim_xaf = 5000;
  const tell = (key: string, time: string, amount_xaf: number, after_xaf: number) =>
    keeper.take(message(`${key} ${time} ${amount_xaf < 0 ? '-' : '+'}${Math.abs(amount_xaf)} =${after_xaf}`));
  for (const [n, act] of played.entries()) {
    const time = `10:${String(n + 10).padStart(2, '0')}`;
    if (act.what === 'read') keeper.anchor(sim_xaf, clock(time));
    else if (act.what === 'close') keeper.book = { ...keeper.book, is_suspected: false };
    else if (act.what === 'pay') {
      sim_xaf += act.amount_xaf;
      tell(`t${n}`, time, act.amount_xaf, sim_xaf);
    } else {
      const from = {
        'at the tip': keeper.book.tip_xaf,
        'on the SIM': sim_xaf,
        behind: ends.at(-1 - act.back),
      };
      const after_xaf = (from[act.place] ?? 0) + act.amount_xaf;
      if (after_xaf < 0) continue;
      ends.push(after_xaf);
      tell(`f${n}`, time, act.amount_xaf, after_xaf);
    }
  }
  const forged = keeper.settled.filter(({ key }) => key.startsWith('f'));
  return forged.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
}

describe('Whoever reads every message and forges any among them', () => {
  it('takes no more than the bound, once, however often the SIM is read: also of what others paid', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 24 }), policies, (played, policy) => {
        expect(takenBy(played, policy)).toBeLessThanOrEqual(policy.unanchored_limit_xaf);
      }),
      { numRuns: process.env.CHARI_SOAK === '1' ? 400_000 : 5000 },
    );
  });
});

describe('A flood that leads from balances of the way to one balance above it, and on to as many as it likes', () => {
  const way: WeighedStep[] = Array.from({ length: 100 }, (_, n) => ({
    ...{ step_id: `s${n}`, before_xaf: 60_000 + 1000 * n, after_xaf: 61_000 + 1000 * n },
    ...{ is_weighed: true, is_pending: true },
  }));
  const HUB = 5_000_000;
  const flood = Array.from({ length: 200 }, (_, n) => [
    message(`h${n} 10:05 +${HUB - (60_000 + 500 * n)} =${HUB}`),
    message(`o${n} 10:06 +${1000 + 25 * n} =${HUB + 1000 + 25 * n}`),
  ]).flat();

  test('contests every step, by more messages than anybody is asked about', () => {
    const contested = contestedBy(way, flood);
    expect(contested.map(({ by }) => by.length)).toEqual(way.map(() => 0));
    expect(contested.every(({ is_whole }) => is_whole)).toBe(true);
  });
});
