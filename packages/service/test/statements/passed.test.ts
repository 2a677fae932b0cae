import { describe, test } from 'vitest';
import { statementPlaysOfFile } from './play.ts';

const playStatements = statementPlaysOfFile();

describe('Money that came and as much that left, of which no SMS told, leave no gap in the balance', () => {
  test('and their rows are decided, and the balance stays as it is', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      session a 2000 payer 66123456
      late m credit 2000 from 66123456
      wait 2min
      late n debit 2000
      wait 2min
      sms y credit 700 from 66000009
      statement s -> new 2
      a -> SUCCESS
      float -> 3700
      unanchored -> 0
      incidents -> none
      sms z credit 900 from 66000009
      book -> opening anchored 62410, credit chained 65410, credit chained 66110, credit witnessed 68110, debit witnessed 66110, credit chained 67010
    `));

  test('and never confirm a session that has ended', () =>
    playStatements(`
      session a 2000 payer 66123456 ttl 5
      late m credit 2000 from 66123456
      wait 2min
      late n debit 2000
      wait 24h
      sms y credit 700 from 66000009
      a -> EXPIRED
      statement s -> new 2
      a -> EXPIRED
      float -> 700
    `));

  test('also where two statements bring them: until the second one the book knows what is missing', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      session a 2000 payer 66123456
      late m credit 2000 from 66123456
      wait 2min
      late n debit 2000
      wait 2min
      sms y credit 700 from 66000009
      wait 2min
      statement s until m -> new 1
      a -> SUCCESS
      book -> opening anchored 62410, credit chained 65410, credit chained 66110, credit witnessed 68110, unexplained witnessed 66110
      unexplained -> -2000
      float -> 3700
      sms z credit 900 from 66000009
      float -> 4600
      statement t from n -> new 1
      unexplained -> -2000
      explain sweep -> explained
      unexplained -> nothing
      float -> 4600
      incidents -> none
    `));

  test('also where their statement prints no balance', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      late m credit 2000
      wait 2min
      late n debit 2000
      wait 2min
      sms y credit 700
      statement s unprinted -> new 2
      float -> 3700
      sms z credit 900
      float -> 4600
    `));
});

describe('A gap whose rows fall into two statements', () => {
  const LOST = `
      sms x credit 3000
      wait 2min
      session a 2000 payer 66123456
      late m credit 2000 from 66123456
      wait 2min
      late n credit 1000 from 66000009
      wait 2min
      sms y credit 700 from 66000009
      wait 2min
      anchor
      wait 3min`;

  test('is explained by the second one, and each row is decided when it comes', () =>
    playStatements(`${LOST}
      statement s until m -> new 1
      a -> SUCCESS
      float -> 6700
      unexplained -> 3000 -2000
      incidents -> none
      sms z credit 900 from 66000009
      float -> 7600
      statement t from n -> new 1
      unexplained -> nothing
      float -> 7600
      unanchored -> 0
      incidents -> none
    `));

  test('also where the later one comes first', () =>
    playStatements(`${LOST}
      statement t from n -> new 1
      unexplained -> 3000 -1000
      float -> 6700
      statement s until m -> new 1
      unexplained -> nothing
      float -> 6700
    `));

  test('of which the second one never comes: two people say what is left; if it does come, what it tells stands open', () =>
    playStatements(`${LOST}
      statement s until m -> new 1
      explain credit -> explained
      explain write_off -> explained
      unexplained -> nothing
      float -> 6700
      statement t from n -> new 1
      unexplained -> -1000
      float -> 6700
    `));
});

describe('A row of a time that the book has gone past by a false SMS', () => {
  test('is booked, and the balance that was read on the SIM stays', () =>
    playStatements(`
      sms x credit 3000
      wait 1h
      sms f forged 9000 off 0
      wait 1h
      sms y debit 100
      wait 24h
      anchor
      wait 2min
      sms z credit 500
      statement s -> new 1
      float -> 3400
    `));
});
