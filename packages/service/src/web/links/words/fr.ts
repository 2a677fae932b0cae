import { html } from '../../html.ts';
import type { LinkWords } from './words.ts';

export const fr: LinkWords = {
  open: { status: 'Paiement par lien', heading: 'Avec quoi payez-vous ?', text: '' },
  amount: 'Montant à payer, en FCFA',
  amount_hint: ({ min, max }) => html`De ${min} à ${max}, sans les frais de l’opérateur`,
  amount_wrong: ({ min, max }) => html`Écrivez un montant entier, de ${min} à ${max}.`,
  amount_left: 'Ce lien ne prend plus autant. Écrivez un montant plus petit.',
  phone: 'Numéro qui va payer (facultatif)',
  phone_hint: '8 chiffres. Si vous l’écrivez, payez de ce numéro-là.',
  phone_wrong: 'Écrivez un numéro du Tchad : 8 chiffres, ou laissez vide.',
  phone_needed:
    'Beaucoup de personnes paient ce montant en ce moment. Écrivez le numéro qui va payer, puis continuez ; ou revenez dans quelques minutes.',
  operator: 'Opérateur',
  operator_wrong: 'Choisissez votre opérateur.',
  pay_with: ({ operator }) => html`Continuer avec ${operator}`,
  next: 'La page suivante donne le numéro auquel envoyer l’argent. Rien n’est débité ici.',
  form_used: 'Votre choix a changé. Vérifiez-le, puis continuez.',
  began_before: 'Ce formulaire a déjà commencé un paiement. Pour payer encore une fois, continuez.',
  under_way: {
    heading: 'Vous avez un paiement en cours',
    text: 'Vous l’avez commencé sur ce téléphone. N’en commencez pas un autre si vous avez déjà envoyé l’argent.',
    go: 'Voir mon paiement en cours',
  },
  was_paid: { heading: 'Vous avez payé', text: 'Le reçu est toujours là.', go: 'Voir mon reçu' },
  went_on: {
    heading: 'Votre paiement a eu une suite',
    text: 'Voyez ce qu’il est devenu avant d’envoyer encore de l’argent.',
    go: 'Voir ce qu’il est devenu',
  },
  has_expired: {
    heading: 'Votre paiement a expiré',
    text: 'Nous n’avons vu aucun argent arriver pour lui. Si vous en avez envoyé, voyez sa page avant de payer à nouveau.',
    go: 'Voir le paiement expiré',
  },
  was_cancelled: {
    heading: 'La boutique a annulé votre paiement',
    text: 'Si vous avez envoyé de l’argent pour lui, voyez sa page avant de payer à nouveau.',
    go: 'Voir le paiement annulé',
  },
  refusals: {
    closed: {
      status: 'Lien fermé',
      heading: 'Ce lien est fermé',
      text: 'Il ne prend plus de paiement. Demandez-en un autre à la boutique. N’envoyez pas d’argent.',
    },
    expired: {
      status: 'Lien expiré',
      heading: 'La date de ce lien est passée',
      text: 'Il ne prend plus de paiement. Demandez-en un autre à la boutique. N’envoyez pas d’argent.',
    },
    used_up: {
      status: 'Lien déjà utilisé',
      heading: 'Ce lien a déjà servi',
      text: 'Il ne prend plus de paiement. Si vous devez encore payer, demandez-en un autre à la boutique.',
    },
    busy: {
      status: 'Un paiement est en cours',
      heading: 'Quelqu’un est en train de payer',
      text: 'Ce lien est occupé par un paiement commencé. S’il n’est pas payé, le lien se libère : regardez à nouveau dans quelques minutes. N’envoyez pas d’argent d’ici là.',
    },
  },
  not_ready: {
    status: 'Indisponible un instant',
    heading: 'Ce lien ne peut pas prendre de paiement en ce moment',
    text: 'Regardez à nouveau dans quelques minutes, ou voyez avec la boutique. N’envoyez pas d’argent.',
  },
  look_again: 'Regarder à nouveau',
};
