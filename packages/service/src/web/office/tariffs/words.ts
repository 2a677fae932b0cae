import type { Catalogue } from '../../frame/table.ts';

type TariffWords = {
  title: string;
  intro: string;
  nothing: string;
  columns: { operator: string; service: string; brackets: string };
  set: string;
  service: string;
  service_hint: string;
  brackets: string;
  brackets_hint: string;
};

export const TARIFF_WORDS: Catalogue<TariffWords> = {
  fr: {
    title: 'Tarifs',
    intro:
      'Ce que les opérateurs prennent pour un envoi. Un débit dont le SMS cache les frais est prouvé quand ils sont exactement ceux-là. Il faut toujours deux personnes.',
    nothing: 'Aucun tarif : un débit dont le SMS cache les frais attend la lecture de la puce.',
    columns: { operator: 'Opérateur', service: 'Service', brackets: 'Paliers' },
    set: 'Fixer un tarif',
    service: 'Service',
    service_hint: 'transfer ou withdrawal. Le nouveau tarif remplace le précédent.',
    brackets: 'Paliers, séparés par des espaces',
    brackets_hint: 'Par exemple : 1-5000=100 5001-500000=1% ; none retire le tarif',
  },
  ar: {
    title: 'التعرفات',
    intro:
      'ما يأخذه المشغّلون عن الإرسال. يثبت الخصم الذي تخفي رسالته الرسوم عندما تكون مطابقة لها. يلزم دائما شخصان.',
    nothing: 'لا توجد تعرفة: ينتظر الخصم الذي تخفي رسالته الرسوم قراءة الشريحة.',
    columns: { operator: 'المشغّل', service: 'الخدمة', brackets: 'الشرائح' },
    set: 'تحديد تعرفة',
    service: 'الخدمة',
    service_hint: 'transfer أو withdrawal. تحل التعرفة الجديدة محل السابقة.',
    brackets: 'الشرائح، بينها فراغات',
    brackets_hint: 'مثال: \u20661-5000=100 5001-500000=1%\u2069، و\u2066none\u2069 تزيل التعرفة',
  },
  en: {
    title: 'Tariffs',
    intro:
      'What operators take for sending money. A debit whose SMS hides its fee is proven when the fee is exactly that. This always takes two people.',
    nothing: 'There is none: a debit whose SMS hides its fee waits until the SIM is read.',
    columns: { operator: 'Operator', service: 'Service', brackets: 'Brackets' },
    set: 'Set a tariff',
    service: 'Service',
    service_hint: 'transfer or withdrawal. The new tariff replaces the one before.',
    brackets: 'Brackets, with spaces between them',
    brackets_hint: 'Such as 1-5000=100 5001-500000=1%; none takes the tariff away',
  },
};
