import { html } from '../../../html.ts';
import type { StatementWords } from './words.ts';

export const fr: StatementWords = {
  title: 'Relevés',
  intro:
    'Le portail de l’opérateur liste chaque mouvement d’un numéro. Déposez cette liste : chaque ligne est comparée au livre du numéro.',
  nothing: 'Aucun relevé.',
  columns: {
    days: 'Jours',
    number: 'Numéro',
    rows: 'Lignes',
    closing: 'Solde final',
    state: 'État',
    unknown: 'Inconnues du livre',
    differing: 'Différentes',
    imported: 'Déposé',
  },
  states: {
    IMPORTING: 'incomplet',
    KEPT: 'ne compte pas encore',
    AGREED: 'en cours',
    SETTLED: 'compte',
    REFUSED: 'refusé',
  },
  bring: {
    title: 'Déposer un relevé',
    intro:
      'Le fichier tel que le portail le donne : ouvert et enregistré par un tableur, il peut avoir perdu des zéros ou des dates. S’il y a une faute, rien n’en est gardé.',
    number: 'Le numéro dont c’est le relevé',
    file: 'Fichier',
    file_hint: '.csv ou .xlsx, 32 Mo au plus. Un grand relevé prend une minute : laissez la page ouverte.',
    no_file: 'Choisissez un fichier.',
    day: 'Seulement s’il est de ce jour',
    day_hint: 'Un relevé d’un autre jour est alors refusé.',
    after_a_gap: 'Les jours entre celui-ci et le relevé d’avant sont introuvables',
    new_account: 'Le compte qu’il nomme est celui de ce numéro, malgré les relevés d’avant (à deux)',
    button: 'Déposer',
    refused: 'Ce fichier n’est pas pris',
  },
  told: {
    imported: 'Relevé gardé.',
    before: 'Ce fichier avait déjà été déposé.',
    number_not_found: 'Ce numéro réel n’existe pas.',
    book_not_open:
      'Personne n’a dit le premier solde de ce numéro : lisez-le sur la puce et dites-le d’abord.',
    day_unusable: 'Ce jour n’existe pas.',
  },
  one: {
    title: 'Relevé',
    account: 'Compte',
    file: 'Fichier',
    profile: 'Profil',
    by: 'Déposé par',
    opening: 'Solde de départ',
    moved: 'Somme des inconnues',
    compared: 'comparées',
    uncompleted: 'Lignes non abouties, sans mouvement',
    rows: 'Lignes que le livre ne connaît pas, ou autrement',
    rows_hint: 'Celles qui sont dans le livre comme le relevé les dit ne sont pas listées.',
    all_known: 'Le livre connaît chaque ligne telle quelle.',
    columns: {
      line: 'Ligne',
      id: 'Transaction',
      time: 'Heure',
      moved: 'Mouvement',
      after: 'Solde',
      what: 'Constat',
      book: 'Dans le livre',
    },
    is_new: 'inconnue',
    differs: {
      amount: 'autre montant',
      balance: 'autre solde',
      number: 'autre numéro',
      payer: 'autre payeur',
      status: 'autre statut',
    },
    settle: 'Faire compter ce relevé',
    settle_text:
      'Les lignes inconnues seront décidées comme des messages arrivés en retard, et le dernier solde vaudra une lecture de la puce. Si la somme est grande, une deuxième personne doit dire la même chose.',
    untied: (number) =>
      html`Rien de connu ne rattache ce relevé au ${number}. Vérifiez sur le portail que c’est bien le relevé de ce numéro ; deux personnes doivent le laisser compter.`,
    refuse: 'Refuser ce relevé',
    refuse_text:
      'Il a été apporté pour un autre numéro, ou son fichier est perdu : il ne comptera jamais. Le fichier peut être déposé de nouveau, pour le bon numéro.',
    refused: 'Refusé par',
    unfinished:
      'Ce relevé est incomplet : déposez de nouveau le même fichier, il reprend où il en était, ou dit pourquoi il est refusé. Si ce fichier est perdu, exportez de nouveau ces jours : celui-ci ne compte pas et n’empêche rien.',
    unconfirmed: 'Le profil n’est pas confirmé : ce relevé est gardé et ne prouve rien.',
  },
  profiles: {
    title: 'Profils',
    intro:
      'Un profil dit comment un portail écrit. Comparez un vrai relevé au portail avant de confirmer ; il faut deux personnes.',
    confirmed: 'confirmé',
    unconfirmed: 'pas confirmé',
    confirm: 'Confirmer',
  },
  at: ({ row, cell }) =>
    cell !== undefined ? `Cellule ${cell} : ` : row !== undefined ? `Ligne ${row} : ` : '',
  unreadable: {
    empty: 'le fichier est vide. Exportez-le de nouveau.',
    too_large: 'le fichier est trop grand. Demandez moins de jours à la fois.',
    too_many_rows: 'trop de lignes. Demandez moins de jours à la fois.',
    too_wide: 'trop de colonnes : ce n’est pas un relevé.',
    cell_too_long: 'une cellule est trop longue : ce n’est pas un relevé.',
    row_too_long: 'une ligne est trop longue : ce n’est pas un relevé.',
    encoding: 'les lettres du fichier sont illisibles. Exportez-le de nouveau.',
    damaged: 'le fichier est abîmé ou coupé. Exportez-le de nouveau.',
    not_a_table: 'ce n’est ni un .csv ni un .xlsx. Apportez le fichier tel que le portail le donne.',
    old_workbook: 'c’est un ancien .xls. Exportez en .xlsx ou .csv.',
    encrypted: 'le fichier a un mot de passe. Apportez-le sans.',
    bomb: 'le fichier se déploie bien au-delà de sa taille : quelqu’un l’a fabriqué. Exportez-le de nouveau.',
    several_sheets: 'le classeur a plusieurs feuilles. Gardez celle du relevé.',
    no_sheet: 'le classeur n’a aucune feuille.',
    dates_from_1904: 'le classeur compte ses dates depuis 1904. Apportez le fichier du portail lui-même.',
    formula:
      'une formule, qu’aucun opérateur n’écrit : quelqu’un a changé le fichier. Exportez-le de nouveau.',
  },
  file: {
    no_titles: () =>
      html`Aucune des premières lignes n’a les titres d’un relevé connu (voir les profils). Exportez-le de nouveau, tel quel.`,
    wrong_separator: () =>
      html`Les colonnes ne sont séparées ni par des points-virgules, ni par des virgules, ni par des tabulations. Exportez-le de nouveau, ou en .xlsx.`,
    no_rows: () => html`Aucune ligne sous les titres. Choisissez des jours où quelque chose a bougé.`,
    too_many_rows: ({ rows_max }) => html`Plus de ${rows_max} lignes. Exportez moins de jours à la fois.`,
    other_operator: ({ profile, msisdn }, say) =>
      html`C’est un relevé ${say.raw(profile)}, et ${say.phone(msisdn)} est chez l’autre opérateur. Choisissez son numéro.`,
    header_unreadable: ({ line, cell }, say) =>
      html`La ligne ${line}, au-dessus des titres, devrait dire le compte ou les jours et dit ${say.raw(cell)}. Exportez-le de nouveau, avec son en-tête.`,
    other_account: ({ account, msisdn }, say) =>
      html`C’est le relevé du compte ${say.raw(account)}, qui n’est pas ${say.phone(msisdn)}. Choisissez son numéro.`,
    account_changed: ({ account, msisdn }, say) =>
      html`C’est le relevé du compte ${say.raw(account)}. D’après les relevés d’avant, ${say.phone(msisdn)} en a un autre, ou un autre numéro a celui-ci. Choisissez son numéro ; si le portail dit que c’est bien celui-ci, cochez la case : deux personnes le laissent alors compter.`,
    file_of_another_number: ({ msisdn, of }, say) =>
      html`Ce fichier a été déposé comme relevé du ${say.phone(of)}. Choisissez le numéro dont il est le relevé. Si c’est le ${say.phone(msisdn)}, et s’il ne compte pas encore pour l’autre, refusez-le d’abord là, sur sa page.`,
    refused_meanwhile: () =>
      html`Quelqu’un a refusé ce relevé pendant sa lecture. Si c’était une erreur, déposez le fichier de nouveau.`,
    other_day: ({ day, ...range }, say) =>
      html`Ce relevé est du ${say.days(range)}, pas du ${say.raw(day)}. Exportez le bon jour.`,
    outside_days: ({ line, at, ...range }, say) =>
      html`La ligne ${line} est du ${say.day(at)} et le relevé se dit du ${say.days(range)} : quelqu’un l’a changé. Exportez-le de nouveau.`,
    in_the_future: ({ line, at }, say) =>
      html`La ligne ${line} est du ${say.day(at)}, qui est à venir : quelqu’un l’a changée, ou ses dates s’écrivent autrement.`,
    no_hours: () =>
      html`Chaque ligne de cette liste est de minuit : un tableur a enlevé les heures. Déposez le fichier tel que le portail le donne. Si c’est celui du portail, exportez plus de jours à la fois.`,
    other_hours: ({ line, operator_transaction_id, behind_minutes }, say) =>
      html`La ligne ${line} est ${Math.abs(behind_minutes)} minutes ${behind_minutes < 0 ? 'avant' : 'après'} l’heure que dit son identifiant (${say.raw(operator_transaction_id)}), et aucune ligne n’a l’heure du sien : les heures de cette liste sont d’un autre fuseau horaire. Réglez le portail, et l’ordinateur, sur l’heure de N’Djamena (UTC+1), et exportez-la de nouveau. Si le portail y dit les mêmes heures, chaque paiement s’est achevé en retard : exportez plus de jours à la fois.`,
    repeated_row: ({ line, operator_transaction_id }, say) =>
      html`La ligne ${line} en répète une autre (${say.raw(operator_transaction_id)}) : quelqu’un a changé le fichier. Exportez-le de nouveau.`,
    broken: ({ line, operator_transaction_id, printed_xaf, expected_xaf }, say) =>
      html`La ligne ${line} (${say.raw(operator_transaction_id)}) finit à ${say.sum(printed_xaf)} ; d’après ses voisines ce devrait être ${say.sum(expected_xaf)} : une ligne manque, ou un montant a été changé. Exportez-le de nouveau.`,
    changed_meanwhile: () => html`Le fichier a changé pendant la lecture. Déposez-le de nouveau.`,
    not_continuous: ({ before_until, before_xaf, opening_xaf }, say) =>
      html`Le relevé d’avant finit le ${say.day(before_until)} à ${say.sum(before_xaf)}, et celui-ci commence à ${say.sum(opening_xaf)} : il manque des jours, ou l’un des deux a été changé. Déposez d’abord ces jours ; s’ils sont introuvables, cochez la case.`,
    changed_since: ({ operator_transaction_id, told_xaf, held_xaf }, say) =>
      html`${say.raw(operator_transaction_id)} vaut ${say.sum(held_xaf)} dans un relevé d’avant, et ${say.sum(told_xaf)} dans celui-ci : l’un des deux a été changé. Demandez à l’opérateur.`,
  },
  line: (line) => `Ligne ${line} : `,
  row: {
    cut: ({ cells, expected }) =>
      html`${cells} colonnes au lieu de ${expected} : le fichier est coupé. Exportez-le de nouveau.`,
    formula: ({ cell }, say) =>
      html`une formule (${say.raw(cell)}), qu’aucun opérateur n’écrit : quelqu’un a changé le fichier. Exportez-le de nouveau.`,
    unreadable: ({ title, cell }, say) =>
      html`sous ${say.raw(title)} il est écrit ${say.raw(cell)}, qui ne se lit pas. Exportez-le de nouveau, tel quel.`,
    swapped: ({ title, id }, say) =>
      html`sous ${say.raw(title)} il y a une date dont ${say.raw(id)} dit le jour et le mois dans l’autre ordre : un tableur a changé les dates. Déposez le fichier tel que le portail le donne, ou enregistrez-le avec les dates en texte.`,
    no_hour: ({ title, cell }, say) =>
      html`sous ${say.raw(title)} il est écrit ${say.raw(cell)}, et l’heure est perdue : un tableur a changé les dates. Déposez le fichier tel que le portail le donne ; enregistrer celui-ci de nouveau ne rend pas les heures.`,
    unknown_status: ({ title, cell }, say) =>
      html`sous ${say.raw(title)} il est écrit ${say.raw(cell)}, et personne n’a dit si une telle ligne a déplacé de l’argent. Demandez à l’opérateur : le profil doit d’abord connaître ce statut.`,
    fraction: ({ title, cell, is_balance }, say) =>
      html`sous ${say.raw(title)} il y a une fraction de franc (${say.raw(cell)}), et les livres sont en francs entiers. ${is_balance ? 'Videz cette colonne et déposez de nouveau la liste : elle compte sans soldes.' : 'Demandez à l’opérateur ce que c’était.'}`,
    no_single_sum: () => html`de l’argent entré et sorti à la fois. Demandez à l’opérateur ce que c’était.`,
    no_sum: () =>
      html`de l’argent a bougé, et la ligne ne dit aucune somme. Demandez à l’opérateur ce que c’était, et écrivez cette somme dans la ligne : 0 si rien n’a bougé.`,
    other_currency: ({ cell }, say) => html`en ${say.raw(cell)} : seul le franc CFA est pris.`,
  },
};
