import { AD, BALANCE, defineTemplate, HELLO } from './template.ts';

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
