import type { Catalogue } from '../../frame/table.ts';

/** What staff are told of what they decided, besides what every decision can come to. */
export type SettlementTold =
  | 'approved'
  | 'cancelled'
  | 'sending'
  | 'perhaps_sent'
  | 'doubted'
  | 'PAID'
  | 'FAILED'
  | 'confirmed'
  | 'refused'
  | 'not_in_state'
  | 'account_changed'
  | 'stopped'
  | 'left_after_all'
  | 'owes'
  | 'payment_reversed'
  | 'source_not_found'
  | 'source_unread'
  | 'other_source'
  | 'sent_elsewhere'
  | 'held'
  | 'book_leaves_room'
  | 'has_left'
  | 'other_amount'
  | 'other_day'
  | 'other_recipient'
  | 'spoken_before'
  | 'returned'
  | 'paid_after_all'
  | 'returned_before'
  | 'not_found'
  | 'unusable';

export type OfficeSettlementWords = {
  title: string;
  intro: string;
  accounts: string;
  sections: Readonly<Record<'DRAFT' | 'APPROVED' | 'SENDING' | 'UNKNOWN', string>>;
  nothing: string;
  columns: Readonly<
    Record<
      'settlement' | 'merchant' | 'to' | 'amount' | 'since' | 'decide' | 'holder' | 'asked_by' | 'team',
      string
    >
  >;
  frozen_until: string;
  team_as_before: string;
  team_changed: string;
  list_file: string;
  list_paper: string;
  bank: string;
  proofs: string;
  no_proofs: string;
  approve: string;
  cancel: string;
  send: string;
  from: string;
  doubt: string;
  fail: string;
  prove: string;
  witness: string;
  witnesses: Readonly<Record<'bank_row' | 'statement_row' | 'bank' | 'statement' | 'book', string>>;
  record_id: string;
  row_amount: string;
  row_to: string;
  day: string;
  confirm: string;
  refuse: string;
  paid_says: string;
  unpaid_says: string;
  returned_says: string;
  came_back: string;
  came_back_text: string;
  paid_late: string;
  paid_late_text: string;
  reference: string;
  open: string;
  told: Readonly<Record<SettlementTold, string>>;
};

