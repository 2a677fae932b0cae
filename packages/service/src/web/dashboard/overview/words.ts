import { countedInArabic, countText } from '../../format.ts';
import type { Catalogue } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';

type With<Values extends string> = (values: Readonly<Record<Values, SafeHtml>>) => SafeHtml;

/** Every word of the first page. */
export type HomeWords = {
  title: string;
  owed: Readonly<Record<'title' | 'on_hold' | 'in_flight' | 'reserve' | 'settlements', string>>;
  collected: string;
  gross: string;
  payments: (count: number) => string;
  yesterday: With<'amount'>;
  waiting: string;
  in_review: With<'count'>;
  at_least: With<'count'>;
  success: string;
  success_of: (paid: number, ended: number) => string;
  median: string;
  median_of: string;
  none_yet: string;
  seconds: (seconds: number) => string;
  minutes: (minutes: number, seconds: number) => string;
  hours: (hours: number, minutes: number) => string;
  chart: string;
  chart_table: string;
  day: string;
  total: string;
  attention: string;
  all_well: string;
  reversed: With<'payments'>;
  reviews: With<'count'>;
  see_reviews: string;
  failing: With<'count'>;
  disabled: With<'count'>;
  see_endpoints: string;
  kyc: string;
  frozen: string;
  first: string;
  first_action: string;
};

const fr: HomeWords = {
  title: 'Accueil',
  owed: {
    title: 'Nous vous devons',
    on_hold: 'Dont pas encore payable',
    in_flight: 'En route',
    reserve: 'Gardé en réserve',
    settlements: 'Les versements',
  },
  collected: 'Encaissé aujourd’hui',
  gross: 'Sans déduire ce qui a été repris, ou rendu d’une session.',
  payments: (number) => (number < 2 ? `${countText(number)} paiement` : `${countText(number)} paiements`),
  yesterday: ({ amount }) => html`Hier : ${amount}`,
  waiting: 'En attente',
  in_review: ({ count }) => html`En vérification : ${count}`,
  at_least: ({ count: at_least }) => html`${at_least} ou plus`,
  success: 'Réussite sur 30 jours',
  success_of: (paid, ended) => `payés : ${countText(paid)}, sur ${countText(ended)}`,
  median: 'Temps jusqu’à la confirmation',
  median_of: 'La moitié des derniers paiements est plus rapide.',
  none_yet: 'Pas encore',
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  chart: 'Encaissé par jour, 14 derniers jours',
  chart_table: 'Les mêmes chiffres en tableau',
  day: 'Jour',
  total: 'Total',
  attention: 'À regarder',
  all_well: 'Rien : tout va bien.',
  reversed: ({ payments }) =>
    html`Repris par l’opérateur ces 7 derniers jours : ${payments}. Ne livrez pas ce qui n’est pas encore parti.`,
  reviews: ({ count: reviews }) =>
    html`Paiements en vérification par l’équipe de Chari : ${reviews}. Ne livrez pas avant la décision.`,
  see_reviews: 'Les voir',
  failing: ({ count: failing }) => html`Adresses de webhook qui ne répondent plus : ${failing}.`,
  disabled: ({ count: disabled }) => html`Adresses de webhook désactivées après trop d’échecs : ${disabled}.`,
  see_endpoints: 'Développeurs',
  kyc: 'Votre dossier n’est pas encore approuvé : les paiements réels attendent son approbation.',
  frozen:
    'Chari a gelé votre commerce en mode Réel : ce qui est ouvert continue, et rien de nouveau ne commence. Contactez-nous.',
  first: 'Votre premier paiement paraîtra ici.',
  first_action: 'Nouveau paiement',
};

