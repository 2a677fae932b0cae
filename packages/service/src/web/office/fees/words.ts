import type { FeeFlow } from '../../../domain/fee/terms.ts';
import type { Catalogue } from '../../frame/table.ts';

type FeeWords = {
  title: string;
  intro: string;
  nothing: string;
  everybody: string;
  to_come: string;
  flows: Record<FeeFlow, string>;
  columns: { whose: string; flow: string; terms: string; from: string; by: string };
  set: string;
  merchant: string;
  merchant_hint: string;
  terms_hint: string;
  from_hint: string;
};

export const FEE_WORDS: Catalogue<FeeWords> = {
  fr: {
    title: 'Frais',
    intro:
      'Ce que les marchands nous paient par paiement. De nouvelles conditions valent à partir de leur jour ; ce qui a été demandé avant coûte ce qu’il coûtait. Il faut toujours deux personnes.',
    nothing: 'Aucune condition : les paiements ne coûtent rien aux marchands.',
    everybody: 'Tous les autres',
    to_come: 'à venir',
    flows: { session: 'Sessions', transaction: 'Transactions' },
    columns: {
      whose: 'Marchand',
      flow: 'Paiements',
      terms: 'Conditions',
      from: 'À partir du',
      by: 'Fixées par',
    },
    set: 'Fixer des frais',
    merchant: 'Identifiant du marchand',
    merchant_hint: 'Vide : tous ceux avec qui rien d’autre n’est convenu.',
    terms_hint: 'Par exemple :',
    from_hint: 'Au plus tôt demain, à minuit à N’Djamena.',
  },
  ar: {
    title: 'الرسوم',
    intro:
      'ما يدفعه لنا التجار عن كل دفعة. تسري الشروط الجديدة من يومها، وما طُلب قبلها يكلّف ما كان يكلّفه. يلزم دائما شخصان.',
    nothing: 'لا توجد شروط: لا تكلّف الدفعات التجار شيئا.',
    everybody: 'كل الآخرين',
    to_come: 'قادمة',
    flows: { session: 'الجلسات', transaction: 'المعاملات' },
    columns: { whose: 'التاجر', flow: 'الدفعات', terms: 'الشروط', from: 'ابتداء من', by: 'حدّدها' },
    set: 'تحديد الرسوم',
    merchant: 'معرّف التاجر',
    merchant_hint: 'فارغ: كل من لم يُتّفق معه على غير ذلك.',
    terms_hint: 'مثال:',
    from_hint: 'غدا على الأقرب، منتصف الليل في نجامينا.',
  },
  en: {
    title: 'Fees',
    intro:
      'What merchants pay us for a payment. New terms hold from their day on; what was asked for before costs what it cost. This always takes two people.',
    nothing: 'There are none: payments cost merchants nothing.',
    everybody: 'Everybody else',
    to_come: 'to come',
    flows: { session: 'Sessions', transaction: 'Transactions' },
    columns: { whose: 'Merchant', flow: 'Payments', terms: 'Terms', from: 'From', by: 'Set by' },
    set: 'Set fees',
    merchant: 'Id of the merchant',
    merchant_hint: 'Empty: all with whom nothing else was agreed.',
    terms_hint: 'Such as',
    from_hint: 'Tomorrow at the earliest, at midnight in N’Djamena.',
  },
};
