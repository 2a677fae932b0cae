import { describe, expect, it } from 'vitest';
import { DEFAULT_BOOK_POLICY } from '../book/bound.ts';
import type { Claim } from '../movement/claim.ts';
import type { WeighedStep } from './contesting.ts';
import { triedSteps } from './tries.ts';

const told = (key: string, before_xaf: number, after_xaf: number): Claim => ({
  key,
  moves: [
    {
      ...{ kind: after_xaf > before_xaf ? ('CREDIT' as const) : ('DEBIT' as const), fee_xaf: 0 },
      ...{ amount_xaf: Math.abs(after_xaf - before_xaf), before_xaf, after_xaf },
      ...{ hidden_fee_max_xaf: 0, reading: 0 },
    },
  ],
  ...{ operator_transaction_id: key, occurred_at_ms: 0, precision_ms: 60_000, arrived_at_ms: 0 },
  is_stored: false,
});

const step = (step_id: string, before_xaf: number, after_xaf: number, is_pending = true): WeighedStep => ({
  ...{ step_id, before_xaf, after_xaf, is_pending },
  is_weighed: after_xaf > before_xaf,
});

const WAY = [step('paid', 50_000, 200_000)];
const many = (count: number, make: (n: number) => Claim[]): Claim[] =>
  Array.from({ length: count }, (_, n) => make(n)).flat();

/** What others told, and which steps of the way may be lucky guesses then. */
const triedBy = (others: Claim[], way: WeighedStep[] = WAY) => [
  ...triedSteps(way, others, DEFAULT_BOOK_POLICY, 0).keys(),
];

describe('A payment of 150,000 that waits for a reading may be a lucky guess', () => {
  it('where its sum was told at three other balances', () => {
    expect(triedBy(many(3, (n) => [told(`f${n}`, 1000 * n, 1000 * n + 150_000)]))).toEqual(['paid']);
  });

  it('where its sum was told at one other balance, and two guesses of the week before were wrong', () => {
    const others = [told('f', 1000, 151_000)];
    expect([...triedSteps(WAY, others, DEFAULT_BOOK_POLICY, 0).keys()]).toEqual([]);
    expect([...triedSteps(WAY, others, DEFAULT_BOOK_POLICY, 2).keys()]).toEqual(['paid']);
    const onto = [told('f', 1000, 50_000)];
    expect([
      ...triedSteps([step('before', 40_000, 50_000, false), ...WAY], onto, DEFAULT_BOOK_POLICY, 2).keys(),
    ]).toEqual(['paid']);
  });

  it('where it was told in two messages that go on from each other, whatever each tells', () => {
    const split = (n: number) => [
      told(`f${n}`, 1000 * n, 1000 * n + 90_000 + n),
      told(`g${n}`, 1000 * n + 90_000 + n, 1000 * n + 150_000),
    ];
    expect(triedBy(many(3, split))).toEqual(['paid']);
  });

  it('where a debit takes off what a credit tells too much', () => {
    const netted = (n: number) => [
      told(`f${n}`, 1000 * n, 1000 * n + 150_000 + n),
      told(`g${n}`, 1000 * n + 150_000 + n, 1000 * n + 150_000),
    ];
    expect(triedBy(many(4, netted))).toEqual(['paid']);
  });

  it('by each message that leads onto the way from one balance, so that people have to disown all of them', () => {
    const from = (n: number) => [told(`f${n}`, 1000 * n, 100_000), told(`g${n}`, 1000 * n, 100_000)];
    const way = [step('before', 50_000, 100_000, false), step('paid', 100_000, 250_000)];
    const tried = triedSteps(way, many(4, from), DEFAULT_BOOK_POLICY, 0).get('paid');
    expect([...(tried ?? [])].toSorted()).toEqual(['f0', 'f1', 'f2', 'f3', 'g0', 'g1', 'g2', 'g3']);
  });

  it('not where other sums were told, however many', () => {
    expect(triedBy(many(500, (n) => [told(`f${n}`, 100_000 * n, 100_000 * n + 140_001 + n)]))).toEqual([]);
  });

  it('not once it has settled', () => {
    const others = many(60, (n) => [told(`f${n}`, 1000 * n, 1000 * n + 150_000)]);
    expect(triedBy(others, [step('paid', 50_000, 200_000, false)])).toEqual([]);
  });

  it('together with what else waits beside it, where both make the sum', () => {
    const others = many(4, (n) => [told(`f${n}`, 1000 * n, 1000 * n + 150_000)]);
    const way = [step('one', 50_000, 140_000), step('two', 140_000, 200_000)];
    expect(triedBy(others, way)).toEqual(['one', 'two']);
  });
});

