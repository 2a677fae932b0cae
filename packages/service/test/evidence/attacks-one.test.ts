import { describe, expect, test } from 'vitest';
import { openStage, perform, play } from './play.ts';

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

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
  test.each(GUESSES)(
    'and guesses by messages of %s is paid nothing from where they lead',
    async (_of, guess) => {
      const stage = await openStage();
      try {
        await perform(
          stage,
          `session v 190000 by rival
         ${lines(30, guess)}
         sms g forged 190000 balance 200000
         wait 2min
         v -> AWAITING_PAYMENT`,
        );
        expect(await stage.world.ledgerProblems()).toEqual([]);
      } finally {
        await stage.world.close();
      }
    },
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
    play(`
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
    play(`
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
