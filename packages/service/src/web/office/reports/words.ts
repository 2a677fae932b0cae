import type { Catalogue } from '../../frame/table.ts';

type OfficeReportWords = {
  title: string;
  csv: string;
  xlsx: string;
  suspense: string;
  suspense_text: string;
  /** By the names that the store gives them, the youngest first. */
  ages: readonly [string, string, string, string, string];
  suspense_columns: { age: string; credits: string; amount: string };
  volume: string;
  volume_text: string;
  volume_columns: { merchant: string; operator: string; payments: string; amount: string; id: string };
  from: string;
  to: string;
  show: string;
  nothing: string;
  day_wrong: string;
  total: string;
};

export const OFFICE_REPORT_WORDS: Catalogue<OfficeReportWords> = {
  fr: {
    title: 'Rapports',
    csv: 'Fichier CSV',
    xlsx: 'Fichier Excel',
    suspense: 'L’argent de personne encore, par âge',
    suspense_text:
      'En réel. Ce qui dort longtemps est une affaire de droit en zone CEMAC : cherchez à qui il appartient, ou rendez-le.',
    ages: ['jusqu’à 7 jours', 'jusqu’à 30 jours', 'jusqu’à 90 jours', 'jusqu’à un an', 'plus d’un an'],
    suspense_columns: { age: 'Âge', credits: 'Paiements', amount: 'Montant' },
    volume: 'Encaissé par commerçant et opérateur',
    volume_text: 'En réel, les deux jours compris. Une transaction rendue en entier n’y compte plus.',
    volume_columns: {
      merchant: 'Commerçant',
      operator: 'Opérateur',
      payments: 'Paiements',
      amount: 'Montant',
      id: 'Identifiant',
    },
    from: 'Du',
    to: 'Au',
    show: 'Montrer',
    nothing: 'Rien n’a été encaissé ces jours-là.',
    day_wrong: 'Écrivez deux jours comme 2026-11-01 et 2026-11-30, le premier d’abord.',
    total: 'En tout',
  },
  ar: {
    title: 'التقارير',
    csv: 'ملف CSV',
    xlsx: 'ملف Excel',
    suspense: 'مال ليس لأحد بعد، حسب عمره',
    suspense_text: 'في الوضع الحقيقي. ما ينام طويلا مسألة قانونية في منطقة سيماك: ابحث عن صاحبه أو أعده.',
    ages: ['حتى 7 أيام', 'حتى 30 يوما', 'حتى 90 يوما', 'حتى سنة', 'أكثر من سنة'],
    suspense_columns: { age: 'العمر', credits: 'الدفعات', amount: 'المبلغ' },
    volume: 'المحصّل حسب التاجر والمشغّل',
    volume_text: 'في الوضع الحقيقي، واليومان مشمولان. المعاملة التي أُعيدت كلها لا تُحسب.',
    volume_columns: {
      merchant: 'التاجر',
      operator: 'المشغّل',
      payments: 'الدفعات',
      amount: 'المبلغ',
      id: 'المعرّف',
    },
    from: 'من',
    to: 'إلى',
    show: 'عرض',
    nothing: 'لم يُحصّل شيء في هذه الأيام.',
    day_wrong: 'اكتب يومين مثل \u20662026-11-01\u2069 و\u20662026-11-30\u2069، الأول أولا.',
    total: 'المجموع',
  },
  en: {
    title: 'Reports',
    csv: 'CSV file',
    xlsx: 'Excel file',
    suspense: 'Money that is nobody’s yet, by age',
    suspense_text:
      'In live. What sleeps for long is a matter of law in the CEMAC zone: find out whose it is, or send it back.',
    ages: ['up to 7 days', 'up to 30 days', 'up to 90 days', 'up to a year', 'more than a year'],
    suspense_columns: { age: 'Age', credits: 'Payments', amount: 'Amount' },
    volume: 'Collected by merchant and operator',
    volume_text: 'In live, both days included. A transaction that was given back in full counts no more.',
    volume_columns: {
      merchant: 'Merchant',
      operator: 'Operator',
      payments: 'Payments',
      amount: 'Amount',
      id: 'Id',
    },
    from: 'From',
    to: 'To',
    show: 'Show',
    nothing: 'Nothing was collected in these days.',
    day_wrong: 'Write two days such as 2026-11-01 and 2026-11-30, the first one first.',
    total: 'In all',
  },
};
