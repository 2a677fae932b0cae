import type { TermProblem } from '../../../domain/link/forms.ts';
import type { Catalogue } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';

export type LinkDeskWords = {
  title: string;
  intro: string;
  create: string;
  new_title: string;
  nothing: string;
  columns: { title: string; amount: string; paid: string; state: string; made: string };
  name: string;
  name_hint: string;
  description: string;
  description_hint: string;
  amount: string;
  amount_hint: string;
  min: string;
  max: string;
  limits: string;
  payments: string;
  payments_hint: string;
  total: string;
  total_hint: string;
  expires: string;
  expires_hint: string;
  optional: string;
  save: string;
  made: string;
  states: { open: string; closed: string; expired: string; used_up: string; busy: string };
  open_amount: (min: string, max: string) => string;
  of: (count: string, max: string) => string;
  /** Not every payment of a link without limits is counted. */
  at_least: (values: { figures: SafeHtml }) => SafeHtml;
  address: string;
  address_note: string;
  qr: string;
  share: string;
  share_text: (name: string, merchant: string, address: string) => string;
  share_button: string;
  close: string;
  reopen: string;
  closed: string;
  reopened: string;
  facts: { reference: string; expires: string; limit: string; total: string; paid: string; held: string };
  payments_of: string;
  no_payments: string;
  payments_today: string;
  no_payments_today: string;
  payment_columns: { reference: string; amount: string; operator: string; state: string; at: string };
  statuses: Record<
    'AWAITING_PAYMENT' | 'SUCCESS' | 'UNDER_REVIEW' | 'EXPIRED' | 'FAILED' | 'CANCELLED',
    string
  >;
  kyc_required: string;
  unreadable: string;
  problems: Record<TermProblem, string>;
  back: string;
};

