import type { Catalogue } from '../../frame/table.ts';

export type OfficeSettlementWords = {
  title: string;
  intro: string;
  accounts: string;
  sections: Readonly<Record<'DRAFT' | 'APPROVED' | 'SENDING' | 'UNKNOWN', string>>;
  nothing: string;
  /** Of one that waits to be sent, while a SIM has sent as much to its number and nobody has said what that was. */
  may_have_left: string;
  columns: Readonly<
    Record<
      'settlement' | 'merchant' | 'to' | 'amount' | 'since' | 'decide' | 'holder' | 'asked_by' | 'team',
      string
    >
  >;
  frozen_until: string;
  team_as_before: string;
  team_changed: string;
  /** Before the addresses of the owners whom no mail about it has reached. */
  unreached: string;
  list_file: string;
  list_paper: string;
  bank: string;
  proofs: string;
  no_proofs: string;
  approve: string;
  cancel: string;
  send: string;
  from: string;
  doubt: string;
  fail: string;
  prove: string;
  witness: string;
  witnesses: Readonly<Record<'bank_row' | 'statement_row' | 'bank' | 'statement' | 'book', string>>;
  record_id: string;
  row_amount: string;
  row_to: string;
  row_to_hint: string;
  /** Of a bank's row. */
  row_account: string;
  row_account_hint: string;
  day: string;
  confirm: string;
  refuse: string;
  paid_says: string;
  unpaid_says: string;
  returned_says: string;
  came_back: string;
  came_back_text: string;
  paid_late: string;
  merchant_reads: string;
  paid_late_text: string;
  reference: string;
  open: string;
};

