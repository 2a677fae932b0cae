import type { ReturnAddressProblem } from '../../../domain/checkout/view.ts';
import type { ChosenKind } from '../../../domain/mail/notice.ts';
import type { Catalogue } from '../../frame/table.ts';

export type SettingsWords = {
  title: string;
  profile: string;
  profile_text: string;
  profile_link: string;
  trade_name: string;
  verified: string;
  unverified: string;
  checkout: string;
  language: string;
  language_hint: string;
  return_url: string;
  return_url_hint: string;
  description: string;
  problems: Readonly<Record<ReturnAddressProblem, string>>;
  save: string;
  saved: string;
  notices: string;
  notices_text: string;
  kinds: Readonly<Record<ChosenKind, string>>;
  no_notices: string;
};

const fr: SettingsWords = {
  title: 'Réglages',
  profile: 'L’entreprise',
  profile_text: 'Le nom que vos clients voient vient du profil vérifié.',
  profile_link: 'Ouvrir le profil',
  trade_name: 'Nom montré aux clients',
  verified: 'vérifié',
  unverified: 'pas encore vérifié',
  checkout: 'Page de paiement',
  language: 'Langue',
  language_hint: 'Quand le téléphone du client n’en demande pas une autre.',
  return_url: 'Adresse de retour',
  return_url_hint:
    'Où la page ramène le client après le paiement, par exemple https://boutique.example/merci. Vide : nulle part.',
  description: 'Montrer la description de la commande sur la page : qui a le lien peut la lire.',
  problems: {
    no_address: 'Écrivez l’adresse entière, par exemple https://boutique.example/merci.',
    too_long: 'L’adresse a plus de 2000 signes.',
    with_password: 'L’adresse contient un nom ou un mot de passe : chaque client le lirait.',
    not_https: 'L’adresse commence par https://.',
  },
  save: 'Enregistrer',
  saved: 'Les réglages sont enregistrés.',
  notices: 'Mails pour moi',
  notices_text: 'Chacun de l’équipe choisit les siens.',
  kinds: {
    review_opened: 'Un paiement attend une vérification (au plus un mail par heure)',
    payment_reversed: 'L’opérateur a repris un paiement',
    endpoint_trouble: 'Une adresse de webhook ne répond plus ou est désactivée',
    kyc_decided: 'Le profil de l’entreprise est vérifié ou à corriger',
    daily_summary: 'Le résumé de la veille, chaque matin',
  },
  no_notices: 'Il n’y a pas de mail pour votre rôle.',
};

const ar: SettingsWords = {
  title: 'الإعدادات',
  profile: 'المؤسسة',
  profile_text: 'الاسم الذي يراه زبائنك يأتي من الملف الذي تم التحقق منه.',
  profile_link: 'فتح الملف',
  trade_name: 'الاسم المعروض على الزبائن',
  verified: 'تم التحقق منه',
  unverified: 'لم يتم التحقق منه بعد',
  checkout: 'صفحة الدفع',
  language: 'اللغة',
  language_hint: 'إذا لم يطلب هاتف الزبون لغة أخرى.',
  return_url: 'عنوان الرجوع',
  return_url_hint:
    'إلى أين تعيد الصفحة الزبون بعد الدفع، مثلاً https://boutique.example/merci. فارغ: لا مكان.',
  description: 'إظهار وصف الطلب على الصفحة: من لديه الرابط يستطيع قراءته.',
  problems: {
    no_address: 'اكتب العنوان كاملاً، مثلاً https://boutique.example/merci.',
    too_long: 'العنوان أطول من 2000 حرف.',
    with_password: 'العنوان يحتوي على اسم أو كلمة سر: سيقرؤها كل زبون.',
    not_https: 'يبدأ العنوان بـ https://.',
  },
  save: 'حفظ',
  saved: 'تم حفظ الإعدادات.',
  notices: 'رسائل بريدية لي',
  notices_text: 'كل فرد في الفريق يختار رسائله.',
  kinds: {
    review_opened: 'دفعة تنتظر المراجعة (رسالة واحدة في الساعة على الأكثر)',
    payment_reversed: 'استرجع المشغّل دفعة',
    endpoint_trouble: 'عنوان webhook لا يجيب أو تم إيقافه',
    kyc_decided: 'تم التحقق من ملف المؤسسة أو يحتاج إلى تصحيح',
    daily_summary: 'ملخص اليوم السابق، كل صباح',
  },
  no_notices: 'لا توجد رسائل لدورك.',
};

const en: SettingsWords = {
  title: 'Settings',
  profile: 'The business',
  profile_text: 'The name that your customers see comes from the verified profile.',
  profile_link: 'Open the profile',
  trade_name: 'Name shown to customers',
  verified: 'verified',
  unverified: 'not verified yet',
  checkout: 'Payment page',
  language: 'Language',
  language_hint: 'Where the customer’s phone asks for no other.',
  return_url: 'Return address',
  return_url_hint:
    'Where the page leads the customer after paying, such as https://shop.example/thanks. Empty: nowhere.',
  description: 'Show the description of the order on the page: whoever has the link can read it.',
  problems: {
    no_address: 'Write the whole address, such as https://shop.example/thanks.',
    too_long: 'The address has more than 2000 characters.',
    with_password: 'The address holds a name or a password: every customer would read it.',
    not_https: 'The address begins with https://.',
  },
  save: 'Save',
  saved: 'The settings are saved.',
  notices: 'Mails for me',
  notices_text: 'Everybody in the team chooses their own.',
  kinds: {
    review_opened: 'A payment waits for review (one mail an hour at most)',
    payment_reversed: 'The operator has taken a payment back',
    endpoint_trouble: 'A webhook address no longer answers, or was disabled',
    kyc_decided: 'The business profile was verified or sent back',
    daily_summary: 'The day before in short, every morning',
  },
  no_notices: 'There is no mail for your role.',
};

export const SETTINGS_WORDS: Catalogue<SettingsWords> = { fr, ar, en };
