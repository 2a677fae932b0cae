import type { CounterField } from '../../../domain/payment/counter.ts';
import type { Till } from '../../../domain/payment/till.ts';
import type { Catalogue } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';

type With<Values extends string> = (values: Readonly<Record<Values, SafeHtml>>) => SafeHtml;

/** Every word of the cashier's pages. */
export type CounterWords = {
  title: string;
  amount_hint: string;
  labels: Readonly<Record<CounterField, string>>;
  phone_hint: string;
  description_hint: string;
  show_number: string;
  ask_phone: string;
  wrong: Readonly<Record<CounterField, string>>;
  wrong_asked_amount: (least: string, most: string) => string;
  kyc: string;
  frozen: string;
  no_operator: string;
  form_used: With<'amount' | 'link'>;
  see_it: string;
  unknown_form: string;
  refused: string;
  refused_why: Readonly<Record<string, string>>;
  mine: string;
  none_mine: string;
  last_only: With<'count' | 'link'>;
  all_of_today: string;
  states: Readonly<Record<Till, { title: string; text: string }>>;
  /**
   * No phone tells of what comes to the number: as long as it may be paid; once the time is over; instead of
   * saying that it was not paid.
   */
  unheard: { open: string; over: string; ended: string };
  given_back: string;
  number: string;
  ask: string;
  until: With<'time'>;
  ticket: string;
  qr: string;
  link: string;
  copy: string;
  copy_number: string;
  copied: string;
  look_again: string;
  offline: string;
  sound_on: string;
  sound_off: string;
  next: string;
  details: string;
};

