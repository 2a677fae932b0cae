import type { Catalogue } from '../../frame/table.ts';

/** What staff are told of what they decided, besides what every decision can come to. */
export type SettlementTold =
  | 'approved'
  | 'cancelled'
  | 'sending'
  | 'on_own_order'
  | 'left_already'
  | 'perhaps_sent'
  | 'doubted'
  | 'PAID'
  | 'FAILED'
  | 'confirmed'
  | 'refused'
  | 'asker_gone'
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
  | 'on_other_order'
  | 'held'
  | 'book_leaves_room'
  | 'has_left'
  | 'other_amount'
  | 'other_day'
  | 'other_recipient'
  | 'recipient_unreadable'
  | 'spoken_before'
  | 'returned'
  | 'paid_after_all'
  | 'returned_before'
  | 'not_found'
  | 'unusable';

export const SETTLEMENT_TOLD: Catalogue<Readonly<Record<SettlementTold, string>>> = {
  fr: {
    approved: 'Approuvé. Il peut être envoyé.',
    cancelled: 'Repris : le montant est de nouveau dû.',
    sending: 'Noté. La puce ou le relevé le prouvera.',
    on_own_order:
      'Noté. Il est sur un ordre que quelqu’un a pris pour cette banque : ce fichier le paie. Ne le payez pas en plus au guichet.',
    left_already:
      'N’envoyez rien : depuis la préparation, cette puce a parlé de cette somme. L’argent est parti, et le versement est payé dans quelques secondes.',
    perhaps_sent:
      'Noté, mais n’envoyez rien avant d’avoir regardé le livre de cette puce : elle a déjà parlé d’autant d’argent parti, dans des mots que personne ne connaît, sans dire vers qui, ou par un message qui attend. Si c’était ce versement, deux personnes le disent dans ce livre.',
    doubted: 'Noté : seule une preuve le termine maintenant.',
    PAID: 'Versé, preuve à l’appui.',
    FAILED: 'Échoué : le montant est de nouveau dû.',
    confirmed: 'Confirmé. Rien n’y part avant la fin du gel.',
    refused: 'Refusé.',
    asker_gone:
      'Celui qui l’a demandé n’est plus propriétaire chez ce commerçant : refusez-le. Un propriétaire redemande le compte.',
    not_in_state: 'Il n’est plus dans cet état : regardez de nouveau.',
    account_changed: 'Le compte de versement n’est plus en vigueur : reprenez-le, puis préparez-en un autre.',
    stopped:
      'Son commerçant est gelé, ou n’est plus vérifié : rien n’est versé d’ici là. Il peut être repris.',
    left_after_all:
      'Un autre versement à ce commerçant, ou un remboursement à l’un de ses clients, a été dit échoué ou repris, et une puce l’a peut-être envoyé quand même. Dites d’abord à deux, dans le livre de la puce, ce qui en est parti.',
    owes: 'Le commerçant nous doit plus qu’il n’a chez nous : un paiement a été renvoyé. Annulez ce versement, et préparez-en un autre.',
    payment_reversed:
      'L’opérateur a repris un paiement qui en fait partie, ou peut-être, dans des mots que personne ne connaît ; ou sa puce contient moins que son livre : il n’est peut-être jamais venu ; ou il est en train d’être renvoyé. Regardez-y d’abord, ou annulez ce versement : les autres paiements viendront avec le prochain.',
    source_not_found: 'Ce numéro, portefeuille ou compte n’est pas à nous.',
    source_unread: 'Personne n’a encore lu cette puce : lisez-la d’abord.',
    sent_elsewhere:
      'Une autre de nos puces a envoyé cette somme à ce numéro depuis la préparation, et personne n’a dit ce que c’était : elle partirait deux fois. Dites que le versement part de cette puce-là, ou expliquez d’abord ce qui en est parti.',
    on_other_order:
      'Il est sur un ordre pris pour une autre de nos banques, qui le paierait aussi : dites qu’il part de là. Si cette banque n’a pas eu l’ordre, deux personnes l’annulent, et il est préparé de nouveau.',
    other_source: 'De là, on n’atteint pas ce compte, ou ce témoin ne le voit pas.',
    held: 'Rien ne part de là : une journée n’est pas prouvée.',
    has_left: 'La puce a déjà signalé ce débit : l’argent est parti, et le versement est bientôt payé.',
    book_leaves_room:
      'Rien ne montre encore qu’il n’est pas parti : lisez la puce, aussi là où le premier de vous deux a parlé depuis sa lecture, expliquez ce qui est parti, ou ce qu’une autre puce a envoyé à ce numéro, désavouez, sur toute puce, un message qui en parle et qui n’est pas de l’opérateur, puis redites-le.',
    other_recipient:
      'Cette ligne nomme un autre numéro ou un autre compte que le compte de versement. Cherchez à qui il est.',
    other_day:
      'Rien de ce jour ne peut parler de lui : une ligne est d’un jour depuis sa préparation, un relevé sans lui d’un jour après celui de son envoi, et aucun jour n’est à venir.',
    other_amount: 'Ce n’est pas le même montant, au franc près.',
    recipient_unreadable:
      'On ne peut pas lire qui la ligne nomme. Pour une ligne de la banque, tapez le compte : son IBAN, son RIB ou sa fin, au moins quatre chiffres. Pour une ligne de l’opérateur, tapez tous les chiffres du numéro, avec * pour ceux qu’il cache ; laissez vide seulement si elle ne nomme personne.',
    spoken_before: 'Cette ligne a déjà servi de preuve.',
    returned:
      'Revenu : le montant est de nouveau dû, et son compte ne reçoit plus rien avant qu’un propriétaire en indique un.',
    paid_after_all:
      'Payé après tout : le montant est repris de ce que le commerçant a chez nous. Annulez ce qui en a été préparé de nouveau et n’est pas parti.',
    returned_before: 'Il est déjà revenu : son montant est de nouveau dû, une fois.',
    not_found: 'Il n’existe pas.',
    unusable: 'Remplissez ce qui manque.',
  },
  ar: {
    approved: 'وُوفق عليه. يمكن إرساله.',
    cancelled: 'أُلغي: عاد المبلغ مستحقا.',
    sending: 'سُجّل. الشريحة أو الكشف سيثبته.',
    on_own_order: 'سُجّل. هو في أمر أخذه أحدهم إلى هذا البنك: ذلك الملف يدفعه. لا تدفعه عند الشباك أيضا.',
    left_already:
      'لا ترسل شيئا: أبلغت هذه الشريحة عن خروج هذا المبلغ منذ إعداد الدفع. خرج المال، ويصبح مدفوعا بعد لحظات.',
    perhaps_sent:
      'سُجّل، لكن لا ترسل شيئا قبل أن تنظر في دفتر هذه الشريحة: سبق أن أبلغت عن خروج مثل هذا المبلغ، بكلمات لا يعرفها أحد، أو دون ذكر من استلمه، أو برسالة تنتظر. إن كان ذلك هذا الدفع، فليقله شخصان في ذلك الدفتر.',
    doubted: 'سُجّل: لا ينهيه الآن إلا إثبات.',
    PAID: 'دُفع، والإثبات موجود.',
    FAILED: 'لم ينجح: عاد المبلغ مستحقا.',
    confirmed: 'مؤكد. لا يذهب إليه شيء قبل نهاية التجميد.',
    refused: 'مرفوض.',
    asker_gone: 'من طلبه لم يعد مالكا لدى هذا التاجر: ارفضه. ويطلب أحد المالكين الحساب من جديد.',
    not_in_state: 'لم يعد في هذه الحالة: انظر من جديد.',
    account_changed: 'لم يعد حساب استلام المال ساريا: ألغه ثم أعدّ غيره.',
    stopped: 'التاجر مجمّد أو لم يعد موثّقا: لا يُدفع شيء إلى أن ينتهي ذلك. يمكن إلغاؤه.',
    left_after_all:
      'قيل عن دفع آخر لهذا التاجر، أو عن إعادة مال إلى أحد زبائنه، إنه لم ينجح أو أُلغي، وربما أرسلته شريحة رغم ذلك. ليقل شخصان أولا، في دفتر الشريحة، ما الذي خرج منها.',
    owes: 'على التاجر لنا أكثر مما له عندنا: أُعيدت دفعة. ألغ هذا الدفع وأعدّ غيره.',
    payment_reversed:
      'استرد المشغل دفعة ضمنه، أو ربما استردها بكلمات لا يعرفها أحد، أو في شريحتها أقل مما في دفترها فربما لم تصل أبدا، أو هي قيد الإعادة. انظر في ذلك أولا، أو ألغه فتأتي الدفعات الأخرى مع ما يليه.',
    source_not_found: 'هذا الرقم أو المحفظة أو الحساب ليس لنا.',
    source_unread: 'لم يقرأ أحد هذه الشريحة بعد: اقرأها أولا.',
    sent_elsewhere:
      'أرسلت شريحة أخرى من شرائحنا هذا المبلغ إلى هذا الرقم منذ إعداد الدفع، ولم يقل أحد ما هو: سيخرج مرتين. قل إن الدفع يُرسل من تلك الشريحة، أو اشرح أولا ما الذي خرج منها.',
    on_other_order:
      'هو في أمر أُخذ إلى بنك آخر لنا، وسيدفعه ذلك البنك أيضا: قل إنه يُرسل من هناك. وإن لم يستلم ذلك البنك الأمر، يلغيه شخصان ثم يُعدّ من جديد.',
    other_source: 'لا يُبلغ هذا الحساب من هناك، أو هذا الشاهد لا يراه.',
    held: 'لا يخرج شيء من هناك: يوم لم يُثبت.',
    has_left: 'أبلغت الشريحة عن هذا الخصم: خرج المال، ويصبح مدفوعا بعد لحظات.',
    book_leaves_room:
      'لا شيء يبيّن بعد أنه لم يخرج: اقرأ الشريحة، ولو قُرئت قبل أن يتكلم أولكما، واشرح ما خرج، أو ما أرسلته شريحة أخرى إلى ذلك الرقم، وأنكر على أي شريحة رسالة تذكره وليست من المشغّل، ثم أعد القول.',
    other_recipient: 'هذا السطر يذكر رقما أو حسابا غير حساب الدفع. اعرف صاحبه.',
    other_day:
      'لا شيء من ذلك اليوم يمكن أن يثبته: السطر من يوم بعد إعداده، والكشف الخالي منه من يوم بعد يوم إرساله، وليس من يوم لم يأت.',
    other_amount: 'ليس المبلغ نفسه بالفرنك.',
    recipient_unreadable:
      'لا يُقرأ من يذكره السطر. من كشف البنك اكتب الحساب: رقم IBAN أو RIB أو آخره، أربعة أرقام على الأقل. ومن كشف المشغّل اكتب كل أرقام الهاتف، مع * لما يخفيه المشغّل؛ اتركه فارغا فقط إن لم يذكر السطر أحدا.',
    spoken_before: 'هذا السطر استُعمل إثباتا من قبل.',
    returned: 'عاد: المبلغ مستحق من جديد، ولا يستلم حسابه شيئا قبل أن يسمّي مالك حسابا.',
    paid_after_all: 'دُفع في النهاية: أُخذ المبلغ مما للتاجر عندنا. ألغ ما أُعدّ منه من جديد ولم يخرج.',
    returned_before: 'عاد من قبل: مبلغه مستحق من جديد، مرة واحدة.',
    not_found: 'غير موجود.',
    unusable: 'املأ ما ينقص.',
  },
  en: {
    approved: 'Approved. It can be sent.',
    cancelled: 'Taken back: the amount is payable again.',
    sending: 'Noted. The SIM or the statement will prove it.',
    on_own_order:
      'Noted. It stands on an order that somebody has taken to this bank: that file pays it. Don’t pay it at the counter as well.',
    left_already:
      'Send nothing: this SIM has told of that sum since this was drafted. It has gone, and the settlement is paid within seconds.',
    perhaps_sent:
      'Noted, but send nothing before you have looked at this SIM’s book: it has told already of as much that left, in words that nobody knows, without saying to whom, or in a message that waits. If that was this payout, two people say so in that book.',
    doubted: 'Noted: only a proof ends it now.',
    PAID: 'Paid, and proven.',
    FAILED: 'Failed: the amount is payable again.',
    confirmed: 'Confirmed. Nothing goes there before the freeze is over.',
    refused: 'Refused.',
    asker_gone:
      'Whoever asked for it is an owner of that merchant no longer: refuse it. An owner asks for the account anew.',
    not_in_state: 'It is no longer in that state: look again.',
    account_changed: 'The payout account is no longer in force: take it back, and draft another.',
    stopped:
      'Its merchant is frozen, or no longer verified: nothing is paid out until that is over. It may be taken back.',
    left_after_all:
      'Another settlement of this merchant, or a refund of one of its payments, was called failed or taken back, and a SIM may have sent it after all. Two people say first, in the book of the SIM, what left there.',
    owes: 'The merchant owes us more than it has with us: a payment was sent back. Cancel this settlement, and draft another.',
    payment_reversed:
      'The operator has taken back a payment that is in it, or may have, in words that nobody knows; or its SIM holds less than its book, so that it may never have come, or it is being sent back. Look into that first, or cancel this settlement: the other payments come with the next one.',
    source_not_found: 'That is no number, wallet or bank account of ours.',
    source_unread: 'Nobody has read that SIM yet: read it first.',
    sent_elsewhere:
      'Another SIM of ours has sent that sum to this number since it was drafted, and nobody has said what that was: it would leave twice. Say that it is sent from that SIM, or explain first what left there.',
    on_other_order:
      'It stands on an order taken to another bank of ours, which would pay it too: say that it is sent from there. Where that bank has not had the order, two people cancel it, and it is drafted again.',
    other_source: 'That account isn’t reached from there, or this witness doesn’t see it.',
    held: 'Nothing goes out of there: a day is not proven.',
    has_left: 'Its SIM has reported the debit: it has left, and is paid within seconds.',
    book_leaves_room:
      'Nothing shows yet that it has not gone: read the SIM, also where the first of you has spoken since it was read, explain what is open there, or what another SIM has sent to that number, disown a message on any SIM that tells of it and is not the operator’s, and say it again.',
    other_recipient:
      'That row names another number or account than the payout account. Find out whose it is.',
    other_day:
      'Nothing of that day can tell of it: a row is of a day since it was drafted, a list without it of one after the day on which it was sent, and neither is of a day to come.',
    other_amount: 'That is not the same amount, to the franc.',
    recipient_unreadable:
      'Whom the row names can’t be read. Of a bank’s row type the account: its IBAN, its RIB, or its end with at least four digits. Of an operator’s row type all digits of the number, with * for those that the operator hides; leave it empty only where the row names nobody.',
    spoken_before: 'That row has proven something already.',
    returned:
      'It came back: its sum is due again, and its account takes nothing before an owner has named one again.',
    paid_after_all:
      'Paid after all: the sum is taken from what the merchant has with us. Cancel what was drafted of it again and has not gone.',
    returned_before: 'It has come back before: its sum is due again, once.',
    not_found: 'There is no such thing.',
    unusable: 'Fill in what is missing.',
  },
};
