import type { Language } from '../account/person.ts';
import type { OwnersChange, TrustedRole } from './notice.ts';

export type MailText = { subject: string; text: string };
/** What mails say, and where a link of theirs leads. Texts in braces are filled in. */
export type MailWords = {
  review_opened: MailText;
  payment_reversed: MailText;
  degraded: MailText;
  degraded_more: MailText;
  disabled: MailText;
  approved: MailText;
  sent_back: MailText;
  daily_summary: MailText;
  payout_asked: MailText;
  payout_confirmed: MailText;
  payout_refused: MailText;
  payout_withdrawn: MailText;
  payout_returned: MailText;
  owners: Readonly<Record<OwnersChange, MailText>>;
  /** Of a role that is no owner's and comes to money: how it came to somebody, what it is called, and what it may. */
  trusted: Readonly<Record<Exclude<OwnersChange, 'ended'>, MailText>>;
  roles: Readonly<Record<TrustedRole, { name: string; may: string }>>;
  former: string;
  end: string;
};

const fr: MailWords = {
  review_opened: {
    subject: '{merchant} : un paiement attend une vérification',
    text: 'Un paiement au moins de {merchant} attend une vérification. Il n’est pas perdu : nous le vérifions, et vous voyez ici ce qu’il devient.',
  },
  payment_reversed: {
    subject: '{merchant} : l’opérateur a repris un paiement',
    text: 'L’opérateur annonce que le paiement {reference} de {amount} FCFA, qui était arrivé, a été repris. Notre équipe vérifie. Ne livrez pas ce qui n’est pas encore parti.',
  },
  degraded: {
    subject: '{merchant} : une adresse de webhook ne répond pas',
    text: 'L’adresse {host} ne prend plus nos messages. Nous réessayons ; rien n’est perdu. Regardez ce qu’elle répond.',
  },
  degraded_more: {
    subject: '{merchant} : d’autres adresses de webhook ne répondent pas',
    text: 'D’autres adresses de webhook de {merchant} ne prennent plus nos messages. Nous réessayons ; rien n’est perdu. Regardez-les toutes sous Développeurs : nous n’écrivons plus aujourd’hui pour chacune.',
  },
  disabled: {
    subject: '{merchant} : une adresse de webhook est désactivée',
    text: 'L’adresse {host} n’a rien pris depuis plusieurs jours : nous ne lui envoyons plus rien. Ses messages sont gardés 30 jours. Réparez-la, puis réactivez-la.',
  },
  approved: {
    subject: '{merchant} est vérifié',
    text: 'Votre entreprise est vérifiée : vous pouvez encaisser en réel.',
  },
  sent_back: {
    subject: '{merchant} : il y a quelque chose à corriger',
    text: 'Nous avons regardé votre dossier. Ouvrez votre profil : vous y lisez ce qu’il faut corriger.',
  },
  daily_summary: {
    subject: '{merchant} : {amount} FCFA le {day}',
    text: 'Le {day}, {merchant} a encaissé {amount} FCFA. Paiements : {payments}. Ce qui a été repris ou rendu depuis y est encore compté.',
  },
  payout_asked: {
    subject: '{merchant} : un autre compte de versement est demandé',
    text: '{by} demande que l’argent de {merchant} soit versé sur {label}. Rien n’y sera versé avant le {until}, et seulement si nous le confirmons. Si ce n’est pas vous, retirez-le maintenant.',
  },
  payout_confirmed: {
    subject: '{merchant} : le compte de versement est confirmé',
    text: 'Nous avons confirmé {label}. L’argent de {merchant} y sera versé à partir du {until}. Si ce n’est pas vous, retirez-le avant.',
  },
  payout_refused: {
    subject: '{merchant} : le compte de versement est refusé',
    text: 'Nous avons refusé {label} : rien n’y sera versé. Le compte d’avant reste valable.',
  },
  payout_withdrawn: {
    subject: '{merchant} : un compte de versement est retiré',
    text: '{by} a retiré {label} : plus rien n’y sera versé.',
  },
  payout_returned: {
    subject: '{merchant} : un versement est revenu',
    text: 'Ce que nous avons versé à {label} est revenu : le montant est de nouveau dû, et plus rien n’y sera versé. Indiquez un autre compte.',
  },
  owners: {
    invited: {
      subject: '{merchant} : un propriétaire est invité',
      text: '{by} invite {who} à devenir propriétaire de {merchant}. Un propriétaire voit et change tout. Si vous ne le voulez pas, reprenez l’invitation maintenant.',
    },
    joined: {
      subject: '{merchant} a un propriétaire de plus',
      text: '{who} a accepté l’invitation et est propriétaire de {merchant}. Un propriétaire voit et change tout. Si vous ne le voulez pas, retirez cette personne maintenant.',
    },
    given: {
      subject: '{merchant} a un propriétaire de plus',
      text: '{by} a fait de {who} un propriétaire de {merchant}. Un propriétaire voit et change tout. Si vous ne le voulez pas, changez ce rôle maintenant.',
    },
    ended: {
      subject: '{merchant} a un propriétaire de moins',
      text: '{who} n’est plus propriétaire de {merchant}. C’est {by} qui l’a fait.',
    },
  },
  trusted: {
    invited: {
      subject: '{merchant} : une personne est invitée comme {role}',
      text: '{by} invite {who} chez {merchant} comme {role}. {may} Si vous ne le voulez pas, reprenez l’invitation maintenant.',
    },
    joined: {
      subject: '{merchant} : il y a un nouveau {role}',
      text: '{who} a accepté l’invitation et est {role} chez {merchant}. {may} Si vous ne le voulez pas, retirez cette personne maintenant.',
    },
    given: {
      subject: '{merchant} : il y a un nouveau {role}',
      text: '{by} a fait de {who} un {role} chez {merchant}. {may} Si vous ne le voulez pas, changez ce rôle maintenant.',
    },
  },
  roles: {
    accountant: { name: 'comptable', may: 'Un comptable voit l’argent et rend des paiements.' },
    developer: { name: 'développeur', may: 'Un développeur fait les clés de vos serveurs.' },
  },
  former:
    'Vous n’êtes plus propriétaire de {merchant} depuis peu. Si vous ne savez pas pourquoi, prévenez-nous tout de suite.',
  end: 'Vous choisissez ces mails dans les réglages : {settings}',
};

