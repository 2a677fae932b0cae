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

  /** A number with hidden digits, and a name behind it | the payer, or those of whom one may be it. */
  const MASKED = `
****3456 24 HEURES           | ••••3456
****3456 2 FRERES            | ••••3456
****3456 X. ALI              | ••••3456
******56 24 HEURES           | ••••••56
XXXX3456 24 HEURES           | ••••3456
235****3456 24 HEURES        | 235••••3456
+235****3456 24 HEURES       | 235••••3456
66****56 24 HEURES           | 66••••56
•• •• 34 56                  | ••••3456
•• •• 34 56 ALI              | ••••3456
235 •• •• 34 56              | 235••••3456
66 •• •• 56                  | 66••••56
07 •• •• 31                  | 07••••31
07 •• •• •• 31               | ••••••31
66•• ••56                    | 66••••56
BOUTIQUE 12 •• •• 34 56      | ••••3456
BOUTIQUE 12 ****3456         | ••••3456
•• •• 34 56 24 HEURES        | ••••345624 or ••••3456
235 •• •• 34 56 24 HEURES    | 235••••345624 or 235••••3456
•• •• 34 56 X. ALI           | ••••3456• or ••••3456
07 •• •• 31 24 HEURES        | 07••••3124 or 07••••31
66 •• •• 56 24 HEURES        | 66••••5624 or 66••••56
`;

  it.each(
    MASKED.trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]),
  )('whose digits are hidden runs on into no name: %s is %s', (printed, payer) => {
    const reading = airtel(
      `Trans.ID: MP261121.1205.B00001. Vous avez recu 5000 FCFA de ${printed}. Solde: 67410 FCFA.`,
    );
    const may_be = payer.split(' or ');
    const [only] = may_be;
    expect(reading?.payer).toBe(may_be.length === 1 ? only : undefined);
    expect(reading?.may_be_payers).toEqual(may_be.length === 1 ? undefined : may_be);
    expect(reading?.doubts.includes('payer_unclear')).toBe(may_be.length > 1);
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
