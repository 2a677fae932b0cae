import { expect, test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';
import { explainAll, sweep } from './desk.ts';
import { GUESSES, guessed, idOf, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();
const playStatements = statementPlaysOfFile();

// While it is short nothing is released once all that left is explained; a hundred francs that are not, and it is again. What the two
// people say is true: nothing of that sum was ever on the operator's list.
test('A forged credit of millions is released by no reading of a number that is short by it, once two people have written off what was missing, and nobody has closed that', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 4000000 by rival ttl 60
      sms f forged 4000000 off +0
      sms d forged -100 off +4000000
      wait 5min
      anchor
      unpaid v -> yes`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(1);
    await perform(stage, 'wait 31s\nincidents -> short\nwait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));

// What pays nobody and lies below 5,000 is no guess, so that he may try each balance there; and a chain that comes down from above leads to it.
test('Who knows only that a sweep, whose message is late, has left less than 5,000 on a SIM, and tries each of 400 balances, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60`,
    );
    await sweep(stage, 60_000);
    await perform(
      stage,
      `late s debit 60000
      sms f forged 190000 balance 290000
      sms d forged -285100 balance 4900
      ${lines(400, (n) => `sms d${n} forged -${4900 - 10 * (n + 1)} balance ${10 * (n + 1)}`)}
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The gap lies below 5,000, where no debit is a guess: one of those of each step leads from where it begins, another to where it ends.
test('Who knows of a gap only that both its ends lie below 5,000, and tries each of 200 balances, is paid nothing', () =>
  scene(async (stage) => {
    await sweep(stage, 60_000);
    await perform(
      stage,
      `sms s debit 60000
      wait 5min
      anchor
      session v 190000 payer 66123456 by rival ttl 60
      late p credit 500 from 66777001
      wait 8min
      anchor
      wait 1min
      sms t credit 90000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 1min`,
    );
    const debit = (n: number, kind: string, from_xaf: number, to_xaf: number) =>
      `sms ${kind}${n} told "Trans.ID: ${idOf(stage, 'PP', 10, `${kind.toUpperCase()}88${100 + n}`)}. Vous avez envoye ${from_xaf - to_xaf - 1} FCFA au 66123456. Frais: 1 FCFA. Votre solde disponible est ${to_xaf} FCFA."`;
    await perform(
      stage,
      `${lines(200, (n) => debit(n, 'a', 1010 + 10 * n, 3))}
      sms f told "Trans.ID : ${idOf(stage, 'MP', 10, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 190003 FCFA."
      ${debit(0, 'e', 190_003, 4999)}
      ${lines(200, (n) => debit(n, 'b', 4999, 1010 + 10 * n))}
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// Of what came a moment before a reading and prints an older time nothing is counted as a guess, and all of it may lead to the next one.
test('Who knows to 12,000 what a late payment leads to, and tries each balance by debits ten minutes old just before the reading of before, is paid nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      wait 15min`,
    );
    const debit = (n: number) =>
      `sms d${n} told "Trans.ID: ${idOf(stage, 'PP', 8, `B88${100 + n}`)}. Vous avez envoye ${290_000 - guessed(n, 67_410)} FCFA au 66123456. Votre solde disponible est ${guessed(n, 67_410)} FCFA."`;
    await perform(
      stage,
      `sms f told "Trans.ID : ${idOf(stage, 'MP', 8, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 290000 FCFA."
      ${lines(GUESSES, debit)}
      wait 1min
      anchor
      wait 5min
      late p credit 5000 from 66777001
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The statement prints no payer's words, so that the message seems to have another ticket than the step that it tells of.
test.each(['', ' unprinted'])(
  'The late message of a payment with a ticket, which a statement%s has proven, tells of it again and keeps no other session waiting',
  (unprinted) =>
    playStatements(`
      session a 5000 payer 66123456 ttl 15
      late m credit 5000 from 66123456 motif "{a}"
      wait 1min
      statement s${unprinted} -> new 1
      wait 1min
      a -> SUCCESS
      wait 40min
      session b 5000 by other ttl 60
      deliver m
      wait 31s
      incidents -> none
      wait 3h
      b -> EXPIRED
    `),
);

// The phone was off while the SIM took in 1,125,000, which were swept: its messages lead above ten times what was read before and after.
test('A payment is paid by its late message, though those beside it lead above a million and down again', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session a 5000 ttl 60
      ${lines(15, (n) => `late x${n} credit 75000`)}
      late y credit 5000 motif "{a}"
      wait 5min`,
    );
    await sweep(stage, 1_125_000);
    await perform(
      stage,
      `late s debit 1125000
      wait 5min
      anchor
      wait 5min
      ${lines(15, (n) => `deliver x${n}`)}
      deliver y
      deliver s
      wait 1min
      a -> SUCCESS`,
    );
  }));

// The sweep hides its fee. He tells of a payment that ends where the sweep would have begun without one: the true payment, which ends
// at the balance above, has no place then.
test('A late payment before a late sweep that hides its fee is not given to who has read it and tells of one that is smaller by the fee', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 60000 payer 66777001 ttl 60
      session v 59500 payer 66123456 by rival ttl 60
      late p credit 60000 from 66777001
      wait 5min`,
    );
    await sweep(stage, 50_000);
    await perform(
      stage,
      `late s moved -50500 "Trans.Id: ID. Vous avez envoye 50000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 5min
      anchor
      wait 1min
      sms f forged 59500 balance 121910
      deliver p
      deliver s
      wait 1min
      unpaid v -> yes
      sms m credit 100 from 66777002
      wait 20min
      sms n credit 100 from 66777002
      wait 5h
      h -> AWAITING_PAYMENT`,
    );
  }));

// 62,410 and 37,090 are 99,500, from where the sweep of 50,000 leads to 49,500 too: the payment of 500 is left out.
test('A late payment of just the fee that the late sweep behind it hides is paid', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session b 500 ttl 60
      late x credit 37090
      wait 1min
      late y credit 500 motif "{b}"
      wait 5min`,
    );
    await sweep(stage, 50_000);
    await perform(
      stage,
      `late s moved -50500 "Trans.Id: ID. Vous avez envoye 50000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 5min
      anchor
      wait 5min
      deliver x
      deliver y
      deliver s
      wait 1min
      b -> SUCCESS`,
    );
  }));
