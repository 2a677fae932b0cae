import { describe, expect, test } from 'vitest';
import { inOneSet } from './batch.ts';
import { GUESSES, guessed, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

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

// He guesses before the reading: one of sixty is the whole way to it, and nothing is missing.
describe('Who knows the balance to 30,000 and forges the sum of a payment whose message is late', () => {
  const guesses = lines(60, (n) => `sms f${n} forged 195000 balance ${62_410 + 195_000 + 1000 * (n - 30)}`);

  test('is paid nothing by the reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        session v 195000 payer 66123456 by rival ttl 60
        late p credit 195000 from 66777001
        ${guesses}
        wait 1min
        anchor
        unpaid v -> yes`,
      ),
    ));

  test('nor where a payment of another goes on from it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        session v 195000 payer 66123456 by rival ttl 60
        late p credit 195000 from 66777001
        ${guesses}
        sms q credit 300 from 66777002
        wait 1min
        anchor
        unpaid v -> yes`,
      ),
    ));
});

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

// A great message and twelve small ones: each run of twelve is of another sum.
test('Who tries many balances with the sum of a late payment in thirteen messages is paid nothing by the reading', () =>
  scene(async (stage) => {
    const great = (n: number) => 180_000 + 10 * n;
    const small = Array.from({ length: 11 }, (_, i) => 713 + 13 * i);
    const chain = (n: number) => {
      const sums = [great(n), ...small];
      sums.push(195_000 - sums.reduce((sum, one) => sum + one, 0));
      let at_xaf = guessed(n);
      return sums
        .map((sum_xaf, piece) => {
          at_xaf += sum_xaf;
          return `sms f${n}.${piece} forged ${sum_xaf} balance ${at_xaf}`;
        })
        .join('\n');
    };
    await perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      ${lines(GUESSES, (n) => `session v${n} ${great(n)} payer 66123456 by rival ttl 60`)}
      late p credit 195000 from 66777001
      ${lines(GUESSES, chain)}
      wait 1min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// At a reading a debit that hides its fee may begin up to 500 francs higher: the credit behind it tells of another sum each time.
test('Who tries many balances with a debit that hides its fee and a credit of a sum of its own is paid nothing by the reading', () =>
  scene(async (stage) => {
    const fee = (n: number) => 20 + n;
    await perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      ${lines(GUESSES, (n) => `session v${n} ${195_010 + fee(n)} payer 66123456 by rival ttl 60`)}
      late p credit 195000 from 66777001
      ${lines(
        GUESSES,
        (n) => `sms d${n} forged -10 balance ${guessed(n) - 10 - fee(n)}
        sms f${n} forged ${195_010 + fee(n)} balance ${guessed(n) + 195_000}`,
      )}
      wait 1min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

describe('Who knows the balance to 12,000, where no message is late', () => {
  // The credit is too large after so many guesses, and waits; the debit behind it brings the balance back, so the reading is right.
  test('is paid nothing for a credit that a debit takes back, once the SIM is read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(GUESSES, (n) => `session v${n} ${190_000 + n} payer 66123456 by rival ttl 60`)}
        ${lines(
          GUESSES,
          (n) => `sms f${n} forged ${190_000 + n} balance ${guessed(n) + 190_000 + n}
          sms d${n} forged -${190_000 + n} balance ${guessed(n)}`,
        )}
        wait 5min
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  // Both wait, and lead from the balance that is read back to it.
  test('is paid nothing for a debit that hides its fee and a credit that brings it back, once the SIM is read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(GUESSES, (n) => `session v${n} ${40_020 + n} payer 66123456 by rival ttl 60`)}
        ${lines(
          GUESSES,
          (n) => `sms d${n} forged -40000 balance ${guessed(n) - 40_020 - n}
          sms f${n} forged ${40_020 + n} balance ${guessed(n)}`,
        )}
        wait 5min
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

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

// Debits below 5,000 count as no guesses, but where they are on the way they are taken off the guesses all the same: 26 of 10 francs each make
// up for the 24 balances that he tried. F1 again, by who knows the balance only to 12,000 and has seen nothing.
test('Who knows to 12,000 what a late payment leads to, and tries each balance by debits behind a chain of small ones below 5,000, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      sms x forged -295100 balance 4900
      ${lines(26, (n) => `sms l${n} forged -10 balance ${4890 - 10 * n}`)}
      sms f forged 190000 balance 194640
      ${lines(GUESSES, (n) => `sms d${n} forged -${194_640 - guessed(n, 67_410)} balance ${guessed(n, 67_410)}`)}
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// Nothing is lost or late. One debit that hides its fee begins at each balance within 100,000, and once it lies on the way it counts as one
// exact step: so nobody sees that 24 messages tried where the way ends. An outsider takes nearly the whole bound by 33 SMS.
test('Who knows the balance of a SIM of two million to 12,000, and leads back to each by a debit that hides its fee, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 2000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 5min
      ${lines(5, (n) => `session v${n} ${190_000 - n} payer 66123456 by rival${n} ttl 60`)}
      sms a forged -2000000 balance 1000
      ${lines(5, (n) => `sms f${n} forged ${190_000 - n} balance ${1000 + 190_000 * (n + 1) - (n * (n + 1)) / 2}`)}
      ${lines(GUESSES, (n) => `sms b${n} forged ${guessed(n, 2_062_420) - 950_990} balance ${guessed(n, 2_062_420)}`)}
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));
