import { AD, BALANCE, defineTemplate, HELLO, ID } from './template.ts';

export const oneTimeCode = defineTemplate({
  id: 'otp',
  operator: 'ANY',
  kind: 'OTP',
  wordings: [
    '[votre] <code [de <verification|confirmation|validation|securite|connexion>|otp]|otp|mot de passe [temporaire|provisoire]> [est] {code}. [{promo}]',
  ],
  samples: [
    {
      about: 'a code',
      text: 'Votre code de vérification est 482910. Ne le partagez pas.',
      reading: { kind: 'OTP' },
    },
    { about: 'a short code', text: 'OTP: 482910', reading: { kind: 'OTP' } },
  ],
});

export const balance = defineTemplate({
  id: 'balance',
  operator: 'ANY',
  kind: 'BALANCE',
  wordings: [`${HELLO} ${BALANCE}. ${AD}`],
  samples: [
    {
      about: 'an enquiry',
      text: 'Votre solde Airtel Money est de 2 410 FCFA.',
      reading: { kind: 'BALANCE', balance_xaf: 2410 },
    },
    { about: 'short', text: 'Solde: 2410 FCFA', reading: { kind: 'BALANCE', balance_xaf: 2410 } },
  ],
});

export const promotion = defineTemplate({
  id: 'promotion',
  operator: 'ANY',
  kind: 'PROMO',
  wordings: [
    '[felicitations] vous avez gagne {sum} {promo}',
    '<gagnez|profitez|beneficiez|telechargez|decouvrez|activez|rechargez|jouez|souscrivez|bonus|offre> [jusqu a] [{sum}] {promo}',
  ],
  samples: [
    {
      about: 'a prize',
      text: 'Félicitations! Vous avez gagné 1 000 000 FCFA. Appelez vite.',
      reading: { kind: 'PROMO' },
    },
    {
      about: 'an offer',
      text: 'Gagnez jusqu’à 100% de bonus avec Airtel Money! Composez *211#',
      reading: { kind: 'PROMO' },
    },
  ],
});

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
        doubts: ['airtime_balance', 'unconfirmed_template'],
      },
    },
  ],
});
