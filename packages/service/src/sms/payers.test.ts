import { describe, expect, it } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import { readSms } from './read.ts';

const airtel = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text }).readings[0];

describe('a payer', () => {
  it.each([
    ['AIRTEL', 'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000 FCFA de WHO. Solde 2410 FCFA.'],
    [
      'AIRTEL',
      'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000 FCFA de WHO. Votre solde disponible est 2410 FCFA.',
    ],
    ['AIRTEL', 'Vous avez recu 25000 FCFA de WHO. Votre solde disponible est 2410 FCFA.'],
    [
      'MOOV',
      'id MP260627.1644.B72794.paiement recu de WHO.votre nouveau solde principal du compte airtel de 296.823 F CFA\nmontant 72719 F',
    ],
  ] as const)(
    'whose name may hold another’s number and the label of a motif is in doubt: %s, %s',
    (operator, text) => {
      for (const who of [
        'ALI 66999999 Motif 66123456',
        'ALI 66999999 Message (66123456)',
        '66999999 Motif 66123456',
        ...(operator === 'MOOV' ? ['id annule (66999999) du message 66123456'] : []),
      ]) {
        const [reading, ...others] = readSms({
          operator,
          sender: operator === 'AIRTEL' ? 'AirtelMoney' : 'MoovMoney',
          text: text.replace('WHO', who),
        }).readings;
        expect(others).toEqual([]);
        expect(reading?.doubts, who).toContain('payer_unclear');
        expect(reading).not.toHaveProperty('payer');
        expect(reading?.may_be_payers).toEqual(['66999999', '66123456']);
      }
    },
  );

  it('is no other for a number that a mark sets off as what he wrote', () => {
    for (const first of ['Trans.ID: PP180216.2107.A19378. ', '']) {
      for (const between of ['. Motif ', ' Motif: ', '. Motif: ']) {
        const text = `${first}Vous avez recu 25000 FCFA de 66999999${between}66123456. Votre solde disponible est 2410 FCFA.`;
        expect(airtel(text), text).toMatchObject({ payer: '66999999', motif: '66123456' });
        expect(airtel(text)?.doubts).not.toContain('payer_unclear');
      }
    }
  });

  it.each([
    'Trans.ID: PP261121.1300.B00001. Transfert de 5000 FCFA recu par 66123456. Votre solde disponible est 62410 FCFA.',
    'Trans.ID: PP261121.1300.B00001. Paiement de 5000 FCFA recu par: ALI MAHAMAT (66123456). Solde: 62410 FCFA.',
    'Transfert de 5000 FCFA recu par ALI 66123456. Solde: 62410 FCFA.',
  ])('is not who got the money: %s', (text) => {
    const { readings, figures } = readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
    expect(readings).toEqual([]);
    expect(figures.is_receipt).toBeUndefined();
    expect(movesOf(readings, figures)).toContainEqual(
      expect.objectContaining({ before_xaf: 67_410, after_xaf: 62_410 }),
    );
  });

  it('is by whom we got it', () => {
    const text = 'Vous avez recu 5000 FCFA par ALI (66123456). Solde: 67410 FCFA.';
    expect(airtel(`Trans.ID: MP261121.1300.B00001. ${text}`)).toMatchObject({
      kind: 'CREDIT',
      payer: '66123456',
      doubts: ['unconfirmed_template'],
    });
  });
});
