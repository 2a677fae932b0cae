import type { LineKind, ProofState } from '../../../domain/proof/account.ts';
import type { Catalogue } from '../../frame/table.ts';

type OfficeProofWords = {
  title: string;
  day_title: (day: string) => string;
  intro: string;
  nothing: string;
  columns: {
    day: string;
    state: string;
    held: string;
    owed: string;
    hash: string;
    account: string;
    opening: string;
    in: string;
    out: string;
    closing: string;
    said: string;
    ledger: string;
  };
  states: Readonly<Record<ProofState, string>>;
  not_closed: string;
  enough: string;
  short: string;
  /**
   * What merchants owe us; what was taken off SIMs and not read there; what the ledger has booked on a closed day
   * after it was closed.
   */
  between: Readonly<Record<'CLAIMS' | 'SWEPT_UNREAD' | 'BOOKED_SINCE', string>>;
  by: { statement: string; reading: string };
  lines: string;
  no_lines: string;
  line_columns: {
    account: string;
    kind: string;
    amount: string;
    since: string;
    owner: string;
    subject: string;
  };
  kinds: Readonly<Record<LineKind, string>>;
  owners: { staff: string; operator: string; payer: string };
  today: string;
  custodian: (institution: string, licence: string, held_since: string) => string;
  no_custodian: string;
};

