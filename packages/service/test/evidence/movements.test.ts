import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

/** What a SIM tells beside its customers' payments; each moves its balance by so much. */
const MOVEMENTS: [string, string, number][] = [
  ['a transfer that staff made', 'debit 20000', -20_000],
  ['a transfer and its fee', 'debit 20000 fee 150', -20_150],
  ['a deposit at an agent', 'cash-in 5000', 5000],
  ['a fee', 'moved -100 "Trans.ID: ID. Frais de tenue de compte: 100 FCFA. Solde: BALANCE FCFA."', -100],
  ['airtime bought', 'moved -500 "Vous avez achete 500 FCFA de credit. Ref: ID. Solde: BALANCE FCFA."', -500],
  ['airtime bought, in other words', 'moved -500 "Recharge de 500 FCFA reussie. Solde: BALANCE FCFA."', -500],
  ['a bonus in money', 'moved 200 "Vous avez recu 200 FCFA de bonus. Ref: ID. Solde: BALANCE FCFA."', 200],
  ['a withdrawal', 'moved -10000 "RETRAIT de 10 000 FCFA. Solde: BALANCE FCFA. Ref: ID"', -10_000],
  ['a payment to a shop', 'moved -5000 "Vous avez payé 5 000 FCFA à BOUTIQUE. Solde: BALANCE FCFA."', -5000],
  [
    'a payment to a shop with its fee behind the name',
    'moved -5050 "Vous avez paye 5 000 FCFA a BOUTIQUE ALI. Frais: 50 FCFA. Nouveau solde: BALANCE FCFA."',
    -5050,
  ],
  [
    'words that nobody has seen, with the payer right before his sum',
    'moved 4000 "Vous avez recu de 66000011 4000 FCFA. Solde: BALANCE FCFA. ID: ID"',
    4000,
  ],
  [
    'words that nobody has seen, of money that came',
    'moved 4000 "Encaissement 4 000 FCFA client 66000011 piece ID avoir BALANCE FCFA"',
    4000,
  ],
  [
    'words that nobody has seen, of money that left',
    'moved -4000 "Prelevement 4 000 FCFA piece ID. Nouveau solde BALANCE FCFA"',
    -4000,
  ],
  [
    'a transfer in words that nobody has seen, which print its fee',
    'moved -2600 "Vous avez envoye 2500 FCFA au 66123456 JEAN PAUL. Frais: 100 FCFA. Votre solde disponible est BALANCE FCFA."',
    -2600,
  ],
  [
    'a withdrawal in words that nobody has seen, which print its fee',
    'moved -1200 "Retrait de 1000 FCFA. Frais 200 FCFA. Solde: BALANCE FCFA. Ref: ID"',
    -1200,
  ],
  [
    'a wording in English',
    'moved 4000 "Txn ID. You have received XAF 4,000 from 66000011. Your balance is XAF BALANCE."',
    4000,
  ],
];

/** What a SIM tells while nothing moves. */
const WORDS = [
  'Votre solde Airtel Money est de 2 410 FCFA.',
  'Solde: 62410 FCFA',
  'Gagnez 1 000 000 FCFA avec Airtel Money! Rechargez et jouez.',
  'Votre code de verification est 482910. Ne le partagez pas.',
  '207 : Vous avez reçu un crédit de 2500 FCFA du 68612345. Votre solde est de 2843 FCFA. Trans.ID : R170705.1234.123456.',
  'Vous avez recu 500 F de credit',
  'Transfert de 5000 FCFA vers 66123456 echoue. Solde insuffisant.',
];

describe('The payer after', () => {
  test.each(MOVEMENTS)('%s is confirmed as ever', (_what, message, moved_xaf) =>
    play(`
      session a 5000
      paid a
      sms m ${message}
      session b 7000
      paid b
      a -> SUCCESS
      b -> SUCCESS
      float -> ${12_000 + moved_xaf}
      wait 5min
      session c 9000
      paid c
      c -> SUCCESS
    `),
  );

  test.each(MOVEMENTS)(
    '%s waits for the message that this one overtook, and for nothing else',
    (_what, message, moved_xaf) =>
      play(`
      late p credit 1300
      sms m ${message}
      session a 5000
      paid a
      session b 7000
      paid b
      wait 2min
      a -> AWAITING_PAYMENT
      deliver p
      a -> SUCCESS
      b -> SUCCESS
      float -> ${13_300 + moved_xaf}
    `),
  );

  test('all of these, one upon the other, is confirmed as ever', () =>
    play(`
      ${MOVEMENTS.map(([, message], n) => `sms m${n} ${message}\nsms p${n} credit ${100 + n}`).join('\n')}
      session a 5000
      paid a
      a -> SUCCESS
    `));

  test('a reversal of money that nobody claimed is confirmed as ever', () =>
    play(`
      sms m credit 3000
      sms r reversal m 3000
      session a 5000
      paid a
      a -> SUCCESS
      float -> 5000
    `));

  test('a reversal of a payment that was settled is confirmed as ever', () =>
    play(`
      session a 5000
      paid a
      a -> SUCCESS
      sms r reversal a's 5000
      session b 7000
      paid b
      b -> SUCCESS
      float -> 7000
    `));

  test.each(WORDS)('“%s” is confirmed as ever', (words) =>
    play(`
      sms m told "${words}"
      wait 35s
      session a 5000
      paid a
      a -> SUCCESS
      wait 5min
      session b 7000
      paid b
      b -> SUCCESS
      float -> 12000
    `),
  );
});

test('words that nobody has seen confirm no session, and their money is not lost', () =>
  play(`
    session a 4000
    sms m moved 4000 "Encaissement 4 000 FCFA client 66000011 piece ID avoir BALANCE FCFA"
    unpaid a -> yes
    float -> 4000
    session b 7000
    paid b
    b -> SUCCESS
  `));

test('a text about airtime that moved nothing is no step later, though a customer pays as much as it names', () =>
  play(`
    late p credit 1000
    sms n credit 300
    sms m told "Vous avez recu 500 FCFA de credit d'appel. Solde: 1300 FCFA."
    wait 3min
    session a 500
    paid a
    session b 7000
    paid b
    deliver p
    a -> SUCCESS
    b -> SUCCESS
    float -> 8800
  `));

test('a wording that is new and a balance that does not fit are a claim, and it stops nobody', () =>
  play(`
    sms m told "Encaissement 4 000 FCFA client 66000011 piece ID. avoir 99 999 FCFA"
    wait 5min
    session b 7000
    paid b
    b -> SUCCESS
    float -> 7000
  `));

test('words of many figures are one guess: true or not they wait for the balance, and nobody is lost by it', () =>
  play(`
    sms m moved 4000 "Bilan 100 FCFA, 200 FCFA, 300 FCFA, 400 FCFA, encaisse 4000 FCFA, solde BALANCE FCFA"
    session b 7000
    paid b
    wait 2min
    b -> AWAITING_PAYMENT
    float -> 0
    anchor
    b -> SUCCESS
    float -> 11000
  `));

test('a sender who is not on the list moves nothing, whatever fits', () =>
  play(`
    session a 5000
    sms m stranger 5000
    wait 35s
    unpaid a -> yes
    float -> 0
    paid a
    a -> SUCCESS
  `));
