import { describe, expect, it } from 'vitest';
import { DEFAULT_BOOK_POLICY } from './book.ts';
import type { Past } from './contest.ts';
import type { Claim } from './path.ts';
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
});

const step = (step_id: string, before_xaf: number, after_xaf: number, is_pending = true): Past => ({
  ...{ step_id, before_xaf, after_xaf, is_pending },
  is_weighed: after_xaf > before_xaf,
});

const WAY = [step('paid', 50_000, 200_000)];
const many = (count: number, make: (n: number) => Claim[]): Claim[] =>
  Array.from({ length: count }, (_, n) => make(n)).flat();

/** What others told, and which steps of the way may be lucky guesses then. */
const triedBy = (others: Claim[], way: Past[] = WAY) => [
  ...triedSteps(way, others, DEFAULT_BOOK_POLICY).keys(),
];

describe('A payment of 150,000 that waits for a reading may be a lucky guess', () => {
  it('where its sum was told at three other balances', () => {
    expect(triedBy(many(3, (n) => [told(`f${n}`, 1000 * n, 1000 * n + 150_000)]))).toEqual(['paid']);
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

it('A maze of messages that lead to and fro contests what waits', () => {
  const maze = many(490, (n) => [told(`u${n}`, 0, 1000 + n), told(`d${n}`, 1000 + n, 0)]);
  expect(triedBy(maze)).toEqual(['paid']);
});