const fr: LinkDeskWords = {
  title: 'Liens de paiement',
  intro:
    'Un lien que n’importe qui peut payer, une fois ou autant de fois que vous voulez. Envoyez-le par WhatsApp, ou imprimez son code QR.',
  create: 'Nouveau lien',
  new_title: 'Nouveau lien de paiement',
  nothing: 'Pas encore de lien.',
  columns: { title: 'Pour', amount: 'Montant', paid: 'Payés', state: 'État', made: 'Créé le' },
  name: 'Pour quoi paie-t-on ?',
  name_hint: 'Les payeurs le lisent. 100 caractères au plus.',
  description: 'Précisions',
  description_hint: '255 caractères au plus.',
  amount: 'Montant fixe, en FCFA',
  amount_hint: 'Laissez vide si le payeur choisit ; donnez alors les deux bornes.',
  min: 'Au moins, en FCFA',
  max: 'Au plus, en FCFA',
  limits: 'Limites',
  payments: 'Nombre de paiements au plus',
  payments_hint: '1 : le lien sert une seule fois. Vide : sans limite. 10 000 au plus.',
  total: 'Somme totale au plus, en FCFA',
  total_hint: 'Vide : sans limite.',
  expires: 'Dernier jour',
  expires_hint: 'Vide : sans date. Jusqu’à minuit, heure de N’Djamena.',
  optional: 'facultatif',
  save: 'Créer le lien',
  made: 'Le lien est créé.',
  states: {
    open: 'Ouvert',
    closed: 'Fermé',
    expired: 'Expiré',
    used_up: 'Épuisé',
    busy: 'Paiement en cours',
  },
  open_amount: (min, max) => `de ${min} à ${max}`,
  of: (count, max) => `${count} sur ${max}`,
  at_least: ({ figures }) => html`au moins ${figures}`,
  address: 'Adresse du lien',
  address_note: 'Qui a cette adresse peut payer, et rien d’autre.',
  qr: 'Code QR du lien',
  share: 'Partager',
  share_text: (name, merchant, address) =>
    `${merchant} – ${name}\nPour payer par Airtel Money ou Moov Money : ${address}`,
  share_button: 'Envoyer par WhatsApp',
  close: 'Fermer le lien',
  reopen: 'Rouvrir le lien',
  closed:
    'Le lien est fermé : personne ne peut plus payer par lui. Un paiement déjà commencé peut encore arriver.',
  reopened: 'Le lien est rouvert.',
  facts: {
    reference: 'Début des références',
    expires: 'Expire le',
    limit: 'Paiements au plus',
    total: 'Somme au plus',
    paid: 'Payé',
    held: 'En cours',
  },
  payments_of: 'Paiements de ce lien',
  no_payments: 'Personne n’a encore payé par ce lien.',
  payments_today: 'Paiements d’aujourd’hui par ce lien',
  no_payments_today: 'Personne n’a payé par ce lien aujourd’hui.',
  payment_columns: {
    reference: 'Référence',
    amount: 'Montant',
    operator: 'Opérateur',
    state: 'État',
    at: 'Commencé le',
  },
  statuses: {
    AWAITING_PAYMENT: 'En attente',
    SUCCESS: 'Payé',
    UNDER_REVIEW: 'En vérification',
    EXPIRED: 'Expiré',
    FAILED: 'Échoué',
    CANCELLED: 'Annulé',
  },
  kyc_required:
    'Les liens réels s’ouvrent quand votre dossier est approuvé. En attendant, créez-en en mode test.',
  unreadable: 'Écrivez un nombre entier, sans décimales.',
  problems: {
    title_length: 'Écrivez de 1 à 100 caractères.',
    title_number:
      'Les payeurs le lisent : n’écrivez ni numéro à payer ni code à composer. Ni * ni #, et moins de six chiffres de suite ; une date comme 15/11/2026 peut rester.',
    description_length: 'Écrivez 255 caractères au plus.',
    description_number:
      'Les payeurs le lisent : n’écrivez ni numéro à payer ni code à composer. Ni * ni #, et moins de six chiffres de suite ; une date comme 15/11/2026 peut rester.',
    amount_range: 'Écrivez un montant entier de 1 à 1 000 000 000.',
    amount_both: 'Donnez un montant fixe, ou des bornes : pas les deux.',
    bounds_missing: 'Donnez un montant fixe, ou les deux bornes.',
    bounds_order: 'La borne du bas dépasse celle du haut.',
    payments_range: 'Écrivez un nombre de 1 à 10 000.',
    total_range: 'Écrivez une somme entière de 1 à 10 000 000 000 000.',
    total_below_amount: 'La somme est plus petite qu’un seul paiement.',
    expiry_past: 'Choisissez un jour qui existe et qui n’est pas passé.',
  },
  back: 'Tous les liens',
};