export const OFFICE_SETTLEMENT_WORDS: Catalogue<OfficeSettlementWords> = {
  fr: {
    title: 'Versements',
    intro:
      'Approuvez, dites « Je l’envoie », et dès que c’est noté, envoyez aussitôt, une seule fois. Seule une preuve rend un versement payé : le SMS de débit de la puce, ou une ligne du relevé.',
    accounts: 'Comptes de versement à confirmer',
    sections: {
      DRAFT: 'À approuver',
      APPROVED: 'À envoyer',
      SENDING: 'En route',
      UNKNOWN: 'À prouver',
    },
    nothing: 'Rien n’attend.',
    may_have_left:
      'Une de nos puces l’a peut-être envoyé : si c’est le cas, dites-le depuis cette puce, ou dites dans son livre ce qui est parti. Jusque-là, il n’est sur aucune liste.',
    columns: {
      settlement: 'Versement',
      merchant: 'Commerçant',
      to: 'Vers',
      amount: 'Montant',
      since: 'Depuis',
      decide: 'Décider',
      holder: 'Titulaire',
      asked_by: 'Demandé par',
      team: 'Son équipe, 14 jours',
    },
    team_as_before: 'rien n’a changé',
    team_changed: 'a changé : appelez avant de confirmer',
    unreached: 'Aucun mail ne leur est parvenu :',
    frozen_until: 'gelé jusqu’au',
    list_file: 'La liste d’envoi en CSV',
    list_paper: 'La liste d’envoi en PDF',
    bank: 'Notre compte bancaire',
    proofs: 'Ce qui a été dit de lui',
    no_proofs: 'Rien encore.',
    approve: 'Approuver',
    cancel: 'Reprendre',
    send: 'Je l’envoie',
    from: 'Depuis',
    doubt: 'On ne sait pas',
    fail: 'Pas parti',
    prove: 'Prouver',
    witness: 'Ce qui le montre',
    witnesses: {
      bank_row: 'une ligne du relevé bancaire : parti',
      statement_row: 'une ligne du relevé de l’opérateur : parti',
      bank: 'le relevé bancaire : pas parti',
      statement: 'le relevé de l’opérateur : pas parti',
      book: 'le solde lu sur la puce : pas parti',
    },
    record_id: 'Son identifiant là-bas',
    row_amount: 'Montant de la ligne',
    row_to: 'Numéro que nomme la ligne',
    row_to_hint: 'Laissez vide seulement si la ligne ne nomme personne.',
    row_account: 'Compte que nomme la ligne',
    row_account_hint:
      'Son IBAN, son RIB ou sa fin, au moins quatre chiffres. Si la liste n’imprime qu’un nom, le virement lui-même le montre. Lisez-le dans la ligne, et non sur cette page.',
    day: 'Jour',
    confirm: 'Confirmer',
    refuse: 'Refuser',
    paid_says: 'parti',
    unpaid_says: 'pas parti',
    returned_says: 'revenu',
    came_back: 'Il est revenu',
    came_back_text:
      'La ligne par laquelle la somme entière est revenue. Deux personnes la lisent ; le montant est de nouveau dû au commerçant, et ce compte ne reçoit plus rien.',
    merchant_reads: 'Gardé pour toujours. S’il échoue, son commerçant le lit.',
    paid_late: 'Il a été payé quand même',
    paid_late_text:
      'La ligne par laquelle la somme entière est partie. Deux personnes la lisent ; le montant est repris de ce que le commerçant a chez nous, et ce qui en a été préparé de nouveau doit être annulé.',
    reference: 'Référence (ST…)',
    open: 'Ouvrir',
  },
  ar: {
    title: 'دفع المستحقات',
    intro:
      'وافق ثم اضغط «سأرسله الآن». وبعد أن يُسجّل أرسل فورا ومرة واحدة فقط. لا يصبح مدفوعا إلا بإثبات: رسالة خصم الشريحة أو سطر من الكشف.',
    accounts: 'حسابات تنتظر التأكيد',
    sections: { DRAFT: 'للموافقة', APPROVED: 'للإرسال', SENDING: 'في الطريق', UNKNOWN: 'ينتظر الإثبات' },
    nothing: 'لا شيء ينتظر.',
    may_have_left:
      'ربما أرسلته شريحة من شرائحنا: إن كان كذلك فقل إنه أُرسل منها، وإلا فقل في دفترها ما الذي خرج. لا يوضع في قائمة قبل ذلك.',
    columns: {
      settlement: 'الدفع',
      merchant: 'التاجر',
      to: 'إلى',
      amount: 'المبلغ',
      since: 'منذ',
      decide: 'القرار',
      holder: 'صاحب الحساب',
      asked_by: 'طلبه',
      team: 'فريقه، 14 يوما',
    },
    team_as_before: 'لم يتغير شيء',
    team_changed: 'تغيّر: اتصل قبل التأكيد',
    unreached: 'لم تصلهم أي رسالة بريد:',
    frozen_until: 'مجمّد حتى',
    list_file: 'قائمة الإرسال ملف CSV',
    list_paper: 'قائمة الإرسال ملف PDF',
    bank: 'حسابنا البنكي',
    proofs: 'ما قيل عنه',
    no_proofs: 'لا شيء بعد.',
    approve: 'موافقة',
    cancel: 'إلغاء',
    send: 'سأرسله الآن',
    from: 'من',
    doubt: 'لا نعرف',
    fail: 'لم يخرج',
    prove: 'إثبات',
    witness: 'ما يبيّنه',
    witnesses: {
      bank_row: 'سطر من كشف البنك: خرج',
      statement_row: 'سطر من كشف المشغّل: خرج',
      bank: 'كشف البنك: لم يخرج',
      statement: 'كشف المشغّل: لم يخرج',
      book: 'رصيد الشريحة المقروء: لم يخرج',
    },
    record_id: 'معرّفه هناك',
    row_amount: 'مبلغ السطر',
    row_to: 'الرقم المذكور في السطر',
    row_to_hint: 'اتركه فارغا فقط إن لم يذكر السطر أحدا.',
    row_account: 'الحساب المذكور في السطر',
    row_account_hint:
      'رقم IBAN أو RIB أو آخره، أربعة أرقام على الأقل. إن طبع الكشف الاسم وحده فالتحويل نفسه يُظهر الحساب. اقرأه في السطر لا في هذه الصفحة.',
    day: 'اليوم',
    confirm: 'تأكيد',
    refuse: 'رفض',
    paid_says: 'خرج',
    unpaid_says: 'لم يخرج',
    returned_says: 'عاد',
    came_back: 'عاد',
    came_back_text:
      'السطر الذي عاد به المبلغ كله. يقرؤه شخصان؛ يصبح المبلغ مستحقا للتاجر من جديد، ولا يستلم هذا الحساب شيئا بعد الآن.',
    merchant_reads: 'يُحفظ دائما. إن لم ينجح يقرؤه التاجر.',
    paid_late: 'دُفع رغم ذلك',
    paid_late_text:
      'السطر الذي خرج به المبلغ كله. يقرؤه شخصان؛ يُؤخذ المبلغ مما للتاجر عندنا، ويُلغى ما أُعدّ منه من جديد.',
    reference: 'المرجع (ST…)',
    open: 'فتح',
  },
  en: {
    title: 'Settlements',
    intro:
      'Approve, press “I send it”, and as soon as it is noted send at once, only once. Only a proof makes one paid: the SIM’s own debit SMS, or a row of a statement.',
    accounts: 'Payout accounts to confirm',
    sections: {
      DRAFT: 'To approve',
      APPROVED: 'To send',
      SENDING: 'On their way',
      UNKNOWN: 'To be proven',
    },
    nothing: 'Nothing waits.',
    may_have_left:
      'A SIM of ours may have sent it: if so, say that you send it from there; else say in its book what left. It is on no list until then.',
    columns: {
      settlement: 'Settlement',
      merchant: 'Merchant',
      to: 'To',
      amount: 'Amount',
      since: 'Since',
      decide: 'Decide',
      holder: 'Holder',
      asked_by: 'Asked by',
      team: 'Its team, 14 days',
    },
    team_as_before: 'nothing changed',
    team_changed: 'changed: call before you confirm',
    unreached: 'No mail has reached them:',
    frozen_until: 'frozen until',
    list_file: 'The sending list as CSV',
    list_paper: 'The sending list as PDF',
    bank: 'Our bank account',
    proofs: 'What was said about it',
    no_proofs: 'Nothing yet.',
    approve: 'Approve',
    cancel: 'Take back',
    send: 'I send it',
    from: 'From',
    doubt: 'Nobody knows',
    fail: 'Has not gone',
    prove: 'Prove',
    witness: 'What shows it',
    witnesses: {
      bank_row: 'a row of the bank’s statement: gone',
      statement_row: 'a row of the operator’s statement: gone',
      bank: 'the bank’s statement: not gone',
      statement: 'the operator’s statement: not gone',
      book: 'the balance read on the SIM: not gone',
    },
    record_id: 'What it is called there',
    row_amount: 'Amount of the row',
    row_to: 'Number that the row names',
    row_to_hint: 'Leave it empty only where the row names nobody.',
    row_account: 'Account that the row names',
    row_account_hint:
      'Its IBAN, its RIB, or its end with at least four digits. Where the list prints a name alone, the transfer itself shows it. Read it in the row, and not on this page.',
    day: 'Day',
    confirm: 'Confirm',
    refuse: 'Refuse',
    paid_says: 'gone',
    unpaid_says: 'not gone',
    returned_says: 'came back',
    came_back: 'It has come back',
    came_back_text:
      'The row by which the whole sum came back. Two people read it; the sum is due to the merchant again, and that account takes nothing more.',
    merchant_reads: 'Kept for ever. Its merchant reads it where it failed.',
    paid_late: 'It was paid after all',
    paid_late_text:
      'The row by which the whole sum left. Two people read it; the sum is taken from what the merchant has with us, and what was drafted of it again has to be cancelled.',
    reference: 'Reference (ST…)',
    open: 'Open',
  },
};
