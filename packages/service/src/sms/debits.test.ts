import { expect, test } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import { readSms } from './read.ts';

const read = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });

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

test.each(['PRODUITS FRAIS', 'PRODUITS FRAIS 66123456', 'POISSONS FRAIS 2', 'TOUT A 500 FCFA'])(
  'A shop may be called %s',
  (name) => {
    const { readings } = read(`Vous avez paye 5 000 FCFA a ${name}. Nouveau solde: 2 410 FCFA.`);
    expect(readings[0]).toMatchObject({ kind: 'DEBIT', amount_xaf: 5000, balance_xaf: 2410 });
    expect(readings[0]?.fee_xaf).toBeUndefined();
  },
);
