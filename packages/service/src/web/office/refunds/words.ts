import type { SendRefundOutcome } from '../../../engine/desk/refunds/send-refund.ts';
import type { Catalogue } from '../../frame/table.ts';

type Own = Exclude<
  SendRefundOutcome['kind'],
  'proposed' | 'same_person' | 'not_comparable' | 'other_proposal'
>;

type OfficeRefundWords = {
  title: string;
  intro: string;
  nothing: string;
  list_paper: string;
  columns: { refund: string; merchant: string; to: string; amount: string; state: string; decide: string };
  states: { PENDING: string; SENDING: string; UNKNOWN: string };
  by_operator: string;
  /** Of one that waits: it is left off the paper. */
  may_have_left: string;
  unknown_payer: string;
  since: string;
  proposed_by: string;
  number: string;
  number_hint: string;
  /** Where nothing shows, or a mask hides, whose phone paid. */
  to: string;
  to_hint: string;
  send: string;
  fail: string;
  /** Under the note of what has not gone: it becomes the refund's `failure`. */
  fail_hint: string;
  /** Before the names of those who have taken a list with one that is called failed. */
  on_list: string;
  /** `left_before`: noted too, but as much has left to that phone before it was asked for. */
  told: Readonly<Record<Own | 'left_before', string>>;
};