export const OFFICE_PROOF_WORDS: Catalogue<OfficeProofWords> = {
  fr: {
    title: 'Preuve du jour',
    day_title: (day) => `Preuve du ${day}`,
    intro:
      'Où se trouvait chaque franc à la fin de chaque jour. Un jour fermé ne change plus ; ce qui est trouvé après est dans le suivant.',
    nothing: 'Aucun jour n’est encore fermé.',
    columns: {
      day: 'Jour',
      state: 'État',
      held: 'Détenu',
      owed: 'Dû',
      hash: 'Empreinte',
      account: 'Compte',
      opening: 'Début',
      in: 'Entré',
      out: 'Sorti',
      closing: 'Fin',
      said: 'L’opérateur dit',
      ledger: 'Livre',
    },
    states: { proven: 'prouvé', open: 'prouvé, avec des lignes ouvertes', not_proven: 'pas prouvé' },
    not_closed: 'Ce jour n’est pas fermé : voici où l’on en est.',
    enough: 'Détenu ≥ dû',
    short: 'Moins est détenu que dû : aucun versement ne part.',
    between: {
      CLAIMS: 'Dû par des marchands (non détenu)',
      SWEPT_UNREAD: 'Retiré des SIM et lu nulle part (non détenu)',
      BOOKED_SINCE: 'Enregistré depuis la fermeture',
    },
    by: { statement: 'relevé', reading: 'lecture' },
    lines: 'Francs ouverts',
    no_lines: 'Chaque franc est à sa place.',
    line_columns: {
      account: 'Compte',
      kind: 'Quoi',
      amount: 'Montant',
      since: 'Depuis',
      owner: 'À trouver par',
      subject: 'Sujet',
    },
    kinds: {
      unexplained: 'sorti ou entré sans explication',
      pending: 'paiement qui attend une lecture',
      claim: 'message que le solde ne prouve pas',
      contested: 'paiement contesté',
      suspense: 'argent de personne encore',
      statement: 'autre que le relevé',
      no_statement: 'téléphone muet longtemps : importez le relevé de ces jours',
      announced: 'annoncé depuis la dernière lecture, sans message',
      other_day: 'enregistré après la fermeture de son jour',
    },
    owners: { staff: 'le personnel', operator: 'l’opérateur', payer: 'le payeur' },
    today: 'Où en est aujourd’hui',
    custodian: (institution, licence, held_since) =>
      `Dépositaire : ${institution} (agrément ${licence}), depuis le ${held_since}`,
    no_custodian: 'sans dépositaire nommé',
  },
  ar: {
    title: 'إثبات اليوم',
    day_title: (day) => `إثبات \u2066${day}\u2069`,
    intro: 'أين كان كل فرنك في نهاية كل يوم. اليوم المغلق لا يتغير؛ وما يُكتشف بعده يظهر في اليوم التالي.',
    nothing: 'لم يُغلق أي يوم بعد.',
    columns: {
      day: 'اليوم',
      state: 'الحالة',
      held: 'المحفوظ',
      owed: 'المستحق',
      hash: 'البصمة',
      account: 'الحساب',
      opening: 'البداية',
      in: 'دخل',
      out: 'خرج',
      closing: 'النهاية',
      said: 'قول المشغّل',
      ledger: 'الدفتر',
    },
    states: { proven: 'مثبت', open: 'مثبت، مع بنود مفتوحة', not_proven: 'غير مثبت' },
    not_closed: 'لم يُغلق هذا اليوم: هذا ما هو عليه الآن.',
    enough: 'المحفوظ لا يقل عن المستحق',
    short: 'المحفوظ أقل من المستحق: لا يخرج أي دفع للتجار.',
    between: {
      CLAIMS: 'دين على التجار (غير محفوظ)',
      SWEPT_UNREAD: 'سُحب من الشرائح ولم يُقرأ أين هو (غير محفوظ)',
      BOOKED_SINCE: 'سُجّل بعد الإغلاق',
    },
    by: { statement: 'كشف', reading: 'قراءة' },
    lines: 'فرنكات مفتوحة',
    no_lines: 'كل فرنك في مكانه.',
    line_columns: {
      account: 'الحساب',
      kind: 'ماذا',
      amount: 'المبلغ',
      since: 'منذ',
      owner: 'من يبحث',
      subject: 'الموضوع',
    },
    kinds: {
      unexplained: 'خرج أو دخل بلا شرح',
      pending: 'دفعة تنتظر قراءة',
      claim: 'رسالة لا يثبتها الرصيد',
      contested: 'دفعة متنازع عليها',
      suspense: 'مال لا صاحب له بعد',
      statement: 'غير ما في الكشف',
      no_statement: 'صمت الهاتف طويلاً: استورد كشف هذه الأيام',
      announced: 'أُعلن بعد آخر قراءة، دون رسالة',
      other_day: 'سُجّل بعد إغلاق يومه',
    },
    owners: { staff: 'الموظفون', operator: 'المشغّل', payer: 'الدافع' },
    today: 'اليوم حتى الآن',
    custodian: (institution, licence, held_since) =>
      `جهة الحفظ: \u2068${institution}\u2069 (ترخيص \u2068${licence}\u2069)، منذ \u2066${held_since}\u2069`,
    no_custodian: 'لم تُسمَّ جهة حفظ',
  },
  en: {
    title: 'Daily proof',
    day_title: (day) => `Proof of ${day}`,
    intro:
      'Where every franc stood at the end of each day. A closed day never changes; what is found later stands in the next.',
    nothing: 'No day is closed yet.',
    columns: {
      day: 'Day',
      state: 'State',
      held: 'Held',
      owed: 'Owed',
      hash: 'Hash',
      account: 'Account',
      opening: 'Opening',
      in: 'In',
      out: 'Out',
      closing: 'Closing',
      said: 'The operator says',
      ledger: 'Ledger',
    },
    states: { proven: 'proven', open: 'proven, with open lines', not_proven: 'not proven' },
    not_closed: 'This day is not closed: this is how it stands.',
    enough: 'Held ≥ owed',
    short: 'Less is held than is owed: no merchant is paid out.',
    between: {
      CLAIMS: 'Owed by merchants (not held)',
      SWEPT_UNREAD: 'Taken off SIMs and read nowhere (not held)',
      BOOKED_SINCE: 'Booked since it was closed',
    },
    by: { statement: 'statement', reading: 'reading' },
    lines: 'Open francs',
    no_lines: 'Every franc is in its place.',
    line_columns: {
      account: 'Account',
      kind: 'What',
      amount: 'Amount',
      since: 'Since',
      owner: 'Found out by',
      subject: 'Subject',
    },
    kinds: {
      unexplained: 'left or came without an explanation',
      pending: 'a payment that waits for a reading',
      claim: 'a message that the balance does not prove',
      contested: 'a contested payment',
      suspense: 'money that is nobody’s yet',
      statement: 'other than the statement',
      no_statement: 'the phone was silent for long: import the statement of these days',
      announced: 'announced since the last reading, and no message',
      other_day: 'booked after its day was closed',
    },
    owners: { staff: 'staff', operator: 'the operator', payer: 'the payer' },
    today: 'How today stands',
    custodian: (institution, licence, held_since) =>
      `Held by ${institution} (licence ${licence}) since ${held_since}`,
    no_custodian: 'no custodian named',
  },
};
