import { amount, gap, maybe, patternSet, say } from '../pattern.ts';
import type { OtherTemplate } from './template.ts';

/** Airtime, data and bonuses are received too, but are not money. */
export const airtime: OtherTemplate = {
  id: 'airtime',
  version: 1,
  operator: 'ANY',
  lineage: 'common',
  kind: 'AIRTIME',
  status: 'unconfirmed',
  blocks: 'anywhere',
  heads: patternSet(
    [
      ...say('avez recu|recus|recue'),
      ...maybe('la|un|une'),
      ...maybe('somme|montant|transfert|recharge'),
      ...maybe('de'),
      ...amount,
      ...maybe('de|en|du|d'),
      ...say('credit|credits|bonus|unites|airtime|recharge|forfait|data|internet|communication|appel|appels'),
    ],
    [...say('avez recu'), ...maybe('un|une'), ...say('recharge|bonus|credit|forfait')],
    say('recharge|rechargement de|reussie|reussi|effectuee|effectue'),
    [...say('votre|compte|ligne'), ...gap(2), ...say('ete recharge|rechargee')],
  ),
  samples: [
    {
      about: 'airtime bought',
      text: 'Vous avez recu 500 F de credit',
      reading: { kind: 'AIRTIME', amount_xaf: 500 },
    },
    {
      about: 'airtime with an id and a balance',
      text: 'Vous avez reçu 1 000 FCFA de crédit d’appel. Ref: RC260627.1644.B72794. Solde: 2 410 FCFA.',
      reading: {
        kind: 'AIRTIME',
        amount_xaf: 1000,
        operator_transaction_id: 'RC260627.1644.B72794',
        occurred_at: '2026-06-27T15:44:00.000Z',
        balance_xaf: 2410,
      },
    },
    {
      about: 'a recharge',
      text: 'Recharge de 1000 FCFA reussie.',
      reading: { kind: 'AIRTIME', amount_xaf: 1000 },
    },
  ],
};
