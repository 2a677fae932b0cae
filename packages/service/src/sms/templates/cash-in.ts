import { AD, BALANCE, defineTemplate, HELLO, ID, MOTIF, type Sample } from './template.ts';

const m2: Sample['reading'] = {
  kind: 'CASH_IN',
  amount_xaf: 4000,
  operator_transaction_id: 'DH58HF9XG8',
  payer_is_agent: true,
  balance_xaf: 4022,
};

export const moovCashIn = defineTemplate({
  id: 'moov-cash-in',
  operator: 'MOOV',
  kind: 'CASH_IN',
  wordings: [
    `<depot d argent|depot dargent|depot> reussi aupres de: {agent} Code agent: {code} [${MOTIF}] Montant: {amount} TID: {id} ${BALANCE} ${AD}`,
    `TID: {id} <depot d argent|depot dargent|depot> reussi aupres de {agent} Montant: {amount} ${BALANCE} Code agent: {code} ${AD}`,
  ],
  samples: [
    {
      about: 'M2, captured on a sister network',
      text: "Depot d'argent reussi aupres de: NOM\nCode agent: 1101381\nMontant: 4 000,00 FCFA\nTID: DH58HF9XG8\nSolde: 4 022,75 FCFA",
      reading: m2,
    },
    {
      about: 'M2 on one line, with accents and a curled apostrophe',
      text: 'Dépôt d’argent réussi auprès de : NOM Code agent : 1101381 Montant : 4 000,00 FCFA TID : DH58HF9XG8 Solde : 4 022,75 FCFA',
      reading: m2,
    },
    {
      about: 'M2 in capitals with another order of lines',
      text: "TID: DH58HF9XG8\nDEPOT D'ARGENT REUSSI AUPRES DE NOM (99112233)\nMONTANT: 4.000 F\nSOLDE: 4.022,75 F\nCODE AGENT: 1101381",
      reading: { ...m2, payer: '99112233' },
    },
    {
      about: 'M2 with a motif',
      text: "Depot d'argent reussi aupres de: NOM\nCode agent: 1101381\nMotif: loyer\nMontant: 4 000,00 FCFA\nTID: DH58HF9XG8\nSolde: 4 022,75 FCFA",
      reading: { ...m2, motif: 'loyer' },
    },
  ],
  rejects: [
    {
      kind: 'DEBIT',
      text: "Retrait d'argent reussi aupres de: NOM\nCode agent: 1101381\nMontant: 4 000,00 FCFA\nTID: DH58HF9XG8\nSolde: 4 022,75 FCFA",
    },
    {
      kind: 'DEBIT',
      text: "Depot d'argent effectue vers 99112233. Montant: 4 000 FCFA. TID: DH58HF9XG8. Code agent: 1101381",
    },
    {
      kind: 'UNKNOWN',
      text: "Depot d'argent refuse aupres de: NOM\nCode agent: 1101381\nMontant: 4 000,00 FCFA\nTID: DH58HF9XG8",
    },
  ],
});

export const airtelCashIn = defineTemplate({
  id: 'airtel-cash-in',
  operator: 'AIRTEL',
  kind: 'CASH_IN',
  wordings: [
    `${HELLO} depot de {amount} <effectue|reussi> <par l agent|aupres de|aupres de l agent> {agent} [, le {date}]. [${MOTIF}.] ${ID}: {id}. ${BALANCE}. ${AD}`,
  ],
  samples: [
    {
      about: 'a shape assumed after M2',
      text: 'Depot de 5 000 FCFA effectue par l’agent NOM (66112233). Trans.ID: CI260627.1644.B72794. Solde: 7 410 FCFA.',
      reading: {
        kind: 'CASH_IN',
        amount_xaf: 5000,
        operator_transaction_id: 'CI260627.1644.B72794',
        payer: '66112233',
        payer_is_agent: true,
        balance_xaf: 7410,
        occurred_at: '2026-06-27T15:44:00.000Z',
      },
    },
    {
      about: 'the same with a motif',
      text: 'Depot de 5 000 FCFA effectue par l’agent NOM (66112233). Motif: K7Q2-9FJM. Trans.ID: CI260627.1644.B72794. Solde: 7 410 FCFA.',
      reading: {
        kind: 'CASH_IN',
        amount_xaf: 5000,
        operator_transaction_id: 'CI260627.1644.B72794',
        payer: '66112233',
        payer_is_agent: true,
        balance_xaf: 7410,
        motif: 'K7Q2-9FJM',
        occurred_at: '2026-06-27T15:44:00.000Z',
      },
    },
  ],
  rejects: [
    {
      kind: 'REVERSAL',
      text: 'Depot de 5 000 FCFA effectue par l’agent NOM (66112233) a ete annule. Trans.ID: CI260627.1644.B72794.',
    },
  ],
});
