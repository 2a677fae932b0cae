import { describe, expect, it } from 'vitest';
import { readSms } from './read.ts';
import { defineTemplate } from './templates/template.ts';

const moov = (text: string) => readSms({ operator: 'MOOV', sender: 'MoovMoney', text });

/** Before a transaction id, as operators write it. */
const IDS = [
  'Ref',
  'Reference',
  'ID',
  'ID Transaction',
  'Transaction ID',
  'ID de la transaction',
  'TID',
  'Txn ID',
];

const OWN = 'MP260627.1644.B72794';

describe('a transaction id', () => {
  it.each(IDS)('behind "%s" at the end is never taken for advertising', (label) => {
    for (const id of ['DH58HF9XG8', '1234567890', '123456789012']) {
      for (const who of ['23592000000 - NOM PRENOM', '23592000000 - NOM PRENOM, le 12/06/24 a 14:05']) {
        const { readings } = moov(
          `Vous avez recu 25 000 FCFA de ${who}. Nouveau solde: 60 000 FCFA. ${label}: ${id}.`,
        );
        expect(readings.map((one) => one.operator_transaction_id)).toEqual([id]);
      }
    }
  });

  it('is read behind whatever marks part it from its label', () => {
    for (const mark of [' - ', ' = ', '. ', ' # ', ' / ', ' :- ']) {
      const { readings } = moov(
        `Vous avez recu 25 000 FCFA de 23592000000 - NOM PRENOM. Nouveau solde: 60 000 FCFA. ID${mark}DH58HF9XG8.`,
      );
      expect(readings.map((one) => one.operator_transaction_id)).toEqual(['DH58HF9XG8']);
    }
  });

  const PAID = 'Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est 67410 FCFA.';
  const airtel = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
  /** What the operator prints last. */
  const TAILS = [
    '',
    ...IDS.flatMap((label) => [': DH58HF9XG8.', ': 94628311029.'].map((id) => label + id)),
    ...[' - ', ' = ', '. ', ' # ', ' / '].map((mark) => `Transaction ID${mark}DH58HF9XG8.`),
    'Trans ID: 94628311029.',
    'TransID: DH58HF9XG8.',
    'Transaction No: DH58HF9XG8.',
    'Transaction N° DH58HF9XG8',
    'Numero de transaction: DH58HF9XG8.',
    'Transaction ID: MP260627.1644.B72794.',
  ];

  it.each(TAILS)(
    'that a payer writes into his motif is never the operator’s, nor its time and kind, before "%s"',
    (tail) => {
      for (const label of ['Reference', 'Motif', 'Message']) {
        for (const id of [
          'AAAAAAAAA1',
          'MP260101.0000.B00001',
          'CI260627.1644.B72794',
          'MP270101.0000.B00001',
        ]) {
          for (const words of [
            `ID ${id}`,
            `ID: ${id}`,
            id,
            `loyer. Ref: ${id}`,
            `${id}. Transaction ID: ${id}`,
          ]) {
            const text = `${PAID} ${label}: ${words}. ${tail}`;
            const { readings, figures } = airtel(text);
            const [reading, ...others] = readings;
            expect(others, text).toEqual([]);
            if (reading === undefined) {
              expect(figures, text).toMatchObject({ sums_xaf: [5000], balances_xaf: [67_410] });
              continue;
            }
            expect(reading, text).toMatchObject({ kind: 'CREDIT', amount_xaf: 5000, balance_xaf: 67_410 });
            expect(reading, text).toMatchObject({ payer: '66123456', payer_is_agent: false });
            expect(reading, text).not.toHaveProperty('operator_transaction_id');
            expect(reading, text).not.toHaveProperty('occurred_at');
            // What the operator takes back by it is this payment, whatever its payer wrote.
            const [own] = /DH58HF9XG8|MP260627[.]1644[.]B72794/.exec(tail) ?? [];
            if (own !== undefined) expect(reading.stated_ids, text).toContain(own);
          }
        }
      }
    },
  );

  const CAME = 'Vous avez recu 25000 FCFA du';
  it.each([
    [`${CAME} 66123456. Solde: 2410 FCFA. Reference: x. Ref: ${OWN}. Jouez avec AIRTEL2026 et gagnez!`, OWN],
    [`${CAME} 66123456. Solde: 2410 FCFA. Reference: x. Ref: ${OWN}. Appelez le 0800000000.`, OWN],
    [`${CAME} 66123456. Solde: 2410 FCFA. Reference: x. Ref: ${OWN}. Infos: www.airtel2026.td`, OWN],
    [`${CAME} 66123456. Solde: 2410 FCFA. Jouez avec AIRTEL2026!`],
    [`${CAME} BOUTIQUE24 66123456. Solde: 2410 FCFA.`],
    [`${CAME} 66123456. Solde: 2410 FCFA. Motif: COMMANDE12.`],
    [`${CAME} 66123456. Solde: 2410 FCFA. Motif: pour COMMANDE12. Ref: DH58HF9XG8.`, 'DH58HF9XG8'],
    [`${CAME} 66123456. Solde: 2410 FCFA. Reference: loyer de ${OWN} vu. Ref: DH58HF9XG8`, OWN, 'DH58HF9XG8'],
  ])(
    'is stated by what can be the operator’s alone, not by a word with a figure in it: %j',
    (text, ...own) => {
      const [reading] = airtel(text).readings;
      expect(reading).toMatchObject({ kind: 'CREDIT', amount_xaf: 25_000 });
      expect(reading?.stated_ids ?? []).toEqual(own);
    },
  );

  it('behind his motif keeps no payment from being read', () => {
    for (const motif of ['Reference', 'Motif', 'Message']) {
      for (const label of IDS) {
        const text = `Vous avez recu 5000 FCFA du 66123456. Solde: 7410 FCFA. ${motif}: ID: AAAAAAAAA1. ${label}: DH58HF9XG8.`;
        expect(airtel(text).readings).toMatchObject([
          { kind: 'CREDIT', amount_xaf: 5000, balance_xaf: 7410 },
        ]);
        expect(airtel(text).readings[0]?.doubts).toContain('no_transaction_id');
      }
    }
  });

  it('before the payment is read whatever stands last that has the form of one', () => {
    for (const last of [
      'Motif: facture INV2026001',
      'Motif: carte id',
      'Profitez d Internet4G',
      'ID requis',
    ]) {
      const { readings } = readSms({
        operator: 'AIRTEL',
        sender: 'AirtelMoney',
        text: `Ref: MP261121.1200.B72794 Vous avez recu 5000 FCFA du 66123456. Solde: 67410 FCFA. ${last}.`,
      });
      expect(readings).toMatchObject([
        { kind: 'CREDIT', operator_transaction_id: 'MP261121.1200.B72794', balance_xaf: 67_410 },
      ]);
    }
  });

  it('on which two readings of one movement don’t agree is unknown, and the movement is one', () => {
    const taught = ['{motif} id {id}', 'id {id} de {name}', '{motif}'].map((end, at) =>
      defineTemplate({
        id: `taught-${at}`,
        operator: 'MOOV',
        kind: 'CREDIT',
        wordings: [`Recu {amount} de {phone}. Solde {balance}. Motif ${end}`],
      }),
    );
    const text = 'Recu 5 F de 92000000. Solde 9 F. Motif id AAAAAAAAA1 de id BBBBBBBBB2';
    const read = (...templates: typeof taught) =>
      readSms({ operator: 'MOOV', sender: 'MoovMoney', text, templates }).readings;
    expect(read(...taught.slice(0, 1))).toMatchObject([{ operator_transaction_id: 'BBBBBBBBB2' }]);
    for (const templates of [taught, taught.toReversed()]) {
      const [reading, ...others] = read(...templates);
      expect(others).toEqual([]);
      expect(reading).not.toHaveProperty('operator_transaction_id');
      expect(reading?.stated_ids?.toSorted()).toEqual(['AAAAAAAAA1', 'BBBBBBBBB2']);
      expect(reading?.doubts).toContain('no_transaction_id');
    }
  });
});
