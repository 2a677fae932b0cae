import type { Language } from '../../domain/account/person.ts';
import { type PageState, pageState } from '../../domain/checkout/state.ts';
import type { CheckoutView } from '../../domain/checkout/view.ts';
import type { PayerFields, PayerWrong } from '../../domain/link/forms.ts';
import { boundsOf, type LinkRefusal } from '../../domain/link/link.ts';
import type { PublicLink } from '../../engine/links/pay.ts';
import type { Drawn } from '../document.ts';
import { amount, operator } from '../format.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import { WORDS } from '../language.ts';
import { drawMain, drawPage } from '../page.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { LinkWords } from './words/words.ts';

const LINK_WORDS: Readonly<Record<Language, LinkWords>> = { fr, ar, en };

export const PAYER_FIELDS = {
  amount: 'amount',
  operator: 'operator',
  phone: 'phone',
  token: 'form',
} as const;

/** What the page says of a form that was not taken, above it. */
export type PayerNote = 'form_used' | 'began_before' | 'phone_needed' | 'amount_left';

/** All that the page of a link is drawn from. */
export type LinkSight = {
  link: PublicLink;
  /** Why it takes no payment now; null: it does. */
  refusal: LinkRefusal | 'not_ready' | null;
  language: Language;
  /** The address of this page, without a question mark. */
  path: string;
  /** Of checkouts: what stands before a session's id. */
  checkouts: string;
  token: string;
  /** The form that was just sent and not taken: what was typed, and what to say of it. */
  retold?: { fields: PayerFields; wrong: PayerWrong; note?: PayerNote };
  /** What this browser began before. */
  mine: CheckoutView | null;
  now: Date;
};

/** The whole page of a link. One that takes nothing says so, and no more: neither whose it is nor how much. */
export function linkPage(sight: LinkSight): Drawn {
  const { link, refusal, language, path } = sight;
  const words = LINK_WORDS[language];
  const said = refusal === null ? words.open : refusalOf(words, refusal);
  const banner = html`<aside class="banner" aria-label="TEST">${WORDS[language].test.banner}</aside>`;
  return drawPage({
    language,
    path,
    title: refusal === null ? `${link.title} – ${link.merchant_name}` : said.status,
    banner: link.environment === 'test' ? banner : NOTHING,
    content: drawMain({
      state: refusal === null ? 'link_open' : `link_${refusal}`,
      tone: refusal === null ? 'wait' : refusal === 'busy' || refusal === 'not_ready' ? 'warn' : 'off',
      title: said.status,
      status: said.status,
      body: bodyOf(sight, words),
      is_final: true,
    }),
  });
}

/** Where this browser's own payment is what keeps the link busy, that is all there is to say. */
function bodyOf(sight: LinkSight, words: LinkWords): SafeHtml {
  const { refusal, mine } = sight;
  const own = minePart(sight, words);
  const waits = mine?.status === 'AWAITING_PAYMENT' || mine?.status === 'UNDER_REVIEW';
  if (refusal === 'busy' && waits) return own;
  return html`${own}${refusal === null ? openPart(sight, words) : refusedPart(sight, words)}`;
}

const refusalOf = (words: LinkWords, refusal: NonNullable<LinkSight['refusal']>) =>
  refusal === 'not_ready' ? words.not_ready : words.refusals[refusal];

function refusedPart({ refusal, path, language }: LinkSight, words: LinkWords): SafeHtml {
  if (refusal === null) return NOTHING;
  const { heading, text } = refusalOf(words, refusal);
  const may_pass = refusal === 'busy' || refusal === 'not_ready';
  const again = html`<p><a class="btn full" href="${path}?lang=${language}">${words.look_again}</a></p>`;
  return html`<h1>${heading}</h1><p>${text}</p>${may_pass ? again : NOTHING}`;
}

/** Whoever comes back to the link with the browser that began a payment finds the way to it. */
function minePart({ mine, now, checkouts, language, retold }: LinkSight, words: LinkWords): SafeHtml {
  const is_pressed_again = retold?.note === 'began_before';
  const said = mine === null ? null : saidOf(pageState(mine, now), words, is_pressed_again);
  if (mine === null || said === null) return NOTHING;
  return html`<div class="note"><h2>${said.heading}</h2><p>${said.text}</p>
<p><a class="btn full" href="${checkouts}/${mine.id}?lang=${language}">${said.go}</a></p></div>`;
}

