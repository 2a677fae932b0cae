import type { ProofState } from '../../../domain/proof/account.ts';
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
  paper: {
    pdf: string;
    title: (day: string) => string;
    fees: string;
    tax: string;
    previous: string;
    root: string;
    leaf: string;
    path: string;
    step: string;
    side: string;
    sides: { L: string; R: string };
    alone: string;
    states: Readonly<Record<ProofState, string>>;
    state: string;
    notes: readonly string[];
  };
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
      refunds: 'Remboursé, ou réservé pour cela',
      settlements: 'Versé à vous, ou réservé pour cela',
      other: 'Autre',
      closing: 'À la fin',
      proof: 'Preuve',
    },
    is_in: 'Vos chiffres sont dans ce jour.',
    is_not_in: 'Vos chiffres ne sont pas dans ce jour : écrivez-nous.',
    file: 'Fichier pour vérifier',
    hash: 'Empreinte',
    how: 'Comment vérifier sans nous croire : le guide proof.md de la documentation, avec un petit programme.',
    paper: {
      pdf: 'Preuve en PDF',
      title: (day) => `Votre preuve du ${day}`,
      fees: 'Frais',
      tax: 'Taxe sur les frais',
      previous: 'Empreinte de la veille',
      root: 'Racine de tous les commerçants',
      leaf: 'Empreinte de vos chiffres',
      path: 'De vos chiffres à la racine',
      step: 'Pas',
      side: 'Côté',
      sides: { L: 'gauche', R: 'droite' },
      alone: 'Vos chiffres sont les seuls de ce jour : leur empreinte est la racine.',
      states: {
        proven: 'Prouvé',
        open: 'Prouvé, avec des lignes que nous examinons encore',
        not_proven: 'Pas prouvé : nous ne versons rien de ce qui ne l’est pas',
      },
      state: 'Ce jour, chez nous',
      notes: [
        'Au début + payé − frais − taxe − remboursé − versé à vous + autre = à la fin. Montants en francs CFA (XAF), en réel seulement.',
        'Gardez l’empreinte du jour où nous ne pouvons pas l’atteindre. Si nous vous en montrons un jour une autre pour ce jour, nous l’avons changé. Un autre commerçant doit avoir la même.',
      ],
    },
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
      refunds: 'المُعاد، أو المحجوز لذلك',
      settlements: 'المدفوع لك، أو المحجوز لذلك',
      other: 'غير ذلك',
      closing: 'في النهاية',
      proof: 'الإثبات',
    },
    is_in: 'أرقامك موجودة في هذا اليوم.',
    is_not_in: 'أرقامك ليست في هذا اليوم: اكتب إلينا.',
    file: 'ملف للتحقق',
    hash: 'البصمة',
    how: 'كيف تتحقق دون أن تثق بنا: الدليل \u2066proof.md\u2069 في الوثائق، ومعه برنامج صغير.',
    paper: {
      pdf: 'الإثبات في ملف PDF',
      title: (day) => `إثباتك ليوم \u2066${day}\u2069`,
      fees: 'الرسوم',
      tax: 'الضريبة على الرسوم',
      previous: 'بصمة اليوم السابق',
      root: 'جذر أرقام كل التجار',
      leaf: 'بصمة أرقامك',
      path: 'من أرقامك إلى الجذر',
      step: 'الخطوة',
      side: 'الجهة',
      sides: { L: 'يسار', R: 'يمين' },
      alone: 'أرقامك وحدها في هذا اليوم: بصمتها هي الجذر.',
      states: {
        proven: 'مثبت',
        open: 'مثبت، مع بنود ما زلنا نفحصها',
        not_proven: 'غير مثبت: لا ندفع شيئا مما لم يُثبت',
      },
      state: 'هذا اليوم عندنا',
      notes: [
        'في البداية + المدفوع − الرسوم − الضريبة − المُعاد − المدفوع لك + غير ذلك = في النهاية. المبالغ بفرنك وسط أفريقيا، وفي الوضع الحقيقي فقط.',
        'احفظ بصمة اليوم حيث لا نصل إليها. إن أريناك يوما بصمة أخرى لهذا اليوم فقد غيّرناه. ويجب أن تكون عند تاجر آخر البصمة نفسها.',
      ],
    },
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
      refunds: 'Given back, or set aside for it',
      settlements: 'Paid out to you, or set aside for it',
      other: 'Other',
      closing: 'At its end',
      proof: 'Proof',
    },
    is_in: 'Your figures are in this day.',
    is_not_in: 'Your figures are not in this day: write to us.',
    file: 'File to check it',
    hash: 'Hash',
    how: 'How to check it without trusting us: the guide “Checking our daily proof” of the documentation, with a small program.',
    paper: {
      pdf: 'Proof as PDF',
      title: (day) => `Your proof of ${day}`,
      fees: 'Fees',
      tax: 'Tax on fees',
      previous: 'Hash of the day before',
      root: 'Root of all merchants',
      leaf: 'Hash of your figures',
      path: 'From your figures to the root',
      step: 'Step',
      side: 'Side',
      sides: { L: 'left', R: 'right' },
      alone: 'Yours are the only figures of this day: their hash is the root.',
      states: {
        proven: 'Proven',
        open: 'Proven, with lines that we still look into',
        not_proven: 'Not proven: we pay out nothing that is not',
      },
      state: 'This day with us',
      notes: [
        'At its beginning + paid − fees − tax − given back − paid out to you + other = at its end. Amounts in CFA francs (XAF), of live alone.',
        'Keep the hash of the day where we can’t reach it. If we ever show you another one for this day, we have changed it. Another merchant must have the same.',
      ],
    },
  },
};
