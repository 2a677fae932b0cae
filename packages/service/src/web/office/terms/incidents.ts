import type { Catalogue } from '../../frame/table.ts';
import type { Terms } from './words.ts';

type Incidents = Terms['incidents'];

const READ_THE_SIM_FR = 'Lisez le solde sur la SIM et dites-le sur la page du numéro.';
const LOOK_AT_UNEXPLAINED_FR =
  'Regardez ce qui est inexpliqué et dites ce que c’était, sur la page du numéro.';
const fr: Incidents = {
  silent: {
    name: 'téléphone muet',
    meaning: 'On n’entend plus son téléphone, ou aucun ne lui est attribué.',
    remedy: 'Regardez le téléphone : courant, réseau, et si l’application tourne.',
  },
  short: {
    name: 'il manque de l’argent',
    meaning:
      'La SIM a moins que ne dit son livre : un mouvement depuis le dernier solde était faux, ou de l’argent est sorti sans être vu.',
    remedy:
      'Regardez les mouvements listés : dites de chaque paiement qui attend s’il est venu, puis ce qu’était ce qui manque. Aucun paiement n’est réglé ici par son seul message tant que ceci n’est pas clos.',
  },
  misdirected: {
    name: 'parti vers un autre numéro',
    meaning:
      'De l’argent est parti vers un autre numéro que celui auquel ce montant était annoncé. Ce remboursement ou ce versement n’est pas prouvé, ou ne l’est que par une lecture de la SIM, ou le message qui le prouvait est inventé. Ou ce qui était annoncé comme un retrait d’une SIM est parti vers celui à qui ce montant était dû.',
    remedy: 'Trouvez à qui est ce numéro et qui tient la SIM, puis expliquez ce qu’était le mouvement.',
  },
  two_steps_one_id: {
    name: 'un identifiant, deux mouvements',
    meaning: 'Deux mouvements prouvés portent le même identifiant de l’opérateur.',
    remedy: 'Regardez les deux sur la SIM ; le deuxième attend en vérification.',
  },
  claim: {
    name: 'message non prouvé',
    meaning:
      'Un message attend sans preuve : il en manque un autre avant lui, il est faux, ou le paiement est trop grand pour être cru avant une lecture.',
    remedy: READ_THE_SIM_FR,
  },
  anchor_due: {
    name: 'solde à lire',
    meaning: 'Beaucoup a été réglé depuis la dernière lecture, ou un paiement attend la prochaine.',
    remedy: READ_THE_SIM_FR,
  },
  outflow: {
    name: 'sorties inexpliquées',
    meaning:
      'Beaucoup d’argent est sorti sans explication, ou a été dit jamais vrai : une lecture ne garantit plus les petits paiements.',
    remedy: `${LOOK_AT_UNEXPLAINED_FR} Si rien ne l’est, aucune lecture n’aide : apportez le relevé, ou dites de chaque paiement qui attend s’il est venu.`,
  },
  contested: {
    name: 'paiements contestés',
    meaning:
      'Des messages mènent au solde de la SIM sans passer par des paiements de son livre : l’un des deux n’a jamais eu lieu.',
    remedy: `Cherchez les deux chez l’opérateur. ${LOOK_AT_UNEXPLAINED_FR}`,
  },
  lagging: {
    name: 'messages en retard',
    meaning: 'Ses messages arrivent plus tard qu’ils ne devraient.',
    remedy: 'Regardez la connexion du téléphone ; les sessions attendent ce qui est en retard.',
  },
  without_row: {
    name: 'absent du relevé',
    meaning:
      'Ses messages, ou un relevé antérieur, parlent de mouvements que le relevé de ces jours ne contient pas.',
    remedy: 'Demandez chacun à l’opérateur ; ce qui n’a jamais eu lieu s’explique comme jamais vrai.',
  },
  statement_differs: {
    name: 'relevé différent',
    meaning:
      'Son relevé dit une autre somme, un autre solde, un autre payeur ou destinataire que son livre, ou ses messages ne disent pas tous à qui est l’argent.',
    remedy:
      'Voyez les lignes qui diffèrent. Pour une autre somme ou un autre solde, lisez la puce ; pour un autre payeur, demandez à l’opérateur à qui est l’argent.',
  },
  clock_skew: {
    name: 'mauvaise heure',
    meaning: 'L’horloge de son téléphone est fausse de plus de deux minutes.',
    remedy: 'Réglez le téléphone sur l’heure du réseau.',
  },
  unrouted: {
    name: 'messages d’une SIM inconnue',
    meaning:
      'Son téléphone a transmis des messages d’une SIM que personne n’a attribuée, ou illisibles. Ce sont peut-être des paiements à ce numéro : ses sessions attendent.',
    remedy:
      'Regardez-les dans les requêtes de la passerelle et attribuez le numéro à la SIM qu’ils nomment (avec --also si un autre téléphone le reçoit aussi) ; fermez ceci s’ils viennent d’une autre SIM.',
  },
};

