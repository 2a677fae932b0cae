import { describe, expect, test } from 'vitest';
import { explainAll } from './desk.ts';
import { GUESSES, guessed, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

// The debit is on no list of the operator, so that two people truthfully write it off: nothing has left unexplained then, and the
// suspicion begins behind the reading, so behind the money that was never there.
describe('Millions in words that nobody knows, once two people have truthfully written off the forged debit that took them back', () => {
  const FORGED = `wait 5min
    session v 4000000 by rival ttl 60
    sms f told "Encaisse 4000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 4062410 FCFA."
    sms d forged -4000000 balance 62410
    wait 5min
    anchor
    wait 31s`;

  test('are not sent back', () =>
    scene(async (stage) => {
      await perform(stage, FORGED);
      expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
      await perform(stage, 'refund f as Awa -> refused\nrefund f as Brahim -> refused');
    }));

  test('pay no session by the hand of staff', () =>
    scene(async (stage) => {
      await perform(stage, FORGED);
      expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
      await perform(
        stage,
        'assign f to v as Awa -> refused\nassign f to v as Brahim -> refused\nunpaid v -> yes',
      );
    }));
});

// Somebody paid 100 francs, and the message got lost: the forged money is above all that has left.
test('Millions in words that nobody knows, which a debit takes back but for 100 francs that somebody truly paid, are not sent back', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late p credit 100
      sms f told "Encaisse 4000100 FCFA de NOM 66123456. Ref: ID. Solde disponible 4062510 FCFA."
      sms d forged -4000000 balance 62510
      wait 5min
      anchor
      wait 31s
      refund f as Awa -> refused
      refund f as Brahim -> refused`,
    ),
  ));

// All guesses lead through the same hundred messages: the stretch that is tried is longer than the longest that is counted.
test('Who knows the balance to 12,000 and tells of a credit within a chain of a hundred others that comes back is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      ${lines(GUESSES, (n) => `sms d${n} forged -${guessed(n) - 1000} balance 1000`)}
      ${lines(GUESSES, (n) => `sms e${n} forged -${192_000 - guessed(n)} balance ${guessed(n)}`)}
      ${lines(100, (n) => `sms t${n} forged 10 balance ${1010 + 10 * n} from 66777002`)}
      sms f forged 190000 balance 192000
      wait 5min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// Debits that lead from each balance to 500 francs, and from 500,000 to where the reading may be, are counted by no gap, since they came
// before it was found and tell of no sum that came; the one message between them is no guess.
test('Who knows the balance to 12,000 and guesses by debits before a reading, at the gap that a lost payment leaves, is paid nothing by a message behind it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 499500 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      ${lines(
        GUESSES,
        (n) => `sms d${n} forged -${guessed(n) - 500} balance 500
        sms e${n} forged -${500_000 - guessed(n) - 5000} balance ${guessed(n) + 5000}`,
      )}
      wait 8min
      anchor
      sms f forged 499500 balance 500000
      wait 1min`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The first reading refutes all but the one that its gap keeps, and more than an hour before it they are known to no other reading.
test('Who knows the balance to 12,000 and guesses more than an hour before a reading, whose gap keeps the lucky one alive, is paid nothing by the next', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 195000 payer 66123456 by rival ttl 60
      late p credit 5300 from 66777001
      ${lines(
        GUESSES,
        (n) => `sms s${n} forged -300000 balance ${guessed(n) + 5300}
        sms c${n} forged 195000 balance ${guessed(n) + 200_300}`,
      )}
      wait 70min
      anchor
      wait 30min
      late q credit 195000 from 66777001
      wait 5min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// What was overtaken by a minute may go on from the reading, and is no guess at it.
test('Who knows the balance to 12,000 and guesses three minutes before a reading is paid nothing by it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      ${lines(GUESSES, (n) => `sms f${n} forged 190000 balance ${guessed(n) + 190_000}`)}
      wait 3min
      unpaid v -> yes
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// All guesses lead through the same message. It is on the way itself, so that those that missed lead to it and no further.
test('Who knows the balance to 12,000 and tells of one credit between debits that lead to it and back is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      ${lines(GUESSES, (n) => `sms d${n} forged -${guessed(n) - 1000} balance 1000`)}
      ${lines(GUESSES, (n) => `sms e${n} forged -${191_000 - guessed(n)} balance ${guessed(n)}`)}
      sms f forged 190000 balance 191000
      wait 5min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// So too where a payment is late: the end of the way is another for each, and the credits between are many.
test('Who knows the balance to 12,000 and tells of the sum of a late payment around common credits is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      ${lines(5, (n) => `session v${n} ${190_000 + n} payer 6612345${n} by rival${n} ttl 60`)}
      late p credit 5000 from 66777001
      ${lines(GUESSES, (n) => `sms d${n} forged -${guessed(n) - 1000} balance 1000`)}
      ${lines(GUESSES, (n) => `sms e${n} forged -${951_010 - guessed(n) - 5000} balance ${guessed(n) + 5000}`)}
      ${lines(5, (n) => `sms f${n} forged ${190_000 + n} balance ${1000 + 190_000 * (n + 1) + (n * (n + 1)) / 2} from 6612345${n}`)}
      wait 5min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));
