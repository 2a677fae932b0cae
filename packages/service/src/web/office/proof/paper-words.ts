import type { ProofReason } from '../../../domain/proof/account.ts';
import type { Catalogue } from '../../frame/table.ts';

/** What only the paper of a day says, besides what its page does. */
type ProofPaperWords = {
  issuer: string;
  pdf: string;
  open: string;
  verdict: string;
  difference: string;
  closed_at: string;
  previous: string;
  accounts: string;
  age: string;
  /** Held against owed, as a sentence: no font of papers has the sign. */
  enough: string;
  how: string;
  reasons: Readonly<Record<ProofReason, string>>;
};

export const PROOF_PAPER_WORDS: Catalogue<ProofPaperWords> = {
  fr: {
    issuer: 'Chari',
    pdf: 'La preuve en PDF',
    open: 'Jour pas encore fermé : voici où l’on en est, et rien n’est prouvé',
    verdict: 'Verdict',
    difference: 'Détenu moins dû',
    closed_at: 'Fermé le',
    previous: 'Empreinte de la veille',
    accounts: 'Comptes',
    age: 'Âge',
    enough: 'Ce qui est détenu couvre ce qui est dû.',
    how: 'Les montants sont en francs CFA (XAF). L’empreinte contient celle de la veille : un jour fermé ne peut plus changer sans changer toutes celles qui suivent.',
    reasons: {
      sums: 'début, entrées et sorties ne donnent pas la fin',
      short_reading: 'une lecture de la puce était trop basse',
      unread: 'personne n’a lu le solde depuis, et aucun relevé ne couvre le jour',
      other_balance: 'l’opérateur dit un autre solde',
      other_ledger: 'le livre a une autre somme',
      doubtful: 'des messages ou des débits attendent, que le solde ne prouve pas',
      open: 'le solde est prouvé ; des lignes restent à décider',
      proven: 'l’opérateur, le carnet et le livre disent la même chose',
    },
  },
  ar: {
    issuer: 'شاري',
    pdf: 'الإثبات في ملف PDF',
    open: 'يوم لم يُغلق بعد: هذا ما هو عليه الآن، ولا شيء مثبت',
    verdict: 'الحكم',
    difference: 'المحفوظ ناقص المستحق',
    closed_at: 'أُغلق في',
    previous: 'بصمة اليوم السابق',
    accounts: 'الحسابات',
    age: 'العمر',
    enough: 'المحفوظ يغطي المستحق.',
    how: 'المبالغ بفرنك وسط أفريقيا. البصمة تحتوي بصمة اليوم السابق: لا يمكن أن يتغير يوم مغلق دون أن تتغير كل البصمات التي بعده.',
    reasons: {
      sums: 'البداية والداخل والخارج لا تعطي النهاية',
      short_reading: 'كانت قراءة الشريحة ناقصة',
      unread: 'لم يقرأ أحد الرصيد منذ ذلك، ولا كشف يغطي اليوم',
      other_balance: 'المشغّل يقول رصيدا آخر',
      other_ledger: 'في الدفتر مبلغ آخر',
      doubtful: 'رسائل أو خصوم تنتظر ولا يثبتها الرصيد',
      open: 'الرصيد مثبت؛ وبقيت بنود لم يُقرر فيها',
      proven: 'المشغّل والسجل والدفتر يقولون الشيء نفسه',
    },
  },
  en: {
    issuer: 'Chari',
    pdf: 'The proof as PDF',
    open: 'This day is not closed: it is how it stands, and nothing is proven',
    verdict: 'Verdict',
    difference: 'Held less owed',
    closed_at: 'Closed on',
    previous: 'Hash of the day before',
    accounts: 'Accounts',
    age: 'Age',
    enough: 'What is held covers what is owed.',
    how: 'Amounts are in CFA francs (XAF). The hash contains that of the day before: a closed day can’t change without changing every hash since.',
    reasons: {
      sums: 'opening, in and out do not make the closing balance',
      short_reading: 'a reading of the SIM was short',
      unread: 'nobody has read the balance since, and no statement covers the day',
      other_balance: 'the operator says another balance',
      other_ledger: 'the ledger has booked another sum',
      doubtful: 'messages or debits wait that the balance does not prove',
      open: 'the balance is proven; lines are not decided yet',
      proven: 'the operator, the book and the ledger say the same',
    },
  },
};
