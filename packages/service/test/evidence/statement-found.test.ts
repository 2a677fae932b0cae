import { test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';

const playStatements = statementPlaysOfFile();

// Both readings are true. The balance reaches what the second found, goes on, and comes back to it: all four rows lie between the two.
test('Rows that lead to what a reading found, past it and back to it all lie before it', () =>
  playStatements(`
    late a credit 20000
    wait 2min
    late x debit 2500
    wait 2min
    late b credit 1000
    wait 2min
    late y debit 1000
    wait 10min
    anchor
    wait 3min
    statement s -> new 4
    book -> opening anchored 62410, unexplained anchored 79910, credit witnessed 82410, debit witnessed 79910, credit witnessed 80910, debit witnessed 79910
    unexplained -> -2500 -1000
  `));

// A reading has met the sweep by its announcement. The payment and the debit behind it come to nothing, so the same two balances lie before and behind them.
test.each(['', ' unprinted'])(
  'An announced sweep that a reading has met hides no lost payment behind it, in a list%s',
  (unprinted) =>
    playStatements(`
      announce 1000 -> announced
      late x debit 1000
      wait 5min
      session a 2500 ttl 60
      late p credit 2500 from 66000001
      wait 5min
      late y debit 2500
      wait 10min
      anchor
      wait 3min
      statement s${unprinted} -> new 2${unprinted === '' ? '' : ' by two'}
      findings s -> new 2, same 1
      a -> SUCCESS
      incidents -> none
    `),
);
