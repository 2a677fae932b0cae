import { describe, expect, test } from 'vitest';
import { fileProblemTold } from '../../src/domain/statement/problem.ts';
import { playStatements } from './play.ts';

describe('Two files of one number', () => {
  test('whose days overlap bring each row once, in either order', () =>
    playStatements(`
      late m credit 2000
      wait 30min
      late n credit 3000
      wait 30min
      late o debit 1000
      statement s until n -> new 2
      float -> 5000
      statement t from n -> new 1
      findings t -> new 1, same 1
      float -> 4000
      statement u -> new 0
      findings u -> same 3
      float -> 4000
      incidents -> none
    `));

  test('that tell of one receipt with two amounts: the second is refused, whatever its balances say, and moves nothing', () =>
    playStatements(`
      late m credit 2000
      wait 30min
      late n credit 3000
      statement s -> new 2
      statement t change n 3500 unprinted -> refused changed_since
      statement u from n change n 3500 unprinted -> refused changed_since
      float -> 5000
      findings s -> new 2
      incidents -> none
      statement v newest -> new 0
    `));

  test('between which days are missing: the second is refused, and brought with the days before it both count', () =>
    playStatements(`
      sms x credit 2000
      wait 30min
      late m credit 3000
      wait 30min
      late n credit 700
      statement s until x -> new 0
      statement t from n -> refused not_continuous
      float -> 2000
      statement u until m -> new 1
      statement v from n -> new 1
      float -> 5700
      incidents -> none
    `));

  test('of which somebody has changed the later beginning are refused as if days were missing', () =>
    playStatements(`
      sms x credit 2000
      wait 30min
      sms y credit 3000
      statement s until x -> new 0
      statement t from y change y 2500 -> refused not_continuous
      statement u from y balance y 90000 -> refused not_continuous
      float -> 5000
    `));
});

test.each([
  [
    {
      kind: 'changed_since' as const,
      operator_transaction_id: 'MP261121.1200.B10001',
      statement_id: 'S',
      told_xaf: 3500,
      held_xaf: 3000,
    },
    /B10001 moved 3.000.*3.500.*\.$/s,
  ],
  [
    {
      kind: 'not_continuous' as const,
      before_until: new Date('2026-11-21T11:00:00Z'),
      before_xaf: 5000,
      opening_xaf: 9000,
    },
    /9.000.*5.000|5.000.*9.000/s,
  ],
  [{ kind: 'changed_meanwhile' as const }, /changed while it was read\. Bring it again\./],
])('what is wrong between two files, or two readings of one, has its sentence (%#)', (problem, said) => {
  expect(fileProblemTold(problem)).toMatch(said);
});
