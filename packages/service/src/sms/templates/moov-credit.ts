import {
  AD,
  BALANCE,
  defineTemplate,
  FROM,
  HELLO,
  ID,
  MOTIF,
  RECEIVED_SUM,
  type Sample,
  TRANSFER_RECEIVED,
} from './template.ts';

const m1: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 25000,
  operator_transaction_id: '123456789012',
  payer: '23592000000',
  balance_xaf: 60000,
  occurred_at: '2024-06-12T13:05:00.000Z',
};
const withoutTime: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 500,
  operator_transaction_id: '123456789012',
  payer: '92000000',
  balance_xaf: 60,
};
const m4: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 10000,
  operator_transaction_id: 'MP260924.1430.B98765',
  payer: '94123456',
  balance_xaf: 60000,
  occurred_at: '2026-09-24T13:30:00.000Z',
};

export const moovCredit = defineTemplate({
  id: 'moov-credit',
  operator: 'MOOV',
  kind: 'CREDIT',
  wordings: [
    // Without a time stands first, so that a time in its motif is no time. The number in front keeps airtime out.
    `${HELLO} [${ID} {id}.] ${RECEIVED_SUM} ${FROM} {phone} - {name}. [${MOTIF}.] ${BALANCE}. [${ID} {id}.] ${AD}`,
    `${HELLO} [${ID} {id}.] ${RECEIVED_SUM} ${FROM} {payer}, le {time}. [${MOTIF}.] ${BALANCE}. [${ID} {id}.] ${AD}`,
  ],
  samples: [
    {
      about: 'M1, a documented shape filled in with values',
      text: 'Vous avez recu 25 000 FCFA de 23592000000 - NOM PRENOM, le 12/06/24 a 14:05. Nouveau solde: 60 000 FCFA.Ref: 123456789012.',
      reading: m1,
    },
    {
      about: 'M1 in capitals, with accents, lines and the id first',
      text: 'RÉF : 123456789012\nVOUS AVEZ REÇU 25.000 F CFA DE 23592000000 - NOM PRENOM , LE 12-06-2024 À 14H05\nNOUVEAU SOLDE : 60,000 XAF',
      reading: m1,
    },
    {
      about: 'M1 with an opaque id and advertising at the end',
      text: 'Vous avez reçu 25 000,00 FCFA de 23592000000 - NOM PRENOM, le 2024-06-12 14:05:09. Nouveau solde: 60 000 FCFA. Ref: DH58HF9XG8. Moov Money, envoyez de l’argent partout!',
      reading: { ...m1, operator_transaction_id: 'DH58HF9XG8' },
    },
    {
      about: 'M1 with the name before a masked number',
      text: 'Vous avez recu 25 000 FCFA de NOM PRENOM (92****00) le 12/06/24 a 14:05. Nouveau solde: 60 000 FCFA. ID de la transaction: 123456789012',
      reading: { ...m1, payer: '92••••00' },
    },
    {
      about: 'a date that no calendar has',
      text: 'Vous avez recu 25 000 FCFA de 23592000000, le 31/06/24 a 14:05. Nouveau solde: 60 000 FCFA. Ref: 123456789012.',
      reading: {
        kind: 'CREDIT',
        amount_xaf: 25000,
        operator_transaction_id: '123456789012',
        payer: '23592000000',
        balance_xaf: 60000,
      },
    },
    {
      about: 'M1 with a motif',
      text: 'Vous avez reçu 25 000,00 FCFA de 23592000000 - NOM PRENOM, le 2024-06-12 14:05:09. Motif: loyer K7Q2-9FJM. Nouveau solde: 60 000 FCFA. Ref: DH58HF9XG8.',
      reading: { ...m1, operator_transaction_id: 'DH58HF9XG8', motif: 'loyer K7Q2-9FJM' },
    },
    {
      about: 'a payer who writes a time, a motif, a balance and an id into the motif',
      text: 'Vous avez recu 25 000 FCFA de 23592000000 - NOM PRENOM, le 12/06/24 a 14:05. Motif: x, le 01/01/20 a 00:00. Motif: z. Nouveau solde: 1 FCFA. Ref: 999999999999. Nouveau solde: 60 000 FCFA. Ref: 123456789012.',
      reading: {
        ...m1,
        motif: 'x, le 01/01/20 a 00:00. Motif: z. Nouveau solde: 1 FCFA. Ref: 999999999999',
      },
    },
    {
      about: 'a number alone, and a motif',
      text: 'Vous avez recu 500 FCFA de 92000000. Motif: x. Nouveau solde: 60 F. Ref: 123456789012',
      reading: { ...withoutTime, motif: 'x' },
    },
    {
      about: 'a number with a name and no time, and a time in the motif',
      text: 'Vous avez recu 500 FCFA de 92000000 - NOM PRENOM. Motif: x, le 01/01/20 a 00:00. Nouveau solde: 60 F. Ref: 123456789012',
      reading: { ...withoutTime, motif: 'x, le 01/01/20 a 00:00' },
    },
    {
      about: 'a number with a name and neither time nor motif, the id first',
      text: 'Ref: 123456789012. Vous avez recu 500 FCFA de 92000000 - NOM PRENOM. Nouveau solde: 60 F.',
      reading: withoutTime,
    },
  ],
  rejects: [
    {
      kind: 'DEBIT',
      text: 'Vous avez envoyé 15 000 FCFA à NOM BOUTIQUE (96888888) le 25-09-2026 a 09:15. Ref: 123456789012. Nouveau solde: 60 000 FCFA.',
    },
    {
      kind: 'AIRTIME',
      text: 'Vous avez reçu 500 F de crédit. Nouveau solde: 60 000 FCFA. Ref: 123456789012',
    },
    {
      kind: 'REVERSAL',
      text: 'Le transfert de 25 000 FCFA a été annulé. Ref: 123456789012. Nouveau solde: 60 000 FCFA.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu 25 000 FCFA de 23592000000 - X le 01/01/20 a 00:00, le 12/06/24 a 14:05. Nouveau solde: 60 000 FCFA. Ref: 123456789012.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu 25 000 FCFA de 23592000000, le 12/06/24 a 14:05. Montant: 24 000 FCFA. Nouveau solde: 60 000 FCFA. Ref: 123456789012.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Vous avez recu 25 000 FCFA de 23592000000. Motif: le retrait de a ete annule. Ref: 123456789012.',
    },
  ],
});