const READ_THE_SIM_AR = 'اقرأ الرصيد على الشريحة وقله في صفحة الرقم.';
const LOOK_AT_UNEXPLAINED_AR = 'انظر إلى ما لم يُفسَّر وقل ما كان، في صفحة الرقم.';
const ar: Incidents = {
  silent: {
    name: 'هاتف صامت',
    meaning: 'لم نعد نسمع هاتفه، أو ليس له هاتف.',
    remedy: 'انظر إلى الهاتف: الكهرباء والشبكة، وهل يعمل التطبيق.',
  },
  short: {
    name: 'مال ناقص',
    meaning: 'في الشريحة أقل مما يقول دفترها: حركة منذ آخر رصيد كانت كاذبة، أو خرج مال دون أن يُرى.',
    remedy:
      'انظر إلى الحركات المذكورة: قل عن كل دفعة تنتظر هل وصلت، ثم ماذا كان ما ينقص. لا تُسوّى هنا دفعة برسالتها وحدها حتى يُغلق هذا.',
  },
  misdirected: {
    name: 'ذهب إلى رقم آخر',
    meaning:
      'خرج مال إلى رقم غير الذي أُعلن له هذا المبلغ. ذلك الاسترداد أو الدفع غير مثبت، أو لم تثبته إلا قراءة الشريحة، أو أن الرسالة التي أثبتته مختلقة. أو أن ما أُعلن نقلا إلى محفظتنا ذهب إلى من كان المبلغ له.',
    remedy: 'اعرف صاحب الرقم ومن معه الشريحة، ثم اشرح الحركة بما كانت.',
  },
  two_steps_one_id: {
    name: 'معرّف واحد لحركتين',
    meaning: 'حركتان مثبتتان تحملان معرّفًا واحدًا من المشغّل.',
    remedy: 'انظر إليهما على الشريحة؛ الثانية تنتظر التحقق.',
  },
  claim: {
    name: 'رسالة غير مثبتة',
    meaning:
      'رسالة تنتظر دون إثبات: تنقص أخرى قبلها، أو هي مزورة، أو دفعتها أكبر من أن تُصدَّق قبل قراءة الرصيد.',
    remedy: READ_THE_SIM_AR,
  },
  anchor_due: {
    name: 'رصيد للقراءة',
    meaning: 'سُوّي الكثير منذ آخر قراءة للرصيد، أو دفعة تنتظر القراءة القادمة.',
    remedy: READ_THE_SIM_AR,
  },
  outflow: {
    name: 'خروج غير مفسَّر',
    meaning: 'خرج مال كثير بلا تفسير، أو قيل إنه لم يكن صحيحًا قط، فلا تضمن القراءة دفعات أصغر.',
    remedy: `${LOOK_AT_UNEXPLAINED_AR} وإن لم يبق شيء بلا تفسير فلا تفيد أي قراءة: أحضر كشف المشغّل، أو قل عن كل دفعة تنتظر هل وصلت.`,
  },
  contested: {
    name: 'دفعات متنازع عليها',
    meaning: 'رسائل تصل إلى رصيد الشريحة دون المرور بدفعات من دفترها: أحد الأمرين لم يقع قط.',
    remedy: `ابحث عن الاثنين لدى المشغّل. ${LOOK_AT_UNEXPLAINED_AR}`,
  },
  lagging: {
    name: 'رسائل متأخرة',
    meaning: 'تصل رسائله متأخرة عما ينبغي.',
    remedy: 'انظر إلى اتصال الهاتف؛ الجلسات تنتظر ما تأخر.',
  },
  without_row: {
    name: 'ليس في الكشف',
    meaning: 'تحدثت رسائله، أو كشف سابق، عن حركات لا توجد في كشف تلك الأيام.',
    remedy: 'اسأل المشغّل عن كل منها؛ وما لم يحدث قط اشرحه بأنه لم يكن صحيحا.',
  },
  statement_differs: {
    name: 'كشف مختلف',
    meaning: 'يقول كشفه مبلغا أو رصيدا أو دافعا أو مستلما غير ما في دفتره، أو اختلفت رسائله في صاحب المال.',
    remedy:
      'انظر الأسطر المختلفة. إن اختلف مبلغ أو رصيد فاقرأ رصيد الشريحة، وإن اختلف دافع فاسأل المشغّل لمن المال.',
  },
  clock_skew: {
    name: 'ساعة خاطئة',
    meaning: 'ساعة هاتفه خاطئة بأكثر من دقيقتين.',
    remedy: 'اضبط الهاتف على وقت الشبكة.',
  },
  unrouted: {
    name: 'رسائل من شريحة غير معروفة',
    meaning:
      'نقل هاتفه رسائل من شريحة لم يربطها أحد، أو رسائل لا تُقرأ. قد تكون دفعات إلى هذا الرقم، لذلك تنتظر جلساته.',
    remedy:
      'انظر إليها في طلبات البوابة واربط الرقم بالشريحة التي تذكرها (مع --also إن كان هاتف آخر يستقبل رسائله أيضا)؛ وأغلق هذا إن كانت من شريحة أخرى.',
  },
};

