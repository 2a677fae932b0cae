import { amount, maybe, patternSet, say } from '../pattern.ts';
import type { OtherTemplate } from './template.ts';

/** Money that leaves: transfers, merchant payments, withdrawals, purchases. Its balance is still a witness. */
export const debit: OtherTemplate = {
  id: 'debit',
  version: 1,
  operator: 'ANY',
  lineage: 'common',
  kind: 'DEBIT',
  status: 'unconfirmed',
  blocks: 'anywhere',
  not_after: ['frais', 'de'],
  heads: patternSet(
    [
      ...say('vous avez envoye|paye|transfere|retire|achete|verse|depose|debourse|regle|effectue'),
      ...maybe('un|une'),
      ...maybe('transfert|retrait|paiement|achat|depot'),
      ...maybe('de'),
      ...amount,
    ],
    say('vous avez envoye|paye|transfere|retire|achete|verse|depose|debourse|regle|effectue'),
    say('a ete debite|debitee|preleve'),
    say('retrait reussi|effectue|d|dargent|de|au|aupres|recu'),
    [...say('retrait'), ...maybe('de'), ...amount],
    say('transfert|envoi|depot|virement effectue|reussi|envoye vers|a|au|pour'),
    say('transfert|envoi|depot|virement vers|envoye|au'),
    say('argent|dargent effectue|reussi|envoye vers|a|au|pour'),
    say('paiement effectue|reussi|marchand|a|au|pour|vers'),
    say('achat de|effectue|reussi'),
  ),
  samples: [
    {
      about: 'an outgoing transfer',
      text: 'Trans.ID: PP260627.1644.B72794. Vous avez envoye 25000 FCFA au 66123456. Frais: 100 FCFA. Votre solde disponible est 2410 FCFA.',
      reading: {
        kind: 'DEBIT',
        amount_xaf: 25000,
        operator_transaction_id: 'PP260627.1644.B72794',
        occurred_at: '2026-06-27T15:44:00.000Z',
        balance_xaf: 2410,
      },
    },
    {
      about: 'a merchant payment',
      text: 'Vous avez payé 5 000 FCFA à BOUTIQUE. Solde: 2 410 FCFA.',
      reading: { kind: 'DEBIT', amount_xaf: 5000, balance_xaf: 2410 },
    },
    {
      about: 'a withdrawal',
      text: 'RETRAIT de 10 000 FCFA. Solde: 2 410 FCFA. Ref: CO260627.1644.B72794',
      reading: {
        kind: 'DEBIT',
        amount_xaf: 10000,
        balance_xaf: 2410,
        operator_transaction_id: 'CO260627.1644.B72794',
        occurred_at: '2026-06-27T15:44:00.000Z',
      },
    },
  ],
};
