import type { MemberRole, StaffRole } from '../../domain/account/person.ts';
import type { Catalogue } from './table.ts';

export type Refusal =
  | 'not_found'
  | 'method_not_allowed'
  | 'forbidden'
  | 'stale_form'
  | 'cross_site'
  | 'too_many_uploads'
  | 'too_many_files'
  | 'too_large'
  | 'unavailable'
  | 'too_slow'
  | 'fault';

/** What every signed-in page says around its content. */
export type FrameWords = {
  menu: string;
  environment: string;
  test: string;
  live: string;
  test_banner: string;
  account: string;
  sign_in: string;
  sign_out: string;
  office: string;
  required: string;
  newer: string;
  older: string;
  nothing: string;
  copy: string;
  copied: string;
  kept: string;
  roles: Readonly<Record<MemberRole, string>>;
  staff_roles: Readonly<Record<StaffRole, string>>;
  back: string;
  refusals: Readonly<Record<Refusal, { title: string; text: string }>>;
};

const fr: FrameWords = {
  menu: 'Menu',
  environment: 'Mode',
  test: 'Test',
  live: 'Réel',
  test_banner: 'TEST — aucun argent réel',
  account: 'Mon compte',
  sign_in: 'Se connecter',
  sign_out: 'Se déconnecter',
  office: 'Bureau',
  required: 'obligatoire',
  newer: 'Plus récents',
  older: 'Plus anciens',
  nothing: 'Rien à montrer.',
  copy: 'Copier',
  copied: 'Copié',
  kept: 'Vous aviez écrit :',
  roles: { owner: 'Propriétaire', developer: 'Développeur', accountant: 'Comptable', cashier: 'Caissier' },
  staff_roles: {
    agent: 'Agent',
    supervisor: 'Superviseur',
    administrator: 'Administrateur',
    auditor: 'Auditeur',
  },
  back: 'Retour à l’accueil',
  refusals: {
    not_found: {
      title: 'Rien à cette adresse',
      text: 'Vérifiez le lien. Ce que vous cherchez n’existe pas, ou n’appartient pas à votre équipe.',
    },
    method_not_allowed: {
      title: 'Demande refusée',
      text: 'Cette adresse n’accepte pas cette demande. Revenez à la page et recommencez.',
    },
    forbidden: {
      title: 'Pas pour votre rôle',
      text: 'Votre rôle ne donne pas accès à cette page. Demandez au propriétaire du compte.',
    },
    stale_form: {
      title: 'Formulaire périmé',
      text: 'Rien n’a été fait. Rouvrez la page et remplissez le formulaire de nouveau.',
    },
    cross_site: {
      title: 'Demande refusée',
      text: 'Cette demande vient d’un autre site. Ouvrez la page ici et recommencez.',
    },
    too_many_uploads: {
      title: 'D’autres fichiers arrivent en ce moment',
      text: 'Rien n’a été enregistré. Attendez un instant, puis renvoyez ce fichier.',
    },
    too_many_files: {
      title: 'Deux fichiers sont déjà en cours',
      text: 'Deux fichiers de votre commerce ne sont pas encore terminés. Attendez la fin de l’un d’eux, puis redemandez.',
    },
    too_large: {
      title: 'Formulaire illisible ou trop grand',
      text: 'Rien n’a été enregistré. Revenez à la page et envoyez moins à la fois.',
    },
    too_slow: {
      title: 'Cette page prend trop de temps',
      text: 'La réponse n’est pas venue en quelques secondes, alors nous avons arrêté. Demandez-en moins, une période plus courte ou une recherche plus précise, ou réessayez dans une minute. Si vous envoyiez quelque chose, vérifiez d’abord si c’est fait.',
    },
    unavailable: {
      title: 'Indisponible un instant',
      text: 'Réessayez dans une minute. Si vous envoyiez quelque chose, vérifiez d’abord si c’est fait.',
    },
    fault: {
      title: 'Une faute de notre côté',
      text: 'Réessayez dans une minute. Si vous envoyiez quelque chose, vérifiez d’abord si c’est fait.',
    },
  },
};

