import { patternSet } from '../pattern.ts';
import {
  ACCOUNT_CREDITED,
  RECEIVED_FROM,
  RECEIVED_SUM,
  TRANSFER_OF_SUM,
  TRANSFER_RECEIVED,
} from './credit-heads.ts';
import type { MoneyTemplate, Sample } from './template.ts';

const m1: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 25000,
  operator_transaction_id: '123456789012',
  payer: '23592000000',
  balance_xaf: 60000,
  occurred_at: '2024-06-12T13:05:00.000Z',
};
const m4: Sample['reading'] = {
  kind: 'CREDIT',
  amount_xaf: 10000,
  operator_transaction_id: 'MP260924.1430.B98765',
  payer: '94123456',
  balance_xaf: 60000,
  occurred_at: '2026-09-24T13:30:00.000Z',
};

export const moovCredit: MoneyTemplate = {
  id: 'moov-credit',
  version: 1,
  operator: 'MOOV',
  lineage: 'moov',
  kind: 'CREDIT',
  status: 'unconfirmed',
  heads: patternSet(RECEIVED_SUM, RECEIVED_FROM, ACCOUNT_CREDITED),
  id_shapes: ['airtel', 'opaque'],
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
      about: 'M1 with a motif, an opaque id and advertising at the end',
      text: 'Vous avez reçu 25 000,00 FCFA de 23592000000 - NOM PRENOM, le 2024-06-12 14:05:09. Motif: loyer K7Q2-9FJM. Nouveau solde: 60 000 FCFA. Ref: DH58HF9XG8. Moov Money, envoyez de l’argent partout!',
      reading: { ...m1, operator_transaction_id: 'DH58HF9XG8', motif: 'loyer K7Q2-9FJM' },
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
      about: 'a second sum under a label',
      text: 'Vous avez recu 25 000 FCFA de 23592000000, le 12/06/24 a 14:05. Montant: 24 000 FCFA. Nouveau solde: 60 000 FCFA. Ref: 123456789012.',
      reading: { ...m1, doubts: ['two_amounts', 'unconfirmed_template'] },
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
      text: 'Vous avez recu 25 000 FCFA de 23592000000. Motif: le retrait de a ete annule. Ref: 123456789012.',
    },
  ],
};

export const moovTransfer: MoneyTemplate = {
  id: 'moov-transfer',
  version: 1,
  operator: 'MOOV',
  lineage: 'moov',
  kind: 'CREDIT',
  status: 'unconfirmed',
  heads: patternSet(TRANSFER_RECEIVED, TRANSFER_OF_SUM),
  id_shapes: ['airtel', 'opaque'],
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
};
