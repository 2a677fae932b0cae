import { test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';

const playStatements = statementPlaysOfFile();

// The message of x is lost. The list of today believes the book's balance, which is 5,000 too high; that of yesterday, brought behind it, says why.
test('What a reading finds missing is explained by the list of the day before, brought behind a later one', () =>
  playStatements(`
    late x debit 5000
    wait 20h
    sms y debit 20000
    wait 2min
    statement today from y -> new 1
    wait 10min
    anchor
    wait 1min
    incidents -> short statement_differs
    statement yesterday until x gap -> new 1
    unexplained -> -20000 -5000
    session a 1000
    paid a
    wait 1min
    a -> SUCCESS
    anchor
    wait 1min
    incidents -> statement_differs
  `));

test('A reading finds nothing missing where both lists were brought before it', () =>
  playStatements(`
    announce 5000 -> announced
    late x debit 5000
    wait 20h
    sms y debit 20000
    wait 2min
    statement today from y -> new 1
    statement yesterday until x gap -> new 1
    session a 1000 ttl 60
    paid a
    wait 5min
    anchor
    wait 1min
    a -> SUCCESS
    unexplained -> -20000
    incidents -> statement_differs
  `));

test('Yet money that is missing besides makes the number short', () =>
  playStatements(`
    late x debit 5000
    wait 20h
    sms y debit 20000
    wait 2min
    statement today from y -> new 1
    statement yesterday until x gap -> new 1
    late z debit 700
    wait 5min
    anchor
    wait 1min
    unexplained -> -20000 -5000 5000 -5700
    incidents -> short statement_differs
  `));

// One reading finds -1,800: p and q and x. A list without balances fills it by its sum, and so do two that share it.
test.each([
  [
    'the earlier first',
    'statement one until p unprinted gap -> new 1\nstatement two from q unprinted gap -> new 2',
  ],
  [
    'the later first',
    'statement two from q unprinted gap -> new 2\nstatement one until p unprinted gap -> new 1',
  ],
])('What two lists without balances tell of one gap together explains it, %s', (_order, lists) =>
  playStatements(`
    session a 2500 ttl 60
    late p credit 2500 from 66000002
    wait 20h
    session b 700 ttl 60
    late q credit 700 from 66000003
    wait 5min
    late x debit 5000
    wait 10min
    anchor
    wait 3min
    ${lists}
    unexplained -> -5000
    anchor
    wait 1min
    incidents -> none
  `),
);

// The list of the noon was taken before p. Where today's begins, the balance is what it was at noon, though it isn't known to go on from there.
test('Days that are said to be missing between two lists are not taken for days on which nothing moved', () =>
  playStatements(`
    sms a credit 2500
    wait 20min
    statement noon -> new 0
    wait 20min
    sms p credit 1000 from 66000002
    wait 10min
    sms r reversal p 1000
    wait 40h
    sms y debit 300
    wait 20min
    statement later from y gap -> new 0
    wait 24h
    wait 1min
    incidents -> none
  `));
