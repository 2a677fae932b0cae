import type { PdfDocument } from '../pdf/document.ts';

interface SendingWords {
  readonly issuer: string;
  readonly title: string;
  readonly test: string;
  readonly settlement: string;
  readonly operator: string;
  readonly from: string;
  readonly lines: string;
  readonly columns: readonly [string, string, string, string, string];
  readonly total: string;
  readonly notes: readonly string[];
}

export const SENDING_WORDS: Readonly<Record<PdfDocument['language'], SendingWords>> = {
  fr: {
    issuer: 'Chari',
    title: "Liste d'envoi",
    test: "TEST : n'envoyez rien de cette liste",
    settlement: 'Règlement',
    operator: 'Opérateur',
    from: 'Envoyer depuis',
    lines: 'Envois',
    columns: ['N°', 'Numéro', 'Titulaire', 'Montant (FCFA)', 'Envoyé'],
    total: 'Total',
    notes: [
      'Envoyez chaque ligne une seule fois, du montant exact, depuis le numéro indiqué. Vérifiez le nom que le téléphone affiche avant de taper le code.',
      "Le SMS de débit prouve la ligne : ne notez rien dans Chari. En cas de doute sur un envoi, ne le refaites pas, demandez d'abord le relevé.",
    ],
  },
  ar: {
    issuer: 'شاري',
    title: 'قائمة الإرسال',
    test: 'اختبار: لا ترسل شيئا من هذه القائمة',
    settlement: 'التسوية',
    operator: 'المشغل',
    from: 'الإرسال من',
    lines: 'عدد الإرسالات',
    columns: ['رقم', 'رقم الهاتف', 'صاحب الرقم', 'المبلغ (فرنك)', 'تم'],
    total: 'المجموع',
    notes: [
      'أرسل كل سطر مرة واحدة فقط، بالمبلغ نفسه، من الرقم المذكور. تحقق من الاسم الذي يظهر على الهاتف قبل إدخال الرمز السري.',
      'رسالة الخصم تثبت السطر، فلا تسجل شيئا في شاري. إذا شككت في إرسال فلا تعده، واطلب كشف الحساب أولا.',
    ],
  },
  en: {
    issuer: 'Chari',
    title: 'Sending list',
    test: 'TEST: send nothing of this list',
    settlement: 'Settlement',
    operator: 'Operator',
    from: 'Send from',
    lines: 'Transfers',
    columns: ['No.', 'Number', 'Holder', 'Amount (XAF)', 'Sent'],
    total: 'Total',
    notes: [
      'Send each line once, of exactly its amount, from the number that is named. Check the name that the phone shows before you type the PIN.',
      'The debit SMS proves the line: note nothing in Chari. When in doubt about a transfer, do not send it again: ask for the statement first.',
    ],
  },
};
