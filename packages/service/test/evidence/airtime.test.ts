import { describe, expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, creditsOf } from './desk.ts';
import { airtimeOf, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** What an operator tells of airtime that was sent from a phone. It prints the balance of the airtime, and of no money. */
const givenBy = (phone: string, sum_xaf: number, balance_xaf: number) =>
  `"Vous avez recu ${sum_xaf} FCFA de credit du ${phone}. Solde: ${balance_xaf} FCFA."`;

const UNKNOWN = (sum_xaf: number, balance_xaf: number) =>
  `"Le 66999999 vous a transfere ${sum_xaf} FCFA de credit. Solde: ${balance_xaf} FCFA."`;

/** The same at Moov, as of now. */
function atMoov({ world }: Stage, sum_xaf: number, balance_xaf: number): string {
  const at = new Date(world.now.getTime() + 3_600_000).toISOString();
  const day = `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(2, 4)} a ${at.slice(11, 16)}`;
  return `"Vous avez recu ${sum_xaf} FCFA de credit de 99999999 le ${day}. Nouveau solde: ${balance_xaf} FCFA. Ref: 123456789012."`;
}

/** All of a SIM is sent away, and somebody has read that it holds nothing. */
const SWEPT = 'sms out debit 62410\nwait 5min\nanchor\nwait 1min';

describe('Airtime that a rival sends to a SIM which holds no money and no airtime', () => {
  test.each([
    ['in words that a payer could make as well', givenBy('66999999', 5000, 5000)],
    [
      'with an ordinary word between',
      '"Vous avez recu 5000 FCFA de credit Airtel du 66999999. Solde: 5000 FCFA."',
    ],
    ['of its airtime alone', airtimeOf(5000, 5000)],
    ['in words that nobody knows', UNKNOWN(5000, 5000)],
    [
      'offered',
      '"Vous avez recu 5000 FCFA de credit d\'appel offert par le 66999999. Votre solde est de 5000 FCFA."',
    ],
  ])('%s pays no session of his, and whoever pays next is confirmed', (_how, words) =>
    scene((stage) =>
      perform(
        stage,
        `${SWEPT}
        session r 5000 payer 66999999 by rival
        sms t told ${words}
        r -> AWAITING_PAYMENT
        session a 7000
        paid a
        a -> SUCCESS
        float -> -55410
        wait 5min
        session b 9000
        paid b
        b -> SUCCESS
        anchor
        unpaid r -> yes
        float -> -46410`,
      ),
    ),
  );

  test('at Moov, with the minute in which it came, pays none either', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim m moov
        sms out debit 62410 on m
        wait 5min
        anchor m
        wait 1min
        session r 5000 payer 99999999 by rival on m`,
      );
      await perform(
        stage,
        `sms t told ${atMoov(stage, 5000, 5000)} on m
        r -> AWAITING_PAYMENT
        session a 7000 on m
        paid a
        a -> SUCCESS
        float m -> -55410`,
      );
    }));

  test('is nobody’s money that one person could send back', () =>
    scene(async (stage) => {
      await perform(stage, `${SWEPT}\nsms t told ${givenBy('66999999', 5000, 5000)}\nwait 5min`);
      expect(await creditsOf(stage)).toEqual([]);
      await perform(stage, 'float -> -62410');
    }));

  test('ten times over leaves what honest people may pay as it was', () =>
    scene((stage) =>
      perform(
        stage,
        `${SWEPT}
        ${lines(10, (n) => `sms t${n} told ${givenBy('66999999', 50, 50 * (n + 1))}`)}
        session a 150000
        paid a
        a -> SUCCESS`,
      ),
    ));
});

describe('Airtime that somebody sends to a SIM', () => {
  test('with what a sweep has left takes none of that away', () =>
    scene((stage) =>
      perform(
        stage,
        `sms out debit 57410
        wait 5min
        anchor
        wait 1min
        sms t told ${airtimeOf(2500, 2500)}
        sms u told ${givenBy('66999999', 2500, 2500)}
        session a 7000
        paid a
        a -> SUCCESS
        float -> -50410`,
      ),
    ));

  test('asks nobody for a reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms t told ${givenBy('66999999', 50, 50)}
        wait 1min
        incidents -> none`,
      ),
    ));
});

describe('Money in words that may be about airtime, on a SIM that holds little', () => {
  const MOVED = `moved 5000 ${givenBy('66777001', 5000, 0).replace('Solde: 0', 'Solde: BALANCE')}`;

  test('settles nothing by itself, and who pays behind it is confirmed once the SIM was read', () =>
    scene((stage) =>
      perform(
        stage,
        `${SWEPT}
        session a 5000 payer 66777001 ttl 60
        sms p ${MOVED}
        session b 7000
        paid b
        a -> AWAITING_PAYMENT
        wait 2min
        anchor
        a -> AWAITING_PAYMENT
        b -> SUCCESS
        float -> -50410`,
      ),
    ));

  test('asks for a reading where somebody waits for just such a sum', () =>
    scene((stage) =>
      perform(
        stage,
        `${SWEPT}
        session a 5000 payer 66777001 ttl 60
        session b 7000 ttl 60
        sms t told ${givenBy('66999999', 50, 50)}
        wait 2min
        incidents -> none
        sms p ${MOVED}
        wait 2min
        incidents -> claim`,
      ),
    ));

  test('asks for none where that one began to wait after it came', () =>
    scene((stage) =>
      perform(
        stage,
        `${SWEPT}
        sms t told ${givenBy('66999999', 5000, 5000)}
        wait 1min
        session a 5000 payer 66777001 ttl 60
        wait 2min
        incidents -> none`,
      ),
    ));

  test('is a payment once the operator’s own list shows it', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `${SWEPT}
        session a 5000 payer 66777001 ttl 60
        sms p ${MOVED.replace('"', '"Trans.Id: ID. ')}
        wait 5min`,
      );
      await bringListed(stage);
      await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> -57410');
    }));
});

describe('A payer whose name ends in words about airtime', () => {
  test.each(['CREDIT DU', 'ETS RECHARGE PAR TEL'])(
    '(%s) holds nobody up on a SIM that holds more than any airtime, and is paid himself',
    (name) =>
      scene((stage) =>
        perform(
          stage,
          `sms n credit 100 name "${name}"
          session a 7000
          paid a
          a -> SUCCESS
          session b 5000 payer 66777001
          paid b from 66777001 name "${name}"
          b -> SUCCESS
          float -> 12100`,
        ),
      ),
  );
});
