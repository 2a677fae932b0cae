import { gap, maybe, patternSet, say } from '../pattern.ts';

/**
 * Wordings that ask for something, or speak to a machine: no operator's credit notice has them. A text with
 * one is kept as UNKNOWN. Safety advice (`Ne communiquez jamais votre code PIN`) is not among them.
 */
export const HOSTILE = patternSet(
  say('entrez|saisissez|tapez|envoyez|confirmez|fournissez votre|ton|le|un code|pin|mot'),
  say('pour confirmer|valider|recuperer|debloquer|encaisser|accepter|recevoir'),
  [...say('cliquez|repondez|rappelez'), ...maybe('ici|oui|vite')],
  [
    ...say('ignore|ignorez|oublie|oubliez|disregard|forget'),
    ...gap(4),
    ...say('instructions|consignes|regles|rules|prompt'),
  ],
  say('system|assistant|developer prompt|message|instruction|instructions'),
  say('prompt|javascript|script|iframe|onerror|onload'),
  say('drop|alter|truncate table'),
  say('union select'),
  say('insert into'),
  say('delete from'),
);

/** Wordings of money that has not come, or not yet. A text with one is no credit, whatever else it says. */
export const NOT_YET = patternSet(
  say('en attente'),
  say('en cours'),
  say('demande de paiement|transfert|argent|retrait'),
  say('a echoue'),
  say('echec|echoue|echouee|refuse|refusee|rejete|rejetee|insuffisant|expire|expiree'),
  say('sera|seront credite|credites|verse|verses|envoye|transfere|recu'),
  say('avez pas recu'),
  say('n a pas'),
  say('par erreur'),
);
