import { amount, gap, maybe, patternSet, payer, say } from '../pattern.ts';
import type { MoneyTemplate, Sample } from './template.ts';

/** A cash-in is made by an agent: the number in it is the agent's. */
const HEADS = patternSet(
  [
    ...say('depot'),
    ...maybe('d argent'),
    ...maybe('dargent'),
    ...say('reussi|effectue|recu aupres'),
    ...maybe('de'),
    ...payer,
  ],
  [
    ...say('depot de'),
    ...amount,
    ...gap(3),
    ...say('reussi|effectue|recu aupres|par'),
    ...maybe('de'),
    ...payer,
  ],
  [...say('vous avez recu un depot de'), ...amount, ...maybe('de|par'), ...payer],
);

/** Without an agent in it, a deposit may be another person's. */
const ALSO = new Set(['agent', 'agence', 'aupres']);

const m2: Sample['reading'] = {
  kind: 'CASH_IN',
  amount_xaf: 4000,
  operator_transaction_id: 'DH58HF9XG8',
  payer_is_agent: true,
  balance_xaf: 4022,
};

export const moovCashIn: MoneyTemplate = {
  id: 'moov-cash-in',
  version: 1,
  operator: 'MOOV',
  lineage: 'moov',
  kind: 'CASH_IN',
  status: 'unconfirmed',
  heads: HEADS,
  also: ALSO,
  id_shapes: ['airtel', 'opaque'],
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
};

export const airtelCashIn: MoneyTemplate = {
  id: 'airtel-cash-in',
  version: 1,
  operator: 'AIRTEL',
  lineage: 'airtel',
  kind: 'CASH_IN',
  status: 'unconfirmed',
  heads: HEADS,
  also: ALSO,
  id_shapes: ['airtel'],
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
  ],
  rejects: [
    {
      kind: 'REVERSAL',
      text: 'Depot de 5 000 FCFA effectue par l’agent NOM (66112233) a ete annule. Trans.ID: CI260627.1644.B72794.',
    },
  ],
};