export const OFFICE_REFUND_WORDS: Catalogue<OfficeRefundWords> = {
  fr: {
    title: 'Remboursements à envoyer',
    intro:
      'D’abord « Je l’envoie ». Dès que c’est noté, envoyez l’argent depuis cette puce, tout de suite et une seule fois : d’autres voient la même liste. Le SMS de débit de la puce termine le remboursement. Dites qu’il n’est pas parti seulement après avoir lu la puce.',
    nothing: 'Aucun remboursement n’attend.',
    list_paper: 'La liste d’envoi en PDF',
    columns: {
      refund: 'Remboursement',
      merchant: 'Commerçant',
      to: 'À',
      amount: 'Montant',
      state: 'État',
      decide: 'Décider',
    },
    states: {
      PENDING: 'à envoyer',
      SENDING: 'envoyé, on attend la puce',
      UNKNOWN: 'sans nouvelle depuis un jour',
    },
    by_operator: 'par l’opérateur lui-même',
    may_have_left: 'Une puce l’a peut-être envoyé : regardez d’abord son livre.',
    unknown_payer: 'payeur inconnu : voir la page du paiement',
    since: 'depuis',
    proposed_by: 'Proposé par',
    number: 'Puce',
    number_hint: 'Celle qui a été payée, ou une autre des nôtres.',
    to: 'Vers quel téléphone',
    to_hint:
      'Rien ne le montre en entier : tapez tous ses chiffres, pour un numéro étranger avec + et l’indicatif de son pays. Le SMS de la puce est tenu à ce numéro.',
    send: 'Je l’envoie',
    fail: 'Pas parti',
    fail_hint: 'Le commerçant lit ce que vous écrivez ici.',
    on_list: 'Il est sur une liste : veillez à ce que personne ne le paie de là. Prise par',
    told: {
      sending: 'Noté. Envoyez-le maintenant, une seule fois ; le SMS de la puce terminera ce remboursement.',
      left_already:
        'N’envoyez rien : depuis la demande, cette puce a parlé de cette somme. L’argent est parti, et ce remboursement se termine dans quelques secondes.',
      perhaps_sent:
        'Noté, mais n’envoyez rien avant d’avoir regardé les livres de cette puce et de celle qui a été payée : l’une d’elles a déjà parlé d’autant d’argent parti, dans des mots que personne ne connaît, sans dire vers qui, ou par un message qui attend. Si c’était ce remboursement, deux personnes le disent dans ce livre.',
      left_before:
        'Noté, mais n’envoyez rien avant d’avoir regardé le livre de cette puce : autant est déjà parti vers ce téléphone, et personne n’a dit ce que c’était. Si c’était ce remboursement, deux personnes le disent dans ce livre.',
      failed: 'Échoué : le montant est de nouveau dans le solde du commerçant.',
      not_found: 'Ce remboursement n’existe pas.',
      number_not_found: 'Cette puce n’est pas un numéro réel de chez nous.',
      payer_unknown:
        'Rien ne montre quel téléphone a payé, ou ce qui est tapé n’est pas un numéro entier : dites vers quel téléphone l’argent repart, avec tous ses chiffres, un numéro étranger avec + et l’indicatif de son pays. Le SMS de la puce est tenu à ce numéro.',
      other_payer: 'C’est un autre téléphone qui a payé : l’argent retourne à celui-là.',
      number_unread: 'Personne n’a encore lu cette puce : lisez-la d’abord.',
      sent_elsewhere:
        'Une autre de nos puces a envoyé cette somme à ce client depuis la demande, et personne n’a dit ce que c’était : elle partirait deux fois. Choisissez cette puce-là, ou expliquez d’abord ce qui en est parti.',
      other_source: 'De cette puce, on n’atteint pas ce client : elle est de l’autre opérateur.',
      not_by_hand: 'L’opérateur envoie celui-ci lui-même.',
      payment_reversed: 'L’opérateur a repris ce paiement : ne l’envoyez pas, dites qu’il n’est pas parti.',
      payer_unread:
        'On ne se fie plus à la formulation qui nommait son payeur, c’était donc peut-être quelqu’un d’autre : confirmez-en une qui lise le message de ce paiement. Ce remboursement attend jusque-là.',
      balance_doubted:
        'L’opérateur a repris un autre paiement de ce commerçant, ou un versement dit échoué est peut-être parti ; sans cet argent son solde ne couvre pas ce remboursement. Regardez-y d’abord.',
      payment_doubted:
        'Une lecture de la puce, un message ou un relevé met ce paiement en doute : expliquez d’abord son mouvement.',
      not_in_state: 'Quelqu’un l’a déjà décidé.',
      may_have_gone:
        'Il est peut-être parti. Lisez la puce deux minutes après l’envoi ou après la dernière liste prise, ou plus tard, aussi là où le premier de vous deux a parlé depuis sa lecture, expliquez ce qui l’a quittée, désavouez, sur toute puce, un message qui en parle et qui n’est pas de l’opérateur, puis redites-le.',
    },
  },
  ar: {
    title: 'استردادات للإرسال',
    intro:
      'اضغط أولا «سأرسله الآن». وبعد أن يُسجّل أرسل المال من تلك الشريحة فورا ومرة واحدة فقط: غيرك يرى القائمة نفسها. رسالة الخصم تُنهي الاسترداد. لا تقل إنه لم يُرسل إلا بعد قراءة الشريحة.',
    nothing: 'لا استرداد ينتظر.',
    list_paper: 'قائمة الإرسال في ملف PDF',
    columns: {
      refund: 'الاسترداد',
      merchant: 'التاجر',
      to: 'إلى',
      amount: 'المبلغ',
      state: 'الحالة',
      decide: 'القرار',
    },
    states: { PENDING: 'ينتظر الإرسال', SENDING: 'أُرسل، ننتظر الشريحة', UNKNOWN: 'بلا خبر منذ يوم' },
    by_operator: 'يرسله المشغّل بنفسه',
    may_have_left: 'ربما أرسلته شريحة: انظر في دفترها أولا.',
    unknown_payer: 'الدافع غير معروف: انظر صفحة الدفعة',
    since: 'منذ',
    proposed_by: 'اقترحه',
    number: 'الشريحة',
    number_hint: 'التي دُفع إليها، أو أخرى من شرائحنا.',
    to: 'إلى أي هاتف',
    to_hint:
      'لا شيء يُظهره كاملا: اكتب كل أرقامه، والرقم الأجنبي مع + ورمز بلده. تُقارن رسالة الشريحة بهذا الرقم.',
    send: 'سأرسله الآن',
    fail: 'لم يُرسل',
    fail_hint: 'يقرأ التاجر ما تكتبه هنا.',
    on_list: 'هو في قائمة: احرص ألا يدفعه أحد منها. أخذها',
    told: {
      sending: 'سُجّل. أرسله الآن مرة واحدة فقط، ورسالة الشريحة ستُنهي هذا الاسترداد.',
      left_already:
        'لا ترسل شيئا: أبلغت هذه الشريحة عن خروج هذا المبلغ منذ الطلب. خرج المال، وينتهي هذا الاسترداد بعد لحظات.',
      perhaps_sent:
        'سُجّل، لكن لا ترسل شيئا قبل أن تنظر في دفتري هذه الشريحة والشريحة التي دُفع إليها: سبق أن أبلغت إحداهما عن خروج مثل هذا المبلغ، بكلمات لا يعرفها أحد، أو دون ذكر من استلمه، أو برسالة تنتظر. إن كان هذا الاسترداد فليقل ذلك شخصان في ذلك الدفتر.',
      left_before:
        'سُجّل، لكن لا ترسل شيئا قبل أن تنظر في دفتر هذه الشريحة: خرج مثل هذا المبلغ من قبل إلى هذا الهاتف ولم يقل أحد ما كان. إن كان هذا الاسترداد فليقل ذلك شخصان في ذلك الدفتر.',
      failed: 'لم ينجح: عاد المبلغ إلى رصيد التاجر.',
      not_found: 'هذا الاسترداد غير موجود.',
      number_not_found: 'هذه الشريحة ليست رقما حقيقيا من أرقامنا.',
      payer_unknown:
        'لا شيء يُظهر الهاتف الذي دفع، أو ما كُتب ليس رقما كاملا: قل إلى أي هاتف يُعاد، بكل أرقامه، والرقم الأجنبي مع + ورمز بلده. تُقارن رسالة الشريحة بهذا الرقم.',
      other_payer: 'الذي دفع هاتف آخر غير الذي قلته: يُعاد المال إليه.',
      number_unread: 'لم يقرأ أحد هذه الشريحة بعد: اقرأها أولا.',
      sent_elsewhere:
        'أرسلت شريحة أخرى من شرائحنا هذا المبلغ إلى هذا العميل منذ الطلب، ولم يقل أحد ما هو: سيخرج مرتين. اختر تلك الشريحة، أو اشرح أولا ما الذي خرج منها.',
      other_source: 'لا يُبلغ هذا العميل من هذه الشريحة: إنها من المشغّل الآخر.',
      not_by_hand: 'المشغّل يرسل هذا بنفسه.',
      payment_reversed: 'استرجع المشغّل هذه الدفعة: لا ترسله، وقل إنه لم يُرسل.',
      payer_unread:
        'لم تعد الصيغة التي سمّت الدافع معتمدة، فقد يكون غيره: أكّدوا صيغة تقرأ رسالة هذه الدفعة. ينتظر هذا الاسترداد حتى ذلك.',
      balance_doubted:
        'استرجع المشغّل دفعة أخرى لهذا التاجر، أو ربما أُرسلت له مستحقات قيل إنها فشلت، ورصيده من دون ذلك لا يغطي هذا الاسترداد. انظر في ذلك أولا.',
      payment_doubted: 'قراءة الشريحة أو رسالة أو كشف حساب يشكك في هذه الدفعة: اشرح حركتها أولا.',
      not_in_state: 'قرر أحدهم من قبل.',
      may_have_gone:
        'ربما خرج المال. اقرأ الشريحة بعد دقيقتين أو أكثر من الإرسال أو من آخر قائمة أُخذت، ولو قُرئت قبل أن يتكلم أولكما، واشرح ما خرج منها، وأنكر على أي شريحة رسالة تذكره وليست من المشغّل، ثم أعد القول.',
    },
  },
  en: {
    title: 'Refunds to send',
    intro:
      'First press “I send it”. As soon as it is noted, send the money from that SIM, at once and only once: others see the same list. The SIM’s own debit SMS ends the refund. Say that it has not gone only after you have read the SIM.',
    nothing: 'No refund waits.',
    list_paper: 'The sending list as PDF',
    columns: {
      refund: 'Refund',
      merchant: 'Merchant',
      to: 'To',
      amount: 'Amount',
      state: 'State',
      decide: 'Decide',
    },
    states: {
      PENDING: 'to be sent',
      SENDING: 'sent, waiting for the SIM',
      UNKNOWN: 'nothing heard for a day',
    },
    by_operator: 'by the operator itself',
    may_have_left: 'A SIM may have sent it: look at its book first.',
    unknown_payer: 'payer unknown: see the payment’s page',
    since: 'since',
    proposed_by: 'Proposed by',
    number: 'SIM',
    number_hint: 'The one that was paid, or another of ours.',
    to: 'To which phone',
    to_hint:
      'Nothing shows all of it: type all its digits, of a foreign number with + and its country’s code. The SIM’s own SMS is held to that number.',
    send: 'I send it',
    fail: 'Has not gone',
    fail_hint: 'The merchant reads what you write here.',
    on_list: 'It stands on a list: see to it that nobody pays it from there. Taken by',
    told: {
      sending: 'Noted. Send it now, once; the SIM’s own SMS will end this refund.',
      left_already:
        'Send nothing: this SIM has told of that sum since this was asked for. It has gone, and the refund ends within seconds.',
      perhaps_sent:
        'Noted, but don’t send it before you have looked at the books of this SIM and of the one that was paid: one of them has told already of as much that left, in words that nobody knows, without saying to whom, or in a message that waits. If that was this refund, two people say so in that book.',
      left_before:
        'Noted, but don’t send it before you have looked at this SIM’s book: as much has left to that phone already, and nobody has said what it was. If that was this refund, two people say so in that book.',
      failed: 'Failed: the amount is in the merchant’s balance again.',
      not_found: 'There is no such refund.',
      number_not_found: 'That is no live number of ours.',
      payer_unknown:
        'Nothing shows whose phone paid, or what is typed is no whole phone: say to which phone it goes back, with all its digits, a foreign one with + and its country’s code. The SIM’s own SMS is held to that number.',
      other_payer: 'Another phone paid than you say: it goes back to that one.',
      number_unread: 'Nobody has read that SIM yet: read it first.',
      sent_elsewhere:
        'Another SIM of ours has sent that sum to this payer since it was asked for, and nobody has said what that was: it would leave twice. Choose that SIM, or explain first what left there.',
      other_source: 'That payer isn’t reached from this SIM: it is of the other operator.',
      not_by_hand: 'The operator sends this one itself.',
      payment_reversed: 'The operator has taken this payment back: don’t send it, say that it has not gone.',
      payer_unread:
        'People no longer stand by the wording that named its payer, so it may be somebody else’s: confirm one that reads the message of this payment. It waits until then.',
      balance_doubted:
        'The operator has taken another payment of this merchant back, or a settlement of it that was called failed may have left after all; without that money its balance does not cover this refund. Look into that first.',
      payment_doubted:
        'A reading of the SIM, a message or a statement casts doubt on this payment: explain its step first.',
      not_in_state: 'Somebody has decided this already.',
      may_have_gone:
        'It may have gone. Read the SIM two minutes after it was sent, or the last list with it taken, or later, also where the first of you has spoken since it was read, explain what left it, disown a message on any SIM that tells of it and is not the operator’s, and say it again.',
    },
  },
};
