import { describe, expect, test } from 'vitest';
import { GUESSES, guessed, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const bonus = (sum_xaf: number, balance_xaf: number): string =>
  `"207 : Vous avez reçu un crédit de ${sum_xaf} FCFA du 68612345. Votre solde est de ${balance_xaf} FCFA. Trans.ID : ID."`;

describe('Who knows the balance to 12,000', () => {
  // The payments that the reading proves are older than the guesses, and are taken off them all the same. All bonuses lead to
  // 200,000, so one credit goes on from the lucky one.
  test('and guesses by texts about airtime just before a reading that proves fifty payments is paid nothing by it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        late z credit 700
        ${lines(50, (n) => `sms t${n} credit 10 from 66777002`)}
        wait 8min
        session v 190000 payer 66123456 by rival ttl 60
        ${lines(GUESSES, (n) => `sms a${n} told ${bonus(200_000 - guessed(n) - 1200, 200_000)}`)}
        sms f forged 190000 balance 390000
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  // One of the first messages lies in the gap, and through the 900,000 each of the others is joined to it: they outlive the
  // reading, which counts no guesses of before.
  test('and guesses by messages that a gap keeps alive is paid nothing by the reading after the next', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(GUESSES, (n) => `session v${n} ${150_000 + n} payer 66123456 by rival ttl 60`)}
        late p credit 5000
        ${lines(GUESSES, (n) => {
          const end_xaf = guessed(n) + 200_000;
          const begin_xaf = end_xaf - 150_000 - n;
          return `sms s${n} forged 1000 balance ${guessed(n) + 1500}
          sms x${n} forged ${900_000 - guessed(n) - 1500} balance 900000
          sms d${n} forged -${900_000 - begin_xaf} balance ${begin_xaf}
          sms e${n} forged -${900_000 - begin_xaf} balance ${begin_xaf}
          sms c${n} forged ${150_000 + n} balance ${end_xaf}`;
        })}
        wait 8min
        anchor
        late q credit 195000 from 66777001
        wait 5min
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  // With a gap open the texts of two hours ago are looked at where they begin at the balance; the others are not, so that the
  // credits behind them tell of no sum that was tried.
  test('and guesses by texts about airtime of hours ago is paid nothing by a reading behind a late message', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        late p credit 5000
        wait 5min
        anchor
        ${lines(GUESSES, (n) => `sms a${n} told ${bonus(1000 + 10 * n, guessed(n) + 11_300 + 10 * n)}`)}
        wait 2h
        anchor
        sms x credit 5300
        wait 5min
        ${lines(GUESSES, (n) => `session v${n} ${194_000 - 10 * n} payer 66123456 by rival ttl 60`)}
        late q credit 195000 from 66777001
        ${lines(GUESSES, (n) => `sms c${n} forged ${194_000 - 10 * n} balance ${guessed(n) + 205_300}`)}
        wait 1min
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

// The debit brings the balance back, so the reading finds nothing short; it vouches for no money that is not above what has left.
describe('Millions in words that nobody knows, by an insider who takes them back by a debit, once the SIM is read', () => {
  const FORGED = `wait 5min
    session v 4000000 by rival ttl 60
    sms f told "Encaisse 4000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 4062410 FCFA."
    sms d forged -4000000 balance 62410
    wait 5min
    anchor
    wait 31s`;

  test('are not sent back', () =>
    scene((stage) => perform(stage, `${FORGED}\nrefund f as Awa -> refused\nrefund f as Brahim -> refused`)));

  test('pay no session by the hand of staff', () =>
    scene((stage) =>
      perform(
        stage,
        `${FORGED}\nassign f to v as Awa -> refused\nassign f to v as Brahim -> refused\nunpaid v -> yes`,
      ),
    ));
});

// Such money is bounded by no guesses: the lucky one of them moves the balance, and the debit behind it brings it back.
test('Who knows the balance to 12,000 and tells of millions in words that nobody knows, and of debits that take them back, is sent nothing', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      ${lines(GUESSES, (n) => {
        const sum_xaf = 5_000_000 + 3 * n;
        return `sms f${n} told "Encaisse ${sum_xaf} FCFA de NOM 66123456. Ref: ID. Solde disponible ${guessed(n) + sum_xaf} FCFA."
        sms d${n} forged -${sum_xaf} balance ${guessed(n)}`;
      })}
      wait 5min
      anchor
      wait 31s
      refund f12 as Awa -> refused
      refund f12 as Brahim -> refused`,
    ),
  ));
