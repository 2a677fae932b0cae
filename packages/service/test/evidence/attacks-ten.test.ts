import { describe, expect, test } from 'vitest';
import { sweep } from './desk.ts';
import { firstSim, GUESSES, guessed, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

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

describe('Who knows the balance to 12,000, where a message is late', () => {
  // A debit leads to each, so the reading takes the text for money that came; its sum is another each time.
  test('and tells of other sums in words that nobody knows, is sent nothing back after the reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        late p credit 195000 from 66777001
        ${lines(GUESSES, (n) => {
          const sum_xaf = 150_000 + n;
          const end_xaf = guessed(n) + 195_000;
          return `sms d${n} forged -10 balance ${end_xaf - sum_xaf}
          sms f${n} told "Encaisse ${sum_xaf} FCFA de NOM 66999999. Ref: ID. Solde disponible ${end_xaf} FCFA."`;
        })}
        wait 1min
        anchor
        wait 1min
        refund f12 as Awa -> refused
        refund f12 as Brahim -> refused`,
      ),
    ));

  // One of them ends in what is read: the gap that is left has no place for the true message.
  test('and tells of debits, does not keep the late payment from its place', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 5000 payer 66777001 ttl 60
        late p credit 5000 from 66777001
        ${lines(GUESSES, (n) => `sms d${n} forged -${100_000 + n} balance ${guessed(n) + 5000}`)}
        wait 1min
        anchor
        wait 1min
        deliver p
        wait 1min
        h -> SUCCESS`,
      ),
    ));
});

// The true withdrawal of 3,000 was announced; nobody has announced the 90,000 beside it.
test('A debit that was announced does not end a suspicion where a forged one of the rest stands beside it', () =>
  scene(async (stage) => {
    await perform(stage, 'sms f forged 90000 off +0\nwait 5min');
    await sweep(stage, 3000);
    await perform(
      stage,
      `late d debit 3000
      wait 5min
      anchor
      wait 31s
      incidents -> short
      sms e forged -90000 balance 62410
      deliver d
      session v 80000 by rival
      sms g forged 80000 off +0
      wait 31s
      unpaid v -> yes`,
    );
  }));

// No tariff is set. A true sweep is announced by two people, and its message prints no fee: behind a forged credit of no more than
// a twentieth of it, the reading takes what is too much in the book for the operator's fee.
test('An insider who forges credits before announced sweeps, whose messages print no fee, takes the bound once', () =>
  scene(async (stage) => {
    for (let n = 0; n < 6; n += 1) {
      await perform(
        stage,
        `sms t${n} credit 4000000 from 66777002
        sms u${n} credit 10 from 66777002
        wait 5min
        anchor
        session v${n} ${190_000 - n} by rival${n}
        sms f${n} forged ${190_000 - n} off +0
        wait 1min`,
      );
      await sweep(stage, 4_000_000);
      await perform(stage, `sms s${n} debit 4000000\nwait 5min\nanchor\nwait 31s`);
    }
    expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
  }));

// The balance is right, since a forged debit takes each forged credit back. Two people find no such debit on the operator's list and
// say what is true, that it was never made: then something else in the book was not there either.
test('An insider whose forged debits two people truthfully write off takes the bound once', () =>
  scene(async (stage) => {
    for (let n = 0; n < 6; n += 1) {
      const sum_xaf = 190_000 - n;
      await perform(
        stage,
        `session v${n} ${sum_xaf} by rival${n}
        sms f${n} forged ${sum_xaf} off +0
        sms d${n} forged -${sum_xaf} off +${sum_xaf}
        wait 5min`,
      );
      const debits = await stage.world.service.rows<{ id: string }>(
        `select id from book_steps where collection_number_id = $1 and kind = 'DEBIT'
        and not exists (select from book_explanations e where e.step_id = book_steps.id)`,
        [firstSim(stage)],
      );
      for (const { id } of debits)
        for (const actor of ['Awa', 'Brahim']) await stage.world.explain(id, 'write_off', actor);
      await perform(stage, 'anchor\nwait 31s');
    }
    expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
  }));