/**
 * As its checkout says it: nobody who has the money back, or whose money is with staff, reads that it is paid. Of a payment
 * that came to nothing only its own form tells, pressed again: whoever just looks at the link begins afresh. Not where its money
 * may lie in a phone that is silent: the page that takes the next payment sends its payer to look first.
 */
function saidOf(state: PageState, words: LinkWords, is_pressed_again: boolean): LinkWords['was_paid'] | null {
  switch (state.name) {
    case 'waiting':
    case 'last_minutes':
    case 'listening':
    case 'checking':
      return words.under_way;
    case 'paid':
      return state.given_back?.is_all === true ? words.went_on : words.was_paid;
    case 'late_money':
      return state.becomes === 'unproven' ? words.under_way : words.went_on;
    case 'reversed':
    case 'not_taken':
      return words.went_on;
    case 'expired':
    case 'cancelled': {
      if (state.feed === 'silent') return words.went_on;
      const ended = state.name === 'expired' ? words.has_expired : words.was_cancelled;
      return is_pressed_again ? ended : null;
    }
  }
}

function openPart(sight: LinkSight, words: LinkWords): SafeHtml {
  const { link, language, path, token, retold } = sight;
  const common = WORDS[language];
  const mark = link.is_merchant_verified
    ? html`<span class="mark ok">${common.pay.verified}</span>`
    : html`<span class="mark no">${common.pay.unverified}</span>`;
  const note =
    retold?.note === undefined
      ? NOTHING
      : html`<div class="note warn" role="alert"><p>${words[retold.note]}</p></div>`;
  return html`<p class="to">${common.pay.to} <strong><bdi>${link.merchant_name}</bdi></strong> ${mark}</p>
<h1><bdi>${link.title}</bdi></h1>
${link.description === null ? NOTHING : html`<p><bdi>${link.description}</bdi></p>`}
${note}
<form method="post" action="${path}?lang=${language}" autocomplete="off">
<input type="hidden" name="${PAYER_FIELDS.token}" value="${token}">
<button class="skip" tabindex="-1" aria-hidden="true" name="${PAYER_FIELDS.operator}" value=""></button>
${amountPart(sight, words)}
${field(
  { name: 'phone', label: words.phone, hint: html`${words.phone_hint}`, wrong: html`${words.phone_wrong}` },
  retold,
  html`inputmode="tel" maxlength="20"`,
)}
<fieldset><legend>${words.open.heading}</legend>
${retold?.wrong.operator === true ? html`<p class="wrong" role="alert">${words.operator_wrong}</p>` : NOTHING}
${link.operators.map(
  (one) =>
    html`<p><button class="btn full" name="${PAYER_FIELDS.operator}" value="${one}"><span>${words.pay_with({ operator: operator(common, one) })}</span></button></p>`,
)}</fieldset>
<p class="hint">${words.next}</p>
</form>
<div class="note"><p>${common.safety}</p></div>`;
}

function amountPart({ link, language, retold }: LinkSight, words: LinkWords): SafeHtml {
  const common = WORDS[language];
  if (link.amount_xaf !== null)
    return html`<p class="amount"><span class="label">${common.pay.amount}</span> ${amount(common, link.amount_xaf)}</p>
<p>${common.pay.fee}</p>`;
  const { min, max } = boundsOf(link);
  const bounds = { min: amount(common, min), max: amount(common, max) };
  return field(
    {
      name: 'amount',
      label: words.amount,
      hint: words.amount_hint(bounds),
      wrong: words.amount_wrong(bounds),
    },
    retold,
    html`inputmode="numeric" maxlength="20" required`,
  );
}

function field(
  { name, label, hint, wrong }: { name: 'amount' | 'phone'; label: string; hint: SafeHtml; wrong: SafeHtml },
  retold: LinkSight['retold'],
  kind: SafeHtml,
): SafeHtml {
  const is_wrong = retold?.wrong[name] === true;
  return html`<label for="${name}">${label}</label>
<p class="hint" id="${name}-hint">${hint}</p>
<input id="${name}" name="${PAYER_FIELDS[name]}" dir="ltr" ${kind} value="${retold?.fields[name] ?? ''}" aria-describedby="${name}-hint ${
    is_wrong ? `${name}-wrong` : ''
  }" ${is_wrong ? html`aria-invalid="true"` : NOTHING}>
${is_wrong ? html`<p class="wrong" id="${name}-wrong" role="alert">${wrong}</p>` : NOTHING}`;
}