const ar: FrameWords = {
  menu: 'القائمة',
  environment: 'الوضع',
  test: 'تجريبي',
  live: 'حقيقي',
  test_banner: 'تجريبي — لا مال حقيقي',
  account: 'حسابي',
  sign_in: 'تسجيل الدخول',
  sign_out: 'تسجيل الخروج',
  office: 'المكتب',
  required: 'إلزامي',
  newer: 'الأحدث',
  older: 'الأقدم',
  nothing: 'لا شيء للعرض.',
  copy: 'نسخ',
  copied: 'نُسخ',
  kept: 'كنت قد كتبت:',
  roles: { owner: 'المالك', developer: 'المطوّر', accountant: 'المحاسب', cashier: 'أمين الصندوق' },
  staff_roles: { agent: 'موظف', supervisor: 'مشرف', administrator: 'مدير', auditor: 'مدقق' },
  back: 'العودة إلى البداية',
  refusals: {
    not_found: {
      title: 'لا شيء في هذا العنوان',
      text: 'تحقّق من الرابط. ما تبحث عنه غير موجود، أو لا يخص فريقك.',
    },
    method_not_allowed: {
      title: 'طلب مرفوض',
      text: 'هذا العنوان لا يقبل هذا الطلب. ارجع إلى الصفحة وأعد المحاولة.',
    },
    forbidden: { title: 'ليست لدورك', text: 'دورك لا يسمح بفتح هذه الصفحة. اسأل مالك الحساب.' },
    stale_form: { title: 'نموذج قديم', text: 'لم يحدث شيء. افتح الصفحة من جديد واملأ النموذج مرة أخرى.' },
    cross_site: { title: 'طلب مرفوض', text: 'جاء هذا الطلب من موقع آخر. افتح الصفحة هنا وأعد المحاولة.' },
    too_many_uploads: {
      title: 'ملفات أخرى تصل الآن',
      text: 'لم يُحفظ شيء. انتظر لحظة ثم أرسل هذا الملف من جديد.',
    },
    too_many_files: {
      title: 'يُكتب ملفان الآن',
      text: 'ملفان لمتجرك لم ينتهيا بعد. انتظر حتى ينتهي أحدهما ثم اطلب من جديد.',
    },
    too_large: {
      title: 'نموذج غير مقروء أو كبير جداً',
      text: 'لم يُحفظ شيء. ارجع إلى الصفحة وأرسل أقل في المرة الواحدة.',
    },
    too_slow: {
      title: 'هذه الصفحة تأخذ وقتاً طويلاً',
      text: 'لم يأتِ الجواب خلال ثوانٍ فتوقفنا. اطلب أقل، فترة أقصر أو بحثاً أدق، أو أعد المحاولة بعد دقيقة. إن كنت ترسل شيئاً فتحقّق أولاً هل تمّ.',
    },
    unavailable: {
      title: 'غير متاح للحظة',
      text: 'أعد المحاولة بعد دقيقة. إن كنت ترسل شيئاً فتحقّق أولاً هل تمّ.',
    },
    fault: { title: 'خطأ من جهتنا', text: 'أعد المحاولة بعد دقيقة. إن كنت ترسل شيئاً فتحقّق أولاً هل تمّ.' },
  },
};

const en: FrameWords = {
  menu: 'Menu',
  environment: 'Mode',
  test: 'Test',
  live: 'Live',
  test_banner: 'TEST — no real money',
  account: 'My account',
  sign_in: 'Sign in',
  sign_out: 'Sign out',
  office: 'Office',
  required: 'required',
  newer: 'Newer',
  older: 'Older',
  nothing: 'Nothing to show.',
  copy: 'Copy',
  copied: 'Copied',
  kept: 'You had written:',
  roles: { owner: 'Owner', developer: 'Developer', accountant: 'Accountant', cashier: 'Cashier' },
  staff_roles: {
    agent: 'Agent',
    supervisor: 'Supervisor',
    administrator: 'Administrator',
    auditor: 'Auditor',
  },
  back: 'Back to the start',
  refusals: {
    not_found: {
      title: 'Nothing at this address',
      text: 'Check the link. What you look for is not there, or does not belong to your team.',
    },
    method_not_allowed: {
      title: 'Request refused',
      text: 'This address does not take this request. Go back to the page and try again.',
    },
    forbidden: {
      title: 'Not for your role',
      text: 'Your role does not open this page. Ask the owner of the account.',
    },
    stale_form: {
      title: 'This form is out of date',
      text: 'Nothing was done. Open the page again and fill in the form once more.',
    },
    cross_site: {
      title: 'Request refused',
      text: 'This request comes from another site. Open the page here and try again.',
    },
    too_many_uploads: {
      title: 'Other files are arriving right now',
      text: 'Nothing was kept. Wait a moment, then send this file again.',
    },
    too_many_files: {
      title: 'Two files are under way already',
      text: 'Two files of your shop have not ended yet. Wait until one of them has, then ask again.',
    },
    too_large: {
      title: 'This form can’t be read, or is too large',
      text: 'Nothing was kept. Go back to the page and send less at once.',
    },
    too_slow: {
      title: 'This page takes too long',
      text: 'The answer did not come within seconds, so we stopped. Ask for less, a shorter span or a narrower search, or try again in a minute. If you were sending something, look first whether it was done.',
    },
    unavailable: {
      title: 'Unavailable for a moment',
      text: 'Try again in a minute. If you were sending something, look first whether it was done.',
    },
    fault: {
      title: 'A fault of ours',
      text: 'Try again in a minute. If you were sending something, look first whether it was done.',
    },
  },
};

export const FRAME_WORDS: Catalogue<FrameWords> = { fr, ar, en };
