import { gap, patternSet, say } from '../pattern.ts';
import type { OtherTemplate } from './template.ts';

/** A credit or a debit undone. It names the transaction undone, and may have an id of its own. */
export const reversal: OtherTemplate = {
  id: 'reversal',
  version: 1,
  operator: 'ANY',
  lineage: 'common',
  kind: 'REVERSAL',
  status: 'unconfirmed',
  blocks: 'anywhere',
  heads: patternSet(
    say(
      'a|ont|est ete annule|annulee|annules|annulees|inverse|inversee|renverse|renversee|reverse|extourne|extournee|rembourse|remboursee',
    ),
    say('est|annule|annulee annule|annulee'),
    say('transaction|transfert|paiement|depot annule|annulee|inverse|inversee'),
    [...say('transfert|depot|paiement recu|effectue de'), ...gap(10), ...say('annule|annulee')],
    say('annulation de|du|d|reussie|transaction|transfert'),
    say('reversal|extourne'),
  ),
  samples: [
    {
      about: 'a credit undone',
      text: 'Le transfert MP260627.1644.B72794 de 25 000 FCFA recu de 66123456 a été annulé. Solde: 2 410 FCFA.',
      reading: {
        kind: 'REVERSAL',
        amount_xaf: 25000,
        reversed_transaction_id: 'MP260627.1644.B72794',
        balance_xaf: 2410,
      },
    },
    {
      about: 'with an id of its own',
      text: 'Ref: RV260628.0900.B00001. La transaction MP260627.1644.B72794 de 25000 FCFA a ete annulee. Solde: 2410 FCFA.',
      reading: {
        kind: 'REVERSAL',
        amount_xaf: 25000,
        operator_transaction_id: 'RV260628.0900.B00001',
        reversed_transaction_id: 'MP260627.1644.B72794',
        occurred_at: '2026-06-28T08:00:00.000Z',
        balance_xaf: 2410,
      },
    },
    {
      about: 'announced by a noun',
      text: 'ANNULATION DE TRANSFERT. Montant: 25 000 FCFA. Trans.ID: PP260627.1644.B72794.',
      reading: { kind: 'REVERSAL', amount_xaf: 25000, reversed_transaction_id: 'PP260627.1644.B72794' },
    },
  ],
};