const fr: CounterWords = {
  title: 'Nouveau paiement',
  amount_hint: 'En francs, sans décimales',
  labels: { amount: 'Montant', operator: 'Opérateur', phone: 'Téléphone du client', description: 'Note' },
  phone_hint: 'Facultatif ; 8 chiffres. Il rend la confirmation plus sûre.',
  description_hint: 'Facultatif : ce que le client achète. Elle peut se voir sur sa page.',
  show_number: 'Montrer le numéro',
  ask_phone: 'Demander sur son téléphone',
  wrong: {
    amount: 'Écrivez le montant en chiffres, par exemple 5000.',
    operator: 'Choisissez l’opérateur du client.',
    phone: 'Écrivez les 8 chiffres du téléphone du client.',
    description:
      'Au plus 255 caractères, sur une ligne. Le client le lit : ni numéro à payer ni code à composer, sans * ni #, et moins de six chiffres de suite.',
  },
  wrong_asked_amount: (least, most) =>
    `Un téléphone peut être sollicité pour ${least} à ${most}. Pour une autre somme, montrez le numéro.`,
  kyc: 'Votre dossier n’est pas encore approuvé : vous pouvez essayer en mode Test.',
  frozen:
    'Chari a gelé votre commerce en mode Réel : ce qui est ouvert continue, et rien de nouveau ne commence. Le propriétaire nous contacte.',
  no_operator: 'Aucun opérateur n’est activé pour votre commerce. Demandez à Chari.',
  form_used: ({ amount, link }) =>
    html`Ce formulaire a déjà servi pour un paiement de ${amount}. ${link} Ou vérifiez, puis envoyez de nouveau.`,
  see_it: 'Voir ce paiement.',
  unknown_form: 'Ce formulaire était trop ancien. Vérifiez, puis envoyez de nouveau.',
  refused: 'Le paiement n’a pas pu commencer. Attendez une minute et réessayez, ou prenez l’autre opérateur.',
  refused_why: {
    no_collection_number:
      'Aucun numéro n’est libre pour ce montant. Ajoutez le téléphone du client, ou attendez quelques minutes.',
    too_many_open_sessions:
      'Trop de vos paiements sont encore ouverts. Annulez ceux que personne ne paiera, ou attendez.',
    rail_not_ready:
      'Cet opérateur n’est pas prêt en mode Réel. Prenez l’autre opérateur, ou prévenez le propriétaire.',
    operator_not_enabled: 'Cet opérateur n’est pas activé pour votre commerce.',
    payer_asked_too_often: 'Ce téléphone a été sollicité trop souvent. Montrez-lui plutôt le numéro.',
    gateway_unavailable: 'L’opérateur ne répond pas pour le moment. Montrez plutôt le numéro.',
  },
  mine: 'Mes paiements d’aujourd’hui',
  none_mine: 'Aucun encore aujourd’hui.',
  last_only: ({ count, link }) => html`Seulement les ${count} derniers. ${link}`,
  all_of_today: 'Tous les paiements',
  states: {
    waiting: {
      title: 'En attente du paiement',
      text: 'Cette page change toute seule quand l’argent arrive.',
    },
    checking: {
      title: 'Un message est arrivé',
      text: 'Il n’est pas encore prouvé. Ne livrez pas : attendez.',
    },
    other_phone: {
      title: 'Un message d’un autre téléphone',
      text: 'Cette somme est arrivée d’un autre téléphone que celui déclaré et n’est pas encore prouvée. Si c’est votre client, attendez.',
    },
    review: {
      title: 'En vérification',
      text: 'Un paiement est en cours de vérification. Ne livrez pas : l’équipe de Chari décide.',
    },
    paid: { title: 'Payé', text: 'L’argent est confirmé. Vous pouvez livrer.' },
    over: {
      title: 'Pas payé',
      text: 'Le temps est passé. Ne livrez pas. Si le client dit avoir payé, il ne paie pas de nouveau : regardez ici dans quelques minutes. Sinon, commencez un nouveau paiement.',
    },
    cancelled: { title: 'Annulé', text: 'Ce paiement ne sera plus confirmé.' },
    refunded: { title: 'Remboursé', text: 'L’argent a été rendu au client.' },
    reversed: {
      title: 'Repris par l’opérateur',
      text: 'L’opérateur a repris cet argent. Ne livrez pas : appelez Chari.',
    },
    listening: {
      title: 'Le temps est passé',
      text: 'Si le client a déjà envoyé l’argent, attendez : le message peut encore arriver. Sinon, il n’envoie plus rien. Ne livrez pas.',
    },
    listening_other: {
      title: 'Le temps est passé',
      text: 'Cette somme est arrivée d’un autre téléphone que celui déclaré et n’est pas encore prouvée. Si c’est votre client, attendez. Personne n’envoie plus rien.',
    },
    failed: {
      title: 'Pas payé',
      text: 'La demande a été refusée ou n’a pas abouti. Ne livrez pas ; vous pouvez commencer un nouveau paiement.',
    },
    aside: {
      title: 'L’argent est chez l’équipe de Chari',
      text: 'De l’argent est arrivé qui n’est pas compté pour ce paiement. Ne livrez pas et ne demandez rien d’autre au client : l’équipe de Chari s’en occupe.',
    },
    sent_back: {
      title: 'Pas payé : argent renvoyé',
      text: 'De l’argent est arrivé qui n’a pas été compté pour ce paiement ; il a été renvoyé. Ne livrez pas ; vous pouvez commencer un nouveau paiement.',
    },
    decided: {
      title: 'Pas payé',
      text: 'De l’argent est arrivé qui n’a pas été compté pour ce paiement ; l’équipe de Chari a décidé ce qu’il devient. Ne livrez pas : voyez les détails ou demandez à Chari.',
    },
  },
  unheard: {
    open: 'En ce moment nous ne recevons pas les messages de l’opérateur pour ce numéro. Si le client n’a pas encore payé, qu’il attende, ou commencez un nouveau paiement : il aura un autre numéro. S’il a payé, il ne paie pas de nouveau.',
    over: 'En ce moment nous ne recevons pas les messages de l’opérateur pour ce numéro. Si le client a payé, il ne paie pas de nouveau.',
    ended:
      'Nous ne recevons pas les messages de l’opérateur pour ce numéro : nous ne savons pas si le client a payé. Ne livrez pas. S’il a envoyé l’argent, il ne paie pas de nouveau : appelez Chari. Sinon, commencez un nouveau paiement.',
  },
  given_back: 'Rendu au client',
  number: 'Le client envoie à ce numéro',
  ask: 'La demande est sur le téléphone du client : il la confirme avec son code.',
  until: ({ time }) => html`Avant ${time}`,
  ticket: 'Ticket',
  qr: 'Le client peut scanner ce code',
  link: 'Page du client',
  copy: 'Copier le lien',
  copy_number: 'Copier',
  copied: 'Copié',
  look_again: 'Regarder à nouveau',
  offline:
    'Cette page ne reçoit plus rien : ce qu’elle dit peut être ancien. Vérifiez le réseau et votre connexion à Chari.',
  sound_on: 'Son activé : couper',
  sound_off: 'Son coupé : activer',
  next: 'Paiement suivant',
  details: 'Détails',
};

