import type { Catalogue } from '../../frame/table.ts';

type ProofWords = {
  title: string;
  intro: string;
  nothing: string;
  columns: {
    day: string;
    opening: string;
    paid: string;
    fees: string;
    refunds: string;
    settlements: string;
    other: string;
    closing: string;
    proof: string;
  };
  is_in: string;
  is_not_in: string;
  file: string;
  hash: string;
  how: string;
};

export const PROOF_WORDS: Catalogue<ProofWords> = {
  fr: {
    title: 'Preuve',
    intro:
      'Chaque jour est fermé pendant la nuit et ne change plus jamais. L’empreinte de chaque jour contient celle de la veille : gardez-la où nous ne pouvons pas l’atteindre.',
    nothing: 'Aucun jour n’est encore fermé.',
    columns: {
      day: 'Jour',
      opening: 'Au début',
      paid: 'Payé',
      fees: 'Frais et taxe',
      refunds: 'Remboursé',
      settlements: 'Versé à vous',
      other: 'Autre',
      closing: 'À la fin',
      proof: 'Preuve',
    },
    is_in: 'Vos chiffres sont dans ce jour.',
    is_not_in: 'Vos chiffres ne sont pas dans ce jour : écrivez-nous.',
    file: 'Fichier pour vérifier',
    hash: 'Empreinte',
    how: 'Comment vérifier sans nous croire : le guide proof.md de la documentation, avec un petit programme.',
  },
  ar: {
    title: 'الإثبات',
    intro:
      'يُغلق كل يوم أثناء الليل ولا يتغير بعد ذلك أبدا. بصمة كل يوم تحتوي بصمة اليوم الذي قبله: احفظها حيث لا نصل إليها.',
    nothing: 'لم يُغلق أي يوم بعد.',
    columns: {
      day: 'اليوم',
      opening: 'في البداية',
      paid: 'المدفوع',
      fees: 'الرسوم والضريبة',
      refunds: 'المُعاد',
      settlements: 'المدفوع لك',
      other: 'غير ذلك',
      closing: 'في النهاية',
      proof: 'الإثبات',
    },
    is_in: 'أرقامك موجودة في هذا اليوم.',
    is_not_in: 'أرقامك ليست في هذا اليوم: اكتب إلينا.',
    file: 'ملف للتحقق',
    hash: 'البصمة',
    how: 'كيف تتحقق دون أن تثق بنا: الدليل \u2066proof.md\u2069 في الوثائق، ومعه برنامج صغير.',
  },
  en: {
    title: 'Proof',
    intro:
      'Each day is closed during the night and never changes after that. Each day’s hash contains the one of the day before: keep it where we can’t reach it.',
    nothing: 'No day is closed yet.',
    columns: {
      day: 'Day',
      opening: 'At its beginning',
      paid: 'Paid',
      fees: 'Fees and tax',
      refunds: 'Given back',
      settlements: 'Paid out to you',
      other: 'Other',
      closing: 'At its end',
      proof: 'Proof',
    },
    is_in: 'Your figures are in this day.',
    is_not_in: 'Your figures are not in this day: write to us.',
    file: 'File to check it',
    hash: 'Hash',
    how: 'How to check it without trusting us: the guide “Checking our daily proof” of the documentation, with a small program.',
  },
};
