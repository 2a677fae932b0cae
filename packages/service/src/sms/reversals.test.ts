import { expect, test } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import { readSms } from './read.ts';
import { reversal } from './templates/debit.ts';

const read = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });

/** What operators print behind what they have to say. */
const TAILS = [
  'Merci.',
  'Gagnez 50% de bonus avec Airtel Money! Composez *211#.',
  'Merci d’utiliser Airtel Money. 🎁',
  'Profitez de la promo du mois!',
];

test.each(reversal.samples.flatMap(({ text }) => TAILS.map((tail) => [text, tail] as const)))(
  'A reversal reads the same with advertising behind it: %s %s',
  (text, tail) => {
    const { readings } = read(text);
    expect(readings).toMatchObject([{ kind: 'REVERSAL' }]);
    expect(read(`${text.replace(/\.$/, '')}. ${tail}`).readings).toEqual(readings);
  },
);

/** Other words of a reversal, each with the transaction that it undoes. */
const SAID = [
  'Le transfert MP260627.1644.B72794 a ete annule. Solde: 2 410 FCFA. Merci.',
  'Le transfert MP260627.1644.B72794 a ete annule. Merci.',
  'Le transfert de 25 000 FCFA a ete annule. Ref: MP260627.1644.B72794. Solde: 2 410 FCFA. Merci d’utiliser Airtel Money.',
  'Le transfert MP260627.1644.B72794 de 25 000 FCFA du 66123456 a ete annule. Solde: 2 410 FCFA. Merci.',
  'Le paiement MP260627.1644.B72794 de 25 000 FCFA de ABAKAR a ete annule. Solde: 2 410 FCFA.',
  'Le transfert MP260627.1644.B72794 de 25 000 FCFA a ete annule le 28/06/26 a 09:00. Solde: 2 410 FCFA.',
  'Le transfert MP260627.1644.B72794 de 25 000 FCFA recu de 66123456 a ete annule le 28/06/26 a 09:00. Solde: 2 410 FCFA. Merci.',
];

test.each(SAID)('What the operator takes back is named by %s', (text) => {
  expect(read(text).readings).toMatchObject([
    { kind: 'REVERSAL', reversed_transaction_id: 'MP260627.1644.B72794' },
  ]);
});

test('A number behind a reversal that may be its balance is read as no advertising', () => {
  const text = 'Le transfert MP260627.1644.B72794 de 25 000 FCFA a ete annule. Disponible 2410.';
  const { readings, figures } = read(text);
  expect(readings).toEqual([]);
  expect(movesOf(readings, figures)).toContainEqual(
    expect.objectContaining({ before_xaf: 27_410, after_xaf: 2_410 }),
  );
});

test('A payment from somebody whose name ends in “annule” stays one where its balance has another name', () => {
  const text =
    'Transfert recu de 66123456 ANNULE. Montant: 5 000 FCFA. ID: MP260627.1644.B72794. Disponible 50000.';
  expect(read(text).readings.filter(({ kind }) => kind === 'REVERSAL')).toEqual([]);
});