const en: LinkDeskWords = {
  title: 'Payment links',
  intro:
    'A link that anyone can pay, once or as often as you like. Send it by WhatsApp, or print its QR code.',
  create: 'New link',
  new_title: 'New payment link',
  nothing: 'No link yet.',
  columns: { title: 'For', amount: 'Amount', paid: 'Paid', state: 'State', made: 'Made on' },
  name: 'What is it for?',
  name_hint: 'Payers read it. At most 100 characters.',
  description: 'Details',
  description_hint: 'At most 255 characters.',
  amount: 'Fixed amount, in FCFA',
  amount_hint: 'Leave it empty if the payer chooses; then give both bounds.',
  min: 'At least, in FCFA',
  max: 'At most, in FCFA',
  limits: 'Limits',
  payments: 'Most payments',
  payments_hint: '1: the link is good for once. Empty: no limit. At most 10,000.',
  total: 'Most in all, in FCFA',
  total_hint: 'Empty: no limit.',
  expires: 'Last day',
  expires_hint: 'Empty: no date. Until midnight in N’Djamena.',
  optional: 'optional',
  save: 'Create the link',
  made: 'The link is made.',
  states: {
    open: 'Open',
    closed: 'Closed',
    expired: 'Expired',
    used_up: 'Used up',
    busy: 'Payment under way',
  },
  open_amount: (min, max) => `${min} to ${max}`,
  of: (count, max) => `${count} of ${max}`,
  at_least: ({ figures }) => html`at least ${figures}`,
  address: 'Address of the link',
  address_note: 'Whoever has this address can pay, and nothing else.',
  qr: 'QR code of the link',
  share: 'Share',
  share_text: (name, merchant, address) =>
    `${merchant} – ${name}\nTo pay by Airtel Money or Moov Money: ${address}`,
  share_button: 'Send by WhatsApp',
  close: 'Close the link',
  reopen: 'Open the link again',
  closed: 'The link is closed: nobody can pay by it any more. A payment that has begun may still arrive.',
  reopened: 'The link is open again.',
  facts: {
    reference: 'References begin with',
    expires: 'Expires on',
    limit: 'Most payments',
    total: 'Most in all',
    paid: 'Paid',
    held: 'Under way',
  },
  payments_of: 'Payments by this link',
  no_payments: 'Nobody has paid by this link yet.',
  payments_today: 'Payments by this link today',
  no_payments_today: 'Nobody has paid by this link today.',
  payment_columns: {
    reference: 'Reference',
    amount: 'Amount',
    operator: 'Operator',
    state: 'State',
    at: 'Begun on',
  },
  statuses: {
    AWAITING_PAYMENT: 'Waiting',
    SUCCESS: 'Paid',
    UNDER_REVIEW: 'Being checked',
    EXPIRED: 'Expired',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
  },
  kyc_required: 'Live links open when your profile is approved. Until then, make some in test mode.',
  unreadable: 'Write a whole number, without decimals.',
  problems: {
    title_length: 'Write 1 to 100 characters.',
    title_number:
      'Payers read it: write no number to pay and no code to dial. No * or #, and fewer than six digits in a row; a date such as 15/11/2026 may stand.',
    description_length: 'Write at most 255 characters.',
    description_number:
      'Payers read it: write no number to pay and no code to dial. No * or #, and fewer than six digits in a row; a date such as 15/11/2026 may stand.',
    amount_range: 'Write a whole amount from 1 to 1,000,000,000.',
    amount_both: 'Give a fixed amount, or bounds: not both.',
    bounds_missing: 'Give a fixed amount, or both bounds.',
    bounds_order: 'The lower bound is above the upper one.',
    payments_range: 'Write a number from 1 to 10,000.',
    total_range: 'Write a whole sum from 1 to 10,000,000,000,000.',
    total_below_amount: 'The sum is less than one payment.',
    expiry_past: 'Choose a day that exists and is not past.',
  },
  back: 'All links',
};

