import { describe, expect, test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';
import { inOneBatch } from './batch.ts';
import { sweep } from './desk.ts';
import { perform, playsOfFile, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

describe('A text without a transaction id that comes twice', () => {
  const TEXT = 'Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA.';
  const TWICE = `late lost credit 700
    session a 5000
    session b 6000
    late m moved 5000 "${TEXT}"
    deliver m
    wait 40s
    deliver m`;

  test('while another is missing before it is paid once that comes', () =>
    play(`${TWICE}
      deliver lost
      a -> SUCCESS
      paid b
      b -> SUCCESS
      float -> 11700`));

  test('while another is missing before it is paid by a reading of the SIM', () =>
    play(`${TWICE}
      paid b
      wait 3min
      anchor
      a -> SUCCESS
      b -> SUCCESS`));

  test('once it has filled what a reading found missing is known, and keeps nobody waiting', () =>
    play(`
      session a 5000
      late m moved 5000 "${TEXT}"
      wait 5min
      anchor
      wait 1min
      deliver m
      a -> SUCCESS
      wait 40s
      deliver m
      wait 31s
      incidents -> none
      float -> 5000`));

  // The same payer, sum and balances, since a sweep has taken the first: by words alone the two are one.
  test('for two payments, each of which fills what a reading found missing, pays both', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        late m moved 5000 "${TEXT}"
        wait 5min
        anchor
        wait 1min
        deliver m
        a -> SUCCESS
        wait 40min`,
      );
      await sweep(stage, 5000);
      await perform(
        stage,
        `sms s debit 5000
        session b 5000
        late n moved 5000 "${TEXT}"
        wait 5min
        anchor
        wait 1min
        deliver n
        b -> SUCCESS
        wait 40s
        deliver n
        wait 31s
        incidents -> none
        float -> 5000`,
      );
    }));

  test('in words that nobody knows keeps nobody behind it waiting', () =>
    play(`
      late lost credit 700
      session b 6000
      late m moved 5000 "Encaisse 5000 FCFA de NOM. Solde BALANCE FCFA."
      deliver m
      wait 40s
      deliver m
      paid b
      wait 40s
      deliver lost
      b -> SUCCESS
      float -> 11700`));

  test('by two ways at one moment, whose clocks differ by a second, is paid', () =>
    scene(async (stage) => {
      await perform(stage, `session a 5000\nlate m moved 5000 "${TEXT}"`);
      await inOneBatch(stage, 'm', [
        { sim: 'one', ago_ms: 0 },
        { sim: 'one', ago_ms: 1500 },
      ]);
      await perform(stage, 'a -> SUCCESS');
    }));
});

describe('A movement in words without an id that a statement lists too', () => {
  const statements = statementPlaysOfFile(scene);
  test('without balances is booked once', () =>
    statements(`
      session a 5000
      sms m moved 5000 "Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA."
      sms u moved 300 "Encaisse 300 FCFA. Ref: ID. Solde BALANCE FCFA."
      a -> SUCCESS
      statement s unprinted -> new 0
      float -> 5300
    `));
});

test('A reversal that comes in two wordings, one with an id of its own, is one: who pays as much again moves nothing by it', () =>
  play(`
    sms m credit 3000
    sms r moved -3000 "Ref: RV261121.1200.B77778. La transaction MP261121.1100.B77777 de 3000 FCFA a ete annulee. Solde: BALANCE FCFA."
    sms s told "Le transfert MP261121.1100.B77777 de 3000 FCFA recu de 66123456 a ete annule. Solde: 62410 FCFA."
    sms n credit 3000
    float -> 3000
    session a 6000
    paid a
    a -> SUCCESS
  `));

test('A text of two readings that comes by two ways is one message, and waits for nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sms m moved -500 "Trans.Id: ID. Vous avez recu 500 FCFA de credit. Solde: BALANCE FCFA."\nfloat -> -500',
    );
    const one = stage.world.at('one');
    const body = JSON.parse(one.phone.received(stage.messages.get('m')?.sms.text ?? ''));
    body.payload.messageId = 'another way';
    expect((await one.phone.post(JSON.stringify(body))).body.kept).toBe(1);
    await perform(stage, 'wait 40s\nincidents -> none\nsession a 500\nwait 2h\na -> EXPIRED');
  }));

describe('A payer who has his own payment undone and pays again', () => {
  test('moves nothing by the second copy of the SMS', () =>
    play(`
      sms m credit 3000
      sms r reversal m 3000
      wait 5s
      deliver r
      sms n credit 3000
      float -> 3000
      session a 7000
      paid a
      a -> SUCCESS
    `));

  test('moves nothing by an SMS of it that comes before those of his payments', () =>
    play(`
      late p1 credit 5000
      late p2 credit 5000
      late r reversal p1 5000
      deliver r
      wait 3s
      deliver p1
      deliver p2
      float -> 5000
      session a 7000
      paid a
      a -> SUCCESS
    `));

  test('undoes by his reference nobody else’s', () =>
    play(`
      session a 5000
      paid a
      sms m credit 100 motif "Le transfert {a's id} de 5000 FCFA recu de 66123456 a ete annule"
      sms r reversal m 100
      a -> SUCCESS
      session b 7000
      paid b
      b -> SUCCESS
      float -> 12000
    `));
});

// The words of the first name nobody, those of the second who got it; a sweep is announced to nobody.
test('A sweep of which the operator tells in two wordings, one of them with a recipient, opens no incident', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min');
    await sweep(stage, 22_000);
    await perform(stage, 'wait 10s\nlate r debit 22000');
    await perform(
      stage,
      `sms d told "Vous avez retire 22000 FCFA. Trans.ID: ${stage.messages.get('r')?.sms.id}. Solde: 40410 FCFA."
      wait 2s
      deliver r
      wait 2min
      incidents -> none`,
    );
  }));

// The agent's deposit waited for a late message, and is proven. Its own SMS, sent again by the phone, names the same agent; it is no other's money.
test('An agent’s deposit that waited for a late message, and whose SMS comes twice, contests nothing', () =>
  play(`
    late lost credit 700
    session a 5000
    late c cash-in 5000
    deliver c
    wait 5s
    deliver lost
    a -> SUCCESS
    wait 5s
    deliver c
    wait 5min
    anchor
    wait 31s
    incidents -> none`));

test('A payment of which the operator tells in two wordings, each with its payer, is one and contests nothing', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000\nsms p credit 5000 from 66777001\na -> SUCCESS');
    const id = stage.messages.get('p')?.sms.id;
    await perform(
      stage,
      `sms q told "Trans. ID : ${id}. Vous avez reçu 5.000,00 FCFA de 23566777001. Le solde de votre compte Airtel Money est de 67.410,00 FCFA."
      wait 5min
      anchor
      wait 31s
      incidents -> none`,
    );
  }));
