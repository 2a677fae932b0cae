import { AD, BALANCE, defineTemplate, HELLO, ID } from './template.ts';

/** Airtime, data and bonuses are received too, but are not money. */
export const airtime = defineTemplate({
  id: 'airtime',
  operator: 'ANY',
  kind: 'AIRTIME',
  wordings: [
    `${HELLO} [${ID}: {id}.] vous avez recu [un transfert] [de] {amount} <de|d|en> <credit|credits|bonus|unites|airtime|recharge|forfait|communication> [d appel|de communication] [<du|de> {phone}]. [${ID}: {id}.] [${BALANCE}.] [${ID}: {id}.] ${AD}`,
    `[{code}:] vous avez recu <un|une> <credit|bonus|recharge|forfait> de {amount} [<du|de> {phone}]. [${BALANCE}.] [${ID}: {id}.] ${AD}`,
    `${HELLO} [${ID}: {id}.] recharge de {amount} <reussie|effectuee>. [${ID}: {id}.] [${BALANCE}.] ${AD}`,
  ],
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
    {
      about: 'Airtel Chad, 2017: airtime that looks like money',
      text: '207 : Vous avez reçu un crédit de 2500 FCFA du 68612345. Votre solde est de 2843 FCFA. Trans.ID : R1707051582330',
      reading: {
        kind: 'AIRTIME',
        amount_xaf: 2500,
        operator_transaction_id: 'R1707051582330',
        balance_xaf: 2843,
      },
    },
  ],
});
