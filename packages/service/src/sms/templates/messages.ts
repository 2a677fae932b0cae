import { amount, gap, maybe, patternSet, say } from '../pattern.ts';
import type { OtherTemplate } from './template.ts';

const shared = { version: 1, operator: 'ANY', lineage: 'common', status: 'unconfirmed' } as const;

export const oneTimeCode: OtherTemplate = {
  ...shared,
  id: 'otp',
  kind: 'OTP',
  blocks: 'anywhere',
  heads: patternSet(
    say('code de verification|confirmation|validation|securite|connexion'),
    say('code otp'),
    say('otp'),
    say('votre code est'),
    say('mot de passe est|temporaire|provisoire'),
    say('usage unique'),
  ),
  samples: [
    {
      about: 'a code',
      text: 'Votre code de vérification est 482910. Ne le partagez pas.',
      reading: { kind: 'OTP' },
    },
    { about: 'a short code', text: 'OTP: 482910', reading: { kind: 'OTP' } },
  ],
};

export const balance: OtherTemplate = {
  ...shared,
  id: 'balance',
  kind: 'BALANCE',
  blocks: 'alone',
  within_first: 10,
  heads: patternSet([
    ...say('solde'),
    ...maybe('airtel|moov|disponible|actuel|principal|du'),
    ...maybe('money|compte'),
    ...maybe('airtel|moov|disponible'),
    ...maybe('money'),
    ...maybe('est'),
    ...maybe('de'),
    ...amount,
  ]),
  samples: [
    {
      about: 'an enquiry',
      text: 'Votre solde Airtel Money est de 2 410 FCFA.',
      reading: { kind: 'BALANCE', balance_xaf: 2410 },
    },
    { about: 'short', text: 'Solde: 2410 FCFA', reading: { kind: 'BALANCE', balance_xaf: 2410 } },
  ],
};

/** Prizes and wins. Before a credit's wording they make it a lure. */
export const lure: OtherTemplate = {
  ...shared,
  id: 'lure',
  kind: 'PROMO',
  blocks: 'before',
  heads: patternSet(
    say('felicitations|felicitation|tombola|jackpot|tirage|loterie|gagnant|gagnante'),
    say('vous avez gagne'),
    say('promo|promotion'),
  ),
  samples: [
    {
      about: 'a prize',
      text: 'Félicitations! Vous avez gagné 1 000 000 FCFA. Appelez vite.',
      reading: { kind: 'PROMO' },
    },
  ],
};

export const promotion: OtherTemplate = {
  ...shared,
  id: 'promotion',
  kind: 'PROMO',
  blocks: 'alone',
  heads: patternSet(
    say(
      'gagnez|profitez|beneficiez|telechargez|decouvrez|activez|rechargez|jouez|souscrivez|bonus|offre|gratuit|gratuits|cadeau',
    ),
    [...say('recevez'), ...gap(4), ...say('de|bonus')],
  ),
  samples: [
    {
      about: 'an offer',
      text: 'Gagnez jusqu’à 100% de bonus avec Airtel Money! Composez *211#',
      reading: { kind: 'PROMO' },
    },
  ],
};
