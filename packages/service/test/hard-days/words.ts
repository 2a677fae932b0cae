import { undatedOf } from '../evidence/play.ts';
import { newWords } from '../evidence/taught.ts';
import type { Words } from '../honest-days/manner.ts';

/** Words that nobody knows before these days. */
export const NEW_WORDS: Words = (sum_xaf, payer) => newWords(sum_xaf, { payer, word: 'WORD' });

/**
 * Words in which an operator may tell of a payment: without a time, without a currency, without an id, with nothing but a name of
 * its payer, or such as people teach in the course of the days.
 */
export const OTHER_WORDS: readonly Words[] = [
  (sum_xaf, payer) => undatedOf(payer, sum_xaf, 'DAYID'),
  NEW_WORDS,
  (sum_xaf, payer) => `"Encaisse ${sum_xaf} de ${payer}, ref ID, solde BALANCE"`,
  (sum_xaf, payer) => `"Encaisse ${sum_xaf} FCFA de ${payer}. Solde BALANCE FCFA."`,
  (sum_xaf) => `"Encaisse ${sum_xaf} FCFA de ABAKAR MAHAMAT par ID. Solde BALANCE FCFA."`,
];

/** Words in which an operator may tell of a payment for the second time, under its id: such as people teach, such as a template takes, and others. */
export const SECOND_WORDS: readonly Words[] = [
  NEW_WORDS,
  (sum_xaf, payer) =>
    `"Ref:ID Vous avez recu ${sum_xaf}.00 CFA du ${payer} .Reference: merci. Solde: BALANCE CFA."`,
  (sum_xaf, payer) => `"Paiement ID de ${sum_xaf} FCFA par ${payer} confirme. Solde BALANCE FCFA."`,
  (sum_xaf, payer) => `"Paiement ID de ${sum_xaf} FCFA par ${payer} confirme."`,
];
