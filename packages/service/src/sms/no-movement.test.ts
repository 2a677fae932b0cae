import { expect, test } from 'vitest';
import { isClaim, movesOf } from '../domain/movement/move.ts';
import { readSms } from './read.ts';

const read = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });

/** A text that begins like one which tells of no payment | what its payment moves. */
const PAYMENTS = `
Votre nouveau solde est 60 000 FCFA. Recu: 25 000 du 66123456                                  | 25000
Moov Money: nouveau solde 60 000 FCFA. Vous avez recu 25 000 de 92000000 - ALI                 | 25000
Solde: 60 000 FCFA. Transfert: 25 000 de 66123456 ALI                                          | 25000
Solde: 60 000 FCFA. Vous avez recu 25 000, piece DH58HF9XG8                                    | 25000
Solde: 60 000 FCFA. Recu 25 000. Expediteur: ALI (66123456)                                    | 25000
Bonus! Vous avez recu 5000 de 66123456. Avoir 60000                                            | 5000
Code: 123456. Vous avez recu 5000 de 66123456. Avoir 60000                                     | 5000
Recharge de 5000 FCFA reussie. Solde: 60000 FCFA. Vous avez recu 5000 de 66123456              | 5000
Votre solde est de 60 000 FCFA apres reception de 5 000 du 66123456                            | 5000
Solde: 60 000 FCFA. Credit: 5 000 de 66123456                                                  | 5000
Solde: 60 000 FCFA. Credit de 5 000 par ALI (66123456)                                         | 5000
Votre solde est de 60 000 FCFA. Debit de 5 000 pour 66123456                                   | -5000
Solde: 60 000 FCFA. Vous avez paye 5 000 a BOUTIQUE ALI (66123456)                             | -5000
Solde: 60 000 FCFA. Prelevement de 5 000, piece DH58HF9XG8                                     | -5000
`;

const lines = PAYMENTS.split('\n')
  .filter((line) => line.includes('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]);

test.each(lines)(
  'Money that came or left is no advertising behind something else, and keeps the session that it may pay: %s',
  (text, amount) => {
    const { readings, figures } = read(text);
    expect(readings).toEqual([]);
    const moves = movesOf(readings, figures);
    expect(isClaim(moves)).toBe(true);
    expect(moves).toContainEqual(
      expect.objectContaining({ before_xaf: 60_000 - Number(amount), after_xaf: 60_000 }),
    );
  },
);

test.each([
  'Vous avez recu 1000 FCFA de credit. Disponible 67410.',
  'Recharge de 1000 FCFA effectuee. Disponible: 67410',
])('Airtime that was bought leaves the book at the balance that is called available: %s', (text) => {
  const { readings, figures } = read(text);
  expect(readings).toEqual([]);
  expect(movesOf(readings, figures)).toContainEqual(
    expect.objectContaining({ amount_xaf: 1000, before_xaf: 68_410, after_xaf: 67_410 }),
  );
});

test.each([
  'Recharge de 5000 FCFA reussie. Disponible: 5000',
  'Airtel: recharge de 5000 FCFA reussie. Disponible: 5000',
  'Recharge reussie de 5000 FCFA. Disponible: 5000 FCFA',
  'Recharge: 5000 FCFA. Disponible: 5000',
  'Recharge de 5000 FCFA effectuee par 66999999. Solde: 5000 FCFA.',
  'Votre demande est recue. Forfait de 5000 FCFA active. Disponible: 5000',
])('Airtime that somebody charges an empty SIM with is no money that came to it: %s', (text) => {
  const { readings, figures } = read(text);
  expect(movesOf(readings, figures)).toMatchObject([{ before_xaf: 10_000, after_xaf: 5000 }]);
});

test.each([
  'Credit de 5000 FCFA du 66123456. Disponible: 5000 FCFA',
  'Vous avez recu 5000 FCFA de ETS RECHARGE 66123456. Avoir: 5000',
  'ETS RECHARGE 66123456 a paye 5000 FCFA. Avoir: 5000',
])('Money that comes to an empty SIM goes on from there: %s', (text) => {
  const { readings, figures } = read(text);
  expect(movesOf(readings, figures)).toContainEqual(
    expect.objectContaining({ before_xaf: 0, after_xaf: 5000 }),
  );
});

/** What operators print behind such a text, and how that is read. */
const ADVERTISING = [
  ['BALANCE', 'Solde: 60 000 FCFA. Transfert d argent: composez *211# ou appelez 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Faites un transfert de 1000 au 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Appelez le 66000001 et gagnez 5000 sur chaque depot'],
  ['BALANCE', 'Solde: 60 000 FCFA. Merci d’avoir recu nos offres. Service client: 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Vous avez recu un bonus de 1000, service client 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Vous avez recu 100 points du 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Achetez 1000 de credit aupres de 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Faites un retrait de 1000 chez 66000001'],
  ['BALANCE', 'Solde: 60 000 FCFA. Payez 1000 au 66000001 et gagnez'],
  ['BALANCE', 'Solde: 60 000 FCFA. Debit internet de 20 mega, appelez le 66000001'],
  ['OTP', 'Votre code est 1234 pour le debit de 5000 vers 66123456'],
  ['OTP', 'Votre code est 1234 pour votre transfert de 5000 vers 66123456'],
  ['PROMO', 'Gagnez 1000 points a chaque paiement au 66000001'],
  ['AIRTIME', 'Vous avez recu 500 F de credit. Credit disponible: 1500'],
  ['AIRTIME', 'Recharge de 1000 FCFA reussie. Rechargez encore et gagnez 5000 de bonus'],
  ['AIRTIME', 'Vous avez recu 500 F de credit. Solde: 60000 FCFA. Transfert d argent: appelez le 66000001'],
] as const;

test.each(ADVERTISING)('An operator’s advertising tells of no money that came: %s, %s', (kind, text) => {
  expect(read(text).readings.map((reading) => reading.kind)).toContain(kind);
});
