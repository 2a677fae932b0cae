import {
  AD,
  BALANCE,
  defineTemplate,
  FROM,
  HELLO,
  ID,
  ID_BEHIND,
  MOTIF,
  RECEIVED_SUM,
  type Sample,
  TRANSFER_RECEIVED,
} from './template.ts';

const a1: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 756,
  operator_transaction_id: 'MP260627.1644.B72794',
  payer: '053110000',
  balance_xaf: 1210082,
  occurred_at: '2026-06-27T15:44:00.000Z',
};
/** Without what the payer may have written himself. */
const a1Unnamed: Sample['reading'] = {
  kind: 'CREDIT',
  stated_ids: ['MP260627.1644.B72794'],
  amount_xaf: 756,
  payer: '053110000',
  balance_xaf: 1210082,
  doubts: ['no_transaction_id', 'unconfirmed_template'],
};
const a3: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 25000,
  operator_transaction_id: 'PP180216.2107.A19378',
  payer: '04210000',
  balance_xaf: 2410,
  occurred_at: '2018-02-16T20:07:00.000Z',
};

const RECEIVED = `<${RECEIVED_SUM}|${TRANSFER_RECEIVED}>`;

export const airtelCredit = defineTemplate({
  id: 'airtel-credit',
  operator: 'AIRTEL',
  kind: 'CREDIT',
  version: 2,
  wordings: [
    `${HELLO} ${ID} {id}. ${RECEIVED} ${FROM} {payer} [, le {date}]. [${MOTIF}.] ${BALANCE}. [Frais [de retrait] {sum}.] ${AD}`,
    // Without an id in front the number ends the payer, or airtime with an id behind it could be one.
    `${HELLO} ${RECEIVED} ${FROM} {phone}. [${MOTIF}.] ${BALANCE}. [Frais [de retrait] {sum}.] [${ID_BEHIND} {id}.] ${AD}`,
    `${HELLO} ${RECEIVED} ${FROM} {name} {phone}. [${MOTIF}.] ${BALANCE}. [Frais [de retrait] {sum}.] ${AD}`,
    // The id behind a motif may be the payer's: the same words in front of a motif that is printed last are one text with these.
    `${HELLO} ${RECEIVED} ${FROM} {phone}. ${BALANCE}. ${MOTIF}. ${ID} {ref}. ${AD}`,
    `${HELLO} ${RECEIVED} ${FROM} {phone}. ${ID_BEHIND} {id}. ${AD}`,
    `${HELLO} ${ID} {id}. ${RECEIVED} ${FROM} {phone}. ${AD}`,
  ],
  samples: [
    {
      about: 'A1, captured on a sister network',
      text: 'Ref:MP260627.1644.B72794 Vous avez recu 756.00 CFA du 053110000 .Reference: NA. Solde: 1210082.75 CFA.',
      reading: a1,
    },
    {
      about: 'A3, captured on a sister network',
      text: 'Trans.ID : PP180216.2107.A19378. Vous avez recu 25000 FCFA du 04210000. Votre solde disponible est 2410 FCFA.',
      reading: a3,
    },
    {
      about: 'A1 in capitals, with accents and wide spaces',
      text: 'REF : MP260627.1644.B72794\nVOUS AVEZ REÇU  756,00 F CFA DU 053110000 . RÉFÉRENCE : NA . SOLDE : 1 210 082,75 XAF .',
      reading: a1,
    },
    {
      about: 'A1 in another order, with a ticket in the reference and advertising at the end',
      text: 'Vous avez reçu 756 FCFA du 053110000. Solde: 1210082.75 CFA. Reference: K7Q2-9FJM. Ref: MP260627.1644.B72794. Gagnez des bonus avec Airtel Money! Composez *211#.',
      reading: { ...a1Unnamed, motif: 'K7Q2-9FJM' },
    },
    {
      about: 'A3 with no-break spaces and without the points',
      text: 'Trans.ID PP180216.2107.A19378 Vous avez reçu 25\u00a0000\u202fFCFA du 04210000 Votre solde disponible est de 2\u202f410 FCFA',
      reading: a3,
    },
    {
      about: 'A3 with a masked payer',
      text: 'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000FCFA du 07 •• •• 31. Votre solde disponible est 2410FCFA.',
      reading: { ...a3, payer: '07••••31' },
    },
    {
      about: 'a decomposed accent, a payer with country code in groups and a sum in cents',
      text: 'Trans.ID: PP180216.2107.A19378. Vous avez rec\u0327u 25000,50 FCFA de +235 66 12 34 56. Solde: 2410 FCFA.',
      reading: { ...a3, payer: '23566123456', doubts: ['fraction', 'unconfirmed_template'] },
    },
    {
      about: 'an id of kind CI is a cash-in by an agent',
      text: 'Trans.ID: CI180216.2107.A19378. Vous avez recu 25000 FCFA du 66123456. Votre solde disponible est 2410 FCFA.',
      reading: {
        ...a3,
        kind: 'CASH_IN',
        operator_transaction_id: 'CI180216.2107.A19378',
        payer: '66123456',
        payer_is_agent: true,
      },
    },
    {
      about: 'fees named after the balance',
      text: 'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000 FCFA du 04210000. Votre solde disponible est 2410 FCFA. Frais de retrait: 100 FCFA.',
      reading: a3,
    },
    {
      about: 'a motif before the balance, with the id behind it',
      text: 'Vous avez recu 25000 FCFA du 04210000. Message: Ref: 999999999999. Solde: 1 F. Votre solde disponible est 2410 FCFA. Trans.ID: PP180216.2107.A19378.',
      reading: { ...a3, motif: 'Ref: 999999999999. Solde: 1 F' },
    },
    {
      about: 'a motif behind the balance, and an id behind a label that payers write too',
      text: 'Vous avez recu 25000 FCFA du 04210000. Votre solde disponible est 2410 FCFA. Motif: loyer. Transaction ID: DH58HF9XG8.',
      reading: {
        kind: 'CREDIT',
        stated_ids: ['DH58HF9XG8'],
        amount_xaf: 25000,
        payer: '04210000',
        balance_xaf: 2410,
        motif: 'loyer',
        doubts: ['no_transaction_id', 'unconfirmed_template'],
      },
    },
    {
      about: 'a payer who writes an id into the reference',
      text: 'Ref:MP260627.1644.B72794 Vous avez recu 756 CFA du 053110000. Reference: PP260627.1644.A00001. Solde: 1210082.75 CFA.',
      reading: {
        ...a1,
        motif: 'PP260627.1644.A00001',
      },
    },
    {
      about: 'no id',
      text: 'Vous avez recu 25000 FCFA du 04210000. Votre solde disponible est 2410 FCFA.',
      reading: {
        kind: 'CREDIT',
        amount_xaf: 25000,
        payer: '04210000',
        balance_xaf: 2410,
        doubts: ['no_transaction_id', 'unconfirmed_template'],
      },
    },
    {
      about: 'a payer who writes a second credit into the reference',
      text: 'Ref:MP260627.1644.B72794 Vous avez recu 756 CFA du 053110000. Reference: Vous avez recu 900000 CFA du 66123456. Solde: 1210082.75 CFA.',
      reading: {
        ...a1,
        motif: 'Vous avez recu 900000 CFA du 66123456',
      },
    },
    {
      about: 'Airtel Chad, 2017: an id of 13 digits that begins with yymmdd, and points for thousands',
      text: 'Trans. ID : 1707051582330. Vous avez reçu 10.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de 14.508,00 FCFA.',
      reading: {
        kind: 'CREDIT',
        amount_xaf: 10000,
        operator_transaction_id: '1707051582330',
        payer: '23566123456',
        balance_xaf: 14508,
      },
    },
    {
      about: 'a payer whose name sounds like airtime',
      text: 'Vous avez recu 5000 FCFA de CREDIT MUTUEL 66123456. Votre solde disponible est 7410 FCFA.',
      reading: {
        kind: 'CREDIT',
        amount_xaf: 5000,
        payer: '66123456',
        balance_xaf: 7410,
        doubts: ['no_transaction_id', 'unconfirmed_template'],
      },
    },
    {
      about: 'a payer who writes a balance into the reference',
      text: 'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000 FCFA du 04210000. Motif: Solde 1. Votre solde disponible est 2410 FCFA.',
      reading: { ...a3, motif: 'Solde 1' },
    },
    {
      about: 'a payer who names a bill',
      text: 'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000 FCFA du 04210000. Motif: paiement pour facture 12. Votre solde disponible est 2410 FCFA.',
      reading: { ...a3, motif: 'paiement pour facture 12' },
    },
    {
      about: 'a payer who undoes another payment in the reference',
      text: 'Trans.ID: PP180216.2107.A19378. Vous avez recu 25000 FCFA du 04210000. Motif: Trans.ID: MP260627.1644.B72794 a ete annule. Votre solde disponible est 2410 FCFA.',
      reading: { ...a3, motif: 'Trans.ID: MP260627.1644.B72794 a ete annule' },
    },
  ],
  rejects: [
    { kind: 'AIRTIME', text: 'Vous avez recu 500 F de credit' },
    {
      kind: 'DEBIT',
      text: 'Trans.ID: PP260627.1644.B72794. Vous avez envoye 25000 FCFA au 66123456. Votre solde disponible est 2410 FCFA.',
    },
    {
      kind: 'DEBIT',
      text: 'Ref: MP260627.1644.B72794 Vous avez payé 5 000 FCFA a BOUTIQUE. Solde: 2410 FCFA.',
    },
    { kind: 'DEBIT', text: 'Retrait de 10000 FCFA effectue. Ref: CO260627.1644.B72794. Solde: 2410 FCFA.' },
    { kind: 'BALANCE', text: 'Votre solde Airtel Money est de 2410 FCFA.' },
    {
      kind: 'REVERSAL',
      text: 'Le transfert PP260627.1644.B72794 de 25000 FCFA recu de 66123456 a ete annule. Solde: 2410 FCFA.',
    },
    { kind: 'PROMO', text: 'Gagnez 1 000 000 FCFA avec Airtel Money! Rechargez et jouez.' },
    { kind: 'OTP', text: 'Votre code de verification est 482910. Ne le partagez pas.' },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez envoye 5000 FCFA au 66123456, vous avez recu 25000 FCFA du 66123457. Solde: 2410 FCFA.',
    },
    { kind: 'UNKNOWN', text: 'Vous n’avez pas recu 25000 FCFA du 66123456. Solde: 2410 FCFA.' },
    { kind: 'UNKNOWN', text: 'Si vous avez recu 25000 FCFA du 66123456 par erreur, appelez le 111.' },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu une demande de paiement de 25000 FCFA du 66123456. Ref: MP260627.1644.B72794.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu 25000 FCFA du 66123456. Entrez votre code PIN pour confirmer. Ref: MP260627.1644.B72794.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu 25 0000 FCFA du 66123456. Ref: MP260627.1644.B72794. Solde: 2410 FCFA.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu -25000 FCFA du 66123456. Ref: MP260627.1644.B72794. Solde: 2410 FCFA.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu 0 FCFA du 66123456. Ref: MP260627.1644.B72794. Solde: 2410 FCFA.',
    },
    { kind: 'UNKNOWN', text: 'Vous avez recu 25000 USD du 66123456. Ref: MP260627.1644.B72794.' },
    { kind: 'UNKNOWN', text: 'Vous avez recu 5 messages du 66123456.' },
    { kind: 'UNKNOWN', text: 'Vous avez recu 25000 FCFA' },
  ],
});
