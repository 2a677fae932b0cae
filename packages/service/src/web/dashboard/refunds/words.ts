import type { NotRefundable } from '../../../domain/refund/judge.ts';
import type { RefundState } from '../../../domain/refund/refund.ts';
import type { Catalogue } from '../../frame/table.ts';

type RefundWords = {
  title: string;
  nothing: string;
  columns: { when: string; payment: string; amount: string; state: string; reason: string };
  states: Readonly<Record<RefundState, string>>;
  states_mean: Readonly<Record<RefundState, string>>;
  give_back: string;
  text: string;
  amount: string;
  amount_hint: string;
  amount_wrong: string;
  reason: string;
  button: string;
  done: string;
  left: string;
  form_used: string;
  form_busy: string;
  refused: Readonly<Record<NotRefundable['kind'] | 'merchant_frozen', string>>;
};

export const REFUND_WORDS: Catalogue<RefundWords> = {
  fr: {
    title: 'Remboursements',
    nothing: 'Rien n’a été remboursé.',
    columns: { when: 'Demandé', payment: 'Paiement', amount: 'Montant', state: 'État', reason: 'Motif' },
    states: {
      PENDING: 'À envoyer',
      SENDING: 'En route',
      SUCCEEDED: 'Remboursé',
      FAILED: 'Échoué',
      UNKNOWN: 'À prouver',
    },
    states_mean: {
      PENDING: 'Le montant est mis de côté ; il part bientôt.',
      SENDING: 'L’envoi est en cours ; on attend le mot de l’opérateur.',
      SUCCEEDED: 'L’opérateur a confirmé que l’argent est parti.',
      FAILED: 'L’argent n’est pas parti : il est de nouveau dans votre solde.',
      UNKNOWN: 'Personne ne peut encore dire si l’argent est parti. On cherche.',
    },
    give_back: 'Rembourser',
    text: 'L’argent retourne à celui qui a payé. Il quitte votre solde tout de suite. Les frais du paiement ne sont pas rendus.',
    amount: 'Montant en FCFA',
    amount_hint: 'Tout, ou une partie.',
    amount_wrong: 'Écrivez un montant en chiffres, au plus ce qui reste.',
    reason: 'Motif',
    button: 'Rembourser',
    done: 'Le remboursement est demandé.',
    left: 'Reste à rembourser, au plus :',
    form_used: 'Ce formulaire a déjà remboursé : voyez ci-dessous, puis recommencez s’il en faut plus.',
    form_busy: 'Ce formulaire est encore en cours de traitement : rechargez la page et voyez ci-dessous.',
    refused: {
      not_paid: 'Ce paiement n’est pas payé : rien à rembourser.',
      payment_reversed: 'L’opérateur a repris ce paiement : il ne peut pas être remboursé.',
      payment_doubted: 'Ce paiement est en cours de vérification. Réessayez après.',
      returned_by_us: 'Ce paiement est déjà en cours de remboursement.',
      too_many_open:
        'Trop de remboursements de ce paiement sont en cours : attendez que l’un soit terminé, ou remboursez plus d’un coup.',
      too_much: 'C’est plus que ce qui reste à rembourser de ce paiement.',
      merchant_frozen:
        'Votre compte est gelé : vous ne pouvez rien rembourser avant que nous ne levions le gel. Contactez-nous.',
      balance_short: 'Votre solde ne suffit pas pour ce remboursement.',
    },
  },
  ar: {
    title: 'الاستردادات',
    nothing: 'لم يُستردّ شيء.',
    columns: { when: 'طُلب في', payment: 'الدفعة', amount: 'المبلغ', state: 'الحالة', reason: 'السبب' },
    states: {
      PENDING: 'ينتظر الإرسال',
      SENDING: 'في الطريق',
      SUCCEEDED: 'أُعيد',
      FAILED: 'لم ينجح',
      UNKNOWN: 'ينتظر الإثبات',
    },
    states_mean: {
      PENDING: 'وُضع المبلغ جانبا وسيُرسل قريبا.',
      SENDING: 'الإرسال جارٍ، وننتظر كلمة المشغّل.',
      SUCCEEDED: 'أكّد المشغّل أن المال خرج.',
      FAILED: 'لم يخرج المال: عاد إلى رصيدك.',
      UNKNOWN: 'لا أحد يستطيع بعد أن يقول إن كان المال قد خرج. نبحث.',
    },
    give_back: 'إعادة المال',
    text: 'يعود المال إلى من دفع. يخرج من رصيدك فورا. لا تُعاد رسوم الدفعة.',
    amount: 'المبلغ بالفرنك',
    amount_hint: 'الكل أو جزء منه.',
    amount_wrong: 'اكتب مبلغا بالأرقام لا يزيد على ما بقي.',
    reason: 'السبب',
    button: 'أعد المال',
    done: 'طُلب الاسترداد.',
    left: 'أقصى ما بقي للإعادة:',
    form_used: 'هذه الاستمارة أعادت المال من قبل: انظر أدناه ثم أعد المحاولة إن لزم المزيد.',
    form_busy: 'هذه الاستمارة ما زالت قيد المعالجة: أعد تحميل الصفحة وانظر أدناه.',
    refused: {
      not_paid: 'هذه الدفعة لم تُدفع: لا شيء يُعاد.',
      payment_reversed: 'استرجع المشغّل هذه الدفعة: لا يمكن إعادتها.',
      payment_doubted: 'هذه الدفعة قيد التحقق. حاول بعد ذلك.',
      returned_by_us: 'هذه الدفعة تُعاد بالفعل.',
      too_many_open:
        'استردادات كثيرة من هذه الدفعة قيد التنفيذ: انتظر انتهاء أحدها، أو أعد مبلغا أكبر دفعة واحدة.',
      too_much: 'هذا أكثر مما بقي من هذه الدفعة.',
      merchant_frozen: 'أوقفنا حسابك مؤقتا: لا تستطيع أن تعيد شيئا قبل أن نرفع الإيقاف. اتصل بنا.',
      balance_short: 'رصيدك لا يكفي لهذا الاسترداد.',
    },
  },
  en: {
    title: 'Refunds',
    nothing: 'Nothing was given back.',
    columns: { when: 'Asked for', payment: 'Payment', amount: 'Amount', state: 'State', reason: 'Reason' },
    states: {
      PENDING: 'To be sent',
      SENDING: 'On its way',
      SUCCEEDED: 'Given back',
      FAILED: 'Failed',
      UNKNOWN: 'To be proven',
    },
    states_mean: {
      PENDING: 'Its amount is set aside and goes out soon.',
      SENDING: 'It is being sent; the operator’s word is awaited.',
      SUCCEEDED: 'The operator has confirmed that the money has gone.',
      FAILED: 'The money has not gone: it is in your balance again.',
      UNKNOWN: 'Nobody can say yet whether the money has gone. We are finding out.',
    },
    give_back: 'Give back',
    text: 'The money goes back to whoever paid. It leaves your balance at once. The fee of the payment is not given back.',
    amount: 'Amount in FCFA',
    amount_hint: 'All of it, or a part.',
    amount_wrong: 'Write an amount in digits, at most what is left.',
    reason: 'Reason',
    button: 'Give back',
    done: 'The refund is asked for.',
    left: 'Left to give back, at most:',
    form_used: 'This form has given back already: look below, and send it again if more is due.',
    form_busy: 'This form is still being worked on: load the page again and look below.',
    refused: {
      not_paid: 'This payment is not paid: there is nothing to give back.',
      payment_reversed: 'The operator has taken this payment back: it can’t be given back.',
      payment_doubted: 'This payment is being looked into. Try again after that.',
      returned_by_us: 'This payment is being given back already.',
      too_many_open:
        'Too many refunds of this payment are under way: wait until one has ended, or give back more at once.',
      too_much: 'That is more than is left of this payment.',
      merchant_frozen: 'Your account is frozen: you can give nothing back until we lift that. Talk to us.',
      balance_short: 'Your balance is too small for this refund.',
    },
  },
};
