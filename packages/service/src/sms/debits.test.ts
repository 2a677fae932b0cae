import { expect, test } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import { readSms } from './read.ts';

const read = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });

/** Money of ours that the operator gives back | what comes back, at a balance of 60,000. */
const GIVEN_BACK = `
Transfert effectue vers ALI (66123456) a ete annule. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert envoye a ALI (66123456) annule. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers 66123456 rembourse suite a reclamation. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (94123456) a ete renvoye. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (94123456) rendu. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (94123456) a ete contrepasse. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (94123456) non abouti. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Vous avez paye 5 000 FCFA a BOUTIQUE a ete annule. Solde: 60 000 FCFA. | 5000
Vous avez paye 5 000 FCFA chez BOUTIQUE ALI. Solde: 60 000 FCFA. Il vous a ete restitue. | 5000
Transfert effectue vers ALI (66123456) annule. Motif: loyer. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (66123456). Motif: loyer. Il a ete annule. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (66123456) en raison d'une erreur a ete annule. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert effectue vers ALI (66123456). Reference: loyer. Statut: annule. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Transfert envoye a ALI MOTIF (66123456) annule. Montant: 10 000 FCFA. ID: PP260627.1644.B72794. Solde: 60 000 FCFA. | 10000
Vous avez envoye 5 000 FCFA a ALI est rejete, le 12/06/24 a 14:05. Ref: 123456789012. Solde: 60 000 FCFA. | 5000
`;

test.each(
  GIVEN_BACK.trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]),
)('Money that is given back has not left a second time: %s', (text, amount) => {
  const { readings, figures } = read(text);
  expect(readings).toEqual([]);
  expect(movesOf(readings, figures)).toContainEqual(
    expect.objectContaining({ before_xaf: 60_000 - Number(amount), after_xaf: 60_000 }),
  );
});

/** Money that left, with what our own people wrote of it in the message. */
const WITH_A_NOTE = [
  'Transfert effectue vers 94123456. Motif: remboursement cde 12. Montant: 10 000 FCFA. ID Transaction: PP260627.1644.B72794. Solde: 60 000 FCFA.',
  'Transfert effectue vers 94123456. Raison: remboursement cde 12. Montant: 10 000 FCFA. ID Transaction: PP260627.1644.B72794. Solde: 60 000 FCFA.',
  'Transfert effectue vers ALI (94123456). Motif: remboursement. Montant: 10 000 FCFA. ID Transaction: PP260627.1644.B72794. Solde: 60 000 FCFA.',
  'Transfert effectue vers 94123456 ALI. Motif: retour marchandise. Montant: 10 000 FCFA. ID Transaction: PP260627.1644.B72794. Solde: 60 000 FCFA.',
  'Transfert effectue vers 94123456. Motif: la commande 12 a ete annulee. Montant: 10 000 FCFA. ID Transaction: PP260627.1644.B72794. Solde: 60 000 FCFA.',
  'Transfert effectue vers 94123456 - REMBOURSEMENT. Montant: 10 000 FCFA. ID Transaction: PP260627.1644.B72794. Solde: 60 000 FCFA.',
  'Vous avez envoye 10 000 FCFA a ALI 94123456 Motif remboursement, le 12/06/24 a 14:05. Ref: 123456789012. Solde: 60 000 FCFA.',
  'Vous avez paye 10 000 FCFA a BOUTIQUE ALI 94123456. Motif: retour. Solde: 60 000 FCFA.',
];

test.each(WITH_A_NOTE)('A refund whose note says what it is has left: %s', (text) => {
  const { readings, figures } = read(text);
  expect(readings[0]).toMatchObject({ kind: 'DEBIT', recipient: '94123456' });
  expect(movesOf(readings, figures)).toContainEqual(
    expect.objectContaining({ kind: 'DEBIT', before_xaf: 70_000, after_xaf: 60_000 }),
  );
});

/** Money that left with its fee, which is printed behind a name. */
const WITH_FEE = [
  'Vous avez paye 5 000 FCFA a BOUTIQUE ALI. Frais: 50 FCFA. Nouveau solde: 2 410 FCFA.',
  'Vous avez paye 5 000 FCFA chez BOUTIQUE ALI. Frais de transaction : 50. Nouveau solde: 2 410 FCFA.',
  'Vous avez paye 5 000 FCFA a BOUTIQUE ALI, frais 50 FCFA. Solde: 2 410 FCFA. Merci.',
];

test.each(WITH_FEE)(
  'What is printed behind a name as a fee may have left with the sum, or be a part of the name: %s',
  (text) => {
    const { readings, figures } = read(text);
    expect(movesOf(readings, figures)).toMatchObject([
      { kind: 'DEBIT', amount_xaf: 5000, fee_xaf: 0, before_xaf: 7410, after_xaf: 2410 },
      { kind: 'DEBIT', amount_xaf: 5000, fee_xaf: 50, before_xaf: 7460, after_xaf: 2410 },
    ]);
  },
);

test.each([
  'PRODUITS FRAIS',
  'PRODUITS FRAIS 66123456',
  'POISSONS FRAIS 2',
  'RETOUR AUX SOURCES',
  'BAR DU RETOUR 66123456',
  'TRANSFERT EXPRESS RETOUR',
  'TOUT A 500 FCFA',
])('A shop may be called %s', (name) => {
  const { readings } = read(`Vous avez paye 5 000 FCFA a ${name}. Nouveau solde: 2 410 FCFA.`);
  expect(readings[0]).toMatchObject({ kind: 'DEBIT', amount_xaf: 5000, balance_xaf: 2410 });
  expect(readings[0]?.fee_xaf).toBeUndefined();
});