const ar: HomeWords = {
  title: 'البداية',
  owed: {
    title: 'المستحق لك',
    on_hold: 'منه ما لا يُدفع بعد',
    in_flight: 'في الطريق',
    reserve: 'محفوظ كاحتياطي',
    settlements: 'دفع المستحقات',
  },
  collected: 'المحصّل اليوم',
  gross: 'دون طرح ما استُرجع، أو أُعيد من جلسة.',
  payments: (number) => countedInArabic(number, ['دفعة واحدة', 'دفعتان', 'دفعات', 'دفعة']),
  yesterday: ({ amount }) => html`أمس: ${amount}`,
  waiting: 'في الانتظار',
  in_review: ({ count }) => html`قيد التحقق: ${count}`,
  at_least: ({ count: at_least }) => html`${at_least} أو أكثر`,
  success: 'النجاح خلال 30 يوماً',
  success_of: (paid, ended) => `${countText(paid)} مدفوعة من ${countText(ended)} منتهية`,
  median: 'المدة حتى التأكيد',
  median_of: 'نصف آخر الدفعات أسرع من ذلك.',
  none_yet: 'ليس بعد',
  seconds: (seconds) => `${seconds} ث`,
  minutes: (minutes, seconds) => `${minutes} د ${seconds} ث`,
  hours: (hours, minutes) => `${hours} س ${minutes} د`,
  chart: 'المحصّل يومياً، آخر 14 يوماً',
  chart_table: 'الأرقام نفسها في جدول',
  day: 'اليوم',
  total: 'المجموع',
  attention: 'يحتاج نظرك',
  all_well: 'لا شيء: كل شيء على ما يرام.',
  reversed: ({ payments }) => html`استرجعها المشغّل خلال آخر 7 أيام: ${payments}. لا تسلّم ما لم يُسلَّم بعد.`,
  reviews: ({ count: reviews }) => html`دفعات يتحقق منها فريق شاري: ${reviews}. لا تسلّم قبل القرار.`,
  see_reviews: 'عرضها',
  failing: ({ count: failing }) => html`عناوين webhook لا تجيب: ${failing}.`,
  disabled: ({ count: disabled }) => html`عناوين webhook عُطّلت بعد فشل متكرر: ${disabled}.`,
  see_endpoints: 'المطوّرون',
  kyc: 'ملفك لم يُعتمد بعد: المدفوعات الحقيقية تنتظر اعتماده.',
  frozen: 'أوقفت شاري متجرك مؤقتاً في الوضع الحقيقي: ما هو مفتوح يستمر، ولا يبدأ شيء جديد. اتصل بنا.',
  first: 'ستظهر أول دفعة لك هنا.',
  first_action: 'دفعة جديدة',
};

const en: HomeWords = {
  title: 'Home',
  owed: {
    title: 'We owe you',
    on_hold: 'Of it not payable yet',
    in_flight: 'On its way',
    reserve: 'Kept in reserve',
    settlements: 'Settlements',
  },
  collected: 'Collected today',
  gross: 'What was taken back, or given back of a session, is still in it.',
  payments: (number) => (number === 1 ? '1 payment' : `${countText(number)} payments`),
  yesterday: ({ amount }) => html`Yesterday: ${amount}`,
  waiting: 'Waiting',
  in_review: ({ count }) => html`In review: ${count}`,
  at_least: ({ count: at_least }) => html`${at_least} or more`,
  success: 'Success over 30 days',
  success_of: (paid, ended) => `${countText(paid)} paid of ${countText(ended)} that ended`,
  median: 'Time to confirmation',
  median_of: 'Half of the latest payments are quicker.',
  none_yet: 'None yet',
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  chart: 'Collected by day, the last 14 days',
  chart_table: 'The same numbers as a table',
  day: 'Day',
  total: 'Total',
  attention: 'To look at',
  all_well: 'Nothing: all is well.',
  reversed: ({ payments }) =>
    html`Taken back by the operator in the last 7 days: ${payments}. Don’t deliver what has not left yet.`,
  reviews: ({ count: reviews }) =>
    html`Payments in review by Chari’s staff: ${reviews}. Don’t deliver before they decide.`,
  see_reviews: 'See them',
  failing: ({ count: failing }) => html`Webhook addresses that no longer answer: ${failing}.`,
  disabled: ({ count: disabled }) => html`Webhook addresses disabled after too many failures: ${disabled}.`,
  see_endpoints: 'Developers',
  kyc: 'Your file is not approved yet: real payments wait for its approval.',
  frozen: 'Chari has frozen your shop in live: what is open goes on, and nothing new begins. Talk to us.',
  first: 'Your first payment will be shown here.',
  first_action: 'New payment',
};

export const HOME_WORDS: Catalogue<HomeWords> = { fr, ar, en };
