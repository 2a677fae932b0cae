import type { ReturnAddressProblem } from '../../../domain/checkout/view.ts';
import { findMerchantOf, recordSettings } from '../../../engine/account/settings.ts';
import type { Wrong } from '../../frame/form.ts';
import { button, card, checkBox, field, postForm } from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  type Catalogue,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  show,
} from '../../frame/table.ts';
import { html } from '../../html.ts';

type SettingsWords = {
  title: string;
  checkout: string;
  return_url: string;
  return_hint: string;
  return_wrong: Readonly<Record<ReturnAddressProblem, string>>;
  description: string;
  description_hint: string;
  save: string;
  saved: string;
};

const en: SettingsWords = {
  title: 'Settings',
  checkout: 'The page where your customers pay',
  return_url: 'Address of your shop',
  return_hint: 'The page leads back there once a payment is over. Leave it empty for no link.',
  return_wrong: {
    no_address: 'This is no address: write it like https://shop.example/thanks.',
    not_https: 'It must begin with https://.',
    with_password: 'It must have no name and password in it.',
    too_long: 'It is too long: at most 2,000 characters.',
  },
  description: 'Show the description of a payment',
  description_hint: 'Anybody who has a payment’s address can read it.',
  save: 'Save',
  saved: 'Saved.',
};

const fr: SettingsWords = {
  title: 'Réglages',
  checkout: 'La page où vos clients paient',
  return_url: 'Adresse de votre boutique',
  return_hint: 'La page y ramène quand un paiement est fini. Laissez vide pour ne mettre aucun lien.',
  return_wrong: {
    no_address: 'Ce n’est pas une adresse : écrivez-la comme https://shop.example/merci.',
    not_https: 'Elle doit commencer par https://.',
    with_password: 'Elle ne doit contenir ni nom ni mot de passe.',
    too_long: 'Elle est trop longue : 2 000 caractères au plus.',
  },
  description: 'Montrer la description d’un paiement',
  description_hint: 'Quiconque a l’adresse d’un paiement peut la lire.',
  save: 'Enregistrer',
  saved: 'C’est enregistré.',
};

const ar: SettingsWords = {
  title: 'الإعدادات',
  checkout: 'الصفحة التي يدفع فيها زبائنك',
  return_url: 'عنوان متجرك',
  return_hint: 'تعود الصفحة إليه بعد انتهاء الدفع. اتركه فارغاً لعدم وضع رابط.',
  return_wrong: {
    no_address: 'هذا ليس عنواناً: اكتبه مثل https://shop.example/thanks.',
    not_https: 'يجب أن يبدأ بـ https://.',
    with_password: 'يجب ألا يحوي اسماً وكلمة مرور.',
    too_long: 'طويل جداً: 2000 حرف على الأكثر.',
  },
  description: 'إظهار وصف الدفعة',
  description_hint: 'كل من لديه عنوان الدفعة يستطيع قراءته.',
  save: 'حفظ',
  saved: 'تم الحفظ.',
};

const SETTINGS_WORDS: Catalogue<SettingsWords> = { fr, ar, en };

const settings = memberPage(['owner', 'developer'], {
  path: '/dashboard/settings',
  link: { place: 90, label: { fr: fr.title, ar: ar.title, en: en.title } },
  get: (visit) => drawSettings(visit, {}),
  post: async (visit) => {
    const words = SETTINGS_WORDS[visit.language];
    const outcome = await recordSettings(visit.services, visit.person, {
      return_url: visit.form.text('return_url') || null,
      shows_description: visit.form.has('shows_description'),
    });
    if (outcome.kind === 'not_found') return NOT_FOUND;
    if (outcome.kind === 'address_unusable')
      return drawSettings(visit, { return_url: words.return_wrong[outcome.problem] });
    return goTo(visit.at('/dashboard/settings'), words.saved);
  },
});

async function drawSettings(visit: MemberVisit, wrong: Wrong): Promise<Answer> {
  const words = SETTINGS_WORDS[visit.language];
  const merchant = await findMerchantOf(visit.services, visit.merchant_id);
  if (merchant === null) return NOT_FOUND;
  const is_again = Object.keys(wrong).length > 0;
  const value = is_again ? visit.form.text('return_url') : (merchant.return_url ?? '');
  const is_on = is_again ? visit.form.has('shows_description') : merchant.shows_description;
  const address = {
    name: 'return_url',
    label: words.return_url,
    hint: words.return_hint,
    value,
    type: 'url' as const,
  };
  return show({
    title: words.title,
    content: card(
      words.checkout,
      postForm(
        visit,
        visit.at('/dashboard/settings'),
        html`${field({ ...address, is_optional: true, max_length: 2000 }, wrong)}
${checkBox({ name: 'shows_description', value: 'yes', label: words.description, is_on })}<p class="hint">${words.description_hint}</p>
${button(words.save)}`,
      ),
    ),
    status: is_again ? 422 : 200,
  });
}

export const SETTINGS_PAGES: readonly AnyPage[] = [settings];
