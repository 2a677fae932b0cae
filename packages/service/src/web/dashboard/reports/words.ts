import type { Catalogue } from '../../frame/table.ts';

type ReportWords = {
  title: string;
  intro: string;
  from: string;
  to: string;
  day_wrong: string;
  csv: string;
  xlsx: string;
  transfers: string;
  columns: { day: string; occurred: string; operator: string; reference: string; id: string };
  month: string;
  month_text: string;
  month_field: string;
  month_hint: string;
  month_wrong: string;
  pdf: string;
  statement: string;
  sums: {
    opening: string;
    paid: string;
    fees: string;
    tax: string;
    refunds: string;
    settlements: string;
    other: string;
    closing: string;
  };
  fees_with_tax: string;
  fees: {
    title: string;
    text: string;
    by: string;
    by_day: string;
    by_month: string;
    columns: { day: string; month: string; days: string };
  };
  days: string;
  no_days: string;
  hash: string;
};

export const REPORT_WORDS: Catalogue<ReportWords> = {
  fr: {
    title: 'Rapports',
    intro:
      'Chaque mouvement de votre solde : paiements, frais, taxes, remboursements, versements, corrections.',
    from: 'Du',
    to: 'Au',
    day_wrong: 'Écrivez deux jours comme 2026-11-01 et 2026-11-30, le premier d’abord.',
    csv: 'Fichier CSV',
    xlsx: 'Fichier Excel',
    transfers: 'Mouvements',
    columns: {
      day: 'Jour',
      occurred: 'Quand',
      operator: 'Opérateur',
      reference: 'Référence',
      id: 'Identifiant',
    },
    month: 'Relevé du mois',
    month_text: 'Vos jours fermés d’un mois, avec les frais et leur taxe, sur papier. En réel seulement.',
    month_field: 'Mois',
    month_hint: 'Comme 2026-11',
    month_wrong: 'Écrivez un mois comme 2026-11.',
    pdf: 'Relevé en PDF',
    statement: 'Relevé',
    sums: {
      opening: 'Au début',
      paid: 'Payé',
      fees: 'Frais',
      tax: 'Taxe sur les frais',
      refunds: 'Remboursé, ou réservé pour cela',
      settlements: 'Versé à vous, ou réservé pour cela',
      other: 'Autre',
      closing: 'À la fin',
    },
    fees_with_tax: 'Frais et taxe ensemble',
    fees: {
      title: 'Frais et taxe',
      text: 'Ce que nous avons pris, pour votre comptable : frais, taxe sur les frais, et ce qui a été payé. De vos jours fermés, en réel seulement ; les sommes sont celles du relevé et de la preuve.',
      by: 'Une ligne par',
      by_day: 'jour',
      by_month: 'mois',
      columns: { day: 'Jour', month: 'Mois', days: 'Jours fermés' },
    },
    days: 'Jour par jour',
    no_days: 'Aucun jour de ce mois n’est fermé.',
    hash: 'Empreinte du dernier jour',
  },
  ar: {
    title: 'التقارير',
    intro: 'كل حركة في رصيدك: الدفعات والرسوم والضريبة والاستردادات وما دُفع لك والتصحيحات.',
    from: 'من',
    to: 'إلى',
    day_wrong: 'اكتب يومين مثل \u20662026-11-01\u2069 و\u20662026-11-30\u2069، الأول قبل الثاني.',
    csv: 'ملف CSV',
    xlsx: 'ملف Excel',
    transfers: 'الحركات',
    columns: { day: 'اليوم', occurred: 'متى', operator: 'المشغّل', reference: 'المرجع', id: 'المعرّف' },
    month: 'كشف الشهر',
    month_text: 'أيام الشهر المغلقة، مع الرسوم وضريبتها، على الورق. للحقيقي فقط.',
    month_field: 'الشهر',
    month_hint: 'مثل \u20662026-11\u2069',
    month_wrong: 'اكتب شهرا مثل \u20662026-11\u2069.',
    pdf: 'الكشف PDF',
    statement: 'كشف',
    sums: {
      opening: 'في البداية',
      paid: 'المدفوع',
      fees: 'الرسوم',
      tax: 'ضريبة الرسوم',
      refunds: 'المُعاد، أو المحجوز لذلك',
      settlements: 'المدفوع لك، أو المحجوز لذلك',
      other: 'غير ذلك',
      closing: 'في النهاية',
    },
    fees_with_tax: 'الرسوم والضريبة معا',
    fees: {
      title: 'الرسوم والضريبة',
      text: 'ما أخذناه، لمحاسبك: الرسوم والضريبة عليها وما دُفع. من أيامك المغلقة، في الوضع الحقيقي فقط؛ والمبالغ هي مبالغ الكشف والإثبات.',
      by: 'سطر لكل',
      by_day: 'يوم',
      by_month: 'شهر',
      columns: { day: 'اليوم', month: 'الشهر', days: 'الأيام المغلقة' },
    },
    days: 'يوما بيوم',
    no_days: 'لم يُغلق أي يوم من هذا الشهر.',
    hash: 'بصمة اليوم الأخير',
  },
  en: {
    title: 'Reports',
    intro: 'Every movement of your balance: payments, fees, tax, refunds, payouts, corrections.',
    from: 'From',
    to: 'To',
    day_wrong: 'Write two days such as 2026-11-01 and 2026-11-30, the earlier first.',
    csv: 'CSV file',
    xlsx: 'Excel file',
    transfers: 'Movements',
    columns: { day: 'Day', occurred: 'When', operator: 'Operator', reference: 'Reference', id: 'Id' },
    month: 'Statement of a month',
    month_text: 'Your closed days of a month, with the fees and their tax, on paper. Of live money alone.',
    month_field: 'Month',
    month_hint: 'Such as 2026-11',
    month_wrong: 'Write a month such as 2026-11.',
    pdf: 'Statement as PDF',
    statement: 'Statement',
    sums: {
      opening: 'At its beginning',
      paid: 'Paid',
      fees: 'Fees',
      tax: 'Tax on fees',
      refunds: 'Given back, or set aside for it',
      settlements: 'Paid out to you, or set aside for it',
      other: 'Other',
      closing: 'At its end',
    },
    fees_with_tax: 'Fees and tax together',
    fees: {
      title: 'Fees and tax',
      text: 'What we took, for your accountant: fees, the tax on them, and what was paid. Of your closed days, in live only; the sums are those of the statement and the proof.',
      by: 'A line for each',
      by_day: 'day',
      by_month: 'month',
      columns: { day: 'Day', month: 'Month', days: 'Closed days' },
    },
    days: 'Day by day',
    no_days: 'No day of this month is closed.',
    hash: 'Hash of the last day',
  },
};