const ar: CounterWords = {
  title: 'دفعة جديدة',
  amount_hint: 'بالفرنك، بلا كسور',
  labels: { amount: 'المبلغ', operator: 'المشغّل', phone: 'هاتف الزبون', description: 'ملاحظة' },
  phone_hint: 'اختياري؛ 8 أرقام. يجعل التأكيد أوثق.',
  description_hint: 'اختياري: ما يشتريه الزبون. قد تظهر في صفحته.',
  show_number: 'عرض الرقم',
  ask_phone: 'الطلب على هاتفه',
  wrong: {
    amount: 'اكتب المبلغ بالأرقام، مثل 5000.',
    operator: 'اختر مشغّل الزبون.',
    phone: 'اكتب أرقام هاتف الزبون الثمانية.',
    description:
      '255 حرفاً على الأكثر، في سطر واحد. يقرؤه الزبون: بلا رقم للدفع وبلا رمز للاتصال، بدون * أو #، وأقل من ستة أرقام متتالية.',
  },
  wrong_asked_amount: (least, most) => `يمكن الطلب على الهاتف من ${least} إلى ${most}. لمبلغ آخر اعرض الرقم.`,
  kyc: 'ملفك لم يُعتمد بعد: يمكنك التجربة في الوضع التجريبي.',
  frozen:
    'أوقفت شاري متجرك مؤقتاً في الوضع الحقيقي: ما هو مفتوح يستمر، ولا يبدأ شيء جديد. على المالك أن يتصل بنا.',
  no_operator: 'لا مشغّل مفعّل لمتجرك. اسأل شاري.',
  form_used: ({ amount, link }) => html`استُعمل هذا النموذج لدفعة ${amount}. ${link} أو تحقق ثم أرسل من جديد.`,
  see_it: 'عرض هذه الدفعة.',
  unknown_form: 'كان هذا النموذج قديماً. تحقق ثم أرسل من جديد.',
  refused: 'تعذر بدء الدفعة. انتظر دقيقة وحاول من جديد، أو خذ المشغّل الآخر.',
  refused_why: {
    no_collection_number: 'لا رقم متاح لهذا المبلغ. أضف هاتف الزبون أو انتظر بضع دقائق.',
    too_many_open_sessions: 'كثير من دفعاتك ما زالت مفتوحة. ألغ ما لن يُدفع أو انتظر.',
    rail_not_ready: 'هذا المشغّل غير جاهز في الوضع الحقيقي. خذ المشغّل الآخر أو أخبر المالك.',
    operator_not_enabled: 'هذا المشغّل غير مفعّل لمتجرك.',
    payer_asked_too_often: 'طُلب من هذا الهاتف مرات كثيرة. اعرض عليه الرقم.',
    gateway_unavailable: 'المشغّل لا يجيب الآن. اعرض الرقم.',
  },
  mine: 'دفعاتي اليوم',
  none_mine: 'لا شيء بعد اليوم.',
  last_only: ({ count, link }) => html`آخر ${count} دفعة فقط. ${link}`,
  all_of_today: 'جميع الدفعات',
  states: {
    waiting: { title: 'في انتظار الدفع', text: 'تتغير هذه الصفحة وحدها عند وصول المال.' },
    checking: { title: 'وصلت رسالة', text: 'لم تثبت بعد. لا تسلّم: انتظر.' },
    other_phone: {
      title: 'رسالة من هاتف آخر',
      text: 'وصل هذا المبلغ من هاتف غير المصرح به ولم يثبت بعد. إن كان زبونك فانتظر.',
    },
    review: { title: 'قيد التحقق', text: 'هناك دفعة قيد التحقق. لا تسلّم: يقرر فريق شاري.' },
    paid: { title: 'مدفوع', text: 'تأكد المال. يمكنك التسليم.' },
    over: {
      title: 'غير مدفوع',
      text: 'انتهى الوقت. لا تسلّم. إذا قال الزبون إنه دفع فلا يدفع مرة أخرى: انظر هنا بعد بضع دقائق. وإلا فابدأ دفعة جديدة.',
    },
    cancelled: { title: 'ملغى', text: 'لن تُؤكد هذه الدفعة.' },
    refunded: { title: 'أُعيد المبلغ', text: 'أُعيد المال إلى الزبون.' },
    reversed: { title: 'استرجعه المشغّل', text: 'استرجع المشغّل هذا المال. لا تسلّم: اتصل بشاري.' },
    listening: {
      title: 'انتهى الوقت',
      text: 'إذا كان الزبون قد أرسل المال فانتظر: قد تصل الرسالة بعد قليل. وإلا فلا يرسل شيئاً بعد الآن. لا تسلّم.',
    },
    listening_other: {
      title: 'انتهى الوقت',
      text: 'وصل هذا المبلغ من هاتف غير المصرح به ولم يثبت بعد. إن كان زبونك فانتظر. لا يرسل أحد شيئاً بعد الآن.',
    },
    failed: { title: 'غير مدفوع', text: 'رُفض الطلب أو لم ينجح. لا تسلّم؛ يمكنك أن تبدأ دفعة جديدة.' },
    aside: {
      title: 'المال عند فريق شاري',
      text: 'وصل مال لم يُحتسب لهذه الدفعة. لا تسلّم ولا تطلب من الزبون شيئاً آخر: فريق شاري يهتم به.',
    },
    sent_back: {
      title: 'غير مدفوع: أُعيد المال',
      text: 'وصل مال لم يُحتسب لهذه الدفعة وقد أُعيد. لا تسلّم؛ يمكنك أن تبدأ دفعة جديدة.',
    },
    decided: {
      title: 'غير مدفوع',
      text: 'وصل مال لم يُحتسب لهذه الدفعة، وقرر فريق شاري ما يكون منه. لا تسلّم: انظر التفاصيل أو اسأل شاري.',
    },
  },
  unheard: {
    open: 'لا تصلنا حالياً رسائل المشغّل لهذا الرقم. إذا لم يدفع الزبون بعد فلينتظر، أو ابدأ دفعة جديدة: يكون لها رقم آخر. وإذا دفع فلا يدفع مرة أخرى.',
    over: 'لا تصلنا حالياً رسائل المشغّل لهذا الرقم. إذا دفع الزبون فلا يدفع مرة أخرى.',
    ended:
      'لا تصلنا رسائل المشغّل لهذا الرقم، فلا نعرف هل دفع الزبون. لا تسلّم. إذا أرسل المال فلا يدفع مرة أخرى: اتصل بشاري. وإلا فابدأ دفعة جديدة.',
  },
  given_back: 'أُعيد إلى الزبون',
  number: 'يرسل الزبون إلى هذا الرقم',
  ask: 'الطلب على هاتف الزبون: يؤكده برمزه.',
  until: ({ time }) => html`قبل ${time}`,
  ticket: 'التذكرة',
  qr: 'يمكن للزبون مسح هذا الرمز',
  link: 'صفحة الزبون',
  copy: 'نسخ الرابط',
  copy_number: 'نسخ',
  copied: 'نُسخ',
  look_again: 'النظر من جديد',
  offline: 'لم تعد هذه الصفحة تتلقى شيئاً: قد يكون ما تقوله قديماً. تحقق من الشبكة ومن دخولك إلى شاري.',
  sound_on: 'الصوت مفعّل: إيقاف',
  sound_off: 'الصوت متوقف: تفعيل',
  next: 'الدفعة التالية',
  details: 'التفاصيل',
};

