import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

test('A payer who pays the wrong SIM while he is still asked confirms no stranger, though staff have confirmed what asked him since', () =>
  play(`
    sim two
    transaction t 5000 payer 66777001 on one
    sms m credit 50000 on one from 66777001
    wait 5min
    session v 5000 by rival on two ttl 60
    late lost credit 700 on two
    wait 1min
    sms p credit 5000 on two from 66777001
    wait 1min
    assign m to t as Awa -> assigned
    t -> SUCCESS
    wait 2min
    anchor two
    unpaid v -> yes
  `));

describe('Who pays as quarantine ends, of whom the message comes seconds later, does not confirm who asks next', () => {
  const asked = 'transaction h 5000 payer 66777001';
  test.each([
    ['after a transaction', asked, 'credit 5000 from 66777001', 'session v 5000 by rival ttl 60'],
    [
      'after a transaction, by hidden digits',
      asked,
      'credit 5000 from "66 •• •• 01"',
      'session v 5000 by rival ttl 60',
    ],
    [
      'before a transaction, by an agent',
      'session h 5000 ttl 10',
      'cash-in 5000',
      'transaction v 5000 payer 66000005 by rival',
    ],
    [
      'between two transactions, by an agent',
      asked,
      'cash-in 5000',
      'transaction v 5000 payer 66000005 by rival',
    ],
  ])('%s', (_when, first, pays, next) =>
    play(`
      ${first}
      wait 13min
      wait 29min
      wait 50s
      late p ${pays}
      wait 15s
      ${next}
      deliver p
      unpaid v -> yes
    `),
  );
});