const ar: MailWords = {
  review_opened: {
    subject: '{merchant}: دفعة تنتظر المراجعة',
    text: 'دفعة واحدة على الأقل لدى {merchant} تنتظر المراجعة. لم تضِع: نحن نتحقق منها، وترى هنا ما يحدث لها.',
  },
  payment_reversed: {
    subject: '{merchant}: استرجع المشغّل دفعة',
    text: 'يقول المشغّل إن الدفعة {reference} بمبلغ {amount} فرنك، التي كانت قد وصلت، استُرجعت. فريقنا يتحقق. لا تسلّم ما لم يُسلَّم بعد.',
  },
  degraded: {
    subject: '{merchant}: عنوان webhook لا يجيب',
    text: 'العنوان {host} لا يستقبل رسائلنا. نعيد المحاولة ولا يضيع شيء. انظر ماذا يجيب.',
  },
  degraded_more: {
    subject: '{merchant}: عناوين webhook أخرى لا تجيب',
    text: 'عناوين webhook أخرى لدى {merchant} لا تستقبل رسائلنا. نعيد المحاولة ولا يضيع شيء. انظر إليها كلها في صفحة المطورين: لن نكتب اليوم عن كل واحد منها.',
  },
  disabled: {
    subject: '{merchant}: تم إيقاف عنوان webhook',
    text: 'العنوان {host} لم يستقبل شيئاً منذ أيام: لم نعد نرسل إليه. رسائله محفوظة 30 يوماً. أصلحه ثم شغّله من جديد.',
  },
  approved: {
    subject: 'تم التحقق من {merchant}',
    text: 'تم التحقق من مؤسستك: يمكنك استلام مدفوعات حقيقية.',
  },
  sent_back: {
    subject: '{merchant}: هناك ما يجب تصحيحه',
    text: 'نظرنا في ملفك. افتح ملف المؤسسة: تقرأ فيه ما يجب تصحيحه.',
  },
  daily_summary: {
    subject: '{merchant}: {amount} فرنك يوم {day}',
    text: 'يوم {day} استلم {merchant} مبلغ {amount} فرنك. عدد الدفعات: {payments}. ما استُرجع أو أُعيد بعد ذلك ما زال محسوبا فيه.',
  },
  payout_asked: {
    subject: '{merchant}: طُلب حساب آخر لاستلام المال',
    text: 'طلب {by} أن يُدفع مال {merchant} إلى {label}. لن يُدفع إليه شيء قبل {until}، وبعد أن نؤكده فقط. إن لم تطلبه أنت فاسحبه الآن.',
  },
  payout_confirmed: {
    subject: '{merchant}: تم تأكيد حساب استلام المال',
    text: 'أكدنا {label}. سيُدفع مال {merchant} إليه ابتداءً من {until}. إن لم تطلبه أنت فاسحبه قبل ذلك.',
  },
  payout_refused: {
    subject: '{merchant}: رُفض حساب استلام المال',
    text: 'رفضنا {label}: لن يُدفع إليه شيء. الحساب السابق ما زال صالحاً.',
  },
  payout_withdrawn: {
    subject: '{merchant}: سُحب حساب لاستلام المال',
    text: 'سحب {by} الحساب {label}: لن يُدفع إليه شيء بعد الآن.',
  },
  payout_returned: {
    subject: '{merchant}: عاد مبلغ دفعناه',
    text: 'عاد ما دفعناه إلى {label}: أصبح المبلغ مستحقًا لكم من جديد، ولن يُدفع إلى هذا الحساب شيء بعد الآن. سمّوا حسابًا آخر.',
  },
  owners: {
    invited: {
      subject: '{merchant}: دعوة مالك',
      text: 'يدعو {by} {who} ليكون مالكاً لدى {merchant}. المالك يرى كل شيء ويغيّره. إن كنت لا تريد ذلك فاسحب الدعوة الآن.',
    },
    joined: {
      subject: 'لدى {merchant} مالك جديد',
      text: 'قبل {who} الدعوة وصار مالكاً لدى {merchant}. المالك يرى كل شيء ويغيّره. إن كنت لا تريد ذلك فأزل هذا الشخص الآن.',
    },
    given: {
      subject: 'لدى {merchant} مالك جديد',
      text: 'جعل {by} {who} مالكاً لدى {merchant}. المالك يرى كل شيء ويغيّره. إن كنت لا تريد ذلك فغيّر هذا الدور الآن.',
    },
    ended: {
      subject: 'لم يعد أحدهم مالكاً لدى {merchant}',
      text: 'لم يعد {who} مالكاً لدى {merchant}. الذي فعل ذلك: {by}.',
    },
  },
  trusted: {
    invited: {
      subject: '{merchant}: دعوة إلى دور {role}',
      text: 'يدعو {by} {who} إلى {merchant} بدور {role}. {may} إن كنت لا تريد ذلك فاسحب الدعوة الآن.',
    },
    joined: {
      subject: '{merchant}: دور {role} لشخص جديد',
      text: 'قبل {who} الدعوة وصار له دور {role} لدى {merchant}. {may} إن كنت لا تريد ذلك فأزل هذا الشخص الآن.',
    },
    given: {
      subject: '{merchant}: دور {role} لشخص جديد',
      text: 'أعطى {by} {who} دور {role} لدى {merchant}. {may} إن كنت لا تريد ذلك فغيّر هذا الدور الآن.',
    },
  },
  roles: {
    accountant: { name: 'المحاسب', may: 'المحاسب يرى المال ويعيد الدفعات.' },
    developer: { name: 'المطوّر', may: 'المطوّر ينشئ مفاتيح خوادمكم.' },
  },
  former: 'لم تعد مالكاً لدى {merchant} منذ وقت قريب. إن كنت لا تعرف السبب فأخبرنا فوراً.',
  end: 'تختار هذه الرسائل في الإعدادات: {settings}',
};

