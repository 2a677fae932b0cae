import { html } from '../html.ts';
import type { Words } from './words.ts';

const PLURAL = new Intl.PluralRules('fr');

export const fr: Words = {
  locale: 'fr-TD',
  name: 'Français',
  language: 'Langue',
  currency: 'FCFA',
  operators: { AIRTEL: 'Airtel Money', MOOV: 'Moov Money' },
  skip: 'Aller au contenu',
  look_again: 'Regarder à nouveau',
  refresh_begin: 'Regarder toutes les 15 secondes',
  refresh_stop: 'Ne plus regarder automatiquement',
  refresh_on: 'Cette page se recharge toutes les 15 secondes.',
  offline: 'Pas de connexion. La page reprendra toute seule.',
  safety: 'Nous ne demandons jamais votre code PIN ni un code reçu par SMS. Ne les donnez à personne.',
  by: 'Paiement suivi par Chari',

  pay: {
    verified: 'commerçant vérifié',
    unverified: 'commerçant non vérifié',
    to: 'Paiement à',
    amount: 'Montant exact',
    amount_asked: 'Montant demandé',
    number: 'Numéro à créditer',
    copy: 'Copier le numéro',
    copied: 'Numéro copié',
    operator: 'Opérateur',
    ticket: 'Ticket',
    ticket_why: 'à garder : il retrouve votre paiement',
    order: 'Commande',
    description: 'Objet',
    until: 'À payer avant',
    until_time: ({ moment }) => html`${moment}, heure de N’Djamena`,
    exact: 'Envoyez exactement ce montant, ni plus ni moins.',
    fee: 'Les frais de votre opérateur s’ajoutent à ce montant.',
    steps: 'Comment payer',
    operator_steps: {
      AIRTEL: [
        () => html`Ouvrez le menu Airtel Money de votre téléphone, ou son application.`,
        () => html`Choisissez l’envoi d’argent vers un numéro Airtel Money.`,
        ({ number }) => html`Tapez le numéro ${number}.`,
        ({ amount }) => html`Tapez le montant exact : ${amount}.`,
        () => html`Relisez, puis validez dans le menu d’Airtel Money.`,
      ],
      MOOV: [
        () => html`Ouvrez le menu Moov Money de votre téléphone, ou son application.`,
        () => html`Choisissez le transfert d’argent vers un numéro Moov.`,
        ({ number }) => html`Tapez le numéro ${number}.`,
        ({ amount }) => html`Tapez le montant exact : ${amount}.`,
        () => html`Relisez, puis validez dans le menu de Moov Money.`,
      ],
    },
    afterwards: 'Gardez le SMS de confirmation. Cette page change quand l’argent est arrivé.',
    left: 'Temps restant',
    qr_show: 'Ouvrir cette page sur un téléphone (code QR)',
    qr_hide: 'Cacher le code QR',
    qr_text: 'Ce code ouvre cette page. Il ne paie rien.',
  },

  waiting: {
    status: 'En attente de votre paiement',
    heading: 'Envoyez l’argent',
    text: '',
  },
  last_minutes: {
    status: 'Il reste moins de 5 minutes',
    heading: 'Envoyez l’argent maintenant',
    text: 'Si le temps est trop court, n’envoyez rien : demandez un nouveau paiement à la boutique.',
  },
  listening: {
    status: 'Délai terminé, nous écoutons encore',
    heading: 'Le délai pour payer est terminé',
    text: 'Si vous avez déjà envoyé l’argent, ne faites rien : le SMS de l’opérateur peut encore arriver. Sinon, n’envoyez plus d’argent.',
  },
  other_phone:
    'Un paiement de cette somme est arrivé d’un autre téléphone que celui qui a été annoncé ; nous le vérifions. S’il est de vous, n’envoyez rien de nouveau.',
  feed: {
    slow: 'En ce moment les messages de l’opérateur nous arrivent en retard. Un paiement peut mettre plus de temps à s’afficher ; ne payez pas deux fois.',
    silent: {
      heading: 'Attendez avant d’envoyer l’argent',
      open: 'En ce moment nous ne recevons pas les messages de l’opérateur pour ce numéro. Si vous n’avez pas encore payé, attendez. Si vous avez payé, ne payez pas de nouveau : votre argent sera vu quand les messages reviendront.',
      over: 'En ce moment nous ne recevons pas les messages de l’opérateur pour ce numéro. Si vous avez payé, ne payez pas de nouveau : votre argent sera vu quand les messages reviendront.',
      ended:
        'En ce moment nous ne recevons pas les messages de l’opérateur pour ce numéro : nous ne pouvons pas voir si votre argent est arrivé. Si vous l’avez envoyé, ne payez pas de nouveau : dites-le ci-dessous et voyez avec la boutique. Sinon, n’envoyez plus rien à ce numéro.',
      ended_full:
        'En ce moment nous ne recevons pas les messages de l’opérateur pour ce numéro : nous ne pouvons pas voir si votre argent est arrivé. Si vous l’avez envoyé, ne payez pas de nouveau et voyez avec la boutique. Sinon, n’envoyez plus rien à ce numéro.',
    },
  },

  checking: {
    status: 'Paiement en cours de vérification',
    heading: 'De l’argent est arrivé, nous vérifions',
    reasons: {
      late: 'Il a été envoyé après l’heure limite.',
      less: 'Il est arrivé moins que le montant demandé.',
      more: 'Il est arrivé plus que le montant demandé.',
      other_amounts:
        'Plusieurs paiements d’autres montants que celui demandé sont arrivés ; ils ne s’additionnent pas.',
      several: 'Nous ne savons pas encore avec certitude pour quelle commande il est.',
      other_payer: 'Il vient d’un autre numéro que celui qui était annoncé.',
      second: 'Plus d’un paiement est arrivé pour cette commande.',
      taken_back: 'Il était arrivé, puis l’opérateur l’a déclaré annulé.',
      unproven:
        'Un message annonce un paiement qui semble être pour cette commande ; nous attendons la preuve de l’opérateur. Si vous n’avez rien envoyé, voyez avec la boutique.',
    },
    received: ({ received, amount }) => html`Reçu ${received} au lieu de ${amount}.`,
    dont_send: 'N’envoyez pas d’argent de nouveau.',
    next: 'Une personne de notre équipe décide. Le résultat s’affiche ici et la boutique le voit chez Chari.',
    since: ({ moment }) => html`En vérification depuis le ${moment}.`,
    staff_from: ({ moment }) =>
      html`Sans preuve avant le ${moment}, une personne de notre équipe reprend la vérification.`,
    by_then: ({ ticket }) =>
      html`Rien de nouveau un jour plus tard ? Contactez la boutique et donnez le ticket ${ticket}.`,
  },

  paid: {
    status: 'Payé',
    heading: 'Paiement reçu, merci',
    text: 'La boutique voit ce paiement chez Chari. Si elle le demande, montrez-lui cette page.',
    receipt: 'Reçu',
    at: 'Payé le',
    transaction: 'N° de transaction de l’opérateur',
    no_transaction: 'non communiqué',
    keep: 'Gardez cette adresse : le reçu y reste.',
    print: 'Imprimer le reçu',
    surplus: {
      with_staff: ({ amount }) =>
        html`Vous avez envoyé ${amount} de trop. Notre équipe s’en occupe ; n’envoyez rien d’autre.`,
      going_back: ({ amount }) =>
        html`Vous avez envoyé ${amount} de trop ; notre équipe est en train de le renvoyer.`,
      sent_back: ({ amount }) => html`Vous avez envoyé ${amount} de trop ; c’est renvoyé.`,
      decided: ({ amount }) => html`Vous avez envoyé ${amount} de trop ; notre équipe a décidé.`,
    },
    second: {
      with_staff:
        'Un autre paiement est arrivé pour cette commande, déjà payée. Notre équipe s’en occupe ; n’envoyez rien d’autre.',
      going_back:
        'Un autre paiement est arrivé pour cette commande ; notre équipe est en train de le renvoyer.',
      taken_back:
        'Un autre paiement est arrivé pour cette commande ; l’opérateur annonce qu’il a été repris.',
      sent_back: 'Un autre paiement était arrivé pour cette commande ; il a été renvoyé.',
      decided: 'Un autre paiement était arrivé pour cette commande ; notre équipe l’a traité.',
    },
    given_back: {
      status: 'Rendu',
      heading: 'Ce paiement vous a été rendu',
      text: ({ amount }) => html`La boutique vous a rendu ${amount} de ce paiement.`,
    },
  },
  reversed: {
    status: 'Paiement repris par l’opérateur',
    heading: 'L’opérateur annonce que ce paiement a été repris',
    text: 'Il était arrivé, puis l’opérateur l’a déclaré annulé. Notre équipe vérifie. Voyez avec la boutique avant toute autre chose, et n’envoyez rien d’ici là.',
  },
  expired: {
    status: 'Délai terminé',
    heading: 'Cette demande de paiement a expiré',
    text: 'Nous n’avons vu aucun argent arriver pour elle. N’envoyez plus d’argent à ce numéro. Si vous en avez envoyé, ne payez pas de nouveau : voyez avec la boutique. Sinon, demandez-lui un nouveau paiement.',
  },
  cancelled: {
    status: 'Annulé par la boutique',
    heading: 'La boutique a annulé cette demande',
    text: 'N’envoyez pas d’argent.',
  },
  late_money: {
    status: 'De l’argent est arrivé trop tard',
    heading: 'De l’argent est arrivé après la fin',
    text: 'Un paiement qui semble être pour cette commande est arrivé alors qu’elle était déjà fermée.',
    becomes: {
      with_staff:
        'Il est en sécurité : notre équipe cherche à qui il est. N’envoyez rien d’autre et voyez avec la boutique.',
      going_back:
        'Notre équipe est en train de le renvoyer. N’envoyez rien d’autre et voyez avec la boutique.',
      taken_back:
        'L’opérateur annonce qu’il a été repris ; notre équipe vérifie. Voyez avec la boutique avant toute autre chose.',
      sent_back: 'Il a été renvoyé.',
      decided: 'Notre équipe a décidé ce qu’il devient. Voyez avec la boutique.',
    },
    unproven: {
      heading: 'Un paiement est en cours de vérification',
      text: 'Un message annonce un paiement qui semble être pour cette commande, déjà fermée. Nous attendons la preuve de l’opérateur.',
      next: 'Si vous l’avez envoyé, il n’est pas perdu : notre équipe cherche à qui il est. N’envoyez rien d’autre et voyez avec la boutique.',
    },
  },
  not_taken: {
    status: 'Vérifié : non retenu',
    heading: 'L’argent arrivé n’a pas été compté pour cette commande',
    text: 'Notre équipe l’a vérifié et ne l’a pas pris pour le paiement de cette commande.',
    becomes: {
      with_staff: 'Il est en sécurité et n’est encore à personne. Voyez avec la boutique.',
      going_back:
        'Notre équipe est en train de le renvoyer. N’envoyez rien d’autre et voyez avec la boutique.',
      taken_back:
        'L’opérateur annonce qu’il a été repris ; notre équipe vérifie. Voyez avec la boutique avant toute autre chose.',
      sent_back: 'Il a été renvoyé.',
      decided: 'Notre équipe a décidé ce qu’il devient. Voyez avec la boutique.',
    },
  },

  shop: {
    back: 'Retourner à la boutique',
    note: 'La boutique connaît le résultat par Chari, pas par ce lien.',
  },

  claim: {
    heading: 'J’ai envoyé l’argent',
    text: 'Dites-nous lequel : notre équipe le cherche dans les messages de l’opérateur. Cela ne confirme rien à lui seul.',
    transaction: 'N° de transaction',
    transaction_hint: 'Dans le SMS que votre opérateur vous a envoyé, par exemple MP261121.1104.A12345',
    transaction_wrong: 'Recopiez le numéro de transaction du SMS : 6 à 30 lettres et chiffres.',
    phone: 'Votre numéro',
    phone_hint: 'Celui qui a payé, 8 chiffres',
    phone_wrong: 'Écrivez un numéro du Tchad : 8 chiffres.',
    send: 'Envoyer',
    privacy:
      'Notre équipe voit les deux ; la boutique voit le numéro de transaction, pas votre numéro de téléphone. N’écrivez jamais votre code PIN.',
    told: ({ moment }) => html`Votre message du ${moment} est bien arrivé.`,
    told_text:
      'Notre équipe compare avec les messages de l’opérateur. Il ne confirme rien à lui seul ; voyez avec la boutique et donnez le ticket.',
    another: 'Corriger ou ajouter un paiement',
    full: 'Nous avons déjà plusieurs messages pour ce paiement. Voyez avec la boutique et donnez le ticket.',
    problems: (count) =>
      PLURAL.select(count) === 'one' ? 'Un champ est à corriger.' : `${count} champs sont à corriger.`,
  },

  test: {
    banner: 'TEST — aucun argent réel. N’envoyez rien.',
    heading: 'Jouer le payeur',
    text: 'Chaque bouton joue un paiement dans le bac à sable.',
    scenarios: {
      paid: 'Payé',
      paid_twice: 'Payé deux fois',
      late: 'Trop tard',
      ambiguous: 'Ambigu',
      underpaid: 'Trop peu',
      overpaid: 'Trop',
      wrong_payer: 'Autre payeur',
      unproven: 'Sans preuve',
      expire: 'Expiré',
    },
    impossible: 'Ce paiement ne peut pas jouer cela.',
  },

  problems: {
    not_found: {
      status: 'Introuvable',
      heading: 'Il n’y a rien à cette adresse',
      text: 'Vérifiez le lien, ou demandez-en un nouveau à la boutique. N’envoyez pas d’argent.',
    },
    method_not_allowed: {
      status: 'Demande refusée',
      heading: 'Cette adresse ne prend pas cette demande',
      text: 'Revenez à la page de paiement et recommencez.',
    },
    too_many: {
      status: 'Trop de demandes',
      heading: 'Trop de demandes à la fois',
      text: 'Attendez un peu, puis regardez à nouveau. Un paiement envoyé n’est pas perdu.',
    },
    too_large: {
      status: 'Demande refusée',
      heading: 'Ce formulaire est illisible ou trop long',
      text: 'Revenez à la page de paiement et remplissez-le de nouveau.',
    },
    cross_site: {
      status: 'Demande refusée',
      heading: 'Cette demande vient d’un autre site',
      text: 'Ouvrez la page de paiement elle-même et recommencez là.',
    },
    unavailable: {
      status: 'Indisponible un instant',
      heading: 'Nous ne pouvons pas répondre en ce moment',
      text: 'Regardez à nouveau dans une minute. Un paiement envoyé n’est pas perdu : ne payez pas deux fois.',
    },
    fault: {
      status: 'Erreur de notre côté',
      heading: 'Une erreur s’est produite chez nous',
      text: 'Regardez à nouveau dans une minute. Un paiement envoyé n’est pas perdu : ne payez pas deux fois.',
    },
  },
  home: 'Retour au paiement',
};
