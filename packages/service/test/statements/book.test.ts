import { describe, test } from 'vitest';
import { statementPlaysOfFile } from './play.ts';

const playStatements = statementPlaysOfFile();

describe('A statement tells what the SMS told', () => {
  test('and nothing changes', () =>
    playStatements(`
      session a 5000
      paid a
      a -> SUCCESS
      sms x debit 2000
      statement s -> new 0
      findings s -> same 2
      incidents -> none
      float -> 3000
    `));

  test('also of a payment taken back, whose SMS names the payment and whose row has an id of its own', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      sms r reversal x 3000
      statement s -> new 0
      findings s -> same 2
      float -> 0
    `));

  test('and its last balance vouches for what was settled, like a reading of the SIM', () =>
    playStatements(`
      session a 150000
      paid a
      unanchored -> 150000
      statement s -> new 0
      unanchored -> 0
      sms b credit 700
      unanchored -> 700
    `));

  test('and vouches for nothing that came after its last row', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      sms y credit 4000
      statement s until x -> new 0
      unanchored -> 4000
      incidents -> none
    `));

  test('in a file that begins with the newest row, and in one that leaves its balances empty', () =>
    playStatements(`
      sim two moov
      sms x credit 3000 on two
      wait 2min
      sms y debit 1000 on two
      statement s on two newest -> new 0
      findings s -> same 2
      statement t on two unprinted -> new 0
      findings t -> same 2
    `));
});

describe('A row without an SMS is a late notice', () => {
  test('that settles a session which still waits', () =>
    playStatements(`
      session a 5000 payer 66123456
      late m credit 5000 from 66123456
      wait 5min
      statement s -> new 1
      a -> SUCCESS
      float -> 5000
      incidents -> none
    `));

  test('and never confirms a session that has ended', () =>
    playStatements(`
      session a 5000 payer 66123456 ttl 5
      wait 24h
      a -> EXPIRED
      late m credit 5000 from 66123456
      statement s -> new 1
      a -> EXPIRED
      float -> 5000
    `));

  test('whose SMS, when it comes at last, is the same payment', () =>
    playStatements(`
      session a 5000 payer 66123456
      late m credit 5000 from 66123456
      statement s -> new 1
      deliver m
      a -> SUCCESS
      float -> 5000
      book -> opening anchored 62410, credit witnessed 67410
    `));

  test('also where it left the SIM: the debit is in the book, and asks what it was', () =>
    playStatements(`
      late m debit 2000 fee 50
      statement s -> new 1
      book -> opening anchored 62410, debit witnessed 60360
      float -> -2050
    `));

  test('and fills the gap that a reading had found', () =>
    playStatements(`
      late m credit 2000
      sms n credit 3000
      anchor
      wait 2min
      book -> opening anchored 62410, unexplained anchored 64410, credit chained 67410
      statement s -> new 1
      book -> opening anchored 62410, unexplained anchored 64410, credit chained 67410, credit witnessed 64410
      findings s -> new 1, same 1
      float -> 5000
      incidents -> none
    `));

  test('and settles what waited behind it', () =>
    playStatements(`
      late m credit 2000
      session b 3000
      paid b
      b -> AWAITING_PAYMENT
      statement s -> new 2
      b -> SUCCESS
      book -> opening anchored 62410, credit witnessed 64410, credit witnessed 67410
      float -> 5000
    `));

  test('and from 100,000 francs on takes a second person, as a balance does', () =>
    playStatements(`
      session a 150000 payer 66123456
      late m credit 150000 from 66123456
      statement s alone -> proposed
      a -> AWAITING_PAYMENT
      statement s -> new 1 by two
      a -> SUCCESS
    `));
});

describe('An SMS without a row', () => {
  test('was forged: from the next day on its SIM settles by witnesses alone', () =>
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
      wait 24h
      incidents -> short without_row
    `));

  test('is left to the next day while its own is not over', () =>
    playStatements(`
      sms x credit 3000
      wait 30min
      sms f forged 9000 off 0
      wait 30min
      sms g forged -9000 off 9000
      sms y credit 100
      statement s -> new 0
      incidents -> none
      wait 24h
      incidents -> short without_row
    `));
});

describe('A row that contradicts a step', () => {
  test('by its sum opens an incident and moves nothing', () =>
    playStatements(`
      sms x credit 3000
      sms y credit 4000
      statement s change x 3500 unprinted -> new 0
      findings s -> differs 1, same 1
      incidents -> statement_differs
      float -> 7000
    `));

  test('by its balance is refused with the file where the rows beside it tell', () =>
    playStatements(`
      sms x credit 3000
      sms y credit 4000
      sms z credit 5000
      statement s balance x 70000 -> refused broken
      statement s change y 4500 -> refused broken
      statement s without y -> refused broken
      incidents -> none
    `));
});

describe('What a reading found is not booked again by the statement that lists it', () => {
  test('where staff had announced it and its SMS was lost', () =>
    playStatements(`
      sms x credit 5000
      announce 2000 -> announced
      late m debit 2000
      anchor
      float -> 3000
      statement s -> new 0
      findings s -> same 2
      float -> 3000
      wait 2min
      anchor
      incidents -> none
    `));

  test('where two people had explained it, also when it was several movements at once', () =>
    playStatements(`
      sms x credit 5000
      late m debit 1500
      wait 2min
      late n debit 500
      anchor
      explain sweep -> explained
      statement s -> new 0
      findings s -> same 3
      float -> 3000
    `));

  test('and what lies outside of it is told as ever', () =>
    playStatements(`
      sms x credit 5000
      late m debit 2000
      anchor
      explain sweep -> explained
      wait 30min
      late n debit 2000
      statement s -> new 1
      findings s -> new 1, same 2
      float -> 1000
    `));
});
