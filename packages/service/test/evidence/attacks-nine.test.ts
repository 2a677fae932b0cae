import { expect, test } from 'vitest';
import { inOneSet } from './batch.ts';
import { sweep } from './desk.ts';
import { airtimeOf, lines, perform, scene, taken, UNDATED } from './play.ts';

/** Chains of forged credits that go on from each other, each from another balance: that of the thirteenth is the true one. */
const chains = (count: number, split: (n: number) => number[]): string =>
  lines(count, (n) => {
    let at_xaf = 62_410 + 1000 * (n - 12);
    return split(n)
      .map((sum_xaf, piece) => {
        at_xaf += sum_xaf;
        return `sms f${n}.${piece} forged ${sum_xaf} balance ${at_xaf}`;
      })
      .join('\n');
  });

// One forged bonus of a million lifts the tip beyond ten times all of them.
test('Sixty debits that guessed at the balance still count once the tip is lifted far above them', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 10min
      session v 190000 by rival ttl 60
      ${lines(60, (n) => `sms f${n} forged -${62_410 + 1000 * (n - 30)} balance 0`)}
      sms u told ${airtimeOf(1_000_000, 1_000_000)}
      sms g forged 190000 balance 1190000
      unpaid v -> yes`,
    ),
  ));

// The small message behind the great one settles within the bound; each great one is of a sum of its own.
test('Who tries many balances with the sum of a late payment in a great and a small message is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 150000 payer 66777001 ttl 60
      ${lines(24, (n) => `session v${n} ${149_000 - 100 * n} payer 66123456 by rival ttl 60`)}
      late p credit 150000 from 66777001
      ${chains(24, (n) => [149_000 - 100 * n, 1000 + 100 * n])}
      wait 1min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

test('Who tries many balances with the sum of a late payment in five messages is paid nothing by the reading', () =>
  scene(async (stage) => {
    const split = (n: number) => [
      67_000 - 20 * n,
      20_000 + n,
      20_500 + 3 * n,
      21_000 + 7 * n,
      21_500 + 9 * n,
    ];
    await perform(
      stage,
      `wait 5min
      session h 150000 payer 66777001 ttl 60
      ${lines(24, (n) => `session v${n} ${split(n)[0]} payer 66123456 by rival ttl 60`)}
      late p credit 150000 from 66777001
      ${chains(24, split)}
      wait 1min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

test('Who tries many balances behind a maze of messages far above them is paid nothing by the reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      session v 195000 payer 66123456 by rival ttl 60
      ${lines(52, (n) => `sms m${n} forged 1000 balance ${5_001_000 + 1000 * Math.floor(n / 13)}`)}
      late p credit 195000 from 66777001
      ${lines(60, (n) => `sms f${n} forged 195000 balance ${62_410 + 195_000 + 1000 * (n - 30)}`)}
      wait 1min
      anchor
      unpaid v -> yes`,
    ),
  ));

// Only so many messages are looked at: the tries lie behind a thousand others.
test('Who tries many balances and sends a thousand messages of far too much behind them is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      session v 195000 payer 66123456 by rival ttl 60
      late p credit 195000 from 66777001
      ${lines(60, (n) => `sms f${n} forged 195000 balance ${62_410 + 195_000 + 1000 * (n - 30)}`)}`,
    );
    const sim = stage.world.sims.get('one')?.sim;
    await inOneSet(
      stage,
      Array.from({ length: 1010 }, (_, n) => sim?.wordCredit(1000, 9_000_000 + 5000 * n).text ?? ''),
    );
    await perform(stage, 'wait 1min\nanchor\nunpaid v -> yes');
  }));

// The explanation of one short gap ends no suspicion of another.
test('A sweep that explains what one reading found short does not end the suspicion of another', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms f forged 90000 off +0
      wait 5min
      anchor
      wait 31s
      incidents -> short
      wait 5min
      late s debit 20000
      wait 5min
      anchor`,
    );
    await sweep(stage, 20_000);
    await perform(
      stage,
      `deliver s
      wait 31s
      session v 80000 by rival
      sms g forged 80000 off +0
      wait 31s
      unpaid v -> yes`,
    );
  }));

// The true message of the sweep is still to come.
test('A forged debit that meets a sweep announced after the reading does not end the suspicion', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 200000
      paid h
      wait 5min
      anchor
      wait 5min
      sms f forged 90000 off +0
      wait 5min
      anchor
      wait 31s
      incidents -> short
      wait 10min`,
    );
    await sweep(stage, 90_000);
    await perform(
      stage,
      `sms e told "Trans.ID: PP261121.1215.B99999. Vous avez envoye 90000 FCFA au 66999999. Votre solde disponible est 262410 FCFA."
      session v 80000 by rival
      sms g forged 80000 off +0
      wait 31s
      unpaid v -> yes`,
    );
  }));

// Whoever paid before a lost payment and after it knows the gap that it left. A message without a time may be older than it
// says, so it fills the gap, but its money came before the SIM was read: who asked for that sum since is not paid by it.
test('A message without a time that fills an old gap pays no session that was made after the gap was found', () =>
  scene((stage) =>
    perform(
      stage,
      `late p credit 5000
      wait 5min
      anchor
      wait 45min
      session v 5000 by rival
      wait 1min
      sms f told "Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de 67410,00 FCFA."
      wait 1min
      unpaid v -> yes`,
    ),
  ));

// Each try is a credit of another sum and a debit of what it is too much: together they tell of the very sum that is late.
test('Who tries many balances with a credit and a debit that make the sum of a late payment is paid nothing by the reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      session v 195030 payer 66123456 by rival ttl 60
      late p credit 195000 from 66777001
      ${lines(60, (n) => {
        const start_xaf = 62_410 + 1000 * (n - 30);
        return `sms f${n} forged ${195_000 + n} balance ${start_xaf + 195_000 + n}
        sms g${n} told "Trans.ID: PP261121.1200.B9${1000 + n}. Vous avez envoye ${n} FCFA au 66999999. Votre solde disponible est ${start_xaf + 195_000} FCFA."`;
      })}
      wait 1min
      anchor
      unpaid v -> yes`,
    ),
  ));

// It begins at the tip as well, by chance.
test('A message without a time that fills the gap of a reading is booked once, though the balance has come back since', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late m moved 5000 ${UNDATED}
      wait 5min
      anchor
      wait 15min
      sms d debit 5000
      wait 15min
      deliver m
      float one -> 0`,
    ),
  ));

// The same for one that prints its time: whoever was served within a minute of another may be told of behind him.
test('A message that comes behind a withdrawal of the same minute fills the gap that a reading found, not the tip', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late m credit 5000
      anchor
      sms d debit 5000
      deliver m
      float one -> 0
      wait 1min
      incidents -> none`,
    ),
  ));

// Nobody could be lucky there.
test('Three forged messages of a price, millions above the balance, hold no payment of that price beyond the next reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      ${lines(3, (n) => `sms f${n} forged 150000 balance ${9_000_000 + 1000 * n}`)}
      session a 150000 ttl 60
      paid a
      sms q credit 300 from 66777002
      wait 3min
      anchor
      wait 30min
      anchor
      a -> SUCCESS`,
    ),
  ));