const en: MailWords = {
  review_opened: {
    subject: '{merchant}: a payment waits for review',
    text: 'At least one payment of {merchant} waits for review. It is not lost: we look at it, and you see here what becomes of it.',
  },
  payment_reversed: {
    subject: '{merchant}: the operator has taken a payment back',
    text: 'The operator says that the payment {reference} of {amount} FCFA, which had arrived, was taken back. Our staff are checking. Don’t deliver what has not left yet.',
  },
  degraded: {
    subject: '{merchant}: a webhook address does not answer',
    text: 'The address {host} no longer takes our messages. We try again; nothing is lost. Look at what it answers.',
  },
  degraded_more: {
    subject: '{merchant}: more webhook addresses do not answer',
    text: 'More webhook addresses of {merchant} no longer take our messages. We try again; nothing is lost. Look at all of them under Developers: today we write no more of each.',
  },
  disabled: {
    subject: '{merchant}: a webhook address is disabled',
    text: 'The address {host} has taken nothing for days: we no longer send there. Its messages are kept for 30 days. Mend it, then enable it again.',
  },
  approved: {
    subject: '{merchant} is verified',
    text: 'Your business is verified: you can take real payments.',
  },
  sent_back: {
    subject: '{merchant}: there is something to correct',
    text: 'We have looked at what you sent. Open your profile: it says what to correct.',
  },
  daily_summary: {
    subject: '{merchant}: {amount} FCFA on {day}',
    text: 'On {day}, {merchant} was paid {amount} FCFA. Payments: {payments}. What was taken or given back since is still counted in it.',
  },
  payout_asked: {
    subject: '{merchant}: another payout account is asked for',
    text: '{by} asks that the money of {merchant} be paid to {label}. Nothing is paid there before {until}, and only if we confirm it. If it was not you, take it back now.',
  },
  payout_confirmed: {
    subject: '{merchant}: the payout account is confirmed',
    text: 'We have confirmed {label}. The money of {merchant} is paid there from {until} on. If it was not you, take it back before.',
  },
  payout_refused: {
    subject: '{merchant}: the payout account is refused',
    text: 'We have refused {label}: nothing is paid there. The account before it stays in force.',
  },
  payout_withdrawn: {
    subject: '{merchant}: a payout account was taken back',
    text: '{by} has taken {label} back: nothing is paid there any more.',
  },
  payout_returned: {
    subject: '{merchant}: a payout has come back',
    text: 'What we paid to {label} came back: it is due to you again, and nothing is paid there any more. Name another account.',
  },
  owners: {
    invited: {
      subject: '{merchant}: an owner is invited',
      text: '{by} invites {who} to be an owner of {merchant}. An owner sees and changes everything. If you do not want it, take the invitation back now.',
    },
    joined: {
      subject: '{merchant} has one more owner',
      text: '{who} has taken the invitation and is an owner of {merchant}. An owner sees and changes everything. If you do not want it, remove them now.',
    },
    given: {
      subject: '{merchant} has one more owner',
      text: '{by} has made {who} an owner of {merchant}. An owner sees and changes everything. If you do not want it, change the role now.',
    },
    ended: {
      subject: '{merchant} has one owner less',
      text: '{who} is no longer an owner of {merchant}. It was {by} who did this.',
    },
  },
  trusted: {
    invited: {
      subject: '{merchant}: somebody is invited as {role}',
      text: '{by} invites {who} to {merchant} as {role}. {may} If you do not want it, take the invitation back now.',
    },
    joined: {
      subject: '{merchant}: there is a new {role}',
      text: '{who} has taken the invitation and is {role} of {merchant}. {may} If you do not want it, remove them now.',
    },
    given: {
      subject: '{merchant}: there is a new {role}',
      text: '{by} has made {who} {role} of {merchant}. {may} If you do not want it, change the role now.',
    },
  },
  roles: {
    accountant: { name: 'accountant', may: 'An accountant sees the money and gives payments back.' },
    developer: { name: 'developer', may: 'A developer makes the keys of your servers.' },
  },
  former:
    'You are no longer an owner of {merchant}, since a short while. If you do not know why, tell us at once.',
  end: 'You choose these mails in your settings: {settings}',
};

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { fr, ar, en };
