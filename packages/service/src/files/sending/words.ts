import type { PdfDocument } from '../pdf/document.ts';

type Of<Text> = { readonly settlements: Text; readonly refunds: Text };
interface SendingWords {
  readonly issuer: string;
  readonly titles: Of<string>;
  readonly prepared: string;
  readonly lines: string;
  readonly total: string;
  readonly nothing: string;
  readonly columns: Readonly<
    Record<'sent' | 'reference' | 'to' | 'holder' | 'merchant' | 'from' | 'amount', string>
  >;
  readonly notes: readonly string[];
  readonly proof: Of<string>;
}

export const SENDING_WORDS: Readonly<Record<PdfDocument['language'], SendingWords>> = {
  fr: {
    issuer: 'Chari',
    titles: { settlements: 'Versements à envoyer', refunds: 'Remboursements à envoyer' },
    prepared: 'Préparée le',
    lines: 'Envois',
    total: 'Total',
    nothing: 'Rien n’est à envoyer.',
    columns: {
      sent: 'Envoyé',
      reference: 'Référence',
      to: 'Numéro ou compte',
      holder: 'Titulaire',
      merchant: 'Commerçant',
      from: 'Depuis',
      amount: 'Montant (FCFA)',
    },
    notes: [
      'Cette liste vaut pour le moment où elle a été préparée. Une autre personne peut avoir la même : avant chaque envoi, ouvrez sa page, voyez qu’il attend encore, et dites « je l’envoie » et depuis quelle puce. Envoyez ensuite, une seule fois, exactement ce montant.',
      'Vérifiez le nom que le téléphone affiche avant de taper le code. En cas de doute sur un envoi, ne le refaites pas : lisez d’abord la puce ou son relevé.',
    ],
    proof: {
      settlements:
        'Si le téléphone ou la banque demande un motif, écrivez la référence. Le SMS de débit de la puce, ou la ligne du relevé, prouve ensuite l’envoi.',
      refunds: 'Le SMS de débit de la puce prouve ensuite l’envoi et termine le remboursement.',
    },
  },
  ar: {
    issuer: 'شاري',
    titles: { settlements: 'مستحقات تنتظر الإرسال', refunds: 'استردادات تنتظر الإرسال' },
    prepared: 'أُعدّت في',
    lines: 'عدد الإرسالات',
    total: 'المجموع',
    nothing: 'لا شيء ينتظر الإرسال.',
    columns: {
      sent: 'تم',
      reference: 'المرجع',
      to: 'الرقم أو الحساب',
      holder: 'صاحب الحساب',
      merchant: 'التاجر',
      from: 'من الشريحة',
      amount: 'المبلغ (فرنك)',
    },
    notes: [
      'هذه القائمة صالحة للحظة التي أُعدّت فيها، وقد تكون مع شخص آخر. قبل كل إرسال افتح صفحته، وتأكد أنه ما زال ينتظر، وقل «سأرسله الآن» ومن أي شريحة. ثم أرسل مرة واحدة فقط، بالمبلغ نفسه.',
      'تحقق من الاسم الذي يظهر على الهاتف قبل إدخال الرمز السري. إذا شككت في إرسال فلا تعده: اقرأ الشريحة أو كشفها أولا.',
    ],
    proof: {
      settlements:
        'إذا طلب الهاتف أو المصرف سببا فاكتب المرجع. رسالة الخصم من الشريحة، أو سطر الكشف، تثبت الإرسال بعد ذلك.',
      refunds: 'رسالة الخصم من الشريحة تثبت الإرسال بعد ذلك وتُنهي الاسترداد.',
    },
  },
  en: {
    issuer: 'Chari',
    titles: { settlements: 'Settlements to send', refunds: 'Refunds to send' },
    prepared: 'Prepared on',
    lines: 'Transfers',
    total: 'Total',
    nothing: 'Nothing is to be sent.',
    columns: {
      sent: 'Sent',
      reference: 'Reference',
      to: 'Number or account',
      holder: 'Holder',
      merchant: 'Merchant',
      from: 'From',
      amount: 'Amount (FCFA)',
    },
    notes: [
      'This list is good for the moment when it was prepared. Somebody else may have the same: before each transfer open its page, see that it still waits, and say “I send it” and from which SIM. Then send it once, of exactly this amount.',
      'Check the name that the phone shows before you type the PIN. When in doubt about a transfer, do not send it again: read the SIM or its statement first.',
    ],
    proof: {
      settlements:
        'Where the phone or the bank asks for a reason, write the reference. The SIM’s debit SMS, or the row of a statement, then proves the transfer.',
      refunds: 'The SIM’s debit SMS then proves the transfer and ends the refund.',
    },
  },
};
