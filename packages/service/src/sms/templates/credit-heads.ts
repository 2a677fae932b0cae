import { amount, gap, maybe, type Pattern, payer, say } from '../pattern.ts';

const FROM: Pattern = [...maybe('du|de|par|depuis'), ...maybe('la part de|du')];

/** `Vous avez recu 25 000 FCFA de …`, also `… recu un transfert de 25 000 FCFA …`. */
export const RECEIVED_SUM: Pattern = [
  ...say('vous avez recu|recus|recue'),
  ...maybe('la|le|un|une'),
  ...maybe('somme|montant|transfert|paiement|virement|versement'),
  ...maybe('de'),
  ...amount,
  ...FROM,
  ...payer,
];

/** `Vous avez recu de NOM (94123456) …`: the sum has a label of its own. */
export const RECEIVED_FROM: Pattern = [
  ...say('vous avez recu'),
  ...maybe('un transfert|paiement'),
  ...say('de|du'),
  ...payer,
];

/** `Transfert recu de NOM (94123456)`: the sum has a label of its own. */
export const TRANSFER_RECEIVED: Pattern = [...say('transfert|virement|paiement recu de|du'), ...payer];

/** `Transfert de 10 000 FCFA recu de NOM (94123456)`. */
export const TRANSFER_OF_SUM: Pattern = [
  ...say('transfert|virement|paiement de'),
  ...amount,
  ...say('recu'),
  ...FROM,
  ...payer,
];

/** `Votre compte a ete credite de 10 000 FCFA par …`. */
export const ACCOUNT_CREDITED: Pattern = [
  ...say('votre compte'),
  ...gap(3),
  ...say('a ete credite'),
  ...maybe('de'),
  ...amount,
  ...FROM,
  ...payer,
];