export const moovTransfer = defineTemplate({
  id: 'moov-transfer',
  operator: 'MOOV',
  kind: 'CREDIT',
  wordings: [
    `${HELLO} <transfert|virement|paiement> recu <de|du> {payer}. [${MOTIF}.] Montant: {amount}. ${ID}: {id}. ${BALANCE}. ${AD}`,
    `${ID}: {id} <transfert|virement|paiement> recu <de|du> {payer} [${MOTIF}.] ${BALANCE} Montant: {amount}. ${AD}`,
    `${HELLO} ${TRANSFER_RECEIVED} <de|du> {payer} le {time}. [${MOTIF}.] ${ID}: {id}. ${BALANCE}. ${AD}`,
  ],
  samples: [
    {
      about: 'M4, captured on a sister network',
      text: 'Transfert recu de NOM (94123456). Montant: 10 000 FCFA. ID Transaction: MP260924.1430.B98765. Nouveau solde: 60 000 FCFA.',
      reading: m4,
    },
    {
      about: 'M4 in lines, with accents, in another order',
      text: 'ID Transaction : MP260924.1430.B98765\nTransfert reçu de NOM (+235 94 12 34 56)\nNouveau solde : 60 000 FCFA\nMontant : 10 000,00 FCFA',
      reading: { ...m4, payer: '23594123456' },
    },
    {
      about: 'M4 with the sum inside the sentence and an opaque id',
      text: 'Transfert de 10 000 FCFA recu de NOM (94123456) le 24/09/26 14:30. TID: 1234567890. Nouveau solde: 60 000 FCFA. Telechargez Moov Money!',
      reading: { ...m4, operator_transaction_id: '1234567890' },
    },
    {
      about: 'M4 with a motif',
      text: 'Transfert recu de NOM (94123456). Reference: Montant: 5 FCFA. Montant: 10 000 FCFA. ID Transaction: MP260924.1430.B98765. Nouveau solde: 60 000 FCFA.',
      reading: { ...m4, motif: 'Montant: 5 FCFA' },
    },
    {
      about: 'M4 with the sum inside the sentence and a time in the motif',
      text: 'Transfert de 10 000 FCFA recu de NOM (94123456) le 24/09/26 14:30. Motif: le 01/01/20 a 00:00. TID: 1234567890. Nouveau solde: 60 000 FCFA.',
      reading: { ...m4, operator_transaction_id: '1234567890', motif: 'le 01/01/20 a 00:00' },
    },
  ],
  rejects: [
    {
      kind: 'DEBIT',
      text: 'Transfert effectue vers NOM (94123456). Montant: 10 000 FCFA. ID Transaction: MP260924.1430.B98765. Nouveau solde: 60 000 FCFA.',
    },
    {
      kind: 'REVERSAL',
      text: 'Transfert recu de NOM (94123456) annule. Montant: 10 000 FCFA. ID Transaction: MP260924.1430.B98765.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Transfert recu de NOM (94123456). ID Transaction: MP260924.1430.B98765. Nouveau solde: 60 000 FCFA.',
    },
    {
      kind: 'UNKNOWN',
      text: 'Transfert en attente: vous avez recu 10 000 FCFA de NOM (94123456). Ref: 123456789012.',
    },
  ],
});