describe('Messages that lead to and fro', () => {
  const maze = many(480, (n) => [told(`u${n}`, 0, 1000 + n), told(`d${n}`, 1000 + n, 0)]);

  it('try no sum to which they do not lead', () => {
    expect(triedBy(maze)).toEqual([]);
  });

  it('hide no tries, in however many pieces', () => {
    const pieces = (n: number) =>
      Array.from({ length: 13 }, (_, i) =>
        told(`f${n}.${i}`, 1000 * n + 11_000 * i, 1000 * n + (i === 12 ? 150_000 : 11_000 * (i + 1))),
      );
    const way = Array.from({ length: 13 }, (_, i) =>
      step(`paid ${i}`, 50_000 + 11_000 * i, i === 12 ? 200_000 : 50_000 + 11_000 * (i + 1)),
    );
    expect(triedBy(many(3, pieces), way)).toHaveLength(13);
  });

  it('are a try each where they are too many to look at, so that only small payments go on', () => {
    const flood = [...maze, ...many(40, (n) => [told(`f${n}`, 5_000_000 + n, 5_001_000 + n)])];
    expect(triedBy(flood)).toEqual(['paid']);
    expect(triedBy(flood, [step('small', 50_000, 50_500)])).toEqual([]);
  });
});

it('What comes back to where it began is no try of a larger credit', () => {
  const others = many(4, (n) => [
    told(`u${n}`, 1000 * n, 1000 * n + 500),
    told(`d${n}`, 1000 * n + 500, 1000 * n),
  ]);
  expect(triedBy(others, [step('paid', 50_000, 200_000), step('spent', 200_000, 50_000)])).toEqual([]);
  const large = many(4, (n) => [
    told(`u${n}`, 1000 * n, 1000 * n + 160_000 + n),
    told(`d${n}`, 1000 * n + 160_000 + n, 1000 * n),
  ]);
  expect(triedBy(large, [step('paid', 50_000, 200_000), step('spent', 200_000, 50_000)])).toEqual(['paid']);
});

describe('A debit that hides its fee', () => {
  const hiding = (key: string, before_xaf: number, after_xaf: number): Claim => {
    const claim = told(key, before_xaf, after_xaf);
    return { ...claim, moves: claim.moves.map((move) => ({ ...move, hidden_fee_max_xaf: 500 })) };
  };

  it('and a credit that makes up for both are tries of the rest, whatever each tells', () => {
    const others = many(4, (n) => [
      hiding(`d${n}`, 1000 * n - 20 - n, 1000 * n - 30 - n),
      told(`f${n}`, 1000 * n - 30 - n, 1000 * n + 150_000),
    ]);
    const way = [
      { ...step('spent', 50_000, 49_960), hiding: { from_xaf: 49_980, until_xaf: 50_480 } },
      step('paid', 49_960, 200_000),
    ];
    expect(triedBy(others, way)).toEqual(['paid']);
    // A debit that hides its fee could begin anywhere, so it is no try where no step of the way hides one.
    expect(triedBy(others)).toEqual([]);
  });

  it('and a credit that brings it back are tries of that credit where nothing is missing', () => {
    const others = many(4, (n) => [
      hiding(`d${n}`, 1000 * n - 20 - n, 1000 * n - 150_020 - n),
      told(`f${n}`, 1000 * n - 150_020 - n, 1000 * n),
    ]);
    const way = [
      { ...step('spent', 200_000, 49_980), hiding: { from_xaf: 199_900, until_xaf: 200_400 } },
      step('paid', 49_980, 200_000),
    ];
    expect(triedBy(others, way)).toEqual(['paid']);
  });
});
