/** Phrases that many wordings share, written in their language. */

/** Before a transaction id. */
export const ID =
  '<trans id|transaction id|id transaction|id de la transaction|reference|ref|tid|txn id|txn|id>';

export const BALANCE =
  '[votre|le] [nouveau] solde [disponible|actuel|principal|dispo] [du|de votre] [compte] [airtel|moov] [money] [disponible] [est] [de] {balance}';

export const HELLO =
  '[cher client|chere cliente|cher abonne|bonjour|confirme|confirmation|succes|airtel money|moov money]';

/** `Vous avez recu un transfert de 5 000 FCFA`, `Votre compte a ete credite de …`. */
export const RECEIVED_SUM =
  '<vous avez <recu|recus|recue> [un|une|la|le] [transfert|paiement|virement|versement|somme|montant] [de] {amount}' +
  '|votre compte [airtel|moov] [money] a ete credite de {amount}>';

export const TRANSFER_RECEIVED = '<transfert|virement|paiement> de {amount} recu';

export const FROM = '<du|de la part de|de|par|depuis>';

/** What the payer wrote, behind its label. */
export const MOTIF = "<reference|motif|message [de l'expediteur]> {motif}";

export const AD = '[{promo}]';
