import { describe, expect, test } from 'vitest';
import { expectWhole, lines, openStage, perform, play as playOn, playsOfFile, stagesOfFile } from './play.ts';

const play = playsOfFile();
const onStage = stagesOfFile();

/** Thirty guesses at the balance, one of which is right; each would lead to 10,000. */
const GUESSES: [string, (n: number) => string][] = [
  ['money that was sent', (n) => `sms f${n} forged ${-37_410 - 1000 * n} balance 10000`],
  ['airtime', (n) => `sms f${n} told "Recharge de ${37_410 + 1000 * n} FCFA reussie. Solde: 10000 FCFA."`],
  [
    'reversals',
    (n) =>
      `sms f${n} told "Le transfert MP261121.1100.B${n} de ${37_410 + 1000 * n} FCFA recu de 66123456 a ete annule. Solde: 10000 FCFA."`,
  ],
];

describe('Who does not know the balance', () => {
  test.each(GUESSES)('and guesses by messages of %s is paid nothing from where they lead', (_of, guess) =>
    onStage(async (stage) => {
      await perform(
        stage,
        `session v 190000 by rival
         ${lines(30, guess)}
         sms g forged 190000 balance 200000
         wait 2min
         v -> AWAITING_PAYMENT`,
      );
      expect(await stage.world.ledgerProblems()).toEqual([]);
    }),
  );
});

const COMING: [string, string, string][] = [
  [
    'of Moov, a time',
    'moov',
    'Vous avez recu 45000 FCFA de 23592000000 - X, le 21/12/26 a 12:00. Nouveau solde: 112410 FCFA. Ref: 123456789012.',
  ],
  [
    'of Airtel, a time in its id',
    'airtel',
    'Trans.ID : MP261221.1200.B99999. Vous avez recu 45000 FCFA du 66123456. Votre solde disponible est 112410 FCFA.',
  ],
  [
    'of money that was sent, a time in its id',
    'airtel',
    'Trans.ID: PP261221.1200.B99999. Vous avez envoye 45000 FCFA au 66999999. Frais: 100 FCFA. Votre solde disponible est 22310 FCFA.',
  ],
];

describe('A forged message that prints a time to come', () => {
  test.each(COMING)('(%s) does not wait for the balance to come to it', (_what, operator, text) =>
    playOn(`
      sim x ${operator}
      session v 45000 on x by rival ttl 60
      sms f told "${text}" on x
      wait 10min
      session a 5000 on x
      paid a
      a -> SUCCESS
      v -> AWAITING_PAYMENT
      float x -> 5000
      session b 7000 on x
      paid b
      b -> SUCCESS
      float x -> 12000
    `),
  );

  test('is refuted by a reading of the SIM like any other', () =>
    playOn(`
      sms f told "${COMING[1]?.[2]}"
      wait 10min
      incidents -> claim
      anchor
      incidents -> none
      session a 5000
      paid a
      a -> SUCCESS
      float -> 5000
    `));
});

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

/** What no operator sends. */
const ODD: [string, string][] = [
  [
    'characters that are none',
    'Trans.ID : ID. Vous avez recu 5000 FCFA \u0000 du 66123456\ud83d. Solde: 999 FCFA.',
  ],
  [
    'sums beyond any number',
    'Trans.ID : ID. Vous avez recu 99999999999999999999 FCFA du 66123456. Votre solde disponible est 9999999999999999999999 FCFA.',
  ],
  [
    'sums beyond what a column holds',
    'Trans.ID : ID. Vous avez envoye 9007199254740991 FCFA au 66123456. Frais: 9007199254740991 FCFA. Votre solde disponible est 9007199254740991 FCFA.',
  ],
  [
    'a credit of nothing',
    'Trans.ID : ID. Vous avez recu 0 FCFA du 66123456. Votre solde disponible est 62410 FCFA.',
  ],
  ['nothing in words that nobody knows', 'Encaisse 0 FCFA. Solde 62410 FCFA.'],
];

test.each(ODD)('a message of %s stops nobody', (_of, text) =>
  play(`
    session a 5000
    sms f told "${text}"
    paid a
    a -> SUCCESS
    float -> 5000
  `),
);

describe('A stranger who pays', () => {
  test('sums near the price, and quotes nothing, spoils nothing', () =>
    play(`
      session a 5000
      transaction t 6000 payer 66000001
      sms m credit 4900 from 66777777
      sms n credit 50000 from 66777777
      sms o credit 500 from 66777777
      sms p credit 6000 from 66777777
      a -> AWAITING_PAYMENT
      t -> PENDING
      paid a
      a -> SUCCESS
      sms q credit 6000 from 66000001
      t -> SUCCESS
    `));

  test('with a ticket in his name, or three in his reference, spoils nothing', () =>
    play(`
      session a 5000
      session b 5600
      session c 6300
      sms m credit 2500 name "{a}"
      sms n credit 8000 motif "{a} {b} {c}"
      a -> AWAITING_PAYMENT
      paid a
      paid b
      a -> SUCCESS
      b -> SUCCESS
    `));
});

test('two exact payments of a session, and two of a transaction, come at once: one of each pays', async () => {
  const stage = await openStage();
  try {
    await perform(
      stage,
      `session a 5000
       transaction t 6000 payer 66000009
       late p credit 5000
       late q credit 5000
       late r credit 6000 from 66000009
       late s credit 6000 from 66000009`,
    );
    await stage.world.deliver(...stage.messages.values());
    await perform(
      stage,
      `a -> SUCCESS
       t -> SUCCESS
       float -> 22000
       session h 7000
       paid h
       h -> SUCCESS`,
    );
    await expectWhole(stage.world);
  } finally {
    await stage.world.close();
  }
});

test('A true message is found under five hundred forged ones that came after it, once the one before it comes', async () => {
  const stage = await openStage();
  try {
    await perform(
      stage,
      `late m credit 3100
       session b 4000
       paid b
       wait 5s
       ${lines(520, (n) => `late f${n} forged 1000 off +${100_000 + n}`)}`,
    );
    await stage.world.deliver(
      ...[...stage.messages].flatMap(([name, message]) => (name.startsWith('f') ? [message] : [])),
    );
    await perform(
      stage,
      `b -> AWAITING_PAYMENT
       deliver m
       b -> SUCCESS`,
    );
    await expectWhole(stage.world);
  } finally {
    await stage.world.close();
  }
});
