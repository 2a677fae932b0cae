import type { OrderField, UnfitKind, UnfitOrder } from '../../../files/pain001/unfit.ts';
import type { Catalogue } from '../../frame/table.ts';

type UnfitWords = {
  fields: Readonly<Record<OrderField, string>>;
  of_transfer: (where: string, transfer: string) => string;
  kinds: Readonly<Record<UnfitKind, (where: string, value: string) => string>>;
};

const UNFIT_WORDS: Catalogue<UnfitWords> = {
  fr: {
    fields: {
      message_id: 'Identifiant de l’ordre',
      paying_holder: 'Titulaire du compte payeur',
      paying_account: 'Compte payeur',
      transfer_id: 'Identifiant d’un virement',
      holder: 'Titulaire',
      account: 'Compte',
      town: 'Ville',
      remittance: 'Motif',
      transfers: 'Ordre',
      execution_day: 'Jour d’exécution',
      amount: 'Montant',
    },
    of_transfer: (where, transfer) => `${where}, virement ${transfer}`,
    kinds: {
      letters: (where) =>
        `${where} : aucune lettre latine, et une banque n’en prend pas d’autres. Écrivez-le comme la banque l’écrit.`,
      id: (where, value) =>
        `${where} : « ${value} ». Une banque prend au plus 35 lettres, chiffres et tirets.`,
      account: (where) =>
        `${where} : ce n’est pas un compte d’une banque de la CEMAC. Copiez ses 23 chiffres (RIB) d’un relevé de la banque.`,
      bic: (where, value) =>
        `${where} : le code SWIFT « ${value} » doit avoir 8 ou 11 majuscules et chiffres.`,
      empty: (where) => `${where} : aucun virement, il n’y a rien à envoyer.`,
      day: (where, value) => `${where} : « ${value} ». Écrivez-le comme 2026-11-23.`,
      amount: (where, value) => `${where} : ${value} XAF. Un montant est en francs entiers, au moins 1.`,
      same_id: (_where, value) => `Deux virements ont l’identifiant ${value} : donnez à chacun le sien.`,
    },
  },
  ar: {
    fields: {
      message_id: 'معرّف الأمر',
      paying_holder: 'صاحب الحساب الدافع',
      paying_account: 'الحساب الدافع',
      transfer_id: 'معرّف تحويل',
      holder: 'صاحب الحساب',
      account: 'الحساب',
      town: 'المدينة',
      remittance: 'نص التحويل',
      transfers: 'الأمر',
      execution_day: 'يوم التنفيذ',
      amount: 'المبلغ',
    },
    of_transfer: (where, transfer) => `${where}، التحويل \u2066${transfer}\u2069`,
    kinds: {
      letters: (where) => `${where}: لا حروف لاتينية فيه، والبنك لا يقبل غيرها. اكتبه كما يكتبه البنك.`,
      id: (where, value) => `${where}: \u2068${value}\u2069. يقبل البنك 35 حرفًا ورقمًا وشرطة على الأكثر.`,
      account: (where) =>
        `${where}: ليس حسابًا في بنك من بنوك سيماك. انسخ أرقامه الثلاثة والعشرين (RIB) من كشف البنك.`,
      bic: (where, value) => `${where}: رمز سويفت \u2068${value}\u2069 يجب أن يكون 8 أو 11 حرفًا كبيرًا ورقمًا.`,
      empty: (where) => `${where}: لا تحويلات فيه، فلا شيء يُرسل.`,
      day: (where, value) => `${where}: \u2068${value}\u2069. اكتبه هكذا: \u20662026-11-23\u2069.`,
      amount: (where, value) => `${where}: \u2066${value} XAF\u2069. المبلغ فرنكات كاملة، واحد على الأقل.`,
      same_id: (_where, value) => `لتحويلين المعرّف نفسه \u2066${value}\u2069: أعط كل واحد معرّفه.`,
    },
  },
  en: {
    fields: {
      message_id: 'Id of the order',
      paying_holder: 'Holder of the paying account',
      paying_account: 'Paying account',
      transfer_id: 'Id of a transfer',
      holder: 'Holder',
      account: 'Account',
      town: 'Town',
      remittance: 'Remittance text',
      transfers: 'Order',
      execution_day: 'Day of execution',
      amount: 'Amount',
    },
    of_transfer: (where, transfer) => `${where} of transfer ${transfer}`,
    kinds: {
      letters: (where) =>
        `${where}: no Latin letters, and a bank takes no others. Write it as the bank does.`,
      id: (where, value) => `${where}: “${value}”. A bank takes at most 35 letters, digits and hyphens.`,
      account: (where) =>
        `${where}: no account of a CEMAC bank. Copy its 23 digits (RIB) from a statement of the bank.`,
      bic: (where, value) =>
        `${where}: the SWIFT code “${value}” must have 8 or 11 capital letters and digits.`,
      empty: (where) => `${where}: no transfers, so there is nothing to send.`,
      day: (where, value) => `${where}: “${value}”. Write it as 2026-11-23.`,
      amount: (where, value) => `${where}: ${value} XAF. An amount is whole francs, at least 1.`,
      same_id: (_where, value) => `Two transfers have the id ${value}: give each its own.`,
    },
  },
};

/** Why no bank would take an order, and what to do. */
export function sayUnfit(language: keyof typeof UNFIT_WORDS, { kind, place, value }: UnfitOrder): string {
  const { fields, of_transfer, kinds } = UNFIT_WORDS[language];
  const field = fields[place.field];
  return kinds[kind](place.transfer === null ? field : of_transfer(field, place.transfer), value);
}
