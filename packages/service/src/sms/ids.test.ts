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

  it('that a payer writes into his motif is not the operator’s, whatever label stands before either', () => {
    for (const motif of ['Reference', 'Motif', 'Message']) {
      for (const label of IDS) {
        const { readings } = readSms({
          operator: 'AIRTEL',
          sender: 'AirtelMoney',
          text: `Vous avez recu 5000 FCFA du 66123456. Solde: 7410 FCFA. ${motif}: ID: AAAAAAAAA1. ${label}: DH58HF9XG8.`,
        });
        expect(readings.map((one) => one.operator_transaction_id)).toEqual(['DH58HF9XG8']);
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
      expect(reading?.doubts).toContain('no_transaction_id');
    }
  });
});
