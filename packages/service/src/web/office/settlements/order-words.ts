import type { Catalogue } from '../../frame/table.ts';

type OrderWords = Readonly<
  Record<
    | 'order'
    | 'order_text'
    | 'nothing_to_order'
    | 'ordered_before'
    | 'on_order'
    | 'on_order_text'
    | 'stands_on'
    | 'listed'
    | 'on_list'
    | 'on_list_text',
    string
  >
>;

/** Of the order to a bank. */
export const ORDER_WORDS: Catalogue<OrderWords> = {
  fr: {
    order: 'Écrire l’ordre bancaire (pain.001)',
    order_text:
      'Pour tout ce qui est approuvé, va vers une banque et n’est sur aucun ordre déjà pris. Dites l’envoi une fois l’ordre remis.',
    nothing_to_order:
      'Rien ne peut aller vers une banque maintenant : rien n’y va, ou l’envoi est arrêté, ou quelqu’un veut l’annuler.',
    ordered_before:
      'Tout est sur un ordre que quelqu’un a déjà pris : une banque paierait deux fois. Dites l’envoi de chacun. Si aucune banque n’a eu cet ordre, deux personnes les annulent, et ils sont préparés à nouveau.',
    stands_on: 'Sur l’ordre pris pour',
    listed: 'Sur la liste d’envoi prise le',
    on_list: 'Sur une liste d’envoi que quelqu’un a prise',
    on_list_text:
      'Dites à qui a la liste que l’ordre les paie : payés aussi au guichet, ils partiraient deux fois.',
    on_order: 'Sur un ordre que quelqu’un a déjà pris, donc sur aucun autre',
    on_order_text:
      'Dites l’envoi de chacun. Si aucune banque n’a eu cet ordre, deux personnes les annulent, et ils sont préparés à nouveau.',
  },
  ar: {
    order: 'اكتب الأمر البنكي (pain.001)',
    order_text: 'لكل ما وُوفق عليه ويذهب إلى بنك وليس في أمر أُخذ من قبل. سجّل الإرسال بعد تسليم الأمر.',
    nothing_to_order:
      'لا شيء يمكن أن يذهب إلى بنك الآن: لا شيء موجّه إليه، أو الإرسال موقوف، أو طلب أحدهم إلغاءه.',
    ordered_before:
      'كل ما ينتظر في أمر أخذه أحدهم من قبل: قد يدفعه البنك مرتين. سجّل إرسال كل واحد. وإن لم يستلم أي بنك ذلك الأمر، يلغيها شخصان ثم تُعدّ من جديد.',
    stands_on: 'في الأمر المأخوذ إلى',
    listed: 'في قائمة الإرسال المأخوذة في',
    on_list: 'في قائمة إرسال أخذها أحدهم',
    on_list_text: 'أخبر من عنده القائمة أن الأمر يدفعها: إن دُفعت عند الشباك أيضا خرجت مرتين.',
    on_order: 'في أمر أخذه أحدهم من قبل، فليست في أي أمر آخر',
    on_order_text: 'سجّل إرسال كل واحدة. وإن لم يستلم أي بنك ذلك الأمر، يلغيها شخصان ثم تُعدّ من جديد.',
  },
  en: {
    order: 'Write the bank’s order (pain.001)',
    order_text:
      'For all that is approved, goes to a bank and stands on no order taken before. Say that each is sent once the bank has it.',
    nothing_to_order:
      'Nothing may go to a bank now: none is to, or it is stopped, or somebody wants to take it back.',
    ordered_before:
      'All of it stands on an order that somebody has taken: a bank would pay it twice. Say that each is sent. Where no bank has had that order, two people cancel them, and they are drafted again.',
    stands_on: 'On the order taken to',
    listed: 'On the sending list taken on',
    on_list: 'On a sending list that somebody has taken',
    on_list_text:
      'Tell who has the list that the order pays them: paid at the counter as well, they leave twice.',
    on_order: 'On an order that somebody has taken, so on no other one',
    on_order_text:
      'Say that each is sent. Where no bank has had that order, two people cancel them, and they are drafted again.',
  },
};