export const OFFICE_SETTLEMENT_WORDS: Catalogue<OfficeSettlementWords> = {
  fr: {
    title: 'Versements',
    intro:
      'Approuvez, envoyez, puis dites-le ici. Seule une preuve rend un versement payé : le SMS de débit de la puce, ou une ligne du relevé.',
    accounts: 'Comptes de versement à confirmer',
    sections: {
      DRAFT: 'À approuver',
      APPROVED: 'À envoyer',
      SENDING: 'En route',
      UNKNOWN: 'À prouver',
    },
    nothing: 'Rien n’attend.',
    columns: {
      settlement: 'Versement',
      merchant: 'Commerçant',
      to: 'Vers',
      amount: 'Montant',
      since: 'Depuis',
      decide: 'Décider',
      holder: 'Titulaire',
      asked_by: 'Demandé par',
      team: 'Son équipe, 14 jours',
    },
    team_as_before: 'rien n’a changé',
    team_changed: 'a changé : appelez avant de confirmer',
    frozen_until: 'gelé jusqu’au',
    list_file: 'La liste d’envoi en CSV',
    list_paper: 'La liste d’envoi en PDF',
    bank: 'Notre compte bancaire',
    proofs: 'Ce qui a été dit de lui',
    no_proofs: 'Rien encore.',
    approve: 'Approuver',
    cancel: 'Reprendre',
    send: 'Je l’envoie',
    from: 'Depuis',
    doubt: 'On ne sait pas',
    fail: 'Pas parti',
    prove: 'Prouver',
    witness: 'Ce qui le montre',
    witnesses: {
      bank_row: 'une ligne du relevé bancaire : parti',
      statement_row: 'une ligne du relevé de l’opérateur : parti',
      bank: 'le relevé bancaire : pas parti',
      statement: 'le relevé de l’opérateur : pas parti',
      book: 'le solde lu sur la puce : pas parti',
    },
    record_id: 'Son identifiant là-bas',
    row_amount: 'Montant de la ligne',
    row_to: 'Numéro que nomme la ligne',
    day: 'Jour',
    confirm: 'Confirmer',
    refuse: 'Refuser',
    paid_says: 'parti',
    unpaid_says: 'pas parti',
    returned_says: 'revenu',
    came_back: 'Il est revenu',
    came_back_text:
      'La ligne par laquelle la somme entière est revenue. Deux personnes la lisent ; le montant est de nouveau dû au commerçant, et ce compte ne reçoit plus rien.',
    paid_late: 'Il a été payé quand même',
    paid_late_text:
      'La ligne par laquelle la somme entière est partie. Deux personnes la lisent ; le montant est repris de ce que le commerçant a chez nous, et ce qui en a été préparé de nouveau doit être annulé.',
    reference: 'Référence (ST…)',
    open: 'Ouvrir',
    told: {
      approved: 'Approuvé. Il peut être envoyé.',
      cancelled: 'Repris : le montant est de nouveau dû.',
      sending: 'Noté. La puce ou le relevé le prouvera.',
      perhaps_sent:
        'Noté, mais n’envoyez rien avant d’avoir regardé : cette puce a déjà parlé de cette somme et de ce numéro, dans des mots que personne ne connaît. Si c’était ce versement, deux personnes le disent dans le livre de la puce.',
      doubted: 'Noté : seule une preuve le termine maintenant.',
      PAID: 'Versé, preuve à l’appui.',
      FAILED: 'Échoué : le montant est de nouveau dû.',
      confirmed: 'Confirmé. Rien n’y part avant la fin du gel.',
      refused: 'Refusé.',
      not_in_state: 'Il n’est plus dans cet état : regardez de nouveau.',
      account_changed:
        'Le compte de versement n’est plus en vigueur : reprenez-le, puis préparez-en un autre.',
      stopped:
        'Son commerçant est gelé, ou n’est plus vérifié : rien n’est versé d’ici là. Il peut être repris.',
      left_after_all:
        'Un autre versement à ce commerçant, ou un remboursement à l’un de ses clients, a été dit échoué ou repris, et une puce l’a peut-être envoyé quand même. Dites d’abord à deux, dans le livre de la puce, ce qui en est parti.',
      owes: 'Le commerçant nous doit plus qu’il n’a chez nous : un paiement a été renvoyé. Annulez ce versement, et préparez-en un autre.',
      payment_reversed:
        'L’opérateur a repris un paiement qui en fait partie, ou sa puce contient moins que son livre : il n’est peut-être jamais venu ; ou il est en train d’être renvoyé. Regardez-y d’abord.',
      source_not_found: 'Ce numéro, portefeuille ou compte n’est pas à nous.',
      source_unread: 'Personne n’a encore lu cette puce : lisez-la d’abord.',
      sent_elsewhere:
        'Une autre de nos puces a envoyé cette somme à ce numéro depuis la préparation, et personne n’a dit ce que c’était : elle partirait deux fois. Dites que le versement part de cette puce-là, ou expliquez d’abord ce qui en est parti.',
      other_source: 'De là, on n’atteint pas ce compte, ou ce témoin ne le voit pas.',
      held: 'Rien ne part de là : une journée n’est pas prouvée.',
      has_left: 'La puce a déjà signalé ce débit : l’argent est parti, et le versement est bientôt payé.',
      book_leaves_room:
        'Le livre lui laisse une place : lisez la puce, expliquez ce qui est parti, ou ce qu’une autre puce a envoyé à ce numéro, puis redites-le.',
      other_recipient:
        'Cette ligne nomme un autre numéro que celui du compte de versement. Trouvez à qui il est.',
      other_day:
        'Rien de ce jour ne peut parler de lui : une ligne est d’un jour depuis sa préparation, un relevé sans lui d’un jour après celui de son envoi, et aucun jour n’est à venir.',
      other_amount: 'Ce n’est pas le même montant, au franc près.',
      spoken_before: 'Cette ligne a déjà servi de preuve.',
      returned:
        'Revenu : le montant est de nouveau dû, et son compte ne reçoit plus rien avant qu’un propriétaire en indique un.',
      paid_after_all:
        'Payé après tout : le montant est repris de ce que le commerçant a chez nous. Annulez ce qui en a été préparé de nouveau et n’est pas parti.',
      returned_before: 'Il est déjà revenu : son montant est de nouveau dû, une fois.',
      not_found: 'Il n’existe pas.',
      unusable: 'Remplissez ce qui manque.',
    },
  },
  ar: {
    title: 'دفع المستحقات',
    intro: 'وافق ثم أرسل ثم سجّله هنا. لا يصبح مدفوعا إلا بإثبات: رسالة خصم الشريحة أو سطر من الكشف.',
    accounts: 'حسابات تنتظر التأكيد',
    sections: { DRAFT: 'للموافقة', APPROVED: 'للإرسال', SENDING: 'في الطريق', UNKNOWN: 'ينتظر الإثبات' },
    nothing: 'لا شيء ينتظر.',
    columns: {
      settlement: 'الدفع',
      merchant: 'التاجر',
      to: 'إلى',
      amount: 'المبلغ',
      since: 'منذ',
      decide: 'القرار',
      holder: 'صاحب الحساب',
      asked_by: 'طلبه',
      team: 'فريقه، 14 يوما',
    },
    team_as_before: 'لم يتغير شيء',
    team_changed: 'تغيّر: اتصل قبل التأكيد',
    frozen_until: 'مجمّد حتى',
    list_file: 'قائمة الإرسال ملف CSV',
    list_paper: 'قائمة الإرسال ملف PDF',
    bank: 'حسابنا البنكي',
    proofs: 'ما قيل عنه',
    no_proofs: 'لا شيء بعد.',
    approve: 'موافقة',
    cancel: 'إلغاء',
    send: 'أرسلته',
    from: 'من',
    doubt: 'لا نعرف',
    fail: 'لم يخرج',
    prove: 'إثبات',
    witness: 'ما يبيّنه',
    witnesses: {
      bank_row: 'سطر من كشف البنك: خرج',
      statement_row: 'سطر من كشف المشغّل: خرج',
      bank: 'كشف البنك: لم يخرج',
      statement: 'كشف المشغّل: لم يخرج',
      book: 'رصيد الشريحة المقروء: لم يخرج',
    },
    record_id: 'معرّفه هناك',
    row_amount: 'مبلغ السطر',
    row_to: 'الرقم المذكور في السطر',
    day: 'اليوم',
    confirm: 'تأكيد',
    refuse: 'رفض',
    paid_says: 'خرج',
    unpaid_says: 'لم يخرج',
    returned_says: 'عاد',
    came_back: 'عاد',
    came_back_text:
      'السطر الذي عاد به المبلغ كله. يقرؤه شخصان؛ يصبح المبلغ مستحقا للتاجر من جديد، ولا يستلم هذا الحساب شيئا بعد الآن.',
    paid_late: 'دُفع رغم ذلك',
    paid_late_text:
      'السطر الذي خرج به المبلغ كله. يقرؤه شخصان؛ يُؤخذ المبلغ مما للتاجر عندنا، ويُلغى ما أُعدّ منه من جديد.',
    reference: 'المرجع (ST…)',
    open: 'فتح',
    told: {
      approved: 'وُوفق عليه. يمكن إرساله.',
      cancelled: 'أُلغي: عاد المبلغ مستحقا.',
      sending: 'سُجّل. الشريحة أو الكشف سيثبته.',
      perhaps_sent:
        'سُجّل، لكن لا ترسل شيئا قبل أن تنظر: سبق أن ذكرت هذه الشريحة هذا المبلغ وهذا الرقم بكلمات لا يعرفها أحد. إن كان ذلك هذا الدفع، فليقله شخصان في دفتر الشريحة.',
      doubted: 'سُجّل: لا ينهيه الآن إلا إثبات.',
      PAID: 'دُفع، والإثبات موجود.',
      FAILED: 'لم ينجح: عاد المبلغ مستحقا.',
      confirmed: 'مؤكد. لا يذهب إليه شيء قبل نهاية التجميد.',
      refused: 'مرفوض.',
      not_in_state: 'لم يعد في هذه الحالة: انظر من جديد.',
      account_changed: 'لم يعد حساب استلام المال ساريا: ألغه ثم أعدّ غيره.',
      stopped: 'التاجر مجمّد أو لم يعد موثّقا: لا يُدفع شيء إلى أن ينتهي ذلك. يمكن إلغاؤه.',
      left_after_all:
        'قيل عن دفع آخر لهذا التاجر، أو عن إعادة مال إلى أحد زبائنه، إنه لم ينجح أو أُلغي، وربما أرسلته شريحة رغم ذلك. ليقل شخصان أولا، في دفتر الشريحة، ما الذي خرج منها.',
      owes: 'على التاجر لنا أكثر مما له عندنا: أُعيدت دفعة. ألغ هذا الدفع وأعدّ غيره.',
      payment_reversed:
        'استرد المشغل دفعة ضمنه، أو في شريحتها أقل مما في دفترها فربما لم تصل أبدا، أو هي قيد الإعادة. انظر في ذلك أولا.',
      source_not_found: 'هذا الرقم أو المحفظة أو الحساب ليس لنا.',
      source_unread: 'لم يقرأ أحد هذه الشريحة بعد: اقرأها أولا.',
      sent_elsewhere:
        'أرسلت شريحة أخرى من شرائحنا هذا المبلغ إلى هذا الرقم منذ إعداد الدفع، ولم يقل أحد ما هو: سيخرج مرتين. قل إن الدفع يُرسل من تلك الشريحة، أو اشرح أولا ما الذي خرج منها.',
      other_source: 'لا يُبلغ هذا الحساب من هناك، أو هذا الشاهد لا يراه.',
      held: 'لا يخرج شيء من هناك: يوم لم يُثبت.',
      has_left: 'أبلغت الشريحة عن هذا الخصم: خرج المال، ويصبح مدفوعا بعد لحظات.',
      book_leaves_room:
        'الدفتر يترك له مكانا: اقرأ الشريحة واشرح ما خرج، أو ما أرسلته شريحة أخرى إلى ذلك الرقم، ثم أعد القول.',
      other_recipient: 'هذا السطر يذكر رقمًا غير رقم حساب الدفع. اعرف صاحبه.',
      other_day:
        'لا شيء من ذلك اليوم يمكن أن يثبته: السطر من يوم بعد إعداده، والكشف الخالي منه من يوم بعد يوم إرساله، وليس من يوم لم يأت.',
      other_amount: 'ليس المبلغ نفسه بالفرنك.',
      spoken_before: 'هذا السطر استُعمل إثباتا من قبل.',
      returned: 'عاد: المبلغ مستحق من جديد، ولا يستلم حسابه شيئا قبل أن يسمّي مالك حسابا.',
      paid_after_all: 'دُفع في النهاية: أُخذ المبلغ مما للتاجر عندنا. ألغ ما أُعدّ منه من جديد ولم يخرج.',
      returned_before: 'عاد من قبل: مبلغه مستحق من جديد، مرة واحدة.',
      not_found: 'غير موجود.',
      unusable: 'املأ ما ينقص.',
    },
  },
  en: {
    title: 'Settlements',
    intro:
      'Approve, send, then say so here. Only a proof makes one paid: the SIM’s own debit SMS, or a row of a statement.',
    accounts: 'Payout accounts to confirm',
    sections: {
      DRAFT: 'To approve',
      APPROVED: 'To send',
      SENDING: 'On their way',
      UNKNOWN: 'To be proven',
    },
    nothing: 'Nothing waits.',
    columns: {
      settlement: 'Settlement',
      merchant: 'Merchant',
      to: 'To',
      amount: 'Amount',
      since: 'Since',
      decide: 'Decide',
      holder: 'Holder',
      asked_by: 'Asked by',
      team: 'Its team, 14 days',
    },
    team_as_before: 'nothing changed',
    team_changed: 'changed: call before you confirm',
    frozen_until: 'frozen until',
    list_file: 'The sending list as CSV',
    list_paper: 'The sending list as PDF',
    bank: 'Our bank account',
    proofs: 'What was said about it',
    no_proofs: 'Nothing yet.',
    approve: 'Approve',
    cancel: 'Take back',
    send: 'I send it',
    from: 'From',
    doubt: 'Nobody knows',
    fail: 'Has not gone',
    prove: 'Prove',
    witness: 'What shows it',
    witnesses: {
      bank_row: 'a row of the bank’s statement: gone',
      statement_row: 'a row of the operator’s statement: gone',
      bank: 'the bank’s statement: not gone',
      statement: 'the operator’s statement: not gone',
      book: 'the balance read on the SIM: not gone',
    },
    record_id: 'What it is called there',
    row_amount: 'Amount of the row',
    row_to: 'Number that the row names',
    day: 'Day',
    confirm: 'Confirm',
    refuse: 'Refuse',
    paid_says: 'gone',
    unpaid_says: 'not gone',
    returned_says: 'came back',
    came_back: 'It has come back',
    came_back_text:
      'The row by which the whole sum came back. Two people read it; the sum is due to the merchant again, and that account takes nothing more.',
    paid_late: 'It was paid after all',
    paid_late_text:
      'The row by which the whole sum left. Two people read it; the sum is taken from what the merchant has with us, and what was drafted of it again has to be cancelled.',
    reference: 'Reference (ST…)',
    open: 'Open',
    told: {
      approved: 'Approved. It can be sent.',
      cancelled: 'Taken back: the amount is payable again.',
      sending: 'Noted. The SIM or the statement will prove it.',
      perhaps_sent:
        'Noted, but send nothing before you have looked: this SIM has told of this sum and this number already, in words that nobody knows. If that was this payout, two people say so in the SIM’s book.',
      doubted: 'Noted: only a proof ends it now.',
      PAID: 'Paid, and proven.',
      FAILED: 'Failed: the amount is payable again.',
      confirmed: 'Confirmed. Nothing goes there before the freeze is over.',
      refused: 'Refused.',
      not_in_state: 'It is no longer in that state: look again.',
      account_changed: 'The payout account is no longer in force: take it back, and draft another.',
      stopped:
        'Its merchant is frozen, or no longer verified: nothing is paid out until that is over. It may be taken back.',
      left_after_all:
        'Another settlement of this merchant, or a refund of one of its payments, was called failed or taken back, and a SIM may have sent it after all. Two people say first, in the book of the SIM, what left there.',
      owes: 'The merchant owes us more than it has with us: a payment was sent back. Cancel this settlement, and draft another.',
      payment_reversed:
        'The operator has taken back a payment that is in it, its SIM holds less than its book, so that it may never have come, or it is being sent back. Look into that first.',
      source_not_found: 'That is no number, wallet or bank account of ours.',
      source_unread: 'Nobody has read that SIM yet: read it first.',
      sent_elsewhere:
        'Another SIM of ours has sent that sum to this number since it was drafted, and nobody has said what that was: it would leave twice. Say that it is sent from that SIM, or explain first what left there.',
      other_source: 'That account isn’t reached from there, or this witness doesn’t see it.',
      held: 'Nothing goes out of there: a day is not proven.',
      has_left: 'Its SIM has reported the debit: it has left, and is paid within seconds.',
      book_leaves_room:
        'The book leaves room for it: read the SIM, explain what is open there, or what another SIM has sent to that number, and say it again.',
      other_recipient: 'That row names another number than the payout account. Find out whose it is.',
      other_day:
        'Nothing of that day can tell of it: a row is of a day since it was drafted, a list without it of one after the day on which it was sent, and neither is of a day to come.',
      other_amount: 'That is not the same amount, to the franc.',
      spoken_before: 'That row has proven something already.',
      returned:
        'It came back: its sum is due again, and its account takes nothing before an owner has named one again.',
      paid_after_all:
        'Paid after all: the sum is taken from what the merchant has with us. Cancel what was drafted of it again and has not gone.',
      returned_before: 'It has come back before: its sum is due again, once.',
      not_found: 'There is no such thing.',
      unusable: 'Fill in what is missing.',
    },
  },
};