const en: CounterWords = {
  title: 'New payment',
  amount_hint: 'In francs, without decimals',
  labels: { amount: 'Amount', operator: 'Operator', phone: 'Customer’s phone', description: 'Note' },
  phone_hint: 'Optional; 8 digits. It makes the confirmation safer.',
  description_hint: 'Optional: what the customer buys. It may be seen on their page.',
  show_number: 'Show the number',
  ask_phone: 'Ask on their phone',
  wrong: {
    amount: 'Write the amount in digits, for example 5000.',
    operator: 'Choose the customer’s operator.',
    phone: 'Write the 8 digits of the customer’s phone.',
    description:
      'At most 255 characters, on one line. The customer reads it: no number to pay and no code to dial, no * or #, and fewer than six digits in a row.',
  },
  wrong_asked_amount: (least, most) =>
    `A phone can be asked for ${least} to ${most}. For another sum, show the number.`,
  kyc: 'Your file is not approved yet: you can try in Test mode.',
  frozen:
    'Chari has frozen your shop in live: what is open goes on, and nothing new begins. The owner talks to us.',
  no_operator: 'No operator is on for your shop. Ask Chari.',
  form_used: ({ amount, link }) =>
    html`This form was used for a payment of ${amount} already. ${link} Or look it over, and send it again.`,
  see_it: 'See that payment.',
  unknown_form: 'This form was too old. Look it over, and send it again.',
  refused: 'The payment could not begin. Wait a minute and try again, or take the other operator.',
  refused_why: {
    no_collection_number:
      'No number is free for this amount. Add the customer’s phone, or wait a few minutes.',
    too_many_open_sessions: 'Too many of your payments are open. Cancel those that nobody will pay, or wait.',
    rail_not_ready: 'This operator is not ready in Live mode. Take the other one, or tell the owner.',
    operator_not_enabled: 'This operator is not on for your shop.',
    payer_asked_too_often: 'This phone was asked too often. Show them the number instead.',
    gateway_unavailable: 'The operator does not answer at the moment. Show the number instead.',
  },
  mine: 'My payments today',
  none_mine: 'None yet today.',
  last_only: ({ count, link }) => html`Only the last ${count}. ${link}`,
  all_of_today: 'All payments',
  states: {
    waiting: { title: 'Waiting for the payment', text: 'This page changes by itself when the money comes.' },
    checking: { title: 'A message has come', text: 'It is not proven yet. Don’t deliver: wait.' },
    other_phone: {
      title: 'A message from another phone',
      text: 'This sum has come from another phone than the one declared and is not proven yet. If that is your customer, wait.',
    },
    review: {
      title: 'In review',
      text: 'A payment is being checked. Don’t deliver: Chari’s staff decide.',
    },
    paid: { title: 'Paid', text: 'The money is confirmed. You can deliver.' },
    over: {
      title: 'Not paid',
      text: 'The time is over. Don’t deliver. If the customer says that they paid, they don’t pay again: look here in a few minutes. If not, begin a new payment.',
    },
    cancelled: { title: 'Cancelled', text: 'This payment will not be confirmed any more.' },
    refunded: { title: 'Refunded', text: 'The money went back to the customer.' },
    reversed: {
      title: 'Taken back by the operator',
      text: 'The operator has taken this money back. Don’t deliver: call Chari.',
    },
    listening: {
      title: 'The time is over',
      text: 'If the customer has sent the money already, wait: the message may still come. If not, they send nothing any more. Don’t deliver.',
    },
    listening_other: {
      title: 'The time is over',
      text: 'This sum has come from another phone than the one declared and is not proven yet. If that is your customer, wait. Nobody sends anything any more.',
    },
    failed: {
      title: 'Not paid',
      text: 'The request was declined or has failed. Don’t deliver; you can begin a new payment.',
    },
    aside: {
      title: 'The money is with Chari’s staff',
      text: 'Money has come that is not counted for this payment. Don’t deliver, and ask the customer for nothing else: Chari’s staff look after it.',
    },
    sent_back: {
      title: 'Not paid: sent back',
      text: 'Money came that was not counted for this payment, and was sent back. Don’t deliver; you can begin a new payment.',
    },
    decided: {
      title: 'Not paid',
      text: 'Money came that was not counted for this payment; Chari’s staff have decided what becomes of it. Don’t deliver: see the details, or ask Chari.',
    },
  },
  unheard: {
    open: 'At present we do not receive the operator’s messages for this number. If the customer has not paid yet, let them wait, or begin a new payment, which has another number. If they have, they do not pay again.',
    over: 'At present we do not receive the operator’s messages for this number. If the customer has paid, they do not pay again.',
    ended:
      'We do not receive the operator’s messages for this number, so we don’t know whether the customer has paid. Don’t deliver. If they have sent the money, they do not pay again: call Chari. If not, begin a new payment.',
  },
  given_back: 'Given back to the customer',
  number: 'The customer sends to this number',
  ask: 'The request is on the customer’s phone: they confirm it with their code.',
  until: ({ time }) => html`Before ${time}`,
  ticket: 'Ticket',
  qr: 'The customer can scan this code',
  link: 'Customer’s page',
  copy: 'Copy the link',
  copy_number: 'Copy',
  copied: 'Copied',
  look_again: 'Look again',
  offline:
    'This page hears nothing any more: what it says may be old. Check the network, and that you are signed in.',
  sound_on: 'Sound is on: mute',
  sound_off: 'Sound is off: turn on',
  next: 'Next payment',
  details: 'Details',
};

export const COUNTER_WORDS: Catalogue<CounterWords> = { fr, ar, en };
