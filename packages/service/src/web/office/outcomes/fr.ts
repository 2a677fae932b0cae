import type { OutcomeWords } from './words.ts';

export const fr: OutcomeWords = {
  kinds: {
    corrected: 'C’est corrigé. Ce qui avait été dit reste dans le journal.',
    moved: 'Le déplacement est dans le livre.',
    read: 'Ce qu’il y avait est enregistré : la preuve de ce jour s’y réfère.',
    unmarked: 'Il n’est certainement pas parti et attend à nouveau.',
    nothing_marked: 'Rien de ce paiement n’est noté comme renvoyé.',
    has_left: 'Il est parti : un message, ou l’équipe, a dit quel débit c’était.',
    may_have_gone:
      'Il est peut-être parti : dites d’abord le solde de sa SIM, même si elle a été lue avant cette proposition, et ce qu’était tout ce qui en est sorti ; désavouez, sur toute SIM, un message qui en parle et qui n’est pas de l’opérateur.',
    called_capital: 'C’est notre propre argent : il est dans notre capital.',
    not_live: 'C’est un test : rien n’y est à nous.',
    may_be_a_payment:
      'C’est peut-être le paiement d’un client : attribuez-le ou renvoyez-le. Si une session de ce numéro attend encore, réessayez quand elle sera finie.',
    custodian_set: 'Le dépositaire est enregistré. Ce qui avait été dit reste dans l’historique.',
    text_unusable: 'Écrivez l’institution et son agrément, en 1 à 200 caractères chacun.',
    day_unusable: 'Écrivez un jour, aujourd’hui au plus tard.',
    frozen: 'Le commerçant est gelé.',
    unfrozen: 'Le commerçant est dégelé.',
    as_before: 'Rien n’a changé : c’était déjà ainsi.',
    settlement_terms_set: 'Les jours d’attente et la réserve valent dès maintenant.',
    settlement_terms_unusable: 'Écrivez de 0 à 30 jours, et une réserve en francs entiers.',
    merchant_not_found: 'Ce commerçant n’existe pas.',
    needs_a_merchant: 'Un paiement appartient à un commerçant : dites lequel.',
    stands_there: 'L’argent y est déjà.',
    has_ended: 'Cela a terminé un remboursement ou un versement : une correction n’y peut plus rien.',
    not_covered: 'Il n’y a pas assez à prendre là où l’argent se trouve.',
    not_ours: 'De ce qui est détenu, moins est à nous, ou rien.',
    account_not_found: 'Ce n’est pas un autre de nos comptes.',
    moved_before:
      'C’est déjà dans les livres : même somme, même sens, même heure. Si c’en est un autre, écrivez sa propre minute.',
    moved_at_unusable: 'Écrivez un jour et une heure passés, comme 14:30.',
    own_merchant:
      'Vous êtes dans l’équipe de ce marchand, ou l’avez quittée il y a moins de 90 jours : quelqu’un d’autre du personnel en décide.',
    confirmed: 'C’est confirmé.',
    rejected: 'La session est close sans paiement. L’argent éventuel est dans « En attente ».',
    assigned: 'Le paiement est attribué.',
    refunded: 'C’est noté comme renvoyé.',
    voided: 'C’est annulé : l’opérateur l’a repris, ou il n’a jamais été payé.',
    asked: 'L’opérateur est prié de le renvoyer. Cette page montre la suite.',
    refused: 'C’est noté : l’argent n’est pas revenu. On peut redemander le remboursement.',
    anchored: 'Le solde est enregistré.',
    announced: 'Le retrait est annoncé : le SMS de la puce sera reconnu.',
    announced_before:
      'Ce retrait est déjà annoncé, et ne l’a pas été une seconde fois. Si vous en faites un autre de la même somme, remplissez le formulaire de nouveau.',
    explained: 'Le mouvement est expliqué et inscrit.',
    disowned: 'Ce message n’est plus de personne : il ne conteste plus rien, et rien ne l’attend.',
    closed: 'C’est clos.',
    withdrawn: 'La proposition est retirée.',
    changed: 'C’est fait.',
    set: 'Le tarif est fixé.',
    fees_set: 'Les conditions sont fixées : elles valent à partir de leur jour.',
    terms_unusable:
      'Ce ne sont pas des conditions : écrivez une part, une somme ou les deux, par exemple 1.5%+50 min=100 max=5000 tax=18%.',
    begins_too_early: 'Des conditions ne touchent jamais le passé : dites un jour plus tard.',
    begins_too_late: 'C’est dans plus d’un an : dites un jour plus proche.',
    proposed:
      'C’est proposé. Une autre personne doit dire la même chose sur cette page, avec son propre compte.',
    not_found: 'Ce que vous avez nommé n’existe pas. Vérifiez l’identifiant.',
    number_not_found: 'Ce numéro réel n’existe pas. Voyez la page Numéros.',
    step_not_found: 'Ce mouvement n’existe pas. Voyez les mouvements du numéro.',
    message_not_found: 'Ce message n’existe pas.',
    incident_not_found: 'Cet incident n’existe pas.',
    alert_not_found: 'Cette alerte n’existe pas.',
    template_not_found: 'Ce texte modèle n’existe pas.',
    settled: 'Le relevé compte : ce qu’il dit est dans le livre.',
    statement_not_found: 'Ce relevé n’existe pas.',
    statement_refused:
      'Le relevé ne comptera jamais. Le fichier peut être déposé de nouveau, pour le bon numéro.',
    statement_counts: 'Ce relevé compte déjà : ce qu’il dit est dans le livre.',
    is_refused:
      'Quelqu’un a refusé ce relevé : il ne comptera jamais. Si c’était une erreur, déposez le fichier de nouveau.',
    not_complete: 'Ce relevé n’est pas complet : déposez de nouveau le même fichier.',
    profile_unconfirmed:
      'Personne n’a confirmé la lecture des relevés de ce portail. Comparez celui-ci au portail, puis confirmez son profil.',
    changed_since:
      'Un relevé qui compte donne un autre montant pour un de ces paiements : l’un des deux a été changé. Demandez à l’opérateur.',
    profile_confirmed: 'Le profil est confirmé : ces relevés comptent.',
    profile_not_found: 'Ce profil n’existe pas.',
    not_under_review: 'Cette session n’est plus à vérifier : quelqu’un a décidé.',
    nothing_covers_it:
      'Aucun paiement libre du dossier ne couvre le montant. Rejetez, puis renvoyez l’argent ou attribuez-le depuis « En attente ».',
    several_credits: 'Plusieurs paiements couvrent le montant : choisissez lequel.',
    credit_not_in_case: 'Ce paiement n’est pas de ce dossier. Choisissez-en un de la page.',
    credit_is_gone: 'Ce paiement est déjà attribué ailleurs.',
    credit_reversed: 'L’opérateur a repris ce paiement : annulez-le depuis « En attente ».',
    credit_doubted:
      'Il n’est pas sûr que cet argent soit là : lisez le solde de la puce, et expliquez ce qu’une lecture, un message ou un relevé met en doute. Ce dont on a dit qu’il n’a jamais été payé, ou que l’opérateur a repris avec une formulation inconnue, s’annule depuis « En attente ».',
    payer_unread:
      'On ne se fie plus à la formulation qui nommait son payeur, ou une autre, confirmée, en nomme un autre ; il est donc peut-être à quelqu’un d’autre : confirmez-en une qui lise son message, faites relire l’argent, puis renvoyez-le.',
    payer_unknown:
      'Rien ne montre quel téléphone a payé, ou ce qui est tapé n’est pas un numéro entier : dites vers quel téléphone l’argent repart, avec tous ses chiffres, un numéro étranger avec + et l’indicatif de son pays. Le SMS de la puce est tenu à ce numéro.',
    other_payer: 'C’est un autre téléphone qui a payé : l’argent retourne à celui-là.',
    credit_not_vouched:
      'Des messages avec d’autres soldes sont arrivés sur sa puce à côté du sien, ou une lecture y a trouvé moins que le livre n’avait avec cet argent ; il peut donc être faux : lisez le solde de la puce, puis renvoyez l’argent, donnez-le à qui il revient ou dites qu’il est à nous. Si la puce ne peut plus être lue, ou si cela n’y change rien, deux personnes le cherchent dans la liste de l’opérateur et disent ce que c’était (npx chari feeds explain).',
    payment_reversed: 'L’opérateur a repris ce paiement : il n’est pas renvoyé une seconde fois.',
    payment_doubted:
      'Une lecture de la puce, un message ou un relevé met ce paiement en doute : expliquez d’abord son mouvement.',
    nothing_waits: 'Il ne reste rien en attente de ce paiement.',
    other_environment: 'L’un est réel et l’autre un test, ou ils sont de deux espaces d’essai.',
    session_closed: 'Cette session est terminée pour toujours. Donnez l’argent au marchand, ou renvoyez-le.',
    too_little: 'Ce paiement ne couvre pas le montant. Donnez-le au marchand, ou renvoyez-le.',
    not_timed_out:
      'Le personnel ne règle qu’une transaction hors délai, ou au paiement douteux. Celle-ci ne l’est pas.',
    no_late_proof:
      'Rien ne prouve un paiement de cette transaction. Attribuez-lui un paiement depuis « En attente ».',
    credit_already_used: 'Le paiement de cette transaction n’est plus en attente.',
    proven_otherwise: 'Un autre paiement de cette transaction est prouvé : confirmez-le sur sa page.',
    paid_by_push:
      'Cette transaction devait être payée par demande de l’opérateur, pas vers un numéro : renvoyez l’argent.',
    other_amount: 'Ce n’est pas le montant attendu. Regardez de nouveau la page.',
    not_reversed:
      'Aucun message de l’opérateur ne le reprend et personne ne l’a passé en perte : attribuez-le, ou renvoyez-le.',
    reversed_elsewhere:
      'Aucun mouvement de la puce qui a été payée ne le reprend : une autre puce l’annonce, ou un message arrivé après sa ligne d’un relevé. Vérifiez, et fermez son alerte ; ce qui est toujours là s’attribue alors, ou se renvoie.',
    left_for_merchant:
      'On a dit que ce qui a quitté sa puce était un remboursement ou un règlement de son marchand : ce qui était de trop est toujours là. Vérifiez, et fermez son alerte ; renvoyez-le alors.',
    reversals_differ:
      'L’opérateur l’a repris en plusieurs mouvements, et on leur a donné des sens différents : corrigez-les d’abord, pour que tous aient le même (npx chari ledger correct).',
    reversal_unexplained:
      'L’opérateur l’a repris en plusieurs mouvements, ou avec le paiement dont c’est le reste : dites d’abord, dans le livre de la puce, ce qu’était chacun d’eux.',
    not_success: 'Seule une transaction payée peut être remboursée.',
    balance_short: 'Son commerçant a moins que cela chez nous : rien ne le paierait.',
    given_back: 'Son commerçant le rembourse déjà : voir la page des remboursements.',
    already: 'Un remboursement est déjà parti. Demandez à l’opérateur comment il a fini, puis dites-le ici.',
    balance_unusable: 'Ce n’est pas un solde : écrivez des francs entiers.',
    readings_cross:
      'Quelqu’un a dit un autre solde de cette SIM il y a un instant, et le livre était auparavant à celui-ci. Regardez de nouveau la SIM dans trois minutes et dites ce qu’elle affiche alors.',
    amount_unusable: 'Ce n’est pas une somme à retirer : écrivez des francs entiers, plus que 0.',
    hours_unusable: 'Dites combien d’heures en arrière : de 1 à 720.',
    closed_before: 'Quelqu’un l’avait déjà clos.',
    found_since:
      'D’autres écarts ont été trouvés sur ce numéro depuis que cette page a été affichée ou que la première personne s’est prononcée : regardez à nouveau son livre.',
    unseen:
      'La page d’où vous l’avez clos ne dit pas ce qui était trouvé quand vous avez regardé : rouvrez-la, regardez encore une fois, puis refaites-le là.',
    taken_back_since:
      'L’opérateur a encore repris de ce paiement depuis que cette page a été affichée : regardez à nouveau sa SIM.',
    explained_before: 'Ce mouvement est déjà expliqué.',
    disowned_before: 'Ce message a déjà été écarté.',
    has_its_place: 'Ce message est un mouvement du livre : dites ce que ce mouvement était.',
    no_money_came: 'C’est de l’argent parti : ce n’est le paiement de personne.',
    other_recipient:
      'L’argent est parti vers un autre numéro que celui auquel ce montant est dû. Trouvez à qui il est, puis expliquez le mouvement pour ce qu’il était.',
    payments_first:
      'Des paiements de cette puce qui attendent une lecture, ou qu’une lecture a réglés depuis, sont peut-être ce qui manque. Ils sont parmi les mouvements inexpliqués d’ici : cherchez d’abord chacun dans la liste de l’opérateur, et dites qu’il est le paiement d’un client ou qu’il n’a jamais été vrai. Si l’un attend et qu’aucun solde n’a été dit depuis sa venue, dites d’abord le solde.',
    several_due:
      'Rien ne dit à qui c’est parti, et cette somme est due à plusieurs. Trouvez qui l’a reçue, et nommez ce remboursement ou ce versement par son identifiant.',
    no_settlement_is_due:
      'Aucun versement de cette somme n’est en route depuis cette puce. Expliquez le mouvement comme ce qu’il était.',
    no_refund_is_due:
      'Aucun renvoi noté de cette puce n’a cette somme. Expliquez le mouvement comme ce qu’il était.',
    waits_for_a_reading:
      'Ce paiement se règle quand on lit la puce : dites le solde d’abord. S’il n’a jamais existé, choisissez « jamais vrai ».',
    said_paid_before:
      'Deux personnes ont dit que c’était payé, et cela reste au dossier. Si c’est vrai, redites que c’est le paiement d’un client. Si l’opérateur l’a repris depuis, importez son relevé de ces jours : d’ici là, personne ne peut le renvoyer. S’il est en attente, annulez-le alors ; s’il a payé quelqu’un, dites dans le livre de la puce ce qu’était le mouvement qui le reprend.',
    is_a_payment:
      'Ce paiement est contesté, ou est peut-être ce qui manque : dites qu’il est celui d’un client, ou qu’il n’a jamais été vrai.',
    nothing_proposed: 'Il n’y a plus rien de proposé.',
    unusable: 'Ce tarif ne peut pas servir : chaque palier commence là où finit le précédent.',
    not_a_credit_template: 'Ce texte ne parle pas d’argent : rien à confirmer.',
    contradicts_book:
      'Les soldes de la puce montrent un autre mouvement pour un texte qu’elle lit. Corrigez sa nature et ses cases, dans une autre version.',
    takes_another:
      'Elle prendrait aussi des textes d’une autre formule en service, et deux ne lisent jamais le même texte. Resserrez-la, dans une autre version.',
    same_person: 'Vous l’avez proposé vous-même : quelqu’un d’autre doit être d’accord.',
    not_comparable:
      'C’est proposé sous un nom tapé, et un compte et un nom tapé ne font jamais deux personnes. Retirez la proposition et refaites-la.',
    other_proposal: 'Quelqu’un a proposé autre chose. Approuvez exactement cela, ou retirez la proposition.',
    left_the_staff: 'Vous n’êtes plus du personnel : rien n’a été fait.',
    other_role: 'Votre rôle ne le permet pas : demandez à quelqu’un dont c’est le rôle. Rien n’a été fait.',
  },
  figures: {
    missing_xaf: 'Il manque',
    from_held_xaf: 'Reste sur le premier',
    to_held_xaf: 'Maintenant sur le second',
    surplus_xaf: 'De trop, mis en attente',
    best_xaf: 'Le plus grand paiement libre',
    refunded_xaf: 'Renvoyé',
    left_before_xaf:
      'N’envoyez rien avant d’avoir regardé son numéro : autant est déjà parti vers ce téléphone, et personne n’a dit ce que c’était. Si c’était cela, deux personnes disent que c’était un renvoi',
    moved_xaf: 'Mouvement',
    vouched_xaf: 'Attesté par une seule personne',
    unexplained_xaf: 'Reste inexpliqué',
    waiting_xaf: 'En attente',
    reversed_xaf:
      'Dites d’abord, dans le livre de la puce, ce qui a été repris, et fermez son alerte : on pourra alors décider de ce qui attend. Repris par l’opérateur',
    proven: 'Messages prouvés',
  },
  by: 'Proposé par',
  short:
    'C’est moins que ne dit le livre : cette SIM est maintenant suspecte : un paiement y est réglé par le relevé de l’opérateur, ou par une lecture s’il dépasse tout ce qui est sorti sans explication. Si le chiffre était une erreur, relisez-le dans trois minutes et dites le bon ; puis deux personnes disent des deux différences « Jamais vrai », et ferment son incident ouvert. Sinon, regardez d’abord cet incident.',
  still_short:
    'Cette SIM reste suspecte, car une lecture précédente a trouvé moins, ou quelque chose s’est révélé faux : un paiement y est réglé par le relevé de l’opérateur, ou par une lecture s’il dépasse tout ce qui est sorti sans explication. Expliquez chaque différence, si un chiffre était une erreur toutes deux par « Jamais vrai », à deux personnes, et fermez son incident ouvert.',
  swept_before:
    'Ne retirez plus rien : cette somme a déjà quitté la puce, et elle est inscrite comme ce retrait. Si aucun de vous ne l’a prise, quelqu’un d’autre l’a fait : prévenez tout de suite un administrateur.',
  left_already:
    'N’envoyez rien : cette somme a déjà quitté la puce, et ce départ est pris pour ce renvoi. Si aucun de vous ne l’a envoyée, quelqu’un d’autre l’a fait : prévenez tout de suite un administrateur.',
  left_when: 'Partie le',
  not_yet: 'N’envoyez rien avant qu’elle n’ait approuvé.',
  told_by:
    'N’envoyez rien avant d’avoir regardé le livre de cette puce : un message qui y attend parle d’autant d’argent parti, et c’est peut-être ce renvoi. Si c’était lui, et que le livre ne le reconnaît pas de lui-même, deux personnes y disent que c’était un renvoi',
  sent_to: 'L’argent va au téléphone',
  left_from: 'Parti de',
  taken_back:
    'L’opérateur a aussi repris ce paiement : si les deux sont partis, le payeur l’a reçu deux fois. Voyez cela avec l’opérateur.',
  at_once_title: 'Décidé au même moment',
  at_once:
    'Quelqu’un a décidé ou proposé quelque chose à ce sujet au même moment. Rien n’a été fait de votre part : regardez de nouveau.',
  look_again: 'Regarder de nouveau',
};
