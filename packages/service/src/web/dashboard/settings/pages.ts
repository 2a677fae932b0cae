import { LANGUAGES, type Language, MEMBER_ROLES } from '../../../domain/account/person.ts';
import { chooseNotices, type MemberKey, noticeChoices } from '../../../engine/mail/choices.ts';
import { findMerchant, setCheckouts } from '../../../engine/merchants.ts';
import {
  badge,
  button,
  card,
  checkBox,
  facts,
  field,
  linkButton,
  postForm,
  select,
} from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  show,
} from '../../frame/table.ts';
import { html, type Part, type SafeHtml } from '../../html.ts';
import { WORDS } from '../../language.ts';
import { SETTINGS_WORDS } from './words.ts';

const SETTINGS = '/dashboard/settings';
/** Who says what payers see. */
const SETS_CHECKOUT = ['owner', 'developer'] as const;
type Typed = { language: string; return_url: string; shows_description: boolean };

const settings = memberPage(MEMBER_ROLES, {
  path: SETTINGS,
  link: { place: 90, label: { fr: 'Réglages', ar: 'الإعدادات', en: 'Settings' } },
  get: (visit) => page(visit),
});

async function page(visit: MemberVisit, typed?: Typed, wrong: Record<string, string> = {}): Promise<Answer> {
  const words = SETTINGS_WORDS[visit.language];
  const merchant = await findMerchant(visit.services, visit.merchant_id);
  if (merchant === null) return NOT_FOUND;
  const { return_url, ...kept } = merchant;
  const { role } = visit.person.membership;
  const is_owner = role === 'owner';
  const content: Part[] = [
    card(words.profile, business(visit, merchant.name, merchant.kyc_status === 'APPROVED', is_owner)),
    SETS_CHECKOUT.some((one) => one === role)
      ? card(words.checkout, checkoutForm(visit, typed ?? { ...kept, return_url: return_url ?? '' }, wrong), {
          id: 'checkout',
        })
      : null,
    card(words.notices, await noticesForm(visit), { id: 'notices' }),
  ];
  return show({ title: words.title, content: html`${content}`, status: typed === undefined ? 200 : 422 });
}

function business(visit: MemberVisit, name: string, is_verified: boolean, is_owner: boolean): SafeHtml {
  const words = SETTINGS_WORDS[visit.language];
  const state = is_verified ? badge(words.verified, 'good') : badge(words.unverified, 'off');
  const open = is_owner
    ? html`<p>${linkButton(words.profile_link, visit.at('/dashboard/profile'))}</p>`
    : null;
  return html`${facts([[words.trade_name, html`<bdi>${name}</bdi> ${state}`]])}<p>${words.profile_text}</p>${open}`;
}

function checkoutForm(visit: MemberVisit, typed: Typed, wrong: Record<string, string>): SafeHtml {
  const words = SETTINGS_WORDS[visit.language];
  const languages = LANGUAGES.map((value) => ({ value, label: WORDS[value].name }));
  return postForm(
    visit,
    visit.at(`${SETTINGS}/checkout`),
    html`${select({ name: 'language', label: words.language, hint: words.language_hint, value: typed.language }, languages)}
${field(
  {
    name: 'return_url',
    label: words.return_url,
    hint: words.return_url_hint,
    value: typed.return_url,
    type: 'url',
    is_optional: true,
    max_length: 2000,
  },
  wrong,
)}
${checkBox({ name: 'shows_description', value: 'yes', label: words.description, is_on: typed.shows_description })}
${button(words.save)}`,
  );
}

async function noticesForm(visit: MemberVisit): Promise<SafeHtml> {
  const words = SETTINGS_WORDS[visit.language];
  const choices = (await noticeChoices(visit.services, memberOf(visit))) ?? [];
  if (choices.length === 0) return html`<p>${words.no_notices}</p>`;
  const boxes = choices.map(({ kind, is_wanted }) =>
    checkBox({ name: 'kind', value: kind, label: words.kinds[kind], is_on: is_wanted }),
  );
  return html`<p>${words.notices_text}</p>${postForm(visit, visit.at(`${SETTINGS}/notices`), html`${boxes}${button(words.save)}`)}`;
}

const memberOf = ({ person, merchant_id }: MemberVisit): MemberKey => ({
  account_id: person.account.id,
  merchant_id,
});

const isLanguage = (text: string): text is Language => LANGUAGES.some((one) => one === text);

const checkout = memberPage(SETS_CHECKOUT, {
  path: `${SETTINGS}/checkout`,
  post: async (visit) => {
    const { services, form, merchant_id } = visit;
    const words = SETTINGS_WORDS[visit.language];
    const typed = {
      language: form.text('language'),
      return_url: form.text('return_url'),
      shows_description: form.has('shows_description'),
    };
    const { language, shows_description } = typed;
    const return_url = typed.return_url === '' ? null : typed.return_url;
    const spoken = isLanguage(language) ? { language } : {};
    const command = { by: visit.actor, merchant_id, ...spoken, return_url, shows_description };
    const allows_http = services.allow_private_webhooks;
    const [outcome] = await setCheckouts(services, [command], { allows_http });
    if (outcome?.kind === 'address_unusable')
      return page(visit, typed, { return_url: words.problems[outcome.problem] });
    if (outcome?.kind !== 'set') return NOT_FOUND;
    return goTo(visit.at(SETTINGS), words.saved);
  },
});

const notices = memberPage(MEMBER_ROLES, {
  path: `${SETTINGS}/notices`,
  post: async (visit) => {
    const kept = await chooseNotices(visit.services, memberOf(visit), new Set(visit.form.all('kind')));
    if (kept !== 'kept') return NOT_FOUND;
    return goTo(visit.at(SETTINGS), SETTINGS_WORDS[visit.language].saved);
  },
});

export const SETTINGS_PAGES: readonly AnyPage[] = [settings, checkout, notices];
