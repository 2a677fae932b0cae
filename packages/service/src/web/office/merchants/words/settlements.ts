import type { NoDraftReason } from '../../../../domain/settlement/judge.ts';
import type { Catalogue } from '../../../frame/table.ts';

type MerchantSettlementWords = {
  title: string;
  minimum: string;
  set: string;
  set_text: string;
  hold_days: string;
  hold_hint: string;
  reserve: string;
  draft: string;
  draft_text: string;
  refused: Readonly<Record<NoDraftReason, string>>;
};

export const MERCHANT_SETTLEMENT_WORDS: Catalogue<MerchantSettlementWords> = {
  fr: {
    title: 'Versements à ce commerçant',
    minimum: 'À partir de',
    set: 'Fixer l’attente et la réserve',
    set_text:
      'En réel. Cela dit combien de son argent reste chez nous : il faut toujours deux personnes. Quand il est payé, et à partir de combien, le commerçant le choisit lui-même.',
    hold_days: 'Jours d’attente',
    hold_hint: 'De 0 à 30. Avec 1, ce qui a été payé jusqu’à minuit est versé.',
    reserve: 'Réserve, en FCFA',
    draft: 'Préparer un versement maintenant',
    draft_text: 'De tout ce qui est dû, quel que soit son calendrier. Il attend ensuite d’être approuvé.',
    refused: {
      not_verified: 'Son profil n’est pas encore vérifié.',
      frozen: 'Ce commerçant est gelé.',
      held: 'Un de ses comptes attend qu’un jour soit prouvé.',
      no_payout_account: 'Il n’a pas de compte de versement en vigueur.',
      nothing_due: 'Rien n’est dû maintenant.',
      below_minimum: 'Ce qui est dû est moins que son minimum.',
      kept_in_reserve: 'Une fois sa réserve gardée, il reste de ce qui est dû moins que son minimum.',
      above_limit:
        'Chaque paiement dû dépasse ce qu’un transfert vers son numéro peut porter : il lui faut un compte bancaire.',
    },
  },
  ar: {
    title: 'دفع مستحقات هذا التاجر',
    minimum: 'ابتداء من',
    set: 'تحديد الانتظار والاحتياطي',
    set_text:
      'في الوضع الحقيقي. هذا يحدد كم من ماله يبقى عندنا: يلزم شخصان دائما. متى يُدفع له وابتداء من كم، يختاره التاجر نفسه.',
    hold_days: 'أيام الانتظار',
    hold_hint: 'من 0 إلى 30. مع 1 يُدفع ما سُدد حتى منتصف الليل.',
    reserve: 'الاحتياطي بالفرنك',
    draft: 'إعداد دفعة مستحقات الآن',
    draft_text: 'من كل ما هو مستحق، مهما كان جدوله. ثم تنتظر الموافقة.',
    refused: {
      not_verified: 'ملفه لم يُؤكد بعد.',
      frozen: 'هذا التاجر مجمّد.',
      held: 'أحد حساباته ينتظر أن يُثبت يوم.',
      no_payout_account: 'ليس له حساب سارٍ لاستلام المال.',
      nothing_due: 'لا شيء مستحق الآن.',
      below_minimum: 'المستحق أقل من حده الأدنى.',
      kept_in_reserve: 'بعد حفظ احتياطيه يبقى من المستحق أقل من حده الأدنى.',
      above_limit: 'كل دفعة مستحقة تزيد على ما يحمله تحويل واحد إلى رقمه: يلزمه حساب مصرفي.',
    },
  },
  en: {
    title: 'Settlements of this merchant',
    minimum: 'From how much on',
    set: 'Set hold and reserve',
    set_text:
      'In live. It says how much of its money stays with us: it always takes two people. When it is settled, and from how much on, the merchant chooses itself.',
    hold_days: 'Days of hold',
    hold_hint: '0 to 30. With 1, what was paid until midnight is settled.',
    reserve: 'Reserve, in FCFA',
    draft: 'Draft a settlement now',
    draft_text: 'Of all that is due, whatever its schedule says. It then waits to be approved.',
    refused: {
      not_verified: 'Its profile is not verified yet.',
      frozen: 'This merchant is frozen.',
      held: 'One of its accounts waits for a day to be proven.',
      no_payout_account: 'It has no payout account in force.',
      nothing_due: 'Nothing is due now.',
      below_minimum: 'What is due is less than its minimum.',
      kept_in_reserve: 'Once its reserve is kept, less than its minimum is left of what is due.',
      above_limit:
        'Each payment that is due is above what one transfer to its number carries: it needs a bank account.',
    },
  },
};