const READ_THE_SIM_EN = 'Read the balance on the SIM and say it on the page of the number.';
const LOOK_AT_UNEXPLAINED_EN = 'Look at what is unexplained and say what it was, on the page of the number.';
const en: Incidents = {
  silent: {
    name: 'silent phone',
    meaning: 'Its phone has not been heard, or none is routed to it.',
    remedy: 'Look at the phone: power, network, and whether its app runs.',
  },
  short: {
    name: 'money is missing',
    meaning:
      'The SIM holds less than its book says: a movement since the last balance was false, or money left unseen.',
    remedy:
      'Look at the movements that are listed: say of each payment that waits whether it came, then what is missing. No payment settles here by its message alone until this is closed.',
  },
  misdirected: {
    name: 'gone to another phone',
    meaning:
      'Money left to another phone than the one to which as much was announced. That refund or settlement is not proven, or by a reading of the SIM alone, or somebody made up the message that proved it. Or what was announced as a sweep went to whom as much was to be paid.',
    remedy: 'Find out whose phone got it and who has the SIM, then explain the movement as what it was.',
  },
  two_steps_one_id: {
    name: 'one id, two movements',
    meaning: 'Two movements that are both proven carry one id of the operator.',
    remedy: 'Look at both on the SIM; the second waits in review.',
  },
  claim: {
    name: 'unproven message',
    meaning:
      'A message waits unproven: another is missing before it, it is forged, or it tells of too large a payment to be believed before a reading.',
    remedy: READ_THE_SIM_EN,
  },
  anchor_due: {
    name: 'balance to be read',
    meaning: 'Much was settled since the balance was last read, or a payment waits for the next reading.',
    remedy: READ_THE_SIM_EN,
  },
  outflow: {
    name: 'unexplained outflow',
    meaning:
      'Much has left that nobody has explained, or that people called never true, so a reading vouches for no smaller payment.',
    remedy: `${LOOK_AT_UNEXPLAINED_EN} Where nothing is, no reading helps: bring the statement, or say of each payment that waits whether it came.`,
  },
  contested: {
    name: 'contested payments',
    meaning:
      'Messages lead to the balance of the SIM past payments of its book: one of the two was never paid.',
    remedy: `Look both up with the operator. ${LOOK_AT_UNEXPLAINED_EN}`,
  },
  lagging: {
    name: 'late messages',
    meaning: 'Its messages come later than they should.',
    remedy: 'Look at the connection of the phone; sessions wait for what is late.',
  },
  without_row: {
    name: 'not in the statement',
    meaning:
      'Its messages, or an earlier statement, told of movements that the statement of those days does not list.',
    remedy: 'Ask the operator about each; explain as never true what was never made.',
  },
  statement_differs: {
    name: 'statement differs',
    meaning:
      'Its statement says another sum, balance, payer or recipient than its book, or its messages disagree whose money it was.',
    remedy:
      'Look at the rows that differ on the statement’s page. Of another sum or balance read the SIM; of another payer ask the operator whose it was.',
  },
  clock_skew: {
    name: 'wrong clock',
    meaning: 'The clock of its phone is wrong by more than two minutes.',
    remedy: 'Set the phone to take its time from the network.',
  },
  unrouted: {
    name: 'messages of an unknown SIM',
    meaning:
      'Its phone has told of messages by a SIM that nobody has routed, or of some that nobody can read. They may be payments to this number, so its sessions wait.',
    remedy:
      'Look at them under the gateway’s requests, and route the number to the SIM that they name (with --also where another phone hears it too); close this if they are of another SIM.',
  },
};

/** What is wrong with a SIM, what that means, and what to do about it. */
export const INCIDENTS: Catalogue<Incidents> = { fr, ar, en };