const ar: LinkDeskWords = {
  title: 'روابط الدفع',
  intro: 'رابط يستطيع أي شخص أن يدفع به، مرة واحدة أو كما تشاء. أرسله عبر واتساب أو اطبع رمز QR.',
  create: 'رابط جديد',
  new_title: 'رابط دفع جديد',
  nothing: 'لا توجد روابط بعد.',
  columns: { title: 'الغرض', amount: 'المبلغ', paid: 'المدفوع', state: 'الحالة', made: 'أُنشئ في' },
  name: 'ما الغرض من الدفع؟',
  name_hint: 'يقرؤه الدافعون. 100 حرف على الأكثر.',
  description: 'تفاصيل',
  description_hint: '255 حرفًا على الأكثر.',
  amount: 'مبلغ ثابت، بالفرنك',
  amount_hint: 'اتركه فارغًا إذا كان الدافع يختار، واكتب عندئذ الحدّين.',
  min: 'على الأقل، بالفرنك',
  max: 'على الأكثر، بالفرنك',
  limits: 'حدود',
  payments: 'أقصى عدد للدفعات',
  payments_hint: '1: الرابط لمرة واحدة. فارغ: بلا حد. 10000 على الأكثر.',
  total: 'أقصى مجموع، بالفرنك',
  total_hint: 'فارغ: بلا حد.',
  expires: 'آخر يوم',
  expires_hint: 'فارغ: بلا تاريخ. حتى منتصف الليل بتوقيت أنجمينا.',
  optional: 'اختياري',
  save: 'إنشاء الرابط',
  made: 'أُنشئ الرابط.',
  states: { open: 'مفتوح', closed: 'مغلق', expired: 'منتهٍ', used_up: 'مستنفد', busy: 'دفع جارٍ' },
  open_amount: (min, max) => `من ${min} إلى ${max}`,
  of: (count, max) => `${count} من ${max}`,
  at_least: ({ figures }) => html`على الأقل ${figures}`,
  address: 'عنوان الرابط',
  address_note: 'من لديه هذا العنوان يستطيع أن يدفع، ولا شيء غير ذلك.',
  qr: 'رمز QR للرابط',
  share: 'مشاركة',
  share_text: (name, merchant, address) =>
    `${merchant} – ${name}\nللدفع عبر Airtel Money أو Moov Money: ${address}`,
  share_button: 'إرسال عبر واتساب',
  close: 'إغلاق الرابط',
  reopen: 'إعادة فتح الرابط',
  closed: 'أُغلق الرابط: لم يعد أحد يستطيع الدفع به. قد يصل دفع كان قد بدأ.',
  reopened: 'أُعيد فتح الرابط.',
  facts: {
    reference: 'بداية المراجع',
    expires: 'ينتهي في',
    limit: 'أقصى عدد للدفعات',
    total: 'أقصى مجموع',
    paid: 'مدفوع',
    held: 'جارٍ',
  },
  payments_of: 'مدفوعات هذا الرابط',
  no_payments: 'لم يدفع أحد بهذا الرابط بعد.',
  payments_today: 'مدفوعات هذا الرابط اليوم',
  no_payments_today: 'لم يدفع أحد بهذا الرابط اليوم.',
  payment_columns: {
    reference: 'المرجع',
    amount: 'المبلغ',
    operator: 'المشغّل',
    state: 'الحالة',
    at: 'بدأ في',
  },
  statuses: {
    AWAITING_PAYMENT: 'في الانتظار',
    SUCCESS: 'مدفوع',
    UNDER_REVIEW: 'قيد التحقق',
    EXPIRED: 'منتهٍ',
    FAILED: 'فشل',
    CANCELLED: 'ملغى',
  },
  kyc_required: 'تُفتح الروابط الحقيقية عند قبول ملفك. حتى ذلك الحين أنشئ روابط في وضع التجربة.',
  unreadable: 'اكتب عددًا صحيحًا بلا كسور.',
  problems: {
    title_length: 'اكتب من حرف إلى 100 حرف.',
    title_number:
      'يقرؤه الدافعون: لا تكتب رقمًا للدفع ولا رمزًا للاتصال. بدون * أو #، وأقل من ستة أرقام متتالية؛ ويمكن أن يبقى تاريخ مثل 15/11/2026.',
    description_length: 'اكتب 255 حرفًا على الأكثر.',
    description_number:
      'يقرؤه الدافعون: لا تكتب رقمًا للدفع ولا رمزًا للاتصال. بدون * أو #، وأقل من ستة أرقام متتالية؛ ويمكن أن يبقى تاريخ مثل 15/11/2026.',
    amount_range: 'اكتب مبلغًا صحيحًا من 1 إلى 1000000000.',
    amount_both: 'اكتب مبلغًا ثابتًا أو حدّين، لا كليهما.',
    bounds_missing: 'اكتب مبلغًا ثابتًا أو الحدّين معًا.',
    bounds_order: 'الحد الأدنى أكبر من الحد الأعلى.',
    payments_range: 'اكتب عددًا من 1 إلى 10000.',
    total_range: 'اكتب مجموعًا صحيحًا من 1 إلى 10000000000000.',
    total_below_amount: 'المجموع أقل من دفعة واحدة.',
    expiry_past: 'اختر يومًا موجودًا لم يمضِ.',
  },
  back: 'كل الروابط',
};

export const LINK_DESK_WORDS: Catalogue<LinkDeskWords> = { fr, ar, en };
