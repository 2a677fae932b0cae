import type { Catalogue } from '../../frame/table.ts';

type OwnAccountWords = {
  title: string;
  intro: string;
  columns: { name: string; held: string; bank: string; holder: string; custodian: string };
  no_custodian: string;
  licence_since: (licence: string, held_since: string) => string;
  custodian: string;
  custodian_text: string;
  institution: string;
  institution_hint: string;
  licence: string;
  licence_hint: string;
  since: string;
  read: string;
  read_text: string;
  read_day: string;
  balance: string;
  balance_hint: string;
  move: string;
  move_text: string;
  from: string;
  to: string;
  amount: string;
  day: string;
  time: string;
  time_hint: string;
  correct: string;
  correct_text: string;
  what: string;
  id: string;
  id_hint: string;
  place: string;
  merchant: string;
  merchant_hint: string;
  add: string;
  add_text: string;
  name: string;
  name_hint: string;
  bank_name: string;
  iban: string;
  iban_hint: string;
  holder: string;
  holder_hint: string;
  added: string;
  exists: string;
  iban_wrong: string;
  name_wrong: string;
};

export const OWN_ACCOUNT_WORDS: Catalogue<OwnAccountWords> = {
  fr: {
    title: 'Nos comptes',
    intro: 'Nos portefeuilles et comptes bancaires, avec ce que le livre dit y être.',
    columns: {
      name: 'Compte',
      held: 'Dans le livre',
      bank: 'Banque',
      holder: 'Au nom de',
      custodian: 'Dépositaire',
    },
    no_custodian: 'sans dépositaire nommé',
    licence_since: (licence, held_since) => `agrément ${licence}, depuis le ${held_since}`,
    custodian: 'Nommer le dépositaire',
    custodian_text:
      'Qui répond par la loi de l’argent de ce compte. Ce qui avait été dit reste dans l’historique. Il faut toujours deux personnes ; la seconde confirme sur la page « À traiter ».',
    institution: 'Institution agréée',
    institution_hint: 'Comme Airtel Mobile Commerce.',
    licence: 'Agrément',
    licence_hint: 'Comme son autorité l’appelle.',
    since: 'Détient depuis le',
    read: 'Dire ce qu’un compte montrait',
    read_text:
      'Ce que l’opérateur, la banque ou notre portefeuille montrait à la fin du jour. Sans cela rien n’en est envoyé. Il faut toujours deux personnes : chacune regarde et écrit la même somme ici.',
    read_day: 'Fin du jour',
    balance: 'Solde, en FCFA',
    balance_hint: 'En francs entiers, sans centimes.',
    move: 'Dire un déplacement entre nos comptes',
    move_text:
      'De l’argent retiré des puces est porté à la banque, par exemple, ou nous mettons ou reprenons du nôtre (« Notre propre capital »). Il faut toujours deux personnes ; la seconde confirme sur la page « À traiter ».',
    from: 'De',
    to: 'Vers',
    amount: 'Montant, en FCFA',
    day: 'Jour',
    time: 'Heure à N’Djamena',
    time_hint: 'Comme 14:30.',
    correct: 'Corriger ce qui a été dit d’un argent',
    correct_text:
      'Un paiement donné au mauvais commerçant, ou un mouvement mal expliqué. La décision reste, et un transfert qui la nomme met l’argent à sa place. Il faut toujours deux personnes.',
    what: 'Quoi',
    id: 'Identifiant du paiement ou du mouvement',
    id_hint: 'Il est sur sa page et dans le journal.',
    place: 'Sa vraie place',
    merchant: 'Identifiant du commerçant',
    merchant_hint: 'Seulement quand c’est un commerçant.',
    add: 'Ajouter un compte bancaire',
    add_text: 'Un compte depuis lequel nous payons.',
    name: 'Nom court',
    name_hint: 'Comme il s’appellera ici : lettres, chiffres, espaces et tirets.',
    bank_name: 'Banque',
    iban: 'IBAN ou RIB',
    iban_hint: '23 chiffres, ou TD et 25 chiffres.',
    holder: 'Au nom de qui l’argent s’y trouve',
    holder_hint: 'Comme la banque l’écrit.',
    added: 'Le compte est ajouté, avec le sien dans le livre.',
    exists: 'Un compte de ce nom ou de cet IBAN existe déjà.',
    iban_wrong: 'Ce n’est pas un compte du Tchad : regardez chaque chiffre.',
    name_wrong: 'Écrivez un nom court, sans « / » ni autre signe, la banque et le titulaire.',
  },
  ar: {
    title: 'حساباتنا',
    intro: 'محافظنا وحساباتنا المصرفية، مع ما يقول الدفتر إنه فيها.',
    columns: { name: 'الحساب', held: 'في الدفتر', bank: 'المصرف', holder: 'باسم', custodian: 'جهة الحفظ' },
    no_custodian: 'لم تُسمَّ جهة حفظ',
    licence_since: (licence, held_since) => `ترخيص \u2068${licence}\u2069، منذ \u2066${held_since}\u2069`,
    custodian: 'تسمية جهة الحفظ',
    custodian_text:
      'من يضمن بحكم القانون مال هذا الحساب. ما قيل من قبل يبقى في السجل. يلزم شخصان دائما؛ والثاني يؤكد في صفحة «للمعالجة».',
    institution: 'المؤسسة المرخّصة',
    institution_hint: 'مثل Airtel Mobile Commerce.',
    licence: 'الترخيص',
    licence_hint: 'كما تسمّيه سلطته.',
    since: 'تحفظه منذ',
    read: 'تسجيل ما أظهره حساب',
    read_text:
      'ما أظهره المشغّل أو المصرف أو محفظتنا في نهاية اليوم. بدونه لا يُرسَل منه شيء. يلزم شخصان دائما: ينظر كل منهما ويكتب المبلغ نفسه هنا.',
    read_day: 'نهاية يوم',
    balance: 'الرصيد بالفرنك',
    balance_hint: 'فرنكات كاملة بلا كسور.',
    move: 'تسجيل نقل بين حساباتنا',
    move_text:
      'مثلا: ما سُحب من الشرائح يُحمل إلى المصرف، أو نضع من مالنا أو نسترد منه («رأس مالنا»). يلزم شخصان دائما؛ والثاني يؤكد في صفحة «للمعالجة».',
    from: 'من',
    to: 'إلى',
    amount: 'المبلغ بالفرنك',
    day: 'اليوم',
    time: 'الساعة في أنجمينا',
    time_hint: 'مثل 14:30.',
    correct: 'تصحيح ما قيل عن مال',
    correct_text:
      'دفعة أُعطيت للتاجر الخطأ، أو حركة فُسّرت خطأ. يبقى القرار، وتحويل يسمّيه يضع المال في مكانه. يلزم شخصان دائما.',
    what: 'ماذا',
    id: 'معرّف الدفعة أو الحركة',
    id_hint: 'تجده في صفحتها وفي السجل.',
    place: 'مكانه الصحيح',
    merchant: 'معرّف التاجر',
    merchant_hint: 'فقط إذا كان تاجرا.',
    add: 'إضافة حساب مصرفي',
    add_text: 'حساب ندفع منه.',
    name: 'اسم قصير',
    name_hint: 'كما سيُسمى هنا: حروف وأرقام ومسافات وشرطات.',
    bank_name: 'المصرف',
    iban: 'رقم الحساب (IBAN أو RIB)',
    iban_hint: '23 رقما، أو TD و25 رقما.',
    holder: 'باسم من يوجد المال هناك',
    holder_hint: 'كما يكتبه المصرف.',
    added: 'أُضيف الحساب، ومعه حسابه في الدفتر.',
    exists: 'يوجد حساب بهذا الاسم أو بهذا الرقم.',
    iban_wrong: 'ليس هذا حسابا في تشاد: راجع كل رقم.',
    name_wrong: 'اكتب اسما قصيرا بلا «/» ولا علامات أخرى، والمصرف وصاحب الحساب.',
  },
  en: {
    title: 'Our accounts',
    intro: 'Our wallets and bank accounts, with what the ledger says is there.',
    columns: {
      name: 'Account',
      held: 'In the ledger',
      bank: 'Bank',
      holder: 'In the name of',
      custodian: 'Custodian',
    },
    no_custodian: 'without a named custodian',
    licence_since: (licence, held_since) => `licence ${licence}, since ${held_since}`,
    custodian: 'Name the custodian',
    custodian_text:
      'Who answers by law for the money of this account. What was said before stays on record. It always takes two people; the second agrees on the desk.',
    institution: 'Licensed institution',
    institution_hint: 'Such as Airtel Mobile Commerce.',
    licence: 'Licence',
    licence_hint: 'What its authority calls it.',
    since: 'Holds it since',
    read: 'Say what an account showed',
    read_text:
      'What the operator, the bank or our own wallet showed at the end of the day. Until then nothing is sent from there. It always takes two people: each looks, and writes the same sum here.',
    read_day: 'End of the day',
    balance: 'Balance, in FCFA',
    balance_hint: 'Whole francs.',
    move: 'Say that money moved between our accounts',
    move_text:
      'What was taken off SIMs is brought to the bank, say, or we put in or take out money of our own (“Our own capital”). It always takes two people; the second agrees on the desk.',
    from: 'From',
    to: 'To',
    amount: 'Amount, in FCFA',
    day: 'Day',
    time: 'Hour in N’Djamena',
    time_hint: 'Such as 14:30.',
    correct: 'Correct what was said of money',
    correct_text:
      'A payment that was given to the wrong merchant, or a movement that was explained wrongly. The decision stays, and a transfer that names it puts the money in its place. It always takes two people.',
    what: 'What',
    id: 'Id of the payment or movement',
    id_hint: 'It stands on its page and in the audit trail.',
    place: 'Where it belongs',
    merchant: 'Id of the merchant',
    merchant_hint: 'Only where it is a merchant.',
    add: 'Add a bank account',
    add_text: 'An account that we pay from.',
    name: 'Short name',
    name_hint: 'What it is called here: letters, digits, spaces and hyphens.',
    bank_name: 'Bank',
    iban: 'IBAN or RIB',
    iban_hint: '23 digits, or TD and 25 digits.',
    holder: 'In whose name the money lies there',
    holder_hint: 'As the bank writes it.',
    added: 'The account is added, with one of its own in the ledger.',
    exists: 'An account of that name or IBAN is there already.',
    iban_wrong: 'That is no account of Chad: look at each digit.',
    name_wrong: 'Write a short name, without “/” or other signs, the bank and the holder.',
  },
};
